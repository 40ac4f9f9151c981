"""FightTheLandlord2, Botzone's 斗地主: a card is 4 × rank + suit, ranks 3 … A 2, suits h d s c; 52, 53 the jokers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from pokerfast.climbing import ClimbingGame, ClimbingState
from pokerfast.convert.botzone_log import Log, read_log
from pokerfast.convert.parts import at_entry, begin, ids_in, rules_of, wrong
from pokerfast.errors import RulesError, shortened
from pokerfast.record import Record

__all__ = ["landlord_log", "landlord_record", "landlord_start"]

CARDS: Final = 54
_SUITS = (1, 2, 0, 3)  # h d s c among S H D C


def card_of(number: int) -> int:
    """Botzone's number as a card id."""
    return number if number >= 52 else 13 * _SUITS[number % 4] + (number // 4 + 1) % 13


_NUMBER_OF = {card_of(number): number for number in range(CARDS)}


def landlord_start(
    allocation: Sequence[Sequence[int]], publiccard: Sequence[int], game: ClimbingGame | None = None
) -> ClimbingState:
    """A deal before the first bid, by Botzone's numbers: three hands of 17, and the bottom cards. Seat 0 bids first.

    Raises:
        RulesError: the cards are no deal, or the rules are not 斗地主 with bids.
    """
    rules = _rules(game)
    if not isinstance(allocation, (list, tuple)) or len(allocation) != 3:
        raise wrong("allocation", "expected three hands")
    hands = [ids_in(f"allocation {i}", hand, CARDS, 17) for i, hand in enumerate(allocation)]
    bottom = ids_in("publiccard", publiccard, CARDS, 3)
    if len({*bottom, *(card for hand in hands for card in hand)}) < CARDS:
        raise wrong("allocation", "a card is dealt twice")
    held = [sorted(map(card_of, hand)) for hand in hands]
    template = rules.new_game(seed=0, first=0)
    return cast(ClimbingState, begin(rules, template, {"held": held, "kitty": sorted(map(card_of, bottom))}))


def landlord_record(match: object, game: ClimbingGame | None = None, tags: Mapping[str, str] | None = None) -> Record:
    """The record of a log of FightTheLandlord2.

    What the judge put in the place of a wrong answer stands for it. The scores at the end are kept as the tag
    ``scores`` where the game was not played to its end.

    Args:
        match: the log, as Python objects or JSON.
        game: the rules; None: the preset ``botzone``.
        tags: of the record.

    Raises:
        RulesError: it is no such log, or its scores are not those of the play.
        IllegalActionError, PhaseError: an answer is not legal here, as a 航天飞机 never is; names the entry.
    """
    log = read_log(match, 3)
    state = landlord_start(*_deal(log), game=game)
    for number, turn in enumerate(log.turns):
        if log.pending and number == len(log.turns) - 1:
            break
        after = log.displays.get(turn.entry + 2, {})
        if "bid" in turn.request:
            bids = after.get("bid")
            if not isinstance(bids, list) or len(bids) <= number:
                bids = [turn.response] * (number + 1)
            bid = _bid(bids[number], turn.entry)
            at_entry(state, f"bid {bid}" if bid else "no", turn.entry + 1)
            continue
        event = after.get("event")
        played = event.get("action") if isinstance(event, dict) else turn.response
        cards = ids_in(f"entry {turn.entry + 1}", played, CARDS)
        if turn.seat not in (state.seat, -1):
            raise wrong(f"entry {turn.entry}", f"asks seat {turn.seat}, not {state.seat}")
        at_entry(state, [card_of(card) for card in cards] or "pass", turn.entry + 1)
    told = dict(tags or {})
    if log.scores is not None and list(log.scores) != state.returns():
        if state.is_over:
            raise wrong("scores", f"are {shortened(log.scores)}; the play gives {state.returns()}")
        told["scores"] = " ".join(f"{score:g}" for score in log.scores)
    return Record.of(state, tags=told)


def landlord_log(record: Record) -> dict[str, Any]:
    """The log Botzone would have of a record; without an end if the deal goes on, then with the next question.

    Raises:
        RulesError: the record is not of 斗地主 with bids from seat 0 on, from before the first bid.
    """
    state = _before_bids(record)
    allocation = [sorted(_NUMBER_OF[card] for card in hand.ids or ()) for hand in state.hands]
    bottom = sorted(_NUMBER_OF[card] for card in state.kitty.ids or ())
    base = {"allocation": allocation, "publiccard": bottom}
    log: list[dict[str, Any]] = []
    bids: list[int] = []
    plays: list[list[int]] = [[], []]
    asked: set[int] = set()

    def ask() -> None:
        content: dict[str, Any] = {}
        display: dict[str, Any] = {"bid": list(bids)}
        seat = state.seat
        assert seat is not None
        if state.phase == "bid":
            content = {"own": allocation[seat], "bid": list(bids)}
            display = {**base, **display}
        else:
            content["history"] = [list(play) for play in plays[-2:]]
            if seat not in asked:
                content |= {"own": allocation[seat], "publiccard": bottom, "landlord": state.landlord, "pos": seat}
                content["finalbid"] = max([1, *bids])
                asked.add(seat)
            display["landlord"] = state.landlord
            if len(plays) > 2:
                display["event"] = {"player": (seat - 1) % 3, "action": plays[-1]}
        log.append({"output": {"command": "request", "content": {str(seat): content}, "display": display}})

    for action in record.actions:
        if action.text.split()[0] in ("auto", "manual", "quit"):
            continue
        ask()
        seat, bidding = state.seat, state.phase == "bid"
        state.apply(action.text)
        done = state.history[-1]
        response: Any
        if bidding:
            response = done.number or 0
            bids.append(response)
        else:
            response = [_NUMBER_OF[card] for card in done.ids]
            plays.append(response)
        log.append({str(seat): {"verdict": "OK", "response": response}})
    if not state.is_over:
        ask()
    else:
        scores: dict[str, Any] = {str(seat): int(score) for seat, score in enumerate(state.returns())}
        last = {"event": {"player": log and int(next(iter(log[-1]))), "action": plays[-1]}, "landlord": state.landlord}
        log.append({"output": {"command": "finish", "content": scores, "display": {**last, **scores}}})
    return {"initdata": base, "log": log}


def _deal(log: Log) -> tuple[list[list[int]], list[int]]:
    """The deal of a log: told at its start, or by the requests."""
    for told in (log.initdata, *log.displays.values()):
        if "allocation" in told and "publiccard" in told:
            return told["allocation"], told["publiccard"]
    hands: dict[int, Any] = {}
    bottom = None
    for turn in log.turns:
        hands.setdefault(turn.seat, turn.request.get("own"))
        bottom = turn.request.get("publiccard", bottom)
    if bottom is None or not {0, 1, 2} <= hands.keys():
        raise wrong("log", "the deal is not in it")
    return [hands[seat] for seat in range(3)], bottom


def _bid(response: object, entry: int) -> int:
    """A bid as a number; Botzone takes its text too."""
    if isinstance(response, str) and response.strip() in ("0", "1", "2", "3"):
        response = int(response)
    if type(response) is not int or not 0 <= response <= 3:
        raise wrong(f"entry {entry + 1}", f"expected a bid of 0 to 3, not {shortened(response)}")
    return response


def _before_bids(record: Record) -> ClimbingState:
    if not isinstance(record, Record):
        raise TypeError(f"expected a Record, not {type(record).__name__}")
    if not isinstance(record.game, ClimbingGame):
        raise wrong("record", "is not of 斗地主 with bids")
    rules = _rules(record.game)
    end = cast(ClimbingState, record.replay())
    state = end._initial()
    if state.phase != "bid" or state.seat != 0 or state.num_players != 3:
        raise wrong("record", "does not begin with the first bid, or seat 0 does not make it")
    if rules.options["all_pass"] != "first_caller":
        raise wrong("record", "is played with new deals where nobody bids")
    return state


def _rules(game: ClimbingGame | None) -> ClimbingGame:
    rules: ClimbingGame = rules_of(game, "doudizhu", "botzone")
    options = rules.options
    if options["auction"] != "bid3" or options["open_hand"] or options["doubling"]:
        raise RulesError([("game", "must have bids (auction='bid3'), and neither open_hand nor doubling")])
    return rules
