"""The contest: who plays whom, where, with which deals; drawn from a seed, kept as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pokerfast.base import SEEDS, Game, State, game_with, integer, jsonable, read_document
from pokerfast.contest.entrants import Contestant, Entrant, check_together, enter, make_contestants
from pokerfast.contest.seating import Draws, RoundSeats, draw_rounds
from pokerfast.contest.text import write_rows
from pokerfast.contest.zones import ZONES, Zone, zone_named
from pokerfast.errors import PokerfastError, RulesError, SnapshotError, check_arguments, shortened

__all__ = ["Contest", "Seat", "TableDeal", "ZonePlan"]

FORMAT: Final = "pokerfast-contest"
VERSION: Final = 1
MOST_ROUNDS = 1000
MOST_DEALS = 1000
#: Lines of the file of results: seats of all deals at all tables.
MOST_LINES = 300_000


class TableDeal(NamedTuple):
    """A deal at a table; rounds, tables and deals are counted from 1."""

    zone: str
    round: int
    table: int
    deal: int


class Seat(NamedTuple):
    """Who sits on a seat in a deal at a table."""

    at: TableDeal
    seat: int
    entrant: str
    #: Its place among the contestants of the table.
    place: int


@dataclass(frozen=True, slots=True)
class ZonePlan:
    """What is drawn for one zone."""

    zone: Zone
    #: Deals a table plays in a round.
    deals: int
    entrants: tuple[Entrant, ...]
    contestants: tuple[Contestant, ...]
    #: Contestants are told by their number in :attr:`contestants`.
    rounds: tuple[RoundSeats, ...]

    def at_table(self, at: TableDeal) -> tuple[Contestant, ...]:
        """The contestants of a table, in the order of its places."""
        return tuple(self.contestants[i] for i in self.rounds[at.round - 1].tables[at.table - 1])

    def seats(self, at: TableDeal) -> tuple[Seat, ...]:
        """Who sits where. The places move on by one seat with each deal, the rounds before counted too."""
        size, moves = self.zone.seats, (at.round - 1) * self.deals + at.deal - 1
        found = [
            Seat(at, (first + moves) % size, member, place)
            for place, (contestant, firsts) in enumerate(zip(self.at_table(at), self.zone.places, strict=True))
            for member, first in zip(contestant.members, firsts, strict=True)
        ]
        return tuple(sorted(found, key=lambda seat: seat.seat))

    def table_deals(self) -> Iterator[TableDeal]:
        """Every deal at every table, in the order of play."""
        for number, drawn in enumerate(self.rounds, 1):
            for table in range(1, len(drawn.tables) + 1):
                for deal in range(1, self.deals + 1):
                    yield TableDeal(self.zone.game, number, table, deal)


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest as it was drawn. Immutable; made by :meth:`draw` or :meth:`from_json`."""

    seed: int
    zones: tuple[ZonePlan, ...]

    @classmethod
    def draw(
        cls,
        entrants: Sequence[Entrant],
        *,
        seed: int,
        rounds: int,
        deals: int | None = None,
        zones: Sequence[Zone] = ZONES,
    ) -> Contest:
        """Draw pairs, tables and seats. The same entrants and seed give the same plan, in whatever order they come.

        Args:
            entrants: who takes part; zones without anybody are left out.
            seed: 0 to 2**64 - 1.
            rounds: how many rounds, 1 to 1000; tables are drawn anew for each.
            deals: deals a table plays in a round, 1 to 1000; None: as many as it has seats, so that everybody sits
                everywhere.
            zones: the zones there are.

        Raises:
            RulesError: a name twice, a team in two zones, somebody without a partner, a zone with too few for a table,
                or an argument out of range; all faults at once.
            TypeError: an argument is of a wrong type.
        """
        entrants = tuple(entrants)
        if not all(isinstance(entrant, Entrant) for entrant in entrants):
            raise TypeError("entrants are Entrant objects, as read_entrants gives them")
        if len({zone.game for zone in zones}) < len(zones):
            raise RulesError([("zones", "two have the same game")])
        faults: list[tuple[str, str]] = []
        seed, rounds = integer("seed", seed), integer("rounds", rounds)
        each = None if deals is None else integer("deals", deals)
        if not 0 <= seed < SEEDS:
            faults.append(("seed", "must be 0 to 2**64 - 1"))
        if not 1 <= rounds <= MOST_ROUNDS:
            faults.append(("rounds", f"must be 1 to {MOST_ROUNDS:,}"))
        if each is not None and not 1 <= each <= MOST_DEALS:
            faults.append(("deals", f"must be 1 to {MOST_DEALS:,}"))
        # Entrants may have been made by hand, so each is looked at again.
        checked = [
            enter(one.name, one.zone, team=one.team, partner=one.partner, player=one.player, known=zones)
            for one in entrants
        ]
        faults += check_together(checked, zones, lambda i, column: f"{checked[i].name}, {column}")
        check_arguments(faults)
        lines = 0
        made: list[tuple[Zone, int, list[Entrant], tuple[Contestant, ...]]] = []
        for zone in zones:
            inside = sorted((one for one in checked if one.zone == zone.game), key=lambda one: one.name)
            if not inside:
                continue
            number = zone.seats if each is None else each
            try:
                contestants = make_contestants(inside, zone, Draws(FORMAT, "pairs", zone.game, seed))
            except RulesError as error:
                faults += error.faults
                continue
            if len(contestants) < zone.contestants:
                what = "pairs" if zone.partners > 1 else "entrants"
                faults.append((zone.title, f"a table needs {zone.contestants} {what}, and has {len(contestants)}"))
                continue
            lines += rounds * number * len(contestants) // zone.contestants * zone.seats
            made.append((zone, number, inside, contestants))
        if lines > MOST_LINES:
            faults.append(("contest", f"{lines:,} seats to be filled are too many; at most {MOST_LINES:,}"))
        check_arguments(faults)
        plans = []
        for zone, number, inside, contestants in made:
            seats = Draws(FORMAT, "seats", zone.game, seed)
            drawn = draw_rounds(_team_numbers(contestants), zone.places, rounds, number, seats)
            plans.append(ZonePlan(zone.fixed(), number, tuple(inside), contestants, tuple(drawn)))
        return cls(seed, tuple(plans))

    # ---- questions

    def plan(self, zone: str) -> ZonePlan:
        """A zone's plan, by code or 汉字.

        Raises:
            RulesError: nobody plays there.
        """
        for plan in self.zones:
            if plan.zone.game == zone:
                return plan
        wanted = zone_named(zone, [plan.zone for plan in self.zones]).game
        return next(plan for plan in self.zones if plan.zone.game == wanted)

    def table_deals(self) -> Iterator[TableDeal]:
        """Every deal at every table of every zone."""
        for plan in self.zones:
            yield from plan.table_deals()

    def deal_seed(self, zone: str, round: int, deal: int) -> int:
        """The seed of a deal, the same at every table of the zone: ``new_game(seed=…)`` gives its cards.

        Raises:
            RulesError: there is no such zone, round or deal.
        """
        plan = self.plan(zone)
        faults = []
        if not 1 <= integer("round", round) <= len(plan.rounds):
            faults.append(("round", f"must be 1 to {len(plan.rounds)}"))
        if not 1 <= integer("deal", deal) <= plan.deals:
            faults.append(("deal", f"must be 1 to {plan.deals}"))
        check_arguments(faults)
        return Draws(FORMAT, "deal", plan.zone.game, self.seed, int(round), int(deal)).word()

    def new_deal(self, zone: str, round: int, deal: int) -> State:
        """A deal before anybody has done anything; its ``to_record()`` is how it is handed on."""
        return self.plan(zone).zone.load()._deal({"seed": self.deal_seed(zone, round, deal)})

    def cards(self, zone: str, round: int, deal: int) -> tuple[tuple[str, ...], str]:
        """The cards that each seat of a deal is dealt, and the kitty ("" in games without)."""
        state = self.plan(zone).zone.load()._deal({"seed": self.deal_seed(zone, round, deal), "start": "play"})
        # Without what comes before play somebody may hold the kitty already.
        kitty = getattr(state, "kitty", None)
        bottom = () if kitty is None else kitty.ids
        hands = ([card for card in hand.ids if card not in bottom] for hand in state.hands)
        return tuple(state._cards_text(hand) for hand in hands), state._cards_text(bottom)

    # ---- files

    def to_json(self) -> str:
        """The plan as JSON; :meth:`from_json` gives it back."""
        head = {"format": FORMAT, "version": VERSION, "seed": self.seed}
        zones = ",\n\n".join("{" + _lines(_zone_record(plan)) + "}" for plan in self.zones)
        return "{" + _lines(head) + f',\n"zones": [\n\n{zones}\n\n]}}\n'

    @classmethod
    def from_json(cls, text: str) -> Contest:
        """The inverse of :meth:`to_json`. Seats that were changed by hand are taken as they are if nobody sits twice.

        Raises:
            SnapshotError: not such JSON, another version, or a plan that cannot be.
            TypeError: not text.
        """
        record = read_document(text, FORMAT, VERSION)
        seed = record.get("seed")
        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise SnapshotError("seed: must be 0 to 2**64 - 1")
        plans = tuple(_zone_read(zone) for zone in _list(record, "zones", dict))
        games = [plan.zone.game for plan in plans]
        if not plans or len(set(games)) < len(games):
            raise SnapshotError("zones: none, or two of one game")
        everybody = [entrant for plan in plans for entrant in plan.entrants]
        zones = [plan.zone for plan in plans]
        if faults := check_together(everybody, zones, lambda i, column: f"{everybody[i].name}, {column}"):
            raise SnapshotError(str(RulesError(faults)))
        lines = sum(len(drawn.tables) * plan.deals * plan.zone.seats for plan in plans for drawn in plan.rounds)
        if lines > MOST_LINES:
            raise SnapshotError(f"{lines:,} seats to be filled; at most {MOST_LINES:,}")
        return cls(seed, plans)

    def seating_csv(self) -> str:
        """Everybody's table and seat in the first deal of each round, for the notice board.

        Who sits out has neither. The plan and the seeds of its deals are not in it.
        """
        rows: list[Sequence[object]] = []
        for plan in self.zones:
            title = plan.zone.title
            for number, drawn in enumerate(plan.rounds, 1):
                for table in range(1, len(drawn.tables) + 1):
                    seats = plan.seats(TableDeal(plan.zone.game, number, table, 1))
                    rows += [(title, number, table, seat.seat, seat.entrant) for seat in seats]
                rows += [(title, number, "", "", name) for i in drawn.out for name in plan.contestants[i].members]
        return write_rows(("zone", "round", "table", "seat", "entrant"), rows)


def _team_numbers(contestants: Sequence[Contestant]) -> list[int | None]:
    """For each contestant a number that its team-mates share; None without a team."""
    numbers: dict[str, int] = {}
    return [None if c.team is None else numbers.setdefault(c.team, len(numbers)) for c in contestants]


def _lines(record: Mapping[str, Any]) -> str:
    """The inside of a JSON object, a line a key; lists of objects and of lists a line an item."""

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    told = []
    for key, value in record.items():
        if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
            told.append(f"{text(key)}: [\n  " + ",\n  ".join(text(item) for item in value) + "]")
        else:
            told.append(f"{text(key)}: {text(value)}")
    return ",\n".join(told)


def _zone_record(plan: ZonePlan) -> dict[str, Any]:
    def entrant(one: Entrant) -> dict[str, str]:
        told = {"name": one.name, "team": one.team, "player": one.player}
        return {key: value for key, value in told.items() if value is not None}

    return {
        "game": plan.zone.game,
        "title": plan.zone.title,
        "options": jsonable(plan.zone.load().options),
        "places": [list(place) for place in plan.zone.places],
        "deals": plan.deals,
        "entrants": [entrant(one) for one in plan.entrants],
        "contestants": [list(contestant.members) for contestant in plan.contestants],
        "rounds": [{"tables": [list(t) for t in drawn.tables], "out": list(drawn.out)} for drawn in plan.rounds],
    }


def _list(record: Mapping[str, Any], key: str, kind: type) -> list[Any]:
    """A list of one kind of things from JSON."""
    value = record.get(key)
    if not isinstance(value, list) or not all(type(item) is kind for item in value):
        raise SnapshotError(f"{key}: expected a list of {'objects' if kind is dict else kind.__name__}")
    return value


def _numbers(value: object, key: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(item) is int for item in value):
        raise SnapshotError(f"{key}: expected numbers")
    return tuple(value)


def _zone_read(record: Mapping[str, Any]) -> ZonePlan:
    game, options = record.get("game"), record.get("options")
    if not isinstance(game, str) or not isinstance(options, dict):
        raise SnapshotError("a zone has a game and its options")
    places = tuple(_numbers(place, "places") for place in _list(record, "places", list))
    try:
        rules: Game = game_with(game, options)
        zone = Zone(game, None, places, dict(rules.options))
        entrants = []
        for told in _list(record, "entrants", dict):
            if unknown := told.keys() - {"name", "team", "player"}:
                raise SnapshotError(f"entrants: unknown key {shortened(min(unknown))}")
            entrants.append(
                enter(told.get("name"), game, team=told.get("team"), player=told.get("player"), known=[zone])
            )
    except SnapshotError:
        raise
    except (PokerfastError, TypeError) as error:
        raise SnapshotError(f"{shortened(game)}: {error}") from None
    deals = record.get("deals")
    if type(deals) is not int or not 1 <= deals <= MOST_DEALS:
        raise SnapshotError(f"{zone.title}: deals must be 1 to {MOST_DEALS:,}")
    contestants = _contestants_read(record, zone, entrants)
    rounds = _list(record, "rounds", dict)
    if not 1 <= len(rounds) <= MOST_ROUNDS:
        raise SnapshotError(f"{zone.title}: rounds must be 1 to {MOST_ROUNDS:,}")
    drawn = tuple(_round_read(told, zone, number, len(contestants)) for number, told in enumerate(rounds, 1))
    return ZonePlan(zone, deals, tuple(entrants), contestants, drawn)


def _contestants_read(record: Mapping[str, Any], zone: Zone, entrants: Sequence[Entrant]) -> tuple[Contestant, ...]:
    by_name = {entrant.name: entrant for entrant in entrants}
    made = []
    for members in _list(record, "contestants", list):
        if len(members) != zone.partners or not all(isinstance(name, str) and name in by_name for name in members):
            raise SnapshotError(f"{zone.title}: a contestant is {zone.partners} of its entrants")
        teams = {by_name[name].team for name in members}
        if len(teams) > 1:
            raise SnapshotError(f"{zone.title}: {' and '.join(members)} are of different teams")
        made.append(Contestant(tuple(members), *teams))
    if sorted(name for contestant in made for name in contestant.members) != sorted(by_name):
        raise SnapshotError(f"{zone.title}: every entrant is one contestant, or part of one")
    return tuple(made)


def _round_read(record: Mapping[str, Any], zone: Zone, number: int, count: int) -> RoundSeats:
    where = f"{zone.title}, round {number}"
    tables = tuple(_numbers(table, f"{where}, tables") for table in _list(record, "tables", list))
    out = _numbers(record.get("out"), f"{where}, out")
    if not tables or any(len(table) != zone.contestants for table in tables):
        raise SnapshotError(f"{where}: a table has {zone.contestants} contestants")
    if sorted([*out, *(i for table in tables for i in table)]) != list(range(count)):
        raise SnapshotError(f"{where}: every contestant sits at one table, or sits out")
    return RoundSeats(tables, out)
