"""A figure: a step of a run, with the arithmetic of each number, for one's own inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import json
import numpy as np
import traitlets
from numpy.typing import NDArray

from . import catalog
from .engine import engine, static
from .errors import AttographError, unknown, wrong_type
from .graphs import Graph
from .inputs import Value, completed, given, named, plain, unpacked, value_of, wire
from .tensors import Converted
from .traces import Trace, assembled
from .widget import Widget

CONTROLS = ("none", "player", "inputs", "all")

#: The axes along which things stand that have names of their own; all others are features, heads and the like.
THINGS = ("token", "query", "key", "position", "node", "source", "target", "row")

#: What a run may take: two seconds as in the page, and 256 MB.
LIMIT = (2.0, 256e6)


@cache
def _examples() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(static("examples.json"))
    return found


def resolved(
    entry: catalog.Algorithm, inputs: Mapping[str, Any], seed: int
) -> tuple[dict[str, Value], list[str]]:
    """Return inputs as values of the library, and the names of those that were drawn. Without any input, those of the example."""
    asked = named(entry, inputs)
    if not asked:
        asked = _examples().get(entry.id, {})
    values = {name: value_of(entry.by_name.get(name), name, value) for name, value in asked.items()}
    return completed(entry, values, seed)


def run(entry: catalog.Algorithm, values: Mapping[str, Value]) -> Trace:
    """Run an algorithm in this process."""
    return assembled(entry, engine().trace(entry.id, given(values), *LIMIT))


def trace(algorithm: str, inputs: Mapping[str, Any] | None = None, *, seed: int = 1, **more: Any) -> Trace:
    """Return all steps of a run, computed by the library of the figures in this process.

    Learned inputs that are left out are drawn from ``seed``. Without any input, the run is that of the algorithm's example.
    """
    entry = catalog.algorithm(algorithm)
    values, _ = resolved(entry, {**(inputs or {}), **more}, seed)
    return run(entry, values)


class Figure(Widget):
    """A step of an algorithm, with the arithmetic of each number.

    ``step``, ``cell`` and ``inputs`` are traits: they follow what the reader does, and may be set. ``value`` is the tensor of the step, ``trace`` has all.
    """

    algorithm = traitlets.Unicode(read_only=True).tag(sync=True)
    #: The id of the step that is shown; None until the page has chosen one.
    step = traitlets.Unicode(allow_none=True, default_value=None).tag(sync=True)
    #: The cell whose arithmetic is open; None for none.
    cell = traitlets.Tuple(allow_none=True, default_value=None).tag(sync=True)
    #: ``table``, ``graph``, or the kind of a picture; None for the best that there is.
    picture = traitlets.Unicode(allow_none=True, default_value=None).tag(sync=True)
    #: ``none``, ``player``, ``inputs`` or ``all``.
    controls = traitlets.Unicode("player").tag(sync=True)
    #: Names of positions by axis.
    names = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    #: All inputs of the run by their names, with what the reader has changed.
    inputs = traitlets.Dict()
    _inputs = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    _edits = traitlets.Dict().tag(sync=True)
    _is_told = False

    def __init__(self, algorithm: str, inputs: Mapping[str, Any], names: Any, seed: int, **traits: Any) -> None:
        self._entry = catalog.algorithm(algorithm)
        self._seed = seed
        self._resolve(inputs)
        own = self._names(names) if inputs or names is not None else None
        self.set_trait("algorithm", algorithm)
        shown = wire(self._entry, self._values) if inputs else None
        super().__init__(_element="attograph-figure", names=own, _inputs=shown, **traits)
        self.set_trait("inputs", self._plain())
        self.observe(self._edited, "_edits")
        self.observe(self._replaced, "inputs")

    def _resolve(self, inputs: Mapping[str, Any]) -> None:
        values, drawn = resolved(self._entry, inputs, self._seed)
        # What the library refuses is refused here, before anything is sent.
        self._trace: Trace | None = run(self._entry, values)
        self._values = self._base = values
        #: The learned inputs that were left out, and drawn.
        self.drawn = tuple(drawn)

    def _plain(self) -> dict[str, Any]:
        return {name: plain(value) for name, value in self._values.items()}

    def _names(self, asked: Any) -> dict[str, list[str]]:
        if isinstance(asked, Mapping):
            for axis in asked:
                catalog.find("axis", axis, self._entry.axes)
            return {axis: [str(word) for word in words] for axis, words in asked.items()}
        labels = [value.labels for value in self._values.values() if isinstance(value, Graph) and value.labels]
        words = list(labels[0]) if asked is None and labels else asked
        if words is None:
            return {}
        if isinstance(words, str) or not isinstance(words, Sequence):
            raise wrong_type("names", "a list of words, or lists of words by axis", words)
        return {axis: [str(word) for word in words] for axis in self._entry.axes if axis in THINGS}

    @property
    def conversions(self) -> dict[str, str]:
        """The inputs that were converted to float64, and from which type: each number is the same."""
        every = self._values.items()
        return {name: one.origin for name, one in every if isinstance(one, Converted) and one.origin is not None}

    @property
    def trace(self) -> Trace:
        """All steps of the run for the inputs as they are now, computed by the same library in this process."""
        if self._trace is None:
            self._trace = run(self._entry, self._values)
        return self._trace

    @property
    def value(self) -> NDArray[np.float64]:
        """The tensor of the step that is shown."""
        return self.trace[self.step] if self.step is not None else self.trace.steps[-1].value

    @property
    def number(self) -> float | None:
        """The number of the cell that is chosen; None where none is."""
        return None if self.cell is None else float(self.value[self.cell])

    def _edited(self, change: Any) -> None:
        values = dict(self._base)
        for name, edit in change["new"].items():
            if edit is None:
                values.pop(name, None)
            else:
                values[name] = value_of(self._entry.by_name.get(name), name, unpacked(edit))
        self._values, self._trace = values, None
        self.unobserve(self._replaced, "inputs")
        self.inputs = self._plain()
        self.observe(self._replaced, "inputs")

    def _replaced(self, change: Any) -> None:
        before = change["old"]
        try:
            self._resolve(change["new"])
        except AttographError:
            self.unobserve(self._replaced, "inputs")
            self.inputs = before
            self.observe(self._replaced, "inputs")
            raise
        self._inputs = wire(self._entry, self._values)

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> Any:
        step = proposal["value"]
        if step is not None and step not in self.trace:
            raise unknown("step", str(step), list(self.trace))
        return step

    @traitlets.validate("cell")
    def _check_cell(self, proposal: Any) -> Any:
        cell = proposal["value"]
        if cell is None or self.step is None:
            return cell
        shape = self.trace[self.step].shape
        fits = len(cell) == len(shape) and all(
            isinstance(at, (int, np.integer)) and 0 <= at < length for at, length in zip(cell, shape, strict=True)
        )
        if not fits:
            message = f"the step `{self.step}` has the shape {shape}, and no cell {tuple(cell)}"
            raise AttographError("index-out-of-bounds", message, step=self.step, index=tuple(cell), shape=shape)
        return tuple(int(at) for at in cell)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take traits from the page, which says itself what became of the cell."""
        self._is_told = True
        try:
            super().set_state(sync_data)
        finally:
            self._is_told = False

    @traitlets.observe("step")
    def _forget_cell(self, _: Any) -> None:
        if not self._is_told:
            self.cell = None

    @traitlets.validate("controls")
    def _check_controls(self, proposal: Any) -> Any:
        return catalog.find("controls", proposal["value"], CONTROLS)

    def __repr__(self) -> str:
        step = f", step={self.step!r}" if self.step else ""
        return f"attograph.figure({self.algorithm!r}{step})"


def figure(
    algorithm: str,
    inputs: Mapping[str, Any] | None = None,
    *,
    step: str | None = None,
    cell: Sequence[int] | None = None,
    picture: str | None = None,
    controls: str = "player",
    names: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
    seed: int = 1,
    language: str | None = "en",
    theme: str | None = None,
    zoom: float = 1.0,
    **more: Any,
) -> Figure:
    """Return a figure of an algorithm for these inputs; without any, for those of its example.

    Inputs have the names of the catalog, also in snake case: ``figure("gat-layer", graph=G, x=X, attention_source=a)``; whatever is named like an option
    of the figure goes into ``inputs``. Arrays of NumPy, tensors of PyTorch, graphs of NetworkX, node-link data and lists are taken. Learned inputs that are left
    out are drawn from ``seed``. Raises :class:`AttographError` for whatever cannot be used.
    """
    every = {**(inputs or {}), **more}
    looks = {"picture": picture, "controls": controls, "language": language, "theme": theme, "zoom": zoom}
    made = Figure(algorithm, every, names, seed, **looks)
    made.step = step
    made.cell = None if cell is None else tuple(cell)
    return made
