"""From what one seat may know to a whole position: the cards it cannot see are put somewhere they can be."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pokerfast._fast import ACTION_WORDS
from pokerfast.base import NOBODY, SEEDS, State, game_with, integer, read_document
from pokerfast.climbing import MOST_PACKS, ClimbingGame
from pokerfast.errors import RulesError, SnapshotError, shortened
from pokerfast.trick import RANKS, TRUMPS, TrickGame

__all__ = ["state_from_view"]

FORMAT, VERSION = "pokerfast-view", 1
KINDS = 54
MOST_ATTEMPTS = 32
#: Phases of climbing games in which cards lie where no view tells.
UNSETTLED = ("show_start", "show_deal", "reveal", "claim", "throne", "name")
#: The small joker: the marked one, of the last pack, makes the emperor's guard (保皇).
GUARD_CARD = 52
#: First words of actions that are no plays.
WORDS = frozenset(ACTION_WORDS) | {"auto", "manual", "quit"}


def state_from_view(view: str, *, seed: int = 0) -> tuple[State, int | None]:
    """A position that looks to a seat as its view says, and whose view it was.

    The cards that the seat cannot see are dealt at random to where they can be: hands of the right sizes, and what was
    buried. Cards that everybody saw on their way into a hand (斗地主's bottom cards, what is taken in 打大A) stay
    there until they are played. What a play told of a hand (who could not follow) is not used. The history is empty.

    Args:
        view: what ``View.to_json`` gives, of a seat or of a spectator.
        seed: 0 to 2**64 - 1; the same view and seed give the same position.

    Raises:
        SnapshotError: no such JSON, or no position looks like that; also while cards are still dealt.
        RulesError: the options are unknown, or the seed is out of range.
    """
    if not isinstance(view, str):
        raise TypeError(f"a view is text, not {type(view).__name__}")
    if not 0 <= integer("seed", seed) < SEEDS:
        raise RulesError([("seed", "must be 0 to 2**64 - 1")])
    record = _read(view)
    game = game_with(record["game"], record["options"])
    if record.get("phase") == "over":
        raise SnapshotError("the deal is over")
    chance = random.Random(seed)
    filler = _TrickFiller if isinstance(game, TrickGame) else _ClimbingFiller
    state = State._empty(game)
    for attempt in range(MOST_ATTEMPTS):
        try:
            state._fill(filler(game, record, chance).fields())
            break
        except SnapshotError:
            # Some places are ruled out by what was said (a rebel who revolted is no guard): another try.
            if attempt == MOST_ATTEMPTS - 1:
                raise
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            # Whatever is missing or of a wrong type in it.
            raise SnapshotError(f"the view is damaged: {shortened(str(error))}") from None
    viewer = record.get("viewer")
    if viewer is not None and viewer >= state.num_players:
        raise SnapshotError("viewer is no seat")
    seen = json.loads(state.view(viewer).to_json())
    for key, value in record.items():
        # A position made from a view has no history.
        if key not in ("history", "forced") and seen.get(key) != value:
            raise SnapshotError(f"{key}: no position looks like that")
    return state, viewer


def _read(view: str) -> dict[str, Any]:
    record = read_document(view, FORMAT, VERSION)
    if not isinstance(record.get("game"), str) or not isinstance(record.get("options"), dict):
        raise SnapshotError("game or options is missing")
    viewer = record.get("viewer")
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < 5):
        raise SnapshotError("viewer is no seat")
    return record


class _Pack:
    """Copies that are still free, by kind; the lowest is taken first."""

    def __init__(self, decks: int, kinds: Iterable[int]) -> None:
        self.free = {kind: [kind + 54 * deck for deck in range(decks)] for kind in kinds}

    def take(self, kind: int) -> int:
        return self.free[kind].pop(0)

    def take_exactly(self, card: int) -> int:
        self.free[card % KINDS].remove(card)
        return card

    def take_this_or_alike(self, card: int) -> int:
        return self.take_exactly(card) if card in self.free[card % KINDS] else self.take(card % KINDS)

    def rest(self) -> list[int]:
        return [card for cards in self.free.values() for card in cards]


class _Filler:
    """What the families share: who has played what, and the hidden cards dealt out."""

    def __init__(self, game: Any, record: Mapping[str, Any], chance: random.Random) -> None:
        self.game, self.record, self.chance = game, record, chance
        self.seats = len(record["counts"])
        self.history: list[tuple[int, str]] = [(int(seat), text or "") for seat, text in record["history"]]

    def cards(self, text: str) -> list[int]:
        """Cards as fields and views write them."""
        ids: list[int] = self.game._state_class._cards_read(text)
        return ids

    def kinds(self, text: str) -> Counter[int]:
        """Cards by kind."""
        return Counter(card % KINDS for card in self.cards(text))

    def deal(self, rest: Sequence[int], wanted: Sequence[int]) -> list[list[int]]:
        """The hidden cards at random, as many to each place as are wanted."""
        if min(wanted) < 0:
            raise ValueError("a hand has fewer cards than are known to be in it")
        if len(rest) != sum(wanted):
            raise ValueError(f"{len(rest)} cards are hidden, {sum(wanted)} places are open")
        shuffled = list(rest)
        self.chance.shuffle(shuffled)
        places = []
        for size in wanted:
            places.append(sorted(shuffled[:size]))
            del shuffled[:size]
        return places

    def phase(self) -> int:
        """The phase as the core numbers it."""
        number: int = self.game._phase_names.index(self.record["phase"])
        return number

    def blank(self) -> dict[str, Any]:
        """The fields of an empty position of this game, to be overwritten."""
        fields: dict[str, Any] = self.game._state_class.__new__(self.game._state_class, self.game)._fields()
        public: dict[str, Any] = self.game._state_class._fields_read(self.record["public"])
        if unknown := set(public) - set(fields):
            raise ValueError(f"unknown field {min(unknown)}")
        return fields | public | {"seed": 0, "game": 0, "phase": self.phase()}


def _nobody(seat: int | None) -> int:
    return NOBODY if seat is None else seat


class _ClimbingFiller(_Filler):
    game: ClimbingGame

    def fields(self) -> dict[str, Any]:
        fields, record = self.blank(), self.record
        if record["phase"] in UNSETTLED:
            raise ValueError("cards are still dealt, or go to and fro")
        decks, kinds = self.game._pack
        pack = _Pack(decks, kinds)
        held: list[list[int]] = [[] for _ in range(self.seats)]
        open_hands = [seat for seat, text in enumerate(record["hands"]) if text is not None]
        for seat in open_hands:
            held[seat] = [pack.take_exactly(card) for card in self.cards(record["hands"][seat])]
        gone, known = self._played()
        # Views write cards that look alike as the lowest ones.
        if fields.get("known"):
            self._show_ace(fields, gone, known, open_hands)
        marked = self._marked()
        table = [pack.take_exactly(card) for card in fields["table_ids"] if card in marked]
        for card in sorted(marked - set(table)):
            pack.take_exactly(card)
            gone[card % KINDS] -= 1
        # Views write cards that look alike as the lowest ones.
        table += [pack.take_this_or_alike(card) for card in fields["table_ids"] if card not in marked]
        fields["table_ids"] = sorted(table)
        gone -= Counter(card % KINDS for card in table)
        kitty = self.cards(record.get("kitty") or "")
        landlord = record.get("landlord")
        if kitty and landlord is not None and landlord not in open_hands:
            for card in kitty:
                if card % KINDS in pack.free and card in pack.free[card % KINDS] and not gone[card % KINDS]:
                    known[landlord][card % KINDS] += 1
        for kind, count in gone.items():
            for _ in range(count):
                pack.take(kind)
        if "named" in fields:
            self._tell_partner(fields, pack, held, known, open_hands)
        for seat in range(self.seats):
            if seat not in open_hands:
                held[seat] += [pack.take(kind) for kind, count in known[seat].items() for _ in range(count)]
        if "kitty" in fields and landlord is None:
            # The bottom cards lie face down yet.
            open_places = [record["counts"][seat] - len(held[seat]) for seat in range(self.seats)]
            *dealt, kitty = self.deal(pack.rest(), [*open_places, 3])
        else:
            dealt = self.deal(pack.rest(), [record["counts"][seat] - len(held[seat]) for seat in range(self.seats)])
        hands = [sorted(ids + more) for ids, more in zip(held, dealt, strict=True)]
        fields["held"] = hands + [[]] * (len(fields["held"]) - len(hands))
        fields["turn"] = record["seat"] if record["seat"] is not None else fields["turn"]
        fields["table_by"] = _nobody(record["table_by"])
        if "kitty" in fields:
            fields |= {"kitty": sorted(kitty), "landlord": _nobody(landlord), "order": [0] * len(fields["order"])}
            fields["multiplier"] = 1
        if "known" in fields and not fields["sides"]:
            self._seat_big_aces(fields, known)
        settled = record["phase"] in ("open_solo", "show", "revolt", "play")
        if "named" in fields and fields["guard"] == NOBODY and not fields["solo"] and settled:
            self._seat_guard(fields)
        return fields

    def _marked(self) -> set[int]:
        """保皇's marked jokers that were played: everybody can tell them from others of their kind."""
        first = GUARD_CARD + KINDS * (MOST_PACKS - 1)
        texts = [text for _, text in self.history if text and text.partition(" ")[0] not in WORDS]
        return {card for text in texts for card in self.cards(text.partition(":")[2] or text) if card >= first}

    def _played(self) -> tuple[Counter[int], list[Counter[int]]]:
        """Kinds that lie open, and what is known to be in each hand because the table was taken into it."""
        gone: Counter[int] = Counter()
        known: list[Counter[int]] = [Counter() for _ in range(self.seats)]
        table: Counter[int] = Counter()
        for seat, text in self.history:
            word, _, rest = text.partition(" ")
            if word == "take":
                cards = self.kinds(rest)
                gone += cards
                gone -= table
                known[seat] += table
            elif not text or word in WORDS:
                continue
            else:
                cards = self.kinds(text.partition(":")[2] or text)
                gone += cards
            known[seat] -= cards
            table = cards
        return gone, known

    def _show_ace(
        self, fields: Mapping[str, Any], gone: Counter[int], known: list[Counter[int]], open_hands: Sequence[int]
    ) -> None:
        # 打大A: whoever showed an ace has it until it is played; if another played one, it is still there.
        kind, declarer = 13 * fields["suit"] + 12, fields["declarer"]
        by_declarer = any(seat == declarer and self._plays(text)[kind] for seat, text in self.history)
        if declarer not in open_hands and not by_declarer and gone[kind] < 2:
            known[declarer][kind] = max(1, known[declarer][kind])

    def _plays(self, text: str) -> Counter[int]:
        # The cards of a play, none of any other action.
        if not text or text.partition(" ")[0] in WORDS:
            return Counter()
        return self.kinds(text.partition(":")[2] or text)

    def _seat_big_aces(self, fields: dict[str, Any], known: Sequence[Counter[int]]) -> None:
        # 打大A: who was dealt big aces, now that all hands are settled. One that was taken from the table is nobody's.
        kind, declarer = 13 * fields["suit"] + 12, fields["declarer"]
        held = {card: seat for seat, ids in enumerate(fields["held"]) for card in ids if card % KINDS == kind}
        holders = Counter(held.values())
        sides = {declarer} | {seat for seat, aces in holders.items() if seat == declarer or aces > known[seat][kind]}
        for seat, text in self.history:
            if self._plays(text)[kind]:
                sides.add(seat)
        gone = [deck for deck in range(2) if kind + 54 * deck not in held]
        seen = [card // 54 for card, seat in held.items() if seat == declarer or known[seat][kind]]
        if fields["known"]:
            fields["known"] = sum(1 << deck for deck in gone) or 1 << seen[0]
        fields["sides"] = sum(1 << seat for seat in sides)

    def _tell_partner(
        self,
        fields: Mapping[str, Any],
        pack: _Pack,
        held: list[list[int]],
        known: list[Counter[int]],
        open_hands: Sequence[int],
    ) -> None:
        # 保皇: the emperor has three of the card he named; who is known to have the guard card has it still.
        named, emperor, guard = fields["named"], fields["emperor"], fields["guard"]
        decks = self.game._pack[0]
        partner = guard if guard != NOBODY else emperor if fields["solo"] else None
        if named != NOBODY and emperor not in open_hands:
            shown = sum(self._plays(text)[named] for seat, text in self.history if seat == emperor)
            known[emperor][named] = max(0, decks - 1 - shown)
        if partner is None or partner in open_hands or fields["claims"]:
            return
        marked = GUARD_CARD + KINDS * (decks - 1)
        if named == NOBODY and marked in pack.free[GUARD_CARD]:
            held[partner].append(pack.take_exactly(marked))
        elif named != NOBODY and partner != emperor:
            shown = sum(self._plays(text)[named] for seat, text in self.history if seat == partner)
            known[partner][named] = max(0, 1 - shown)

    def _seat_guard(self, fields: dict[str, Any]) -> None:
        # 保皇: who holds the guard card in secret; the emperor himself plays alone then.
        named = fields["named"]
        decks = self.game._pack[0]
        wanted = [GUARD_CARD + KINDS * (decks - 1)]
        if named != NOBODY:
            wanted = [named + KINDS * deck for deck in range(decks)]
        emperor = fields["emperor"]
        holders = {seat for seat, ids in enumerate(fields["held"]) if set(ids) & set(wanted)}
        guards = sorted(holders - {emperor}) or sorted(holders)
        if guards:
            fields["guard"] = guards[0] if guards[0] != emperor else NOBODY
            fields["solo"] = int(guards[0] == emperor)


class _TrickFiller(_Filler):
    game: TrickGame

    def fields(self) -> dict[str, Any]:
        fields, record = self.blank(), self.record
        if record["phase"] == "declare":
            raise ValueError("cards are still dealt")
        decks, kinds = self.game._pack
        pack = _Pack(decks, kinds)
        seats, counts = self.seats, record["counts"]
        held: list[list[int]] = [[] for _ in range(seats)]
        own = [seat for seat, text in enumerate(record["hands"]) if text]
        for seat in own:
            held[seat] = [pack.take(card) for card in self.cards(record["hands"][seat])]
        tricks = [[pack.take(card) for card in self.cards(text)] for text in record["trick"]]
        kitty = [pack.take(card) for card in self.cards(record["kitty"])]
        gone, returned = self._played()
        gone -= Counter(card % KINDS for ids in tricks for card in ids)
        for kind, count in gone.items():
            for _ in range(count):
                pack.take(kind)
        if record["phase"] in ("name", "bury") and record["dealer"] is not None:
            returned[record["dealer"]] += self.kinds(record["turned"])  # shown, and then taken into the hand
        for seat in set(range(seats)) - set(own):
            held[seat] = [pack.take(kind) for kind, count in returned[seat].items() for _ in range(count)]
        open_places = [counts[seat] - len(held[seat]) for seat in range(seats)]
        rest = pack.rest()
        hidden_kitty = len(rest) - sum(open_places)
        *dealt, buried = self.deal(rest, [*open_places, hidden_kitty])
        hands = [sorted(ids + more) for ids, more in zip(held, dealt, strict=True)]
        fields["hand"] = hands + [[]] * (len(fields["hand"]) - seats)
        fields["table"] = tricks + [[]] * (len(fields["table"]) - len(tricks))
        fields["kitty"] = sorted(kitty + buried)
        fields["order"] = [0] * len(fields["order"])
        fields |= {
            "turn": fields["turn"] if record["seat"] is None else record["seat"],
            "leader": record["leader"],
            "trump": NOBODY if record["trump"] is None else TRUMPS.index(record["trump"]),
            # While bids are made the first bidder stands for the dealer.
            "dealer": fields["first"] if record["dealer"] is None else record["dealer"],
            "declarer": _nobody(record["declarer"]),
            "bid": record["bid"] or 0,
            "bidder": _nobody(record["bidder"]),
            "points": record["points"],
            "stake": record["stake"],
            "tricks": list(record["tricks"]),
        }
        fields["turned"] = self._turned(record["turned"], fields)
        if record["level"] is not None:
            fields["level"] = RANKS.index(record["level"])
        if record["levels"] is not None:
            fields["levels"] = [RANKS.index(level) for level in record["levels"]]
        return fields

    def _played(self) -> tuple[Counter[int], list[Counter[int]]]:
        """Kinds that were played, and those that a throw that failed showed and left in the hand."""
        gone: Counter[int] = Counter()
        returned: list[Counter[int]] = [Counter() for _ in range(self.seats)]
        forced = self.record["forced"]
        for place, (seat, text) in enumerate(self.history):
            if not text or text.partition(" ")[0] in WORDS:
                continue
            cards = self.kinds(text)
            if str(place) in forced:
                left = self.kinds(forced[str(place)])
                returned[seat] |= cards
                cards = left
            returned[seat] -= cards
            gone += cards
        return gone, returned

    def _turned(self, text: str, fields: Mapping[str, Any]) -> list[int]:
        # Everybody saw these: copies that lie in the dealer's hand or in the kitty first.
        pool = [*fields["hand"][fields["dealer"]], *fields["kitty"], *(card for ids in fields["hand"] for card in ids)]
        turned: list[int] = []
        for kind in (card % KINDS for card in self.cards(text)):
            card = next((card for card in pool if card % KINDS == kind and card not in turned), kind)
            while card in turned:
                card += 54
            turned.append(card)
        return sorted(turned)
