"""Zones: what is played where, by whom, under which rules. Everything a zone is, is data."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pokerfast.base import Game
from pokerfast.errors import RulesError, check_arguments, shortened
from pokerfast.game import load_game
from pokerfast.names import GAMES

__all__ = ["ZONES", "Zone", "zone_named", "zone_of"]

PARTNERS = 2  # the largest number of players that play for one score
#: What may stand between several zones in one cell of a file.
SEPARATORS: Final = ",，、;；/|+&和与"


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the contest (赛区) that plays one game.

    Raises:
        RulesError: no such game, preset or option; places that don't share the game's seats out evenly.
    """

    #: The game's name, which is the zone's too.
    game: str
    preset: str | None = None
    #: The seats of each contestant at a table: one seat for a player who plays for himself, two for fixed partners.
    places: tuple[tuple[int, ...], ...] = ()
    #: Options that differ from the preset.
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        seats = self.load().num_players
        if not self.places:
            object.__setattr__(self, "places", tuple((seat,) for seat in range(seats)))
        sizes = {len(place) for place in self.places}
        taken = sorted(seat for place in self.places for seat in place)
        if taken != list(range(seats)) or len(sizes) > 1 or max(sizes) > PARTNERS or len(self.places) < 2:
            raise RulesError([("places", f"must share the seats 0 to {seats - 1} out evenly, one or two a contestant")])

    def load(self) -> Game:
        """The rules of the zone."""
        return load_game(self.game, preset=self.preset, **self.options)

    def fixed(self) -> Zone:
        """The same zone with every option told, so that no later preset changes it."""
        return Zone(self.game, None, self.places, dict(self.load().options))

    @property
    def title(self) -> str:
        """Its name in 汉字."""
        return GAMES[self.game].hanzi

    @property
    def seats(self) -> int:
        """Players at a table."""
        return sum(map(len, self.places))

    @property
    def contestants(self) -> int:
        """Contestants at a table."""
        return len(self.places)

    @property
    def partners(self) -> int:
        """Players of one contestant: 2 in pairs, else 1."""
        return len(self.places[0])


#: The zones of the contest: QQ rules at all tables, no regional ones.
ZONES: Final[tuple[Zone, ...]] = (
    Zone("shengji", "tuolaji", ((0, 2), (1, 3))),
    Zone("dadaa", "seed"),
    Zone("doudizhu", "qq"),
)


def zone_named(name: str, zones: Iterable[Zone] = ZONES) -> Zone:
    """The zone of a name: the game's code or its 汉字.

    Raises:
        RulesError: there is no such zone.
        TypeError: the name is no text.
    """
    if not isinstance(name, str):
        raise TypeError(f"a zone is named by text, not {type(name).__name__}")
    by_name = {}
    for zone in zones:
        for known in (zone.game, zone.title, f"{zone.title}区"):
            by_name[known.lower()] = zone
    found = by_name.get(name.strip().lower())
    if found is not None:
        return found
    near = difflib.get_close_matches(name.strip().lower(), by_name, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(zone.title for zone in zones)}"
    raise RulesError([("zone", f"{shortened(name)} is no zone; {hint}")])


def zone_of(named: str | Sequence[str], zones: Sequence[Zone] = ZONES) -> Zone:
    """The one zone that somebody enters; several are refused (三者只能选择一区).

    Args:
        named: a zone, or several of them: a sequence, or one text with them in it.
        zones: those of the contest.

    Raises:
        RulesError: no zone, a zone that there is none of, or more than one.
    """
    if isinstance(named, str):
        blanks = str.maketrans(dict.fromkeys(SEPARATORS, " "))
        named = [named] if named.strip() else []
        if named and len(parts := named[0].translate(blanks).split()) > 1:
            named = parts
    elif not hasattr(named, "__len__"):
        raise TypeError(f"zones are text or a sequence of texts, not {type(named).__name__}")
    check_arguments([] if named else [("zone", "is missing")])
    found: list[Zone] = []
    for name in named:
        zone = zone_named(name, zones)
        if zone in found:
            continue
        found.append(zone)
    if len(found) > 1:
        titles = " and ".join(zone.title for zone in found)
        raise RulesError([("zone", f"an entrant plays in one zone only, not in {titles}")])
    return found[0]
