"""The exception tree, and what every reason code means in English and Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = [
    "IllegalActionError",
    "Legality",
    "NotationError",
    "PhaseError",
    "PokerfastError",
    "ResampleError",
    "RulesError",
    "SnapshotError",
]

#: code -> (English, Chinese); docs/conventions.md lists them, a test holds them against the core's.
MESSAGES: Final[dict[str, tuple[str, str]]] = {
    "ok": ("legal", "可以"),
    "game_over": ("the deal is over", "本局已经结束"),
    "wrong_phase": ("that action belongs to another phase", "现在不能做这个操作"),
    "must_lead": ("the leader may not pass", "领出的人不能不出"),
    "not_held": ("a card is not in the hand", "手里没有这些牌"),
    "no_play": ("the cards form no play under these rules", "这些牌不成牌型"),
    "wrong_kind": ("not the kind, length and size on the table, nor a kind that beats it", "牌型或张数与上家不同"),
    "too_low": ("comparable, but does not beat what lies on the table", "压不过桌上的牌"),
    "wrong_reading": ("the reading named is not one of these cards, or not the one that stands", "指定的牌型不成立"),
    "bid_too_low": ("a bid must be above the highest so far, within the limit", "叫分必须高于前面的叫分且不超过上限"),
    "bid_too_high": ("a bid must be below the lowest so far", "叫分必须低于前面的叫分"),
    "no_bid": ("not a number that may be bid", "不能叫这个分数"),
    "no_surrender": ("the deal cannot be given up now", "现在不能投降"),
    "index": ("no legal action has that number", "没有这个编号的操作"),
    "quit": ("that seat has quit for good", "该座位已经退出"),
    "no_seat": ("there is no such seat", "没有这个座位"),
    "no_declaration": ("not a set that can be shown", "这些牌不能亮主"),
    "too_weak": ("not above what was shown last, or not this seat's to show", "不能盖过前面亮出的牌"),
    "wrong_size": ("a wrong number of cards", "张数不对"),
    "too_many_points": ("more points than may be buried", "扣底的分数超过上限"),
    "two_groups": ("a lead must be of one suit, or of trumps alone", "首家出的牌必须是同一门花色或都是主牌"),
    "no_throw": ("several units may not be led here", "这里不能甩牌"),
    "not_certain": ("a card not yet seen could beat a part of the throw", "甩牌中有可能被压过的牌"),
    "must_follow": ("cards of the led group are left that must be played", "还有同门的牌必须跟出"),
    "must_titanic": ("a titanic must be given", "必须跟出泰坦尼克"),
    "must_triple": ("a triple must be given", "必须跟出三同张"),
    "must_tractor": ("a tractor must be given", "必须跟出拖拉机"),
    "must_pair": ("a pair must be given", "必须跟出对子"),
    "no_take": ("these cards don't take the table", "这些牌不能取桌上的牌"),
    "only_no": ("this seat can only decline", "该座位只能选择否"),
    "must_take": ("the throne must be taken", "必须当皇帝"),
    "wrong_name": ("not a card or a suit that may be named", "不能叫这张牌或这门花色"),
    "sixes": ("a six that must wait for the last play", "6必须留到最后一手一次出完"),
    "auto": ("that seat was left to the table too often to come back", "托管次数过多，不能取消"),
    "undo": ("there is no action to take back", "没有可以撤销的操作"),
    "administer": ("must be auto, manual or quit", "只能是 auto、manual 或 quit"),
    "notation": ("the text could not be read", "无法识别的文字"),
    "no_deal": ("no deal consistent with what was seen was found", "没有找到与所见相符的发牌"),
}


class PokerfastError(ValueError):
    """Base of every error this package raises for bad values."""


class RulesError(PokerfastError):
    """Options or a position break the rules. ``faults`` lists every fault as (where, what)."""

    def __init__(self, faults: Iterable[tuple[str, str]]) -> None:
        self.faults: tuple[tuple[str, str], ...] = tuple(faults)
        super().__init__("; ".join(f"{where}: {what}" for where, what in self.faults))

    def __reduce__(self) -> tuple[type[RulesError], tuple[tuple[tuple[str, str], ...]]]:
        return (type(self), (self.faults,))


class NotationError(PokerfastError):
    """Cards or an action could not be read. ``text`` is the input, ``position`` the place in it (from 0)."""

    code: Final = "notation"

    def __init__(self, message: str, text: str = "", position: int = 0) -> None:
        self.message, self.text, self.position = message, text, position
        shown = text if len(text) <= 80 else text[:77] + "..."
        super().__init__(f"{message} (at {position} in {shown!r})")

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int]]:
        return (type(self), (self.message, self.text, self.position))


class _RefusedError(PokerfastError):
    def __init__(self, code: str, detail: str = "", position: str = "") -> None:
        self.code, self.detail, self.position = code, detail, position
        english = MESSAGES[code][0] if code in MESSAGES else code
        parts = [f"{detail}: {english} [{code}]" if detail else f"{english} [{code}]"]
        if position:
            parts.append(f"in {position}")
        super().__init__(" ".join(parts))

    @property
    def message_zh(self) -> str:
        """The reason in Chinese."""
        return MESSAGES[self.code][1] if self.code in MESSAGES else self.code

    def __reduce__(self) -> tuple[type[_RefusedError], tuple[str, str, str]]:
        return (type(self), (self.code, self.detail, self.position))


class IllegalActionError(_RefusedError):
    """The action is not legal here. ``code`` says why, ``position`` is the position in notation."""


class PhaseError(_RefusedError):
    """The action belongs to another phase, the deal is over, or there is nothing to undo."""


class ResampleError(_RefusedError):
    """No other deal was found within the attempts (code ``no_deal``)."""


class SnapshotError(PokerfastError):
    """Bytes or JSON that are no snapshot, are damaged, of another version, or hold a position that cannot occur."""


@dataclass(frozen=True, slots=True)
class Legality:
    """The answer of ``check``: true if legal, else with the reason and a play that would be legal."""

    code: str = "ok"
    suggestion: str | None = None
    detail: str = ""

    def __bool__(self) -> bool:
        return self.code == "ok"

    @property
    def message(self) -> str:
        """The reason in English."""
        text = MESSAGES[self.code][0]
        return f"{text}: {self.detail}" if self.detail else text

    @property
    def message_zh(self) -> str:
        """The reason in Chinese."""
        return MESSAGES[self.code][1]


def refusal(code: str, detail: str = "", position: str = "") -> PokerfastError:
    """The exception for a reason code."""
    if code == "no_deal":
        return ResampleError(code, detail, position)
    kind = PhaseError if code in ("game_over", "wrong_phase", "undo") else IllegalActionError
    return kind(code, detail, position)


def check_arguments(faults: Sequence[tuple[str, str]]) -> None:
    """Raise one RulesError for all faults, if there are any."""
    if faults:
        raise RulesError(faults)


def shortened(value: object) -> str:
    """A value as an error message shows it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
