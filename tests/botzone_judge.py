"""A small judge of Botzone's two games, written from its protocol; every answer is checked by a State.

A player is a function from an input, ``{"requests": […], "responses": […]}`` as Botzone gives it, to a response.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pokerfast as pf

Player = Callable[[dict[str, Any]], Any]


class Table:
    """What was asked and answered, as a log and by seat."""

    def __init__(self, players: Sequence[Player], initdata: dict[str, Any]) -> None:
        self.players = players
        self.inputs: list[dict[str, list[Any]]] = [{"requests": [], "responses": []} for _ in players]
        self.log: list[dict[str, Any]] = []
        self.initdata = initdata

    def ask(self, seat: int, request: dict[str, Any], event: dict[str, Any] | None = None) -> Any:
        display = {} if event is None else {"event": event}
        self.log.append({"output": {"command": "request", "content": {str(seat): request}, "display": display}})
        own = self.inputs[seat]
        own["requests"].append(request)
        response = self.players[seat]({"requests": list(own["requests"]), "responses": list(own["responses"])})
        own["responses"].append(response)
        self.log.append({str(seat): {"verdict": "OK", "response": response}})
        return response

    def finish(self, scores: Sequence[float]) -> dict[str, Any]:
        content = {str(seat): score for seat, score in enumerate(scores)}
        self.log.append({"output": {"command": "finish", "content": content, "display": {}}})
        return {"initdata": self.initdata, "log": self.log}


def legal(state: pf.State, action: Any) -> None:
    answer = state.check(action)
    assert answer, (answer, state, action)
    state.apply(action)


# ---- FightTheLandlord2


def landlord_card(number: int) -> str:
    return "wW"[number - 52] if number >= 52 else "HDSC"[number % 4] + "3456789TJQKA2"[number // 4]


def play_landlord(players: Sequence[Player], seed: int) -> tuple[dict[str, Any], pf.ClimbingState]:
    """One game; its log, and the State that followed it from the first lead on."""
    rng = random.Random(seed)
    deck = list(range(54))
    rng.shuffle(deck)
    hands = [deck[3:20], deck[20:37], deck[37:]]
    bottom = deck[:3]
    table = Table(players, {"allocation": hands, "publiccard": bottom})
    bids: list[int] = []
    for seat in range(3):
        bid = table.ask(seat, {"own": list(hands[seat]), "bid": list(bids)})
        assert bid in range(4) and (bid == 0 or bid > max(bids, default=0))
        bids.append(bid)
        if bid == 3:
            break
    landlord = bids.index(max(bids))
    stake = max(1, *bids, 0)
    held = [list(hand) for hand in hands]
    held[landlord] += bottom
    game = pf.load_game("doudizhu", preset="botzone")
    texts = [" ".join(map(landlord_card, hand)) for hand in held]
    state = game.setup(hands=texts, to_move=landlord, landlord=landlord, multiplier=stake)
    plays: list[list[int]] = [[], []]
    told: set[int] = set()
    event = None
    bombs = 0
    made = [0, 0, 0]
    while state.seat is not None:
        seat = state.seat
        request: dict[str, Any] = {"history": [list(play) for play in plays[-2:]]}
        if seat not in told:
            told.add(seat)
            request |= {"own": list(hands[seat]), "publiccard": bottom}
            request |= {"landlord": landlord, "pos": seat, "finalbid": stake}
        play = table.ask(seat, request, event)
        assert isinstance(play, list) and set(play) <= set(held[seat]) and len(set(play)) == len(play)
        legal(state, " ".join(map(landlord_card, play)) if play else "pass")
        held[seat] = [card for card in held[seat] if card not in play]
        plays.append(play)
        event = {"player": seat, "action": play}
        made[seat] += bool(play)
        bombs += sorted(play) == [52, 53] or (len(play) == 4 and len({card // 4 for card in play}) == 1)
    winner = next(seat for seat in range(3) if not held[seat])
    farmers = sum(made) - made[landlord]
    spring = farmers == 0 if winner == landlord else made[landlord] == 1
    worth = stake * 2 ** (bombs + spring) * (1 if winner == landlord else -1)
    scores = [2 * worth if seat == landlord else -worth for seat in range(3)]
    assert state.returns() == scores
    return table.finish(scores), state


# ---- Tractor


def tractor_card(number: int) -> int:
    """A card of Tractor as an id of ours."""
    deck, kind = divmod(number, 54)
    if kind >= 52:
        return number
    return 54 * deck + 13 * "SHDC".index("SHCD"[kind % 4]) + "23456789TJQKA".index("A23456789TJQK"[kind // 4])


TRACTOR = {tractor_card(number): number for number in range(108)}


def play_tractor(players: Sequence[Player], seed: int, level: str = "2") -> tuple[dict[str, Any], pf.TrickState]:
    """One deal; its log, and the State that followed it from the first lead on."""
    rng = random.Random(seed)
    deck = list(range(108))
    rng.shuffle(deck)
    hands = [deck[8 + 25 * seat : 33 + 25 * seat] for seat in range(4)]
    kitty = deck[:8]
    first = rng.randrange(4)
    rank = level.replace("T", "0")
    table = Table(players, {"allocation": hands, "publiccard": kitty, "level": rank})
    banking: dict[str, Any] = {"called": -1, "snatched": -1, "major": "", "banker": -1}

    def shared(**more: Any) -> dict[str, Any]:
        return {"global": {"first_round": True, "level": rank, "banking": dict(banking), **more}}

    for i in range(100):
        seat = (first + i) % 4
        card = hands[seat][i // 4]
        request = {"stage": "deal", "deliver": [card], **shared(), "playerpos": seat}
        shown = table.ask(seat, request)
        assert set(shown) <= set(hands[seat][: i // 4 + 1]) and len(shown) in (0, 1, 2)
        if not shown:
            continue
        kinds = {number % 54 for number in shown}
        assert len(kinds) == 1
        kind = kinds.pop()
        if len(shown) == 1:
            assert banking["called"] < 0 and kind < 52 and "A23456789TJQK"[kind // 4] == level
            banking["called"] = seat
        else:
            assert banking["snatched"] < 0 <= banking["called"]
            assert kind >= 52 or "A23456789TJQK"[kind // 4] == level
            banking["snatched"] = seat
        banking["major"] = "n" if kind >= 52 else "shcd"[kind % 4]
        banking["banker"] = seat
    if banking["called"] < 0:
        banking["banker"], banking["major"] = rng.randrange(4), rng.choice("shcd")
    banker = banking["banker"]
    held = [list(hand) for hand in hands]
    held[banker] += kitty
    buried = table.ask(banker, {"stage": "cover", "deliver": kitty, **shared(), "playerpos": banker})
    assert len(buried) == len(set(buried)) == 8 and set(buried) <= set(held[banker])
    held[banker] = [card for card in held[banker] if card not in buried]
    state = pf.load_game("shengji", preset="botzone").setup(
        hands=[list(map(tractor_card, hand)) for hand in held],
        to_move=banker,
        trump="NT" if banking["major"] == "n" else banking["major"].upper(),
        level=level,
        dealer=banker,
        kitty=list(map(tractor_card, buried)),
    )
    before: list[list[int]] = []
    trick: list[list[int]] = []
    led_before = led = banker
    event = None
    while state.seat is not None:
        seat = state.seat
        history = [before, [list(play) for play in trick], led_before, led]
        play = table.ask(
            seat, {"stage": "play", "history": history, **shared(total_score=state.points), "playerpos": seat}, event
        )
        assert isinstance(play, list) and set(play) <= set(held[seat]) and len(set(play)) == len(play)
        legal(state, list(map(tractor_card, play)))
        if not trick:
            # What lies there after a throw: by kind, of the cards that were thrown.
            left = list(play)
            play = []
            for name in state.trick[0].split():
                kind = pf.SuitedHand(f"{name}/1").ids
                assert kind is not None
                number = next(card for card in sorted(left) if tractor_card(card) % 54 == kind[0])
                left.remove(number)
                play.append(number)
        held[seat] = [card for card in held[seat] if card not in play]
        trick.append(play)
        event = {"currplayer": seat, "action": "play", "poker": play}
        if len(trick) == 4:
            before, trick = trick, []
            led_before, led = led, state.leader
    return table.finish([max(score, 0) for score in state.returns()]), state
