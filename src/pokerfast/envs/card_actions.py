"""Actions of trick-taking games, chosen card by card.

A position of 升级 can have millions of legal actions (13,884,156 ways to bury 8 cards of 33), too many for an id each.
Here an action is a short sequence of ids instead:

===========  ====================================================================================================
0 … 53       a card by kind: 13 · suit + rank (suits S H D C, ranks 2 … A), then 52 small and 53 big joker
54           ``end``: the cards chosen are the whole action
55 …         what the game can say without cards, in a fixed order: ``no``, then where there are bids ``bid N`` up the
             ladder and ``name S`` … , then where one may give up ``surrender``; :attr:`CardActions.words`
===========  ====================================================================================================

What the cards are for follows from the phase: to declare, to take the kitty (``rob``), to bury, to play. Kinds never
fall within one action, so that every action has exactly one sequence. The mask admits exactly the ids from which a
legal action can still be reached: there are no dead ends, and no legal action is missing.

An action is complete as soon as no further card can follow, so a single play takes one id and a follow as many as
cards were led. ``end`` is open only where the cards chosen are a legal action by themselves and others go on from
them (H5 alone where H5 H5 may be led too).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pokerfast._fast import ACTION_WORDS, Action, CardChoice
from pokerfast.errors import RulesError, refusal
from pokerfast.trick import TrickGame, TrickState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["END", "CardActions", "CardTurn"]

#: The id of ``end``.
END = 54


class CardTurn(CardChoice):
    """One decision, made id by id. It keeps the position it began with, whatever becomes of the state."""

    def mask(self) -> NDArray[np.int8]:
        """int8[size]: 1 for every id from which a legal action can be reached; zeros once the action is complete."""
        return np.frombuffer(self._mask(), dtype=np.int8)


class CardActions:
    """The scheme of one game. Ids are 0 … size - 1."""

    def __init__(self, game: TrickGame) -> None:
        if not isinstance(game, TrickGame):
            raise TypeError(f"card by card actions are for trick-taking games, not {type(game).__name__}")
        self.game = game
        self._texts = game._id_texts
        self._ids = {text: id for id, text in enumerate(self._texts)}

    @property
    def size(self) -> int:
        """How many ids there are."""
        return len(self._texts)

    @property
    def words(self) -> tuple[str, ...]:
        """What the ids from 55 on stand for."""
        return self._texts[END + 1 :]

    def text(self, id: int) -> str:
        """What an id stands for: a card, ``end``, or a word of the game; IndexError for no id."""
        if not 0 <= id < self.size:
            raise IndexError(f"there is no id {id}")
        return self._texts[id]

    def begin(self, state: TrickState) -> CardTurn:
        """The decision that this position asks for; of a deal that is over, one whose mask is all zeros.

        Raises:
            TypeError: no position of a trick-taking game.
            RulesError: a position of another game, or of the game under other options.
        """
        if not isinstance(state, TrickState):
            raise TypeError(f"a position of a trick-taking game is needed, not {type(state).__name__}")
        if state.game is not self.game and state.game != self.game:
            raise RulesError([("state", f"is of {state.game.name} with other rules than this scheme's")])
        return CardTurn(state)

    def ids(self, state: TrickState, action: str | Action) -> tuple[int, ...]:
        """The one sequence of ids that makes a legal action; for learning from games played.

        Which of two equal cards is named doesn't count: ids tell kinds.

        Raises:
            NotationError: the text is no notation.
            PhaseError: it belongs to another phase, or the deal is over.
            IllegalActionError: it is not legal here; ``code`` says why.
        """
        turn = self.begin(state)
        code, text = state._check(action)
        if text is None:
            raise refusal(code, str(action)[:80], state._position_text())
        if text in self.words:
            return (self._ids[text],)
        # A play is its cards alone, else a verb comes first; a mark like /2 tells which of two equal cards.
        tokens = text.split()
        made = sorted(self._ids[token.partition("/")[0]] for token in tokens if token not in ACTION_WORDS)
        for card in made:
            turn.step(card)
        return tuple(made) if turn.is_done else (*made, END)
