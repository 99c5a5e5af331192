"""What there is: algorithms with their inputs and steps, exercises, polls, units and labs. The build writes it from the catalog of the library."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from .engine import static
from .errors import unknown, wrong_type


@dataclass(frozen=True)
class Input:
    """An input of an algorithm. ``kind`` is tensor, graph, flag, choice, number or integer; ``index`` has a letter for each axis of a tensor."""

    name: str
    kind: str
    required: bool
    default: Any
    choices: Sequence[str]
    index: str | None
    axes: Sequence[str]
    learned: bool
    former: str | None

    @property
    def letters(self) -> list[str]:
        """The letters of each axis: two letters in brackets share one."""
        return [group or letter for group, letter in re.findall(r"\((\w+)\)|(\w)", self.index or "")]


@dataclass(frozen=True)
class Algorithm:
    """An algorithm of the catalog."""

    id: str
    title: str
    source: str
    inputs: tuple[Input, ...]
    steps: Sequence[dict[str, Any]]
    outputs: Sequence[dict[str, Any]]

    @cached_property
    def by_name(self) -> dict[str, Input]:
        """The inputs by their names."""
        return {one.name: one for one in self.inputs}

    @cached_property
    def axes(self) -> list[str]:
        """The names of all axes, those of graphs among them."""
        named = {axis: None for step in self.steps for axis in step["axes"]}
        return [*dict.fromkeys([*named, "node"])]


@cache
def _catalog() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(static("catalog.json"))
    return found


@cache
def algorithms() -> dict[str, Algorithm]:
    """Return every algorithm by its id."""
    entries = _catalog()["algorithms"]
    return {one["id"]: Algorithm(**{**one, "inputs": tuple(Input(**given) for given in one["inputs"])}) for one in entries}


def find(kind: str, given: object, known: Sequence[str]) -> str:
    """Return a name if it is known; raise an error with the likely ones if not."""
    if not isinstance(given, str):
        raise wrong_type(kind, "a name", given)
    if given not in known:
        raise unknown(kind, given, known)
    return given


def algorithm(given: object) -> Algorithm:
    """Return the algorithm with an id."""
    every = algorithms()
    return every[find("algorithm", given, list(every))]


def exercises() -> list[str]:
    """Return the ids of all exercises and derivations."""
    return list(_catalog()["exercises"])


def own_inputs(exercise: str) -> tuple[Algorithm | None, list[str]]:
    """Return the algorithm of an exercise, and the inputs that may be one's own; a derivation has neither."""
    found = _catalog()["exercises"][exercise]
    return found["algorithm"] and algorithm(found["algorithm"]), list(found["inputs"])


def polls() -> list[str]:
    """Return the ids of all polls."""
    return list(_catalog()["polls"])


def units() -> dict[str, list[str]]:
    """Return the ids of the scenes of each unit."""
    return {one["id"]: list(one["scenes"]) for one in _catalog()["units"]}


def labs() -> list[str]:
    """Return the ids of all labs."""
    return list(_catalog()["labs"])
