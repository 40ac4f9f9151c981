"""pokerfast: a performance-core engine for Chinese card games.

Rules, legal moves, whole games and fast simulation. Start with :func:`load_game`.
"""

from typing import TYPE_CHECKING, Any

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
from pokerfast.hints import hints
from pokerfast.match import DealResult, Match
from pokerfast.proof import check_proof
from pokerfast.record import Record, RecordedAction, RecordedDeal, replay
from pokerfast.rules import OptionInfo
from pokerfast.seen import state_from_view
from pokerfast.simulate import SimulationResult, choose, perft, simulate
from pokerfast.solution import MoveValue, Solution
from pokerfast.solve import solve
from pokerfast.table import Event, Reply, Table
from pokerfast.trick import TrickGame, TrickState, TrickView
from pokerfast.worth import ContractScores, GradeResult, LevelResult

if TYPE_CHECKING:
    from pokerfast import batch

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
    "Event",
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
    "Record",
    "RecordedAction",
    "RecordedDeal",
    "Reply",
    "ResampleError",
    "RulesError",
    "SimulationResult",
    "SnapshotError",
    "Solution",
    "State",
    "SuitedHand",
    "Table",
    "Throw",
    "TrickGame",
    "TrickState",
    "TrickView",
    "Trump",
    "Unit",
    "View",
    "analyse",
    "batch",
    "check_proof",
    "choose",
    "duel",
    "fanout",
    "hints",
    "list_games",
    "load_game",
    "perft",
    "replay",
    "simulate",
    "solve",
    "state_from_view",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        # Read when asked for: importing package metadata costs a tenth of the whole import.
        from importlib.metadata import version

        return version("pokerfast")
    if name == "batch":
        # Arrays need numpy, which single games do without.
        from importlib import import_module

        return import_module("pokerfast.batch")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
