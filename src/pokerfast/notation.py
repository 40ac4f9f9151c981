"""Cards and actions as text: the grammar of docs/conventions.md, without any rules.

Canonical output is produced by the core; this module reads everything people write: ``10``, lower case, full-width
letters, suit signs, Chinese names, blanks and commas.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pokerfast.errors import NotationError

__all__ = [
    "GLYPHS",
    "SUITS",
    "ActionText",
    "Token",
    "card_kind",
    "card_text",
    "read_action",
    "read_cards",
    "read_rank",
    "read_trump",
]

#: Ranks in the order they are printed; the position is the core's rank slot.
GLYPHS: Final = "3456789TJQKA2wW*"
SUITS: Final = "SHDC"
_CARD_RANKS: Final = "23456789TJQKA"
MAX_TEXT: Final = 4096

_SLOT: Final = {glyph: slot for slot, glyph in enumerate(GLYPHS)}
_RANKS: Final = {**{g: s for g, s in _SLOT.items() if g not in "wW"}, **{g.lower(): _SLOT[g] for g in "TJQKA"}}
_SUIT: Final = {
    **{s: i for i, s in enumerate(SUITS)},
    **{s.lower(): i for i, s in enumerate(SUITS)},
    **dict(zip("♠♥♦♣", range(4), strict=True)),
    **dict(zip("♤♡♢♧", range(4), strict=True)),
}
_WORD_SUITS: Final = {"黑桃": 0, "红桃": 1, "紅桃": 1, "方块": 2, "方塊": 2, "方片": 2, "梅花": 3, "草花": 3}
_WORD_CARDS: Final = {"小王": _SLOT["w"], "大王": _SLOT["W"], "小鬼": _SLOT["w"], "大鬼": _SLOT["W"]}
_IGNORED: Final = frozenset(" \t\r\n,，、;；+　\ufe0e\ufe0f")
_SIGN_JOKERS: Final = {"🃏": _SLOT["W"]}


class Token(NamedTuple):
    """One card as text names it."""

    slot: int  # its rank
    suit: int | None  # 0 … 3, S H D C
    position: int  # where it stands in the text
    copy: int = 0  # from 1, 0 if unnamed


def _narrow(text: str) -> str:
    """Full-width letters, digits and signs as their ASCII counterparts; the length stays."""
    return "".join(chr(ord(c) - 0xFEE0) if "！" <= c <= "～" and c not in "，；" else c for c in text)


def read_cards(text: str, *, copies: int = 0) -> list[Token]:
    """Split text into cards; ``/1`` … up to ``copies`` behind a card names one of several alike.

    Raises:
        NotationError: a character is no card, a suit stands without a rank, or the text is longer than 4,096.
    """
    if len(text) > MAX_TEXT:
        raise NotationError(f"text of {len(text)} characters, at most {MAX_TEXT} are read", text[:100], MAX_TEXT)
    narrow = _narrow(text)
    tokens: list[Token] = []
    suit: int | None = None
    suit_at = i = 0
    while i < len(narrow):
        c, pair = narrow[i], narrow[i : i + 2]
        start = i
        if c in _IGNORED:
            i += 1
            continue
        if suit is None and (pair in _WORD_SUITS or c in _SUIT):
            suit_at = i
            if pair in _WORD_SUITS:
                suit, i = _WORD_SUITS[pair], i + 2
            else:
                suit, i = _SUIT[c], i + 1
            continue
        if pair == "10":
            slot, i = _SLOT["T"], i + 2
        elif c in _RANKS:
            slot, i = _RANKS[c], i + 1
        elif suit is None and c in "wW":
            slot, i = _SLOT[c], i + 1
        elif suit is None and pair in _WORD_CARDS:
            slot, i = _WORD_CARDS[pair], i + 2
        elif suit is None and c in _SIGN_JOKERS:
            slot, i = _SIGN_JOKERS[c], i + 1
        elif c == "1":
            raise NotationError("1 is no rank; ten is 10 or T", text, i)
        elif suit is not None:
            raise NotationError(f"expected a rank after the suit, not {c!r}", text, i)
        else:
            raise NotationError(f"{c!r} is no card", text, i)
        copy = 0
        if copies and narrow[i : i + 1] == "/":
            if narrow[i + 1 : i + 2] not in tuple("123456789"[:copies]):
                raise NotationError(f"expected a copy, 1 to {copies}, after /", text, i + 1)
            copy, i = int(narrow[i + 1]), i + 2
        tokens.append(Token(slot, suit, start if suit is None else suit_at, copy))
        suit = None
    if suit is not None:
        raise NotationError("a suit without a rank", text, suit_at)
    return tokens


def card_kind(token: Token, text: str) -> int:
    """A card's id in the first pack: 13 x suit + rank, 52 and 53 the jokers.

    Raises:
        NotationError: the card needs a suit, or has no id; ``text`` is what it was read from.
    """
    if token.slot in (13, 14):
        return 52 + token.slot - 13
    if token.suit is None or token.slot > 14:
        what = "a card needs its suit" if token.slot < 13 else "there is no such card here"
        raise NotationError(what, text, token.position)
    return 13 * token.suit + (0 if token.slot == 12 else token.slot + 1)


def card_text(card_id: int) -> str:
    """A physical card: ``S3``, ``HT``, ``w``, ``W``."""
    within = card_id % 54
    if within >= 52:
        return "wW"[within - 52]
    return SUITS[within // 13] + _CARD_RANKS[within % 13]


def read_rank(text: str) -> int | None:
    """A level, 2 … A = 0 … 12; None if the text is no rank."""
    narrow = _narrow(text).strip().upper()
    narrow = "T" if narrow == "10" else narrow
    return _CARD_RANKS.index(narrow) if len(narrow) == 1 and narrow in _CARD_RANKS else None


def read_trump(text: str) -> int | None:
    """A trump suit S H D C = 0 … 3, or 4 for none; None if the text is neither."""
    narrow = _narrow(text).strip().strip("\ufe0e\ufe0f")
    if narrow.upper() == "NT" or narrow in ("无主", "無主"):
        return len(SUITS)
    return _WORD_SUITS.get(narrow, _SUIT.get(narrow))


class ActionText(NamedTuple):
    """An action's text taken apart: a word with its number or cards, or cards with the reading they are named."""

    word: str  # "" for plain cards
    number: int
    kind: str  # "" when no reading is named
    rank: str  # "" when only the kind is
    cards: str
    offset: int  # where the cards begin


_WORDS: Final = {
    "pass": "pass", "不出": "pass", "过": "pass", "過": "pass", "要不起": "pass",
    "no": "no", "不叫": "no", "不抢": "no", "不搶": "no", "不加倍": "no", "不亮": "no", "不反": "no",
    "call": "call", "叫地主": "call", "rob": "rob", "抢地主": "rob", "搶地主": "rob",
    "show": "show", "明牌": "show", "double": "double", "加倍": "double",
    "明保": "show", "明独保": "show", "明独": "show", "造反": "rob", "独保": "rob", "抢独": "rob", "搶獨": "rob",
    "不造反": "no", "不独": "no",
    "登基": "call", "当皇帝": "call", "yield": "yield", "让位": "yield", "讓位": "yield",
    "surrender": "surrender", "投降": "surrender", "认输": "surrender", "認輸": "surrender",
}  # fmt: skip
#: Words that name cards.
_CARD_WORDS: Final = {
    "declare": "declare", "亮主": "declare", "亮": "declare", "自保": "declare", "对家保": "declare",
    "對家保": "declare", "反主": "declare", "自反": "declare", "反无主": "declare", "反無主": "declare",
    "rob": "rob", "反底": "rob", "炒底": "rob", "反": "rob", "炒": "rob",
    "show": "show", "亮A": "show", "抢亮": "show", "搶亮": "show", "反A": "show",
    "take": "take", "取": "take", "取蛋": "take", "name": "name", "叫侍卫": "name", "叫侍衛": "name",
    "定主": "name", "叫主": "name",
    "bury": "bury", "扣底": "bury", "埋底": "bury", "扣": "bury", "埋": "bury",
}  # fmt: skip
_WITH_CARDS: Final = re.compile(
    r"\s*(?:(declare|rob|bury|show|take|name)(?=\s|$)|("
    + "|".join(sorted((w for w in _CARD_WORDS if not w.isascii()), key=len, reverse=True))
    + r"))",
    re.IGNORECASE,
)
_BID: Final = re.compile(r"bid\s+(-?\d{1,9})")
_READING: Final = re.compile(r"\s*([a-z_]+[0-9]?)(?:@(.))?:")


def read_action(text: str) -> ActionText:
    """Take an action's text apart; the cards are left to :func:`read_cards`.

    Raises:
        NotationError: empty text, or a word without the cards it needs.
    """
    stripped = text.strip()
    if not stripped:
        raise NotationError("empty action", text, 0)
    word = _WORDS.get(stripped) or _WORDS.get(stripped.lower(), "")
    if word:
        return ActionText(word, 0, "", "", "", 0)
    if bid := _BID.fullmatch(stripped.lower()):
        return ActionText("bid", int(bid[1]), "", "", "", 0)
    if worded := _WITH_CARDS.match(text):
        name = _CARD_WORDS[worded[1].lower() if worded[1] else worded[2].upper()]
        if not text[worded.end() :].strip():
            what = "a card or a suit" if name == "name" else "its cards"
            raise NotationError(f"{name} needs {what}", text, len(text))
        return ActionText(name, 0, "", "", text[worded.end() :], worded.end())
    if named := _READING.match(text):
        return ActionText("", 0, named[1], named[2] or "", text[named.end() :], named.end())
    return ActionText("", 0, "", "", text, 0)
