"""A deal of any game played at random through PettingZoo, by masks alone.

    python examples/pettingzoo_random.py shengji --seed 7

Needs `pip install 'pokerfast[envs]'`.
"""

from __future__ import annotations

import argparse

from pokerfast.envs import pettingzoo


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="doudizhu")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    env = pettingzoo.env(arguments.game, start="play", render_mode="ansi")
    env.reset(seed=arguments.seed)
    for place, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(arguments.seed + place)
    steps = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            print(f"{agent}: {reward:+g}")
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
    print(f"{steps} ids given")
    print(env.render())


if __name__ == "__main__":
    main()
