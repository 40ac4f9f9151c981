"""What a hand of 升级 must give up, and why: every legal follow, and the reasons for some plays that are none.

python examples/follow_the_lead.py
python examples/follow_the_lead.py --decks 3 --trump S --level T --hand "H3 H3 H3 H6 H6 H7 H7 H9" "HK HK HQ HQ"
"""

from __future__ import annotations

import argparse
from itertools import islice

import pokerfast as pf

SHOWN = 12


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lead", nargs="?", default="H5 H5 H5 H4 H4 H4")
    parser.add_argument("--hand", default="HA HA HA HJ HJ HQ HQ H3 C7 C7")
    parser.add_argument("--decks", type=int, default=3)
    parser.add_argument("--trump", default="S")
    parser.add_argument("--level", default="T")
    arguments = parser.parse_args()

    trump = pf.load_game("shengji", decks=arguments.decks).trump(arguments.trump, level=arguments.level)
    lead, hand = arguments.lead, arguments.hand
    units = ", ".join(f"{unit.kind} {unit}" for unit in trump.units(lead))
    print(f"led: {units}")
    print(f"held: {hand}")
    print(f"{trump.count_follows(hand, lead)} legal follows:")
    for play in islice(trump.follows(hand, lead), SHOWN):
        print(f"  {play}")

    # Every set of the first cards held, of the right size, until each reason has come up once.
    size = len(lead.split())
    cards = hand.split()
    told = set()
    for start in range(len(cards) - size + 1):
        answer = trump.check_follow(hand, lead, " ".join(cards[start : start + size]))
        if not answer and answer.code not in told:
            told.add(answer.code)
            print(f"refused: {answer.message} ({answer.message_zh}); legal is {answer.suggestion}")


if __name__ == "__main__":
    main()
