"""Graphs of NetworkX, of PyTorch Geometric, as node-link data or as lists, with the labels of their nodes."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import AttographError, described, missing, unknown, wrong_type
from .tensors import tensor

EXPECTED = "a graph: one of NetworkX, node-link data, {nodes, edges, directed, weights}, or a list of edges"
FIELDS = ("nodes", "edges", "directed", "weights")


@dataclass(frozen=True)
class Graph:
    """A graph as the library takes it. Its nodes are numbered from 0, in the order of ``labels``."""

    nodes: int
    edges: NDArray[np.float64]
    directed: bool
    weights: NDArray[np.float64] | None
    labels: tuple[str, ...] | None = None


def _edges_of(name: str, value: object) -> NDArray[np.float64]:
    pairs = tensor(name, value).array
    if pairs.size == 0:
        return np.zeros((0, 2))
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        found = tuple(pairs.shape)
        message = f"`{name}` must be pairs of source and target, of shape (edges, 2), but it has the shape {found}"
        raise AttographError("wrong-type", message, name=name, expected="(edges, 2)", found=found)
    return pairs


def _labeled(
    name: str,
    nodes: Iterable[Hashable],
    edges: Iterable[tuple[Hashable, Hashable, Mapping[str, Any]]],
    directed: bool,
    words: Mapping[Hashable, str] | None = None,
) -> Graph:
    order = {node: place for place, node in enumerate(nodes)}
    pairs, weights = [], []
    for source, target, data in edges:
        for end in (source, target):
            if end not in order:
                raise AttographError("unknown-node", f"`{name}` has an edge to {end!r}, which is no node", name=name, node=end)
        pairs.append((order[source], order[target]))
        weights.append(data.get("weight"))
    have = [weight is not None for weight in weights]
    if any(have) and not all(have):
        source, target = pairs[have.index(False)]
        known = list(order)
        where = f"({known[source]!r}, {known[target]!r})"
        message = f"`{name}` has weights, but the edge {where} has none; give every edge a weight, or none"
        raise AttographError("missing-input", message, name=f"{name}.weights", edge=(known[source], known[target]))
    labels = tuple((words or {}).get(node, str(node)) for node in order)
    return Graph(
        nodes=len(order),
        edges=_edges_of(f"{name}.edges", pairs),
        directed=directed,
        weights=tensor(f"{name}.weights", weights).array if all(have) and weights else None,
        labels=labels,
    )


def _node_link(name: str, value: Mapping[str, Any]) -> Graph:
    links = value.get("edges", value.get("links"))
    ids = [node.get("id") if isinstance(node, Mapping) else node for node in value["nodes"]]
    if links is None:
        raise missing(f"{name}.edges")
    if value.get("multigraph"):
        raise _multigraph(name, value)
    ends = [(one["source"], one["target"], one) for one in links]
    words = {node["id"]: str(node["name"]) for node in value["nodes"] if isinstance(node, Mapping) and "name" in node}
    return _labeled(name, ids, ends, bool(value.get("directed", False)), words)


def _multigraph(name: str, value: object) -> AttographError:
    message = f"`{name}` has several edges between two nodes, which no algorithm takes; networkx.Graph(g) joins them"
    return AttographError("multigraph", message, name=name, found=described(value))


def _plain(name: str, value: Mapping[str, Any]) -> Graph:
    for field in value:
        if field not in FIELDS:
            raise unknown("input", f"{name}.{field}", [f"{name}.{known}" for known in FIELDS])
    for field in ("nodes", "edges"):
        if value.get(field) is None:
            raise missing(f"{name}.{field}")
    directed = value.get("directed") or False
    if not isinstance(directed, bool):
        raise wrong_type(f"{name}.directed", "True or False", directed)
    weights = value.get("weights")
    return Graph(
        nodes=_count(f"{name}.nodes", value["nodes"]),
        edges=_edges_of(f"{name}.edges", value["edges"]),
        directed=directed,
        weights=None if weights is None else tensor(f"{name}.weights", weights).array.reshape(-1),
    )


def _count(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
        raise wrong_type(name, "a whole number of nodes", value)
    return int(value)


def _geometric(name: str, value: Any) -> Graph:
    """Return a graph of PyTorch Geometric, which lists both directions of an undirected edge."""
    pairs = tensor(f"{name}.edge_index", value.edge_index).array.T
    own = getattr(value, "edge_weight", None)
    weights = None if own is None else tensor(f"{name}.edge_weight", own).array
    return Graph(int(value.num_nodes), _edges_of(name, np.ascontiguousarray(pairs)), True, weights)


def graph(name: str, value: object) -> Graph:
    """Return a graph of any kind as the library takes it."""
    if isinstance(value, Graph):
        return value
    networkx = sys.modules.get("networkx")
    if networkx is not None and isinstance(value, networkx.Graph):
        if value.is_multigraph():
            raise _multigraph(name, value)
        return _labeled(name, value.nodes, value.edges(data=True), value.is_directed())
    if hasattr(value, "edge_index"):
        return _geometric(name, value)
    if isinstance(value, Mapping):
        is_list = isinstance(value.get("nodes"), Sequence)
        return _node_link(name, value) if is_list else _plain(name, value)
    if isinstance(value, (list, tuple, np.ndarray)):
        edges = _edges_of(name, value)
        return Graph(int(edges.max(initial=-1)) + 1, edges, False, None)
    raise wrong_type(name, EXPECTED, value)
