from typing import Any

MCTSBot: Any
RandomRolloutEvaluator: Any
