"""What a seat of 斗地主, or a spectator (None), may know of a deal."""

from .cards import card_text
from .doudizhu_game import Game

View = dict[str, object]


def view(game: Game, seat: int | None) -> View:
    """Public facts, one's own hand, the hands that lie open, and nothing else."""

    def cards(ids: list[int]) -> list[str]:
        return [card_text(card) for card in sorted(ids)]

    doubled = list(game.doubled)
    if game.phase == "double":  # all answer at once and unseen
        doubled = [answer if asked == seat else None for asked, answer in enumerate(doubled)]
    return {
        "phase": game.phase,
        "seat": game.seat,
        "deal": game.deal_number,
        "hand": None if seat is None else cards(game.hands[seat]),
        "counts": [len(hand) for hand in game.hands],
        "shown": {shower: cards(game.hands[shower]) for shower in sorted(game.shown())},
        "bottom": cards(game.bottom) if game.landlord is not None else None,
        "landlord": game.landlord,
        "table": cards(game.table_cards),
        "reading": game.table,
        "table_by": game.table_by,
        "passes": game.passes,
        "multiplier": game.multiplier,
        "doubled": doubled,
    }
