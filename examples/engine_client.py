"""Drives `pokerfast engine` as a separate process: a deal of 斗地主 played, and its last cards solved.

python examples/engine_client.py --seed 3
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any


class Client:
    """One engine process."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "pokerfast", "engine"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.sent = 0

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """Send a request and wait for its answer; information on the way is printed."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.sent += 1
        self.process.stdin.write(json.dumps({"id": self.sent, "cmd": cmd, **fields}) + "\n")
        self.process.stdin.flush()
        while True:
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
            if "info" in answer:
                print(f"  ... {answer['info']['nodes']:,} positions")
                continue
            if not answer["ok"]:
                raise RuntimeError(answer["error"]["message"])
            return answer

    def close(self) -> None:
        """Ask it to end, and wait."""
        self.ask("quit")
        self.process.communicate(timeout=10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()

    client = Client()
    hello = client.ask("hello")
    print(f"{hello['engine']} {hello['version']}, games: {', '.join(hello['games'])}")
    standing = client.ask("newgame", game="doudizhu", seed=arguments.seed, start={"start": "play"})
    while not standing["is_over"]:
        view = client.ask("show", seat=standing["seat"])["view"]
        if sum(view["counts"]) <= 16 and view["table"] is None:
            # Few cards are left: how would it go if everybody saw them?
            solution = client.ask("go", mode="solve", max_seconds=20)
            print(f"with open hands the {solution['winner']} would win: {' '.join(solution['line'][:6])} …")
            break
        action = client.ask("go", policy="greedy")["action"]
        print(f"seat {standing['seat']}: {action}")
        standing = client.ask("apply", action=action)
    try:
        client.ask("apply", action="wWwW")
    except RuntimeError as error:
        print(f"refused, as it should be: {error}")
    client.close()


if __name__ == "__main__":
    main()
