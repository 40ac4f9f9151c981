"""Who takes part: entrants, their teams, and the contestants that they make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pokerfast.contest.seating import Draws
from pokerfast.contest.text import faults_shown, name_fault, read_rows
from pokerfast.contest.zones import ZONES, Zone, zone_named, zone_of
from pokerfast.errors import RulesError, shortened
from pokerfast.simulate import policy_names

__all__ = ["ENGINE", "Contestant", "Entrant", "enter", "read_entrants"]

#: What a player of the engine begins with: ``engine:greedy``.
ENGINE = "engine:"
MOST_ENTRANTS = 5000
#: Column -> what else it may be called.
COLUMNS = {"name": "姓名", "zone": "赛区", "team": "队伍", "partner": "搭档", "player": "牌手"}
ALSO = {other: column for column, other in COLUMNS.items()}

#: Who has the fault, in which column, what it is.
Fault = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player who takes part (参赛者), in one zone. :func:`enter` checks what it is given."""

    name: str
    #: The zone's game.
    zone: str
    #: None: he enters for himself.
    team: str | None = None
    #: In zones of pairs, whom he plays with; None: drawn, from his own team if he has one.
    partner: str | None = None
    #: ``"engine:greedy"`` and the like: a built-in policy plays for him. None: a person.
    player: str | None = None

    @property
    def policy(self) -> str | None:
        """The built-in policy that plays for him."""
        return None if self.player is None else self.player.removeprefix(ENGINE)


@dataclass(frozen=True, slots=True)
class Contestant:
    """What sits at a table and has a score of its own: a player, in zones of pairs two partners."""

    members: tuple[str, ...]
    team: str | None = None

    @property
    def name(self) -> str:
        """Its members' names."""
        return " / ".join(self.members)


def enter(
    name: str,
    zones: str | Sequence[str],
    *,
    team: str | None = None,
    partner: str | None = None,
    player: str | None = None,
    known: Sequence[Zone] = ZONES,
) -> Entrant:
    """An entrant, checked by itself.

    Args:
        name: his own; at most 60 characters.
        zones: the one zone he enters, by code or 汉字; several are refused.
        team: the team he plays for.
        partner: in zones of pairs, the entrant he plays with.
        player: ``engine:`` and the name of a built-in policy; None for a person.
        known: the zones there are.

    Raises:
        RulesError: a second zone, an unknown one, or a name that cannot be one; all faults at once.
        TypeError: an argument is no text.
    """
    for argument, value in (("name", name), ("team", team), ("partner", partner), ("player", player)):
        if not isinstance(value, str) and (argument == "name" or value is not None):
            raise TypeError(f"{argument} is text, not {type(value).__name__}")
    faults = [] if (fault := name_fault(name)) is None else [("name", fault)]
    faults += [
        (column, fault)
        for column, value in (("team", team), ("partner", partner))
        if value is not None and (fault := name_fault(value)) is not None
    ]
    zone = None
    try:
        zone = zone_of(zones, known)
    except RulesError as error:
        faults += error.faults
    if zone is not None:
        if partner is not None and zone.partners == 1:
            faults.append(("partner", f"{zone.title} is not played in pairs"))
        if player is not None and (fault := _player_fault(player, zone)) is not None:
            faults.append(("player", fault))
    if zone is None or faults:
        raise RulesError(faults)
    return Entrant(name, zone.game, team, partner, player)


def _player_fault(player: str, zone: Zone) -> str | None:
    known = policy_names(zone.game)
    if player.startswith(ENGINE) and player.removeprefix(ENGINE) in known:
        return None
    return f"{shortened(player)} is none; empty for a person, or {', '.join(ENGINE + name for name in known)}"


def read_entrants(text: str, zones: Sequence[Zone] = ZONES) -> tuple[Entrant, ...]:
    """The entrants of a CSV file with the columns ``name``, ``zone`` and, if wanted, ``team``, ``partner``, ``player``
    (or 姓名, 赛区, 队伍, 搭档, 牌手).

    Raises:
        RulesError: every fault with its line and column.
        TypeError: not text.
    """
    rows = read_rows(text, ("name", "zone"), dict.fromkeys(("team", "partner", "player"), ""), ALSO)
    found: list[Entrant] = []
    lines: list[int] = []
    faults: list[tuple[str, str]] = []
    for row in rows:
        cells = row.cells
        try:
            found.append(
                enter(
                    cells["name"],
                    cells["zone"],
                    team=cells["team"] or None,
                    partner=cells["partner"] or None,
                    player=cells["player"] or None,
                    known=zones,
                )
            )
            lines.append(row.line)
        except RulesError as error:
            faults += [(row.where(column), what) for column, what in error.faults]
    if not faults:
        faults = check_together(found, zones, lambda i, column: f"line {lines[i]}, column {column}")
    if faults:
        raise RulesError(faults_shown(faults))
    return tuple(found)


def check_together(
    entrants: Sequence[Entrant], zones: Sequence[Zone], where: Callable[[int, str], str]
) -> list[tuple[str, str]]:
    """What is wrong with entrants beside each other, with ``where(i, column)`` for the i-th one's cell."""
    faults: list[tuple[str, str]] = []
    if not entrants:
        faults.append(("entrants", "there are none"))
    if len(entrants) > MOST_ENTRANTS:
        faults.append(("entrants", f"{len(entrants):,} are too many; at most {MOST_ENTRANTS:,}"))
    first: dict[str, int] = {}
    teams: dict[str, int] = {}
    for i, entrant in enumerate(entrants):
        zone = zone_named(entrant.zone, zones)
        before = first.setdefault(entrant.name, i)
        if before != i:
            other = zone_named(entrants[before].zone, zones)
            if other == zone:
                faults.append((where(i, "name"), f"{shortened(entrant.name)} has entered already"))
            else:
                what = f"{entrant.name} has entered {other.title}; an entrant plays in one zone only"
                faults.append((where(i, "zone"), what))
        if entrant.team is not None:
            other = zone_named(entrants[teams.setdefault(entrant.team, i)].zone, zones)
            if other != zone:
                what = f"team {entrant.team} has entered {other.title}; a team plays in one zone only"
                faults.append((where(i, "zone"), what))
    for i, entrant in enumerate(entrants):
        # Both stand in one list.
        if entrant.team in first:
            faults.append((where(i, "team"), f"{entrant.team} is the name of an entrant"))
    if not faults:
        faults += [(where(i, "partner"), what) for i, what in _partner_faults(entrants, first)]
    return faults


def _partner_faults(entrants: Sequence[Entrant], number_of: Mapping[str, int]) -> Iterable[tuple[int, str]]:
    claimed: dict[str, str] = {}
    for i, entrant in enumerate(entrants):
        name = entrant.partner
        if name is None:
            continue
        if name not in number_of:
            yield i, f"{shortened(name)} has not entered"
            continue
        other = entrants[number_of[name]]
        if other is entrant:
            yield i, "nobody is his own partner"
        elif other.zone != entrant.zone:
            yield i, f"{name} plays in another zone"
        elif other.team != entrant.team:
            yield i, f"{name} is not of the same team"
        elif other.partner not in (None, entrant.name):
            yield i, f"{name} plays with {other.partner}"
        elif claimed.setdefault(name, entrant.name) != entrant.name:
            yield i, f"{name} plays with {claimed[name]}"


def make_contestants(entrants: Sequence[Entrant], zone: Zone, draws: Draws) -> tuple[Contestant, ...]:
    """The contestants of a zone: its entrants, or pairs of them; who names no partner gets one of his team by draw.

    Raises:
        RulesError: somebody is left without a partner.
    """
    if zone.partners == 1:
        return tuple(Contestant((entrant.name,), entrant.team) for entrant in entrants)
    made: list[Contestant] = []
    paired: set[str] = set()
    for entrant in entrants:
        if entrant.partner is not None and entrant.name not in paired:
            made.append(Contestant((entrant.name, entrant.partner), entrant.team))
            paired |= {entrant.name, entrant.partner}
    alone: dict[str | None, list[str]] = {}
    for entrant in entrants:
        if entrant.name not in paired:
            alone.setdefault(entrant.team, []).append(entrant.name)
    faults: list[tuple[str, str]] = []
    for team, names in alone.items():
        if len(names) % 2:
            whose = "among those without a team" if team is None else f"in team {team}"
            faults.append((zone.title, f"is played in pairs, and somebody has no partner {whose}: {names[-1]}"))
        mixed = draws.shuffled(names)
        made += [Contestant((a, b), team) for a, b in zip(mixed[::2], mixed[1::2], strict=False)]
    if faults:
        raise RulesError(faults)
    return tuple(made)
