"""Action ids: whole numbers that environments name actions by, and the mask of those that are legal now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from pokerfast._fast import KIND_NAMES, Action, Combo
from pokerfast.base import Game, State, integer
from pokerfast.climbing import ClimbingGame
from pokerfast.envs.card_actions import CardActions
from pokerfast.errors import IllegalActionError, RulesError, shortened
from pokerfast.notation import card_text
from pokerfast.trick import TrickGame

__all__ = ["ComboActions", "IndexActions", "Scheme", "Turn", "actions_for"]

Mask = npt.NDArray[np.int8]
SCHEMES = ("auto", "combo", "index", "card")
MOST_LISTED = 1024  # what IndexActions reaches unless told otherwise; docs/environments.md has the longest lists seen
MOST_SIZE = 1 << 24
FOUR, JOKERS = 2, 52  # the four of spades, the first joker


class Turn(Protocol):
    """One seat's turn: ids go in until they make a whole action. It belongs to the position it was begun in."""

    @property
    def pending(self) -> str:
        """The cards named so far, canonical text; empty if there are none."""
        ...

    def mask(self) -> Mask:
        """``int8[size]``: 1 for every id that may come next, else 0; all 0 when the deal is over."""
        ...

    def step(self, action_id: int) -> Action | None:
        """Take one id: the whole action once it is complete, None while more ids must follow. The state is not changed.

        Raises:
            IllegalActionError: the id is not in the mask (``index``); nothing has changed.
            TypeError: it is no integer.
        """
        ...

    def text(self, action_id: int) -> str:
        """What an id means here."""
        ...


class Scheme(Protocol):
    """How a game's actions are numbered. Immutable; pickles as its game."""

    @property
    def size(self) -> int:
        """Ids are 0 … size - 1."""
        ...

    def begin(self, state: Any) -> Turn:
        """The turn of the seat whose answer is awaited.

        Raises:
            RulesError: the state is of other rules.
            TypeError: it is no state of the game's family.
        """
        ...

    def ids(self, state: Any, action: Any) -> tuple[int, ...]:
        """The ids that make a legal action of a position, an Action or its text; for learning from games played.

        Raises:
            NotationError, PhaseError, IllegalActionError: as ``apply``.
        """
        ...


def actions_for(game: Game, scheme: str | Scheme = "auto") -> Scheme:
    """The action ids of a game.

    Args:
        game: rules.
        scheme: a scheme, which is answered as it is; or ``"combo"``: a fixed id for every play and answer (climbing
            games); ``"card"``: an id a card, several ids an action (trick-taking games); ``"index"``: the place in the
            list of legal actions (any game); ``"auto"``: ``"combo"`` or ``"card"``, by family.

    Raises:
        RulesError: there is no such scheme, or the game has not got it.
        TypeError: an argument is of a wrong type.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game is what load_game gives, not {type(game).__name__}")
    if not isinstance(scheme, str):
        if not hasattr(scheme, "begin") or not hasattr(scheme, "size"):
            raise TypeError(f"scheme is a scheme or its name, not {type(scheme).__name__}")
        return scheme
    if scheme not in SCHEMES:
        raise RulesError([("scheme", f"{shortened(scheme)} is unknown; known: {', '.join(SCHEMES)}")])
    if scheme == "index":
        return IndexActions(game)
    if isinstance(game, ClimbingGame) and scheme in ("auto", "combo"):
        return ComboActions(game)
    if isinstance(game, TrickGame) and scheme in ("auto", "card"):
        return CardActions(game)
    raise RulesError([("scheme", f"{game.name} has no {scheme!r} ids")])


class _Numbered:
    """A turn whose ids stand for whole actions."""

    __slots__ = ("_actions", "_places", "_scheme")

    def __init__(self, scheme: ComboActions | IndexActions, actions: Sequence[Action], places: Mapping[int, int]):
        self._scheme = scheme
        self._actions = actions
        self._places = places  # id -> place in the list of legal actions

    @property
    def pending(self) -> Literal[""]:
        """Nothing is ever pending: an id is a whole action."""
        return ""

    def mask(self) -> Mask:
        """``int8[size]``: 1 for every legal id, else 0; a new array each time. All 0 when the deal is over."""
        mask = np.zeros(self._scheme.size, np.int8)
        mask[list(self._places)] = 1
        return mask

    def step(self, action_id: int) -> Action:
        """The action of an id; IllegalActionError (``index``) if the mask has it not."""
        place = self._places.get(integer("action id", action_id))
        if place is None:
            raise IllegalActionError("index", f"id {shortened(action_id)}")
        return self._actions[place]

    def text(self, action_id: int) -> str:
        """The action's text; for an id that is not legal here what it stands for elsewhere."""
        place = self._places.get(integer("action id", action_id))
        return self._scheme.text(action_id) if place is None else str(self._actions[place])


class IndexActions:
    """An id is the place of an action in ``State.legal_actions()``, in any game.

    Args:
        game: rules.
        most: how many ids there are, 1 to 2**24. Of a longer list the first ``most - 1`` actions and the very last have
            ids (declining and passing come last); the others cannot be chosen. None: 1024.

    Raises:
        RulesError: ``most`` is out of range.
    """

    def __init__(self, game: Game, most: int | None = None) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game is what load_game gives, not {type(game).__name__}")
        most = MOST_LISTED if most is None else integer("most", most)
        if not 1 <= most <= MOST_SIZE:
            raise RulesError([("most", f"must be 1 to {MOST_SIZE}")])
        self._game, self._size = game, most

    @property
    def game(self) -> Game:
        """The rules."""
        return self._game

    @property
    def size(self) -> int:
        """Ids are 0 … size - 1."""
        return self._size

    def reaches_all(self, state: State) -> bool:
        """Whether every legal action of a position has an id."""
        return state.count_legal() <= self._size

    def begin(self, state: State) -> Turn:
        """The turn of the seat whose answer is awaited."""
        _check_state(self._game, state)
        count = state.count_legal()
        places = dict(zip(range(self._size), range(count), strict=False))
        if count > self._size:
            places[self._size - 1] = count - 1
        return _Numbered(self, state.legal_actions(), places)

    def ids(self, state: State, action: Action | str) -> tuple[int, ...]:
        """The id of a legal action, alone.

        Raises:
            NotationError, PhaseError, IllegalActionError: as ``apply``; also (``index``) where the action has no id.
        """
        wanted = str(_checked(self._game, state, action))
        actions = state.legal_actions()
        if str(actions[-1]) == wanted:
            return (min(len(actions), self._size) - 1,)
        for place in range(min(len(actions), self._size) - 1):
            if str(actions[place]) == wanted:
                return (place,)
        raise IllegalActionError("index", str(action)[:80])

    def text(self, action_id: int) -> str:
        """What an id means where nothing is known of the position."""
        return f"#{_in_range(action_id, self._size)}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IndexActions) and (self._game, self._size) == (other._game, other._size)

    def __hash__(self) -> int:
        return hash((self._game, self._size))

    def __repr__(self) -> str:
        return f"IndexActions({self._game!r}, most={self._size})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (IndexActions, (self._game, self._size))


class ComboActions:
    """An id for every play of a climbing game, with its reading, then for the pass, then for its other answers.

    Plays are ordered by kind, length, rank and cards as RLCard orders its action space, so that under
    ``load_game("doudizhu", preset="rlcard")`` the ids 0 … 27,471 are RLCard's. An id says nothing of suits: the lowest
    ids held are played, as with every action by rank.

    Raises:
        TypeError: not a climbing game.
    """

    def __init__(self, game: ClimbingGame) -> None:
        if not isinstance(game, ClimbingGame):
            raise TypeError(f"fixed ids are for climbing games, not {shortened(game)}")
        self._game = game
        self._ids, self._texts = _combo_table(game)

    @property
    def game(self) -> ClimbingGame:
        """The rules."""
        return self._game

    @property
    def size(self) -> int:
        """Ids are 0 … size - 1."""
        return len(self._texts)

    @property
    def num_plays(self) -> int:
        """The plays are 0 … num_plays - 1; the pass comes next."""
        return self._ids["pass"]

    def id(self, action: Action) -> int:
        """The id of an action of this game, whatever suits it names.

        Raises:
            IllegalActionError: the game never has it (``no_play``).
            TypeError: no action.
        """
        if not isinstance(action, Action):
            raise TypeError(f"an action is an Action, not {type(action).__name__}")
        key = action.combo if action.kind == "play" else str(action)
        if action.kind == "take" and action.combo is not None:
            key = f"take {action.combo.cards}"
        number = None if key is None else self._ids.get(key)
        if number is None:
            raise IllegalActionError("no_play", str(action)[:80])
        return number

    def begin(self, state: State) -> Turn:
        """The turn of the seat whose answer is awaited."""
        _check_state(self._game, state)
        actions = state.legal_actions()
        return _Numbered(self, actions, {self.id(action): place for place, action in enumerate(actions)})

    def ids(self, state: State, action: Action | str) -> tuple[int, ...]:
        """The id of a legal action, alone.

        Raises:
            NotationError, PhaseError, IllegalActionError: as ``apply``.
        """
        return (self.id(_checked(self._game, state, action)),)

    def text(self, action_id: int) -> str:
        """A play as ``kind@rank:cards``, an answer as its words."""
        return self._texts[_in_range(action_id, len(self._texts))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComboActions) and self._game == other._game

    def __hash__(self) -> int:
        return hash(("combo", self._game))

    def __repr__(self) -> str:
        return f"ComboActions({self._game!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (ComboActions, (self._game,))


def _check_state(game: Game, state: State) -> None:
    if not isinstance(state, State):
        raise TypeError(f"state is a State, not {type(state).__name__}")
    if state.game is not game and state.game != game:
        raise RulesError([("state", f"is of {state.game!r}, the ids are of {game!r}")])


def _checked(game: Game, state: State, action: Action | str) -> Action:
    """The action as the list of legal ones has it, with the lowest cards held."""
    _check_state(game, state)
    trial = state.clone()
    trial.apply(action)
    done = trial.history[-1]
    trial.undo()
    text = str(done)
    if done.kind == "play" and done.combo is not None:
        text = f"{done.combo.kind}{'@' + done.combo.rank if done.combo.rank else ''}:{done.combo.cards}"
    elif done.kind == "take" and done.combo is not None:
        text = f"take {done.combo.cards}"
    elif "/" in text:
        text = " ".join(word.partition("/")[0] for word in text.split())
    trial.apply(text)
    return trial.history[-1]


def _in_range(action_id: int, size: int) -> int:
    number = integer("action id", action_id)
    if not 0 <= number < size:
        raise IllegalActionError("index", f"id {shortened(action_id)}")
    return number


# ---- the order of plays

#: Kinds as RLCard has them; those it has not follow in the core's order.
_KINDS = (
    "solo",
    "pair",
    "trio",
    "trio_solo",
    "trio_pair",
    "solo_chain",
    "pair_chain",
    "trio_chain",
    "trio_solo_chain",
    "trio_pair_chain",
    "four_two_solo",
    "four_two_pair",
    "bomb",
    "rocket",
)
_KIND_PLACE = {kind: place for place, kind in enumerate(dict.fromkeys((*_KINDS, *KIND_NAMES)))}
_RANKS = "3456789TJQKA2wW*"
#: Card text to text that sorts by rank.
_SORTABLE = str.maketrans({rank: chr(ord("a") + place) for place, rank in enumerate(_RANKS)})


def _order(combo: Combo) -> tuple[int, int, int, int, str]:
    """Where a play stands: by kind, length and rank, then by its cards from the lowest on.

    Only RLCard's trios in a row with single wings are ordered otherwise. Three wings: first all of different ranks,
    then three of a rank, then a pair and a single, by the pair. Four and more: first those with one joker.
    """
    rank = -1 if combo.rank is None else _RANKS.index(combo.rank)
    group, cards = 0, combo.cards
    if combo.kind == "trio_solo_chain" and combo.length > 2:
        for body in _RANKS[rank : rank + combo.length]:
            cards = cards.replace(3 * body, "", 1)
        different = dict.fromkeys(cards)
        if combo.length > 3:
            group = int(("w" in cards) == ("W" in cards))
        elif len(different) == 1:
            group = 1
        elif len(different) == 2:
            group = 2
            pair = next(wing for wing in different if cards.count(wing) == 2)
            cards = pair + cards.replace(pair, "")
    return _KIND_PLACE[combo.kind], combo.length, rank, group, cards.translate(_SORTABLE)


# ---- answers


def _words(game: ClimbingGame) -> list[str]:
    """Everything but plays and passes that may be said in a game, by the phases it has; always in this order."""
    aces = [f"show {suit}A" for suit in "SHDC"]
    names = [f"name {card_text(kind)}" for kind in game._pack[1] if kind < JOKERS]
    by_phase = {
        "show_start": ["no", "show"],
        "show_deal": ["no", "show"],
        "call": ["no", "call"],
        "bid": ["no", "bid 1", "bid 2", "bid 3"],
        "rob": ["no", "rob"],
        "show": ["no", "show"],
        "double": ["no", "double"],
        "reveal": ["no", *aces],
        "counter": ["no", *aces],
        "claim": ["no", "rob"],
        "throne": ["yield", "call"],
        "name": names,
        "open_solo": ["no", "show"],
        "revolt": ["no", "rob"],
    }
    words = [word for phase, said in by_phase.items() if phase in game.phases for word in said]
    # As many fours as take anything: n of them take n + 1 of a rank.
    most = 4 * game._pack[0] if FOUR in game._pack[1] else 0
    takes = [f"take {'4' * n}" for n in range(1, most) if len(game.takes("4" * n, "5" * (n + 1)))]
    return [*dict.fromkeys(words), *takes]


@cache
def _combo_table(game: ClimbingGame) -> tuple[dict[Combo | str, int], tuple[str, ...]]:
    """(play or answer -> id, text of every id); nothing in it is ever changed."""
    plays = sorted(game.all_combos(), key=_order)
    words = ["pass", *_words(game)]
    texts = [f"{play.kind}@{play.rank or ''}:{play.cards}" for play in plays]
    keys: list[Combo | str] = [*plays, *words]
    return {key: number for number, key in enumerate(keys)}, (*texts, *words)
