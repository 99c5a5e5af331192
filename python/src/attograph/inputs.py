"""The inputs of a run: named as the catalog names them, complete, and of the types that the library takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from .catalog import Algorithm, Input
from .engine import engine
from .errors import unknown, wrong_type
from .graphs import Graph, graph
from .tensors import Converted, tensor

#: The inputs that every algorithm has beside its own.
POLICIES = ("emptyRow", "nonFinite")

#: A value as the library takes it.
Value = Converted | Graph | bool | str | int | float

#: Learned inputs that are left out are drawn from here, with two decimals.
DRAWN = (-1, 1)


def _camel(name: str) -> str:
    """Return ``w_query`` as ``wQuery``."""
    return re.sub(r"_([a-z0-9])", lambda found: found[1].upper(), name)


def named(entry: Algorithm, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return inputs by the names of the catalog: groups become names with dots, and former names the present ones. Whatever is None is left out."""
    known = {one.name: one.name for one in entry.inputs} | {policy: policy for policy in POLICIES}
    formers = {one.former: one.name for one in entry.inputs if one.former is not None}
    found: dict[str, Any] = {}

    def visit(values: Mapping[str, Any], prefix: str) -> None:
        for key, value in values.items():
            name = prefix + _camel(str(key))
            present = known.get(name) or formers.get(name)
            if present is not None:
                if value is not None:
                    found[present] = value
            elif isinstance(value, Mapping) and any(one.startswith(f"{name}.") for one in known):
                visit(value, f"{name}.")
            else:
                raise unknown("input", name, known)

    visit(given, "")
    return found


def value_of(declared: Input | None, name: str, value: Any) -> Value:
    """Return a value as the kind of its input needs it."""
    kind = declared.kind if declared else "choice"
    if kind == "tensor":
        return tensor(name, value)
    if kind == "graph":
        return graph(name, value)
    if kind == "flag":
        if not isinstance(value, (bool, np.bool_)):
            raise wrong_type(name, "True or False", value)
        return bool(value)
    if kind == "choice":
        if not isinstance(value, str):
            raise wrong_type(name, "a word", value)
        if declared and declared.choices and value not in declared.choices:
            raise unknown("choice", value, declared.choices)
        return value
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise wrong_type(name, "a whole number" if kind == "integer" else "a number", value)
    return int(value) if isinstance(value, (int, np.integer)) else float(value)


def _sizes(entry: Algorithm, values: Mapping[str, Value]) -> dict[str, int]:
    """Return the length of each letter that the given inputs fix."""
    sizes: dict[str, int] = {}
    for declared in entry.inputs:
        value = values.get(declared.name)
        if isinstance(value, Converted) and len(declared.letters) == value.array.ndim:
            for letters, length in zip(declared.letters, value.array.shape, strict=True):
                if len(letters) == 1:
                    sizes.setdefault(letters, length)
        if declared.name == "heads":
            sizes.setdefault("h", int(value if isinstance(value, int) else declared.default or 1))
    # What two letters share: the one that is known leaves the other.
    for declared in entry.inputs:
        value = values.get(declared.name)
        if not isinstance(value, Converted):
            continue
        for letters, length in zip(declared.letters, value.array.shape, strict=False):
            free = [letter for letter in letters if letter not in sizes]
            if len(free) == 1:
                rest = int(np.prod([sizes[letter] for letter in letters if letter in sizes]))
                sizes[free[0]] = max(1, length // max(1, rest))
    return sizes


#: The length of an axis that no given input fixes, such as the width of a head.
FREE = 2


def completed(entry: Algorithm, values: dict[str, Value], seed: int) -> tuple[dict[str, Value], list[str]]:
    """Return the inputs with the learned ones that are left out, drawn from a seed; and the names of those."""
    missing = [one for one in entry.inputs if one.required and one.learned and one.name not in values]
    if not missing:
        return values, []
    sizes = _sizes(entry, values)
    drawn = dict(values)
    for place, declared in enumerate(entry.inputs):
        if declared not in missing:
            continue
        shape = [int(np.prod([sizes.setdefault(letter, FREE) for letter in letters])) for letters in declared.letters]
        numbers = engine().random(shape, seed * 64 + place, *DRAWN)
        drawn[declared.name] = tensor(declared.name, numbers.reshape(shape))
    return drawn, [one.name for one in missing]


def given(values: Mapping[str, Value]) -> list[dict[str, Any]]:
    """Return inputs as they cross into the library."""
    crossed: list[dict[str, Any]] = []
    for name, value in values.items():
        if isinstance(value, Converted):
            one = {"kind": "tensor", "shape": value.array.shape, "data": value.array.reshape(-1)}
        elif isinstance(value, Graph):
            edges = {"shape": value.edges.shape, "data": value.edges.reshape(-1)}
            one = {"kind": "graph", "nodes": value.nodes, **edges, "directed": value.directed, "weights": value.weights}
        elif isinstance(value, bool):
            one = {"kind": "flag", "flag": value}
        elif isinstance(value, str):
            one = {"kind": "word", "word": value}
        else:
            one = {"kind": "number", "number": float(value)}
        crossed.append({"name": name, **one})
    return crossed


def packed(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Return an array as it crosses into the page: its bytes, without any rounding."""
    return {"shape": list(array.shape), "data": np.ascontiguousarray(array, dtype="<f8").tobytes()}


def wire(entry: Algorithm, values: Mapping[str, Value]) -> dict[str, Any]:
    """Return inputs as they cross into the page. Those that were left out are None there, so that the example's do not stand in their place."""
    crossed: dict[str, Any] = {one.name: None for one in entry.inputs}
    for name, value in values.items():
        if isinstance(value, Converted):
            crossed[name] = packed(value.array)
        elif isinstance(value, Graph):
            weights = None if value.weights is None else [float(weight) for weight in value.weights]
            pairs = [[int(end) for end in edge] for edge in value.edges]
            crossed[name] = {"nodes": value.nodes, "edges": pairs, "directed": value.directed, "weights": weights}
        else:
            crossed[name] = value
    return crossed


def unpacked(value: Any) -> Any:
    """Return a value that came from the page: a tensor as an array, a graph by its fields."""
    if isinstance(value, Mapping) and "data" in value:
        numbers = np.frombuffer(bytes(value["data"]), dtype="<f8").astype(float)
        return numbers.reshape([int(length) for length in value["shape"]])
    return value


def plain(value: Value) -> Any:
    """Return a value as a person reads it."""
    if isinstance(value, Converted):
        return value.array
    if isinstance(value, Graph):
        edges = [(int(source), int(target)) for source, target in value.edges]
        return {"nodes": value.nodes, "edges": edges, "directed": value.directed, "weights": value.weights}
    return value

