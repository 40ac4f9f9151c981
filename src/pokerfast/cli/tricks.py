"""Questions about single plays of trick-taking games."""

from __future__ import annotations

from itertools import islice

from rich.text import Text

from pokerfast._fast import SuitedHand, Trump
from pokerfast.cli import common
from pokerfast.errors import RulesError
from pokerfast.names import LEADS
from pokerfast.trick import TrickGame

#: Plays that are listed unless all are asked for.
MOST_SHOWN = 200


def asked(game: str, preset: str | None, changes: list[str] | None, trump: str | None, level: str | None) -> Trump:
    """The rules under the trump that --trump and --level name.

    Raises:
        RulesError: no or no such trump or level.
    """
    rules = common.load(game, preset, changes)
    assert isinstance(rules, TrickGame)
    if trump is None:
        raise RulesError([("--trump", "is needed: S, H, D, C or NT")])
    return rules.trump(trump, level)


def classify(trump: Trump, cards: str, table: str | None, as_json: bool) -> None:
    """The units of a set of cards as a lead, and whether it beats one."""
    units, group = trump.units(cards), trump.group(cards)
    hand = SuitedHand(cards)
    four = trump.is_four_of_rank(cards)
    beats = None if table is None or not is_lead(trump, table) else trump.winner([table, hand]) == 1
    if as_json:
        common.emit_json(
            {
                "cards": hand.cards,
                "trump": trump.suit,
                "level": trump.level,
                "group": group,
                "four_of_rank": four,
                "units": [[unit.kind, unit.length, unit.cards] for unit in units],
                "table": None if table is None else SuitedHand(table).cards,
                "beats": beats,
            }
        )
        return
    out = common.console()
    if four:
        out.print(f"{hand}: four of a rank {LEADS['four_of_rank'].hanzi}")
    elif units:
        shown = common.table("unit", "汉字", "length", "cards", right=["length"])
        for unit in units:
            shown.add_row(unit.kind, common.hanzi(unit.kind), str(unit.length), unit.cards)
        common.show(out, (f"{hand}: {in_words(group)}", shown))
    else:
        out.print(f"{hand}: no lead")
    if table is not None:
        on_table = SuitedHand(table)
        if beats is None:
            out.print(f"table {on_table}: no lead, so nothing beats it")
        else:
            out.print(f"{'beats' if beats else 'does not beat'} {on_table}")


def is_lead(trump: Trump, cards: str) -> bool:
    """Whether cards can be led together, whatever the rules say of throws."""
    return trump.group(cards) is not None or trump.is_four_of_rank(cards)


def in_words(group: str | None) -> str:
    """A group of cards."""
    return "trumps" if group == "T" else f"suit {group}"


def moves(trump: Trump, hand: str, table: str | None, show_all: bool, as_json: bool) -> None:
    """Every play a hand may lead, or every play that follows; so many that not all are shown unless asked for."""
    if table is None:
        count, found = trump.count_leads(hand), trump.leads(hand)
    else:
        count, found = trump.count_follows(hand, table), trump.follows(hand, table)
    listed = list(found if show_all else islice(found, MOST_SHOWN))
    held = SuitedHand(hand)
    lead = None if table is None else SuitedHand(table)
    if as_json:
        common.emit_json(
            {
                "hand": held.cards,
                "trump": trump.suit,
                "level": trump.level,
                "table": None if lead is None else lead.cards,
                "table_units": None if lead is None else [str(unit) for unit in trump.units(lead)],
                "count": count,
                "complete": len(listed) == count,
                "moves": listed,
            }
        )
        return
    out = common.console()
    if table is not None and not is_lead(trump, table):
        out.print(f"table {lead}: no lead, so nothing follows")
        return
    if lead is None:
        what = "leads"
    elif trump.is_four_of_rank(lead):
        what = f"follows to four of a rank {LEADS['four_of_rank'].hanzi}"
    else:
        what = (
            f"follows to {', '.join(f'{unit} ({unit.kind} {common.hanzi(unit.kind)})' for unit in trump.units(lead))}"
        )
    if not listed:
        out.print(f"{held}: no {what}")
        return
    shown = common.table("cards", "plays", right=["cards"])
    by_size: dict[int, list[str]] = {}
    for play in listed:
        by_size.setdefault(len(play.split()), []).append(play)
    for size, plays in by_size.items():
        shown.add_row(str(size), Text(" | ".join(plays)))
    common.show(out, (f"{held}: {count:,} {what}", shown))
    if len(listed) < count:
        out.print(f"and {count - len(listed):,} more (--all lists them)")
