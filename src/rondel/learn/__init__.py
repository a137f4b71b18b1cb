"""Reinforcement learning environments: PettingZoo, Gymnasium, OpenSpiel, vectorized tables."""
