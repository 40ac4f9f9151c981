"""pokerfast: a performance-core engine for Chinese card games.

Rules, legal moves, whole games and fast simulation. Start with :func:`load_game`.
"""

from pokerfast import _arch as _arch  # isort: skip  (chooses the extensions before anything imports them)
from pokerfast import fanout
from pokerfast._fast import PASS, Action, Combo, Hand, SuitedHand, Throw, Trump, Unit
from pokerfast.analysis import PlayValue, analyse
from pokerfast.base import Game, State, View
from pokerfast.climbing import ClimbingGame, ClimbingState, ClimbingView
from pokerfast.duel import DuelResult, duel
from pokerfast.errors import (
    IllegalActionError,
    Legality,
    NotationError,
    PhaseError,
    PokerfastError,
    ResampleError,
    RulesError,
    SnapshotError,
)
from pokerfast.game import list_games, load_game
from pokerfast.match import DealResult, Match
from pokerfast.proof import check_proof
from pokerfast.record import replay
from pokerfast.rules import OptionInfo
from pokerfast.simulate import SimulationResult, choose, perft, simulate
from pokerfast.solution import MoveValue, Solution
from pokerfast.solve import solve
from pokerfast.trick import TrickGame, TrickState, TrickView
from pokerfast.worth import ContractScores, GradeResult, LevelResult

__all__ = [
    "PASS",
    "Action",
    "ClimbingGame",
    "ClimbingState",
    "ClimbingView",
    "Combo",
    "ContractScores",
    "DealResult",
    "DuelResult",
    "Game",
    "GradeResult",
    "Hand",
    "IllegalActionError",
    "Legality",
    "LevelResult",
    "Match",
    "MoveValue",
    "NotationError",
    "OptionInfo",
    "PhaseError",
    "PlayValue",
    "PokerfastError",
    "ResampleError",
    "RulesError",
    "SimulationResult",
    "SnapshotError",
    "Solution",
    "State",
    "SuitedHand",
    "Throw",
    "TrickGame",
    "TrickState",
    "TrickView",
    "Trump",
    "Unit",
    "View",
    "analyse",
    "check_proof",
    "choose",
    "duel",
    "fanout",
    "list_games",
    "load_game",
    "perft",
    "replay",
    "simulate",
    "solve",
]


def __getattr__(name: str) -> str:
    if name == "__version__":
        # Read when asked for: importing package metadata costs a tenth of the whole import.
        from importlib.metadata import version

        return version("pokerfast")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
