"""Train TorchRL's PPO for a seat against a bot, unmodified."""

import argparse

import gymnasium
import torch
from tensordict.nn import ProbabilisticTensorDictModule, ProbabilisticTensorDictSequential
from tensordict.nn import TensorDictModule as Module
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import rondel.learn.gymnasium  # noqa: F401

ROUND, BATCH, EPOCHS = 512, 128, 6
"""Steps between two rounds of learning, steps per gradient, and passes over the steps."""


def table(game: str, opponent: str) -> TransformedEnv:
    """Return a seat as a TorchRL environment with the mask beside the observation."""
    seat = gymnasium.make(
        "Rondel-v0", game=game, opponents=[opponent], expanded=True, reward="margin"
    )
    env = TransformedEnv(GymWrapper(seat, categorical_action_encoding=True))
    env.append_transform(DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))
    env.append_transform(ActionMask())
    return env


def share_won(policy: nn.Module, env: TransformedEnv, games: int) -> float:
    """Return the share of games won, a shared victory counting half; illegal actions fail."""
    won = 0.0
    for seed in range(games):
        env.set_seed(seed)
        with torch.no_grad(), set_exploration_type(ExplorationType.DETERMINISTIC):
            played = env.rollout(10_000, policy)
        possible = played["action_mask"].gather(-1, played["action"].unsqueeze(-1))
        assert bool(possible.all())
        won += (1 + float(played["next", "reward"][-1].sign())) / 2
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
    torch.manual_seed(1)
    env = table(asked.game, asked.opponent)
    seen, actions = env.observation_spec["observation"].shape[-1], env.action_spec.n
    judge = nn.Sequential(nn.Linear(seen, 64), nn.Tanh(), nn.Linear(64, actions))
    policy = ProbabilisticTensorDictSequential(
        Module(judge, ["observation"], ["logits"]),
        ProbabilisticTensorDictModule(
            {"logits": "logits", "mask": "action_mask"}, ["action"],
            distribution_class=MaskedCategorical, return_log_prob=True,
        ),
    )  # fmt: skip
    value = ValueOperator(nn.Sequential(nn.Linear(seen, 64), nn.Tanh(), nn.Linear(64, 1)))
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=value)
    loss = ClipPPOLoss(policy, value, entropy_coeff=0.0, normalize_advantage=True)
    optimiser = torch.optim.Adam(loss.parameters(), 3e-4)
    print(f"before: won {share_won(policy, env, asked.games):.0%}")
    collector = Collector(
        env, policy, frames_per_batch=ROUND, total_frames=asked.steps,
        auto_register_policy_transforms=False,
    )  # fmt: skip
    made = 0
    for lived in collector:
        made += lived.numel()
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantage(lived)
            order = torch.randperm(len(lived))
            for first in range(0, len(lived), BATCH):
                losses = loss(lived[order[first : first + BATCH]])
                optimiser.zero_grad()
                sum(losses[name] for name in ("loss_objective", "loss_critic")).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimiser.step()
    print(f"after {made} steps: won {share_won(policy, env, asked.games):.0%}")


if __name__ == "__main__":
    main()
