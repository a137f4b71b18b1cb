"""Play every seat of a game as PettingZoo agents."""

import numpy as np

from rondel.learn.pettingzoo import RawEnv

env, luck = RawEnv("finca", players=3), np.random.default_rng(1)
env.reset(seed=1)
while not any(env.terminations.values()):
    seen = env.observe(env.agent_selection)
    env.step(int(luck.choice(np.flatnonzero(seen["action_mask"]))))
print(env.rewards)
