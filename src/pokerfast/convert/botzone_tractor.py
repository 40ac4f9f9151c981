"""Tractor, Botzone's 升级: of a card's number % 54, 52 and 53 are the jokers, else it is 4 × rank + suit with ranks
A 2 … K and suits s h c d."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from pokerfast.base import NOBODY
from pokerfast.convert.botzone_log import Log, Turn, read_log
from pokerfast.convert.parts import at_entry, begin, ids_in, rules_of, wrong
from pokerfast.errors import RulesError, shortened
from pokerfast.notation import card_text
from pokerfast.record import Record
from pokerfast.trick import TrickGame, TrickState

__all__ = ["tractor_log", "tractor_record"]

CARDS: Final = 108
HAND: Final = 25
KITTY: Final = 8
SEATS: Final = 4
MAJORS: Final = "shcdn"  # as Botzone writes trump suits
_SUITS = (0, 1, 3, 2)  # s h c d among S H D C
_OURS = "23456789TJQKA"


def card_of(number: int) -> int:
    """Botzone's number as a card id."""
    deck, kind = divmod(number, 54)
    return number if kind >= 52 else 54 * deck + 13 * _SUITS[kind % 4] + (kind // 4 - 1) % 13


_NUMBER_OF = {card_of(number): number for number in range(CARDS)}


def tractor_record(match: object, game: TrickGame | None = None, tags: Mapping[str, str] | None = None) -> Record:
    """The record of a log of Tractor; the scores at its end are kept as the tag ``scores``.

    Where nobody declares, Botzone draws the suit and the dealer; such a record begins with the burial.

    Args:
        match: the log, as Python objects or JSON.
        game: the rules; None: the preset ``botzone``.
        tags: of the record.

    Raises:
        RulesError: it is no such log, or a failed throw led other cards than here.
        IllegalActionError, PhaseError: an answer is not legal here; names the entry.
    """
    rules = _rules(game)
    log = read_log(match, SEATS)
    turns = log.turns[: len(log.turns) - log.pending]
    dealt = [turn for turn in log.turns if turn.request.get("stage") == "deal"]
    orders, kitty = _deal(log, dealt)
    level = _level(log)
    first = log.turns[0].seat if log.turns else 0
    given = log.initdata.get("banker")
    if given is not None and (type(given) is not int or not 0 <= given < SEATS):
        raise wrong("initdata", f"banker is a seat, not {shortened(given)}")
    shows = [turn for turn in turns if turn.request.get("stage") == "deal" and turn.response]
    later = [turn for turn in turns if turn.request.get("stage") != "deal"]
    if shows or not any(turn.request.get("stage") == "cover" for turn in log.turns):
        state = _declaring(rules, orders, kitty, level, first, given)
        for number, turn in enumerate(turns):
            if turn.request.get("stage") == "deal":
                _answer_show(state, turn, number)
        while len(turns) > 4 * HAND - 1 and state.phase == "declare":
            state.apply("no")  # the round after the last card, which Botzone doesn't have
    else:
        state = _burying(rules, orders, kitty, level, first, log, given)
    for number, turn in enumerate(later):
        _answer_card(state, turn, later[number + 1 :], log)
    told = dict(tags or {})
    if log.scores is not None:
        told["scores"] = " ".join(f"{score:g}" for score in log.scores)
    return Record.of(state, tags=told)


def tractor_log(record: Record) -> dict[str, Any]:
    """The log Botzone would have of a record; without an end if the deal goes on, then with the next question.

    At the end each winner's score is the levels gained, at least 1 and at most 3, each loser's 0.

    Raises:
        RulesError: the record is not of 升级 with two decks from the first card on, or something was shown that
            Botzone doesn't know: a pair or jokers first, a second 反, or a show after the last card.
    """
    return _Teller(record).tell()


# ---- from Botzone


def _deal(log: Log, dealt: Sequence[Turn]) -> tuple[list[list[int]], list[int]]:
    """Every hand in the order in which it came, and the kitty."""
    told = log.initdata.get("allocation")
    bottom = log.initdata.get("publiccard")
    if told is None:
        if len(dealt) < 4 * HAND:
            raise wrong("log", "the deal is not in it")
        told = [[], [], [], []]
        for turn in dealt:
            told[turn.seat] += ids_in(f"entry {turn.entry}: deliver", turn.request.get("deliver"), CARDS, 1)
    if bottom is None:
        cover = next((turn for turn in log.turns if turn.request.get("stage") == "cover"), None)
        if cover is None:
            raise wrong("log", "the kitty is not in it")
        bottom = cover.request.get("deliver")
    if not isinstance(told, list) or len(told) != SEATS:
        raise wrong("allocation", "expected four hands")
    hands = [ids_in(f"allocation {i}", hand, CARDS, HAND) for i, hand in enumerate(told)]
    kitty = ids_in("publiccard", bottom, CARDS, KITTY)
    if len({*kitty, *(card for hand in hands for card in hand)}) < CARDS:
        raise wrong("allocation", "a card is dealt twice")
    for number, turn in enumerate(dealt):
        if turn.request.get("deliver") != [hands[turn.seat][number // SEATS]]:
            raise wrong(f"entry {turn.entry}", "delivers another card than the allocation has")
    return [list(map(card_of, hand)) for hand in hands], list(map(card_of, kitty))


def _level(log: Log) -> int:
    told = log.initdata.get("level")
    if told is None and log.turns:
        shared = log.turns[0].request.get("global")
        told = shared.get("level") if isinstance(shared, dict) else None
    name = "T" if told == "0" else told
    if not isinstance(name, str) or len(name) != 1 or name not in _OURS:
        raise wrong("level", f"expected a rank, not {shortened(told)}")
    return _OURS.index(name)


def _declaring(
    rules: TrickGame, orders: list[list[int]], kitty: list[int], level: int, first: int, given: int | None
) -> TrickState:
    """The position in which the first seat is asked whether it declares."""
    arrival = [orders[(first + i) % SEATS][i // SEATS] for i in range(SEATS * HAND)]
    asked = next((i for i, card in enumerate(arrival) if card % 54 < 52 and card % 54 % 13 == level), None)
    if asked is None:
        raise wrong("log", "all cards of the level are in the kitty; nobody can declare")
    hands: list[list[int]] = [[], [], [], []]
    for i in range(asked + 1):
        hands[(first + i) % SEATS].append(arrival[i])
    order = [*(card for hand in orders for card in hand), *kitty]
    fields = {
        "hand": [sorted(hand) for hand in hands],
        "first": first,
        "dealer": first,
        "given_dealer": NOBODY if given is None else given,
        "levels": [level, level],
        "level": level,
        "dealt": asked + 1,
        "turn": (first + asked) % SEATS,
        "order": order + [0] * (162 - len(order)),
    }
    return cast(TrickState, begin(rules, rules.new_game(seed=0), fields))


def _burying(
    rules: TrickGame, orders: list[list[int]], kitty: list[int], level: int, first: int, log: Log, given: int | None
) -> TrickState:
    """The position in which the dealer, drawn by Botzone, buries."""
    cover = next(turn for turn in log.turns if turn.request.get("stage") == "cover")
    shared = cover.request.get("global")
    banking = shared.get("banking") if isinstance(shared, dict) else None
    major = banking.get("major") if isinstance(banking, dict) else None
    if not isinstance(major, str) or len(major) != 1 or major not in MAJORS:
        raise wrong(f"entry {cover.entry}", f"no trump suit, but {shortened(major)}")
    template = rules.new_game(seed=0)
    while template.phase == "declare":
        template.apply("no")
    hands = [sorted(hand) for hand in orders]
    hands[cover.seat] = sorted(hands[cover.seat] + kitty)
    fields = {
        "hand": hands,
        "first": first,
        "dealer": cover.seat,
        "given_dealer": NOBODY if given is None else given,
        "turn": cover.seat,
        "levels": [level, level],
        "level": level,
        "trump": "SHCDN".index(major.upper()) if major == "n" else _SUITS[MAJORS.index(major)],
    }
    return cast(TrickState, begin(rules, template, fields))


def _answer_show(state: TrickState, turn: Turn, number: int) -> None:
    """Whether a seat declares after its card, the number-th of all."""
    cards = [card_of(card) for card in ids_in(f"entry {turn.entry + 1}", turn.response or [], CARDS)]
    asked = state.phase == "declare" and state.seat == turn.seat and state._number("dealt") == number + 1
    if not cards:
        if asked and state._number("asked") == 0:
            state.apply("no")
        return
    if not asked:
        raise wrong(f"entry {turn.entry + 1}", "declares where nothing may be shown")
    named = list(map(_named, cards))
    kind = cards[0] % 54
    if len(cards) == 2 and kind == cards[1] % 54 < 52:
        suit = kind // 13
        if state.declarer == turn.seat and state._number("shown_suit") == suit:
            named = [card_text(kind)]  # 自保 names the second card alone
    at_entry(state, "declare " + " ".join(named), turn.entry + 1)


def _answer_card(state: TrickState, turn: Turn, after: Sequence[Turn], log: Log) -> None:
    """A burial or a play."""
    where = f"entry {turn.entry + 1}"
    cards = [card_of(card) for card in ids_in(where, turn.response, CARDS)]
    if turn.seat != state.seat:
        raise wrong(f"entry {turn.entry}", f"asks seat {turn.seat}, not {state.seat}")
    if turn.request.get("stage") == "cover":
        at_entry(state, "bury " + " ".join(map(_named, cards)), turn.entry + 1)
        return
    leads = not state.trick
    at_entry(state, cards, turn.entry + 1)
    event = log.displays.get(turn.entry + 2, {}).get("event")
    if leads and isinstance(event, dict) and "poker" in event:
        led = sorted(map(card_of, ids_in(f"entry {turn.entry + 2}", event["poker"], CARDS)))
        if state.trick and led != sorted(state._pile("table").ids or ()):
            raise wrong(where, f"leads {state.trick[0]} here, and other cards in the log")


def _named(card: int) -> str:
    return f"{card_text(card)}/{card // 54 + 1}"


def _rules(game: TrickGame | None) -> TrickGame:
    rules: TrickGame = rules_of(game, "shengji", "botzone")
    if rules.options["decks"] != 2 or rules.options["kitty_size"] not in (None, KITTY) or rules.options["rob_kitty"]:
        raise RulesError([("game", "must have two decks, a kitty of eight, and no 反底")])
    return rules


# ---- to Botzone


class _Teller:
    """Plays a record again and tells it as Botzone would."""

    def __init__(self, record: Record) -> None:
        if not isinstance(record, Record):
            raise TypeError(f"expected a Record, not {type(record).__name__}")
        if not isinstance(record.game, TrickGame) or record.is_match:
            raise wrong("record", "is not of one deal of 升级")
        _rules(record.game)
        end = cast(TrickState, record.replay())
        self.state = end._initial()
        if self.state.phase != "declare":
            raise wrong("record", "does not begin with the deal")
        self.actions = [a.text for a in record.actions if a.text.split()[0] not in ("auto", "manual", "quit")]
        fields = self.state._fields()
        self.first: int = fields["first"]
        self.orders = [fields["order"][HAND * seat : HAND * (seat + 1)] for seat in range(SEATS)]
        self.kitty = list(map(_NUMBER_OF.__getitem__, fields["order"][SEATS * HAND : CARDS]))
        level = _OURS[fields["level"]]
        self.level = "0" if level == "T" else level
        given = fields["given_dealer"]
        self.given = None if given == NOBODY else int(given)
        self.banking: dict[str, Any] = {"called": -1, "snatched": -1, "major": "", "banker": -1}
        if self.given is not None:
            self.banking["banker"] = self.given
        self.log: list[dict[str, Any]] = []
        self.event: dict[str, Any] = {"currplayer": -1, "action": "init"}

    def ask(self, seat: int, request: dict[str, Any]) -> None:
        shared = {"first_round": self.given is None, "level": self.level, "banking": dict(self.banking)}
        if request["stage"] == "play":
            shared["total_score"] = self.state.points
        content = {str(seat): {**request, "global": shared, "playerpos": seat}}
        display = {"event": self.event}
        self.log.append({"output": {"command": "request", "content": content, "display": display}})

    def answer(self, seat: int, action: str, response: list[int], shown: list[int] | None = None) -> None:
        self.log.append({str(seat): {"verdict": "OK", "response": response}})
        self.event = {"currplayer": seat, "action": action, "poker": response if shown is None else shown}

    def tell(self) -> dict[str, Any]:
        initdata: dict[str, Any] = {
            "allocation": [[_NUMBER_OF[card] for card in hand] for hand in self.orders],
            "publiccard": self.kitty,
            "level": self.level,
        }
        if self.given is not None:
            initdata["banker"] = self.given
        left = iter(self.actions)
        if self.deal(left):
            self.play(left)
        return {"initdata": initdata, "log": self.log}

    def deal(self, left: Any) -> bool:
        """The deal; whether it came to its end."""
        state = self.state
        for i in range(SEATS * HAND):
            seat = (self.first + i) % SEATS
            self.ask(seat, {"stage": "deal", "deliver": [_NUMBER_OF[self.orders[seat][i // SEATS]]]})
            response: list[int] = []
            if state.phase == "declare" and state._number("dealt") == i + 1 and not state._number("asked"):
                text = next(left, None)
                if text is None:
                    return False
                response = self.show(text, seat)
            self.answer(seat, "deal", response)
        while state.phase == "declare":
            text = next(left, None)
            if text is None:
                return False
            if text != "no":
                raise wrong("record", f"{text} after the last card, which Botzone does not ask for")
            state.apply(text)
        if self.banking["called"] < 0:
            raise wrong("record", "nobody declares, where Botzone draws the suit and the dealer")
        return True

    def show(self, text: str, seat: int) -> list[int]:
        state, banking = self.state, self.banking
        before = state.declarer
        state.apply(text)
        if text == "no":
            return []
        cards = list(state.history[-1].ids)
        if len(cards) == 1 and before == seat:
            # 自保: the pair of which one was shown.
            cards = [card for card in self.orders[seat] if card % 54 == cards[0] % 54]
        key = "called" if len(cards) == 1 else "snatched"
        if banking[key] >= 0 or (key == "snatched" and banking["called"] < 0):
            raise wrong("record", f"{text}: Botzone knows one card first, and then one pair")
        banking[key] = seat
        kind = cards[0] % 54
        banking["major"] = "n" if kind >= 52 else MAJORS[_SUITS.index(kind // 13)]
        if self.given is None:
            banking["banker"] = seat
        return [_NUMBER_OF[card] for card in cards]

    def play(self, left: Any) -> None:
        state = self.state
        seat = cast(int, state.seat)
        if seat != self.banking["banker"]:
            raise wrong("record", "another seat deals than in Botzone, where the last to declare does")
        self.ask(seat, {"stage": "cover", "deliver": self.kitty})
        text = next(left, None)
        if text is None:
            return
        state.apply(text)
        self.answer(seat, "cover", [_NUMBER_OF[card] for card in state.history[-1].ids])
        before: list[list[int]] = []
        trick: list[list[int]] = []
        led_before = led = seat
        while state.seat is not None:
            seat = state.seat
            self.ask(seat, {"stage": "play", "history": [before, list(trick), led_before, led]})
            text = next(left, None)
            if text is None:
                return
            state.apply(text)
            response = [_NUMBER_OF[card] for card in state.history[-1].ids]
            lies = response
            if not trick and state.trick:
                lies = [_NUMBER_OF[card] for card in state._pile("table").ids or ()]
            self.answer(seat, "play", response, lies)
            trick.append(lies)
            if len(trick) == SEATS:
                before, trick = trick, []
                led_before, led = led, state.leader
        self.finish()

    def finish(self) -> None:
        side, levels, _ = self.state._level_result()
        deals = cast(int, self.state.dealer) % 2
        gained = levels if side == "dealer" else min(levels + 1, 3)
        scores = {str(seat): gained if (seat % 2 == deals) == (side == "dealer") else 0 for seat in range(SEATS)}
        display = {"event": self.event, "score": scores}
        self.log.append({"output": {"command": "finish", "content": scores, "display": display}})
