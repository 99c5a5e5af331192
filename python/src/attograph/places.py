"""Scenes, exercises, polls and labs of the course."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import traitlets

from . import catalog
from .errors import AttographError
from .graphs import Graph
from .inputs import named, plain, value_of
from .tensors import tensor
from .widget import Widget

DIFFICULTIES = ("easy", "medium", "hard")


class Place(Widget):
    """A scene, an exercise, a poll or a lab. ``answer`` is what the reader has last answered, ``shown`` what is shown."""

    _attributes = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    answer = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    def __init__(self, element: str, attributes: dict[str, Any], **looks: Any) -> None:
        super().__init__(_element=element, _attributes=attributes, **looks)

    def __repr__(self) -> str:
        what = ", ".join(repr(value) for value in self._attributes.values() if isinstance(value, str))
        return f"attograph.{self._element.removeprefix('attograph-')}({what})"


def scene(lesson: str, scene: str | None = None, *, answer: bool = False, bar: bool = False, **looks: Any) -> Place:
    """Return a scene of a unit; without a scene, the unit from its first page. ``bar`` has the way to the other scenes."""
    units = catalog.units()
    catalog.find("unit", lesson, list(units))
    if scene is not None:
        catalog.find("scene", scene, units[lesson])
    return Place("attograph-scene", {"lesson": lesson, "scene": scene, "answer": answer, "bar": bar}, **looks)


def exercise(
    exercise: str,
    inputs: Mapping[str, Any] | None = None,
    *,
    names: Mapping[str, Sequence[str]] | None = None,
    seed: int = 1,
    difficulty: str = "easy",
    **looks: Any,
) -> Place:
    """Return an exercise, which is marked while it is filled in.

    ``inputs`` stand in the place of drawn ones, in any form that ``trace`` takes; what is left out is drawn from ``seed``. ``names`` are the names of what
    these inputs count, by axis.
    """
    catalog.find("exercise", exercise, catalog.exercises())
    catalog.find("difficulty", difficulty, DIFFICULTIES)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**32:
        raise AttographError("wrong-type", f"`seed` must be a whole number from 0 to 2**32 - 1, but it is {seed!r}", name="seed")
    attributes: dict[str, Any] = {"exercise": exercise, "seed": str(seed), "difficulty": difficulty}
    own, labels = _own(exercise, inputs or {})
    if own:
        attributes["inputs"] = json.dumps(own)
        words = {axis: [str(word) for word in given] for axis, given in (names or labels).items()}
        attributes["names"] = json.dumps(words) if words else None
    return Place("attograph-exercise", attributes, **looks)


#: The gradient of the result, which is an input of an exercise on gradients and of no algorithm.
UPSTREAM = "upstream"


def _own(exercise: str, inputs: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Sequence[str]]]:
    """Return own inputs as plain data by their flat names, and the names that a graph has brought."""
    entry, known = catalog.own_inputs(exercise)
    rest = {name: value for name, value in inputs.items() if name != UPSTREAM}
    found = named(entry, rest) if entry else dict(rest)
    for name in [*found, *inputs.keys() & {UPSTREAM}]:
        catalog.find("input", name, known)
    values = {name: value_of(entry.by_name.get(name), name, value) for name, value in found.items()} if entry else {}
    if UPSTREAM in inputs:
        values[UPSTREAM] = tensor(UPSTREAM, inputs[UPSTREAM])
    labels = {"node": value.labels for value in values.values() if isinstance(value, Graph) and value.labels}
    return {name: _listed(plain(value)) for name, value in values.items()}, labels


def _listed(value: Any) -> Any:
    """Return a value with lists in the place of arrays."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {name: _listed(part) for name, part in value.items() if part is not None}
    return value


def poll(poll: str, **looks: Any) -> Place:
    """Return a poll of the lectures, with the evidence for each statement."""
    return Place("attograph-poll", {"poll": catalog.find("poll", poll, catalog.polls())}, **looks)


def lab(lab: str, *, state: str | None = None, **looks: Any) -> Place:
    """Return a lab, in the state that an address of the course names."""
    return Place(f"attograph-lab-{catalog.find('lab', lab, catalog.labs())}", {"state": state}, **looks)
