"""The game as environments for reinforcement learning; see `docs/research.md`.

This module needs NumPy and Numba. `rufen.environments.aec` (PettingZoo), `rufen.environments.single`
(Gymnasium) and `rufen.environments.spiel` (OpenSpiel) need what the extra `research` brings.
"""

from rufen.environments.description import describe, describe_view
from rufen.environments.layout import LAYOUT, WIDTH, Range
from rufen.environments.observation import observation_of
from rufen.environments.setup import ILLEGAL_REWARD, Setup, SetupError
from rufen.environments.vector import NotLegal, VectorEnvironment

__all__ = [
    "ILLEGAL_REWARD",
    "LAYOUT",
    "WIDTH",
    "NotLegal",
    "Range",
    "Setup",
    "SetupError",
    "VectorEnvironment",
    "describe",
    "describe_view",
    "observation_of",
]
