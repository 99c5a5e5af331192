"""The steps of one run, as the library computed them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .catalog import Algorithm
from .errors import unknown


@dataclass(frozen=True)
class Step:
    """A step of a run: a named tensor."""

    id: str
    axes: tuple[str, ...]
    value: NDArray[np.float64]


@dataclass(frozen=True)
class Trace(Mapping[str, NDArray[np.float64]]):
    """All steps of a run, in order: ``trace["gat.weights"]`` is an array, and ``trace.outputs["weights"]`` a result."""

    algorithm: str
    steps: tuple[Step, ...]
    outputs: Mapping[str, NDArray[np.float64]]
    #: What a reader of the results has to know, each with a stable ``code``.
    notices: tuple[Mapping[str, Any], ...] = field(default=())

    def __getitem__(self, step: str) -> NDArray[np.float64]:
        for one in self.steps:
            if one.id == step:
                return one.value
        raise unknown("step", step, list(self))

    def __iter__(self) -> Iterator[str]:
        return (step.id for step in self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __contains__(self, step: object) -> bool:
        return any(one.id == step for one in self.steps)

    def __repr__(self) -> str:
        lines = [f"  {one.id:<32} {' × '.join(map(str, one.value.shape)) or 'a number'}" for one in self.steps]
        return "\n".join([f"Trace of {self.algorithm}, {len(self.steps)} steps:", *lines])


def assembled(entry: Algorithm, crossed: Mapping[str, Any]) -> Trace:
    """Return a run as a trace."""
    import re

    declared = {step["id"]: tuple(step["axes"]) for step in entry.steps}
    steps = []
    for one in crossed["steps"]:
        value = np.asarray(one["data"], dtype=float).reshape([int(length) for length in one["shape"]])
        value.flags.writeable = False
        steps.append(Step(one["id"], declared[re.sub(r"\[\d+\]", "[]", one["id"])], value))
    outputs = {one["name"]: steps[int(one["step"])].value for one in crossed["outputs"]}
    return Trace(entry.id, tuple(steps), outputs, tuple(crossed["notices"]))
