"""Attograph in notebooks: attention on sequences and on graphs, with every number of a run and how it was computed."""

from importlib.metadata import version

from .model_attention import Attention, attention
from .errors import AttographError
from .figures import Figure, figure, trace
from .places import Place, exercise, lab, poll, scene
from .traces import Step, Trace

__version__ = version("attograph")

__all__ = [
    "AttographError",
    "Attention",
    "Figure",
    "Place",
    "Step",
    "Trace",
    "attention",
    "exercise",
    "figure",
    "lab",
    "poll",
    "scene",
    "trace",
]
