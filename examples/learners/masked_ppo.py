"""Train sb3-contrib's MaskablePPO for a seat against a bot, unmodified."""

import argparse

import gymnasium
import torch
from sb3_contrib import MaskablePPO

import rondel.learn.gymnasium  # noqa: F401


def share_won(model: MaskablePPO, env: gymnasium.Env, games: int) -> float:
    """Return the share of games won, a shared victory counting half; illegal actions fail."""
    won = 0.0
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            masks = seen["action_mask"]
            action, _ = model.predict(seen, action_masks=masks, deterministic=True)
            seen, paid, over, _, info = env.step(action)
            reward = float(paid)
            assert "illegal" not in info
        won += (1 + (reward > 0) - (reward < 0)) / 2
    return won / games


def main() -> None:
    """Train, and print the share of games won before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="finca")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    env = gymnasium.make(
        "Rondel-v0", game=asked.game, opponents=[asked.opponent], expanded=True, reward="margin"
    )
    model = MaskablePPO("MultiInputPolicy", env, n_steps=512, batch_size=128, seed=1, device="cpu")
    print(f"before: won {share_won(model, env, asked.games):.0%}")
    model.learn(asked.steps)
    print(f"after {model.num_timesteps} steps: won {share_won(model, env, asked.games):.0%}")
    env.close()


if __name__ == "__main__":
    main()
