"""Train one seat of a game with a Gymnasium environment."""

import numpy as np

from rondel.learn.gymnasium import SeatEnv

env = SeatEnv("finca", opponents=["random"], expanded=True, reward="margin")
seen, info = env.reset(seed=1)
luck, over, reward = np.random.default_rng(1), False, 0.0
while not over:
    action = luck.choice(np.flatnonzero(seen["action_mask"]))
    seen, reward, over, _, info = env.step(action)
print(f"seat {info['seat']} is paid {reward:+.2f}")
