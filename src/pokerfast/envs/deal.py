"""One deal as environments play it: a position, the ids that go in, and copies that keep the history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pickle import PicklingError
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerfast._fast import Action
from pokerfast.base import Game, State
from pokerfast.envs.actions import Mask, Scheme, Turn
from pokerfast.envs.card_actions import CardActions
from pokerfast.envs.encoding import Encoding
from pokerfast.errors import PhaseError, RulesError, shortened
from pokerfast.game import load_game
from pokerfast.notation import card_text

__all__ = ["Deal", "Observer", "deal_arguments", "draw_seed", "rules_of"]

# Cards named so far: at least one, two, three of each kind.
COPIES, CARD_KINDS = 3, 54
PENDING = COPIES * CARD_KINDS
KIND_OF = {card_text(kind): kind for kind in range(CARD_KINDS)}


class Deal:
    """A position and the turn of the seat whose answer is awaited. Copies and pickles keep the history."""

    __slots__ = ("_given", "_now", "_redrawn", "scheme", "state")

    def __init__(self, scheme: Scheme, state: State) -> None:
        self.scheme = scheme
        self.state = state
        self._given: list[int] = []  # ids of an action that is not complete yet
        self._redrawn = False  # whether its seed no longer tells its cards
        self._now: Turn | None = scheme.begin(state)  # says whether they fit each other

    @property
    def _turn(self) -> Turn:
        """Made when it is asked for: a turn that somebody plays by whole actions needs no ids."""
        if self._now is None:
            self._now = self.scheme.begin(self.state)
        return self._now

    @property
    def pending(self) -> str:
        """Cards named so far for an action that is not complete, canonical text."""
        return self._turn.pending if self._given else ""

    def mask(self) -> Mask:
        """``int8[size]``: 1 for every id that may come next."""
        return self._turn.mask()

    def legal(self) -> npt.NDArray[np.int64]:
        """The ids that may come next, ascending."""
        return np.flatnonzero(self._turn.mask().view(np.bool_))  # much quicker than of int8

    def text(self, action_id: int) -> str:
        """What an id means here."""
        return self._turn.text(action_id)

    def step(self, action_id: int) -> Action | None:
        """Take one id; once they make an action it is done and returned. On an error nothing has changed."""
        action = self._turn.step(action_id)
        if action is None:
            self._given.append(int(action_id))
        else:
            self.act(action)
        return action

    def act(self, action: Action | str) -> None:
        """Do a whole action; ids given before are forgotten."""
        self.state.apply(action)
        self._given.clear()
        self._now = None

    def ids(self) -> list[tuple[int, int]]:
        """(seat, id) of everything that led here."""
        history = self.state.history
        past = self.state.clone()
        made = [(self.state.seat or 0, number) for number in reversed(self._given)]
        for action in reversed(history):
            # Backwards, since in a resampled deal chance does not lead the same way again.
            past.undo()
            seat = past.seat
            assert seat is not None
            made += [(seat, number) for number in reversed(self.scheme.ids(past, action))]
        return made[::-1]

    def undo(self) -> None:
        """Take back the last id."""
        if self._given:
            self._again(self._given[:-1])
            return
        history = self.state.history
        self.state.undo()
        self._again(self.scheme.ids(self.state, history[-1])[:-1])

    def _again(self, given: Sequence[int]) -> None:
        self._now = None
        self._given = [number for number in given if self._turn.step(number) is None]

    def rendered(self) -> str:
        """The whole position as lines of text, hidden cards and all."""
        state = self.state
        lines = [repr(state)]
        for seat, hand in enumerate(state.hands):
            lines.append(f"{'>' if seat == state.seat else ' '} {seat}: {hand}")
        if state.history:
            lines.append(f"last: {', '.join(str(action) for action in state.history[-state.num_players :])}")
        if self.pending:
            lines.append(f"named: {self.pending}")
        if state.is_over:
            lines.append(f"returns: {state.returns()}")
        return "\n".join(lines)

    def clone(self) -> Deal:
        """An independent copy with its history."""
        copy = Deal.__new__(Deal)
        copy.scheme, copy.state, copy._redrawn = self.scheme, self.state.clone(), self._redrawn
        copy._again(self._given)
        return copy

    def resampled(self, seat: int, seed: int) -> Deal:
        """A deal that a seat cannot tell from this one (``State.resample``).

        What another seat has named of an action that is not complete is not known to the seat, and begins anew.
        """
        copy = Deal(self.scheme, self.state.resample(seat, seed))
        copy._redrawn = True
        if seat == self.state.seat:
            copy._again(self._given)
        return copy

    def __copy__(self) -> Deal:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Deal:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._redrawn and self.state._number("deal"):
            raise PicklingError("a resampled deal that was dealt again in between")
        done = tuple(str(action) for action in self.state.history)
        return (_restored, (self.scheme, self.state._initial(), done, tuple(self._given)))


def _restored(scheme: Scheme, state: State, done: Sequence[str], given: Sequence[int]) -> Deal:
    for text in done:
        word, _, seat = text.partition(" ")
        if word in ("auto", "manual", "quit"):
            state.administer(int(seat), word)
        else:
            state.apply(text)
    deal = Deal(scheme, state)
    deal._again(given)
    return deal


class Observer:
    """Observations of a deal: the encoding of the game, and the cards named so far where an action takes many ids.

    Args:
        game: rules.
        scheme: how actions are numbered.
        kind: of the encoding, ``"general"`` or ``"douzero"``.
    """

    def __init__(self, game: Game, scheme: Scheme, kind: Any = "general") -> None:
        self.encoding = Encoding(game, kind)
        self._arguments = (game, scheme, kind)
        self._partial = isinstance(scheme, CardActions)
        self.size = self.encoding.size + (PENDING if self._partial else 0)

    def observe(self, deal: Deal, seat: int) -> Mask:
        """``int8[size]``, each 0 or 1: what a seat may know."""
        try:
            seen = self.encoding.observe(deal.state, seat)
        except PhaseError:  # DouZero knows nothing of what comes before play and after it
            seen = np.zeros(self.encoding.size, np.int8)
        if not self._partial:
            return seen
        named = np.zeros((COPIES, CARD_KINDS), np.int8)
        if seat == deal.state.seat and deal.pending:
            for token in deal.pending.split():
                kind = KIND_OF[token]
                named[np.argmin(named[:, kind]), kind] = 1
        return np.concatenate([seen, named.ravel()])

    def __deepcopy__(self, memo: object) -> Observer:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Observer, self._arguments)


def rules_of(game: str | Game, preset: str | None, options: Mapping[str, Any]) -> Game:
    """The rules an environment is made with: a name with its options, or a game as it is."""
    if not isinstance(game, Game):
        return load_game(game, preset=preset, **options)
    if preset is not None or options:
        raise RulesError([("game", "takes options only with a name")])
    return game


def deal_arguments(start: str, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Arguments of new_game: those of the environment, changed by ``options["new_game"]`` of a reset.

    Other options are left alone, as both libraries expect.
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options is a mapping, not {type(options).__name__}")
    own = (options or {}).get("new_game", {})
    if not isinstance(own, Mapping):
        raise TypeError(f"options['new_game'] holds arguments of new_game, not {shortened(own)}")
    return {"start": start, **own}


def draw_seed(random: np.random.Generator) -> int:
    """A seed of a deal or a player, 0 to 2**64 - 1."""
    return int(random.integers(1 << 64, dtype=np.uint64))
