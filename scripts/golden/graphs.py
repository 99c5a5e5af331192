"""Networks on graphs, by PyTorch Geometric where it has the layer."""

import math
from collections import deque

import torch
from torch.func import functional_call
from torch.nn import Linear, Sequential
from torch.nn import functional as F
from torch.nn.modules import activation as activations
from torch_geometric import nn
from torch_geometric.utils import add_remaining_self_loops, degree

from attention import affine, attend, heads_of, side_by_side, softmax


class Graph:
    """Messages from sources to targets: an undirected edge carries both ways, a loop once."""

    def __init__(self, nodes, edges, directed=False, weights=None):
        weights = [1.0] * len(edges) if weights is None else weights
        self.nodes, self.edges, messages = nodes, [], []
        for number, ((source, target), weight) in enumerate(zip(edges, weights)):
            messages.append((source, target, weight, number))
            if not directed and source != target:
                messages.append((target, source, weight, number))
        self.messages = messages

    def turned(self, direction):
        """Messages against the edges, if asked."""
        if direction == "source-to-target":
            return self
        graph = Graph(self.nodes, [])
        graph.messages = [(target, source, *rest) for source, target, *rest in self.messages]
        return graph

    @property
    def index(self):
        return torch.tensor([[message[end] for message in self.messages] for end in (0, 1)], dtype=torch.long)

    @property
    def once(self):
        """The messages of attention, in which an edge that is listed twice counts once."""
        return (self.adjacency(False) > 0).T.nonzero().T

    @property
    def weights(self):
        return torch.tensor([weight for _, _, weight, _ in self.messages])

    def adjacency(self, weighted=True):
        """[target, source]: the sum of the weights, or their number."""
        found = torch.zeros(self.nodes, self.nodes)
        for source, target, weight, _ in self.messages:
            found[target, source] += weight if weighted else 1.0
        return found

    def missing_loops(self):
        """1 on the diagonal of a node that sends itself nothing."""
        return torch.diag((self.adjacency(False).diagonal() == 0).double())

    def neighborhood(self, loops):
        """Who hears whom."""
        found = self.adjacency(False) > 0
        return found | torch.eye(self.nodes, dtype=torch.bool) if loops else found

    def paths(self, start):
        """By breadth-first search, the edges of a shortest path to each node that is reached."""
        found, waiting = {start: []}, deque([start])
        while waiting:
            node = waiting.popleft()
            for source, target, _, edge in self.messages:
                if source == node and target not in found:
                    found[target] = [*found[node], edge]
                    waiting.append(target)
        return found


def activated(x, name):
    plain = {"none": lambda x: x, "sigmoid": torch.sigmoid, "tanh": torch.tanh}
    return plain[name](x) if name in plain else getattr(F, name)(x)


def or_zeros(bias, *shape):
    return torch.zeros(*shape) if bias is None else bias


def normalized(graph, selfLoops=True, loopRule="where-missing", degree="in", normalization="symmetric",
               direction="source-to-target"):  # fmt: skip
    """Kipf & Welling 2017, eq. (2), with its variants."""
    graph = graph.turned(direction)
    adjacency = graph.adjacency()
    if selfLoops:
        adjacency = adjacency + (torch.eye(graph.nodes) if loopRule == "add" else graph.missing_loops())
    degrees = adjacency.sum(1 if degree == "in" else 0)

    def power(exponent):
        return torch.where(degrees == 0, 0.0, degrees**exponent)

    left = {"symmetric": power(-0.5), "row": power(-1.0), "column": torch.ones(graph.nodes)}[normalization]
    right = {"symmetric": power(-0.5), "row": torch.ones(graph.nodes), "column": power(-1.0)}[normalization]
    return left[:, None] * adjacency * right, degrees


def gcn_layer(graph, x, w, b=None, activation="none", **options):
    loops = options.get("selfLoops", True)
    if set(options) <= {"selfLoops"}:
        layer = nn.GCNConv(*w.shape, add_self_loops=loops)
        parameters = {"lin.weight": w.T, "bias": or_zeros(b, w.shape[1])}
        output = functional_call(layer, parameters, (x, graph.index, graph.weights))
    else:
        output = normalized(graph, **options)[0] @ x @ w + (0 if b is None else b)
    return {"output": activated(output, activation)}


def gcn_network(graph, x, w, b=None, next=None, activation="relu", selfLoops=True):
    further = next or {}
    layers = [(w, b)]
    for number, more in enumerate(further.get("w", [])):
        layers.append((more, further["b"][number] if "b" in further else None))
    for number, (w, b) in enumerate(layers):
        x = activated(x, activation) if number else x
        x = gcn_layer(graph, x, w, b, selfLoops=selfLoops)["output"]
    return {"output": x}


def message_passing_layer(graph, x, wNeighbor, wSelf=None, b=None, aggregation="sum", activation="none",
                          direction="source-to-target"):  # fmt: skip
    graph = graph.turned(direction)
    layer = nn.GraphConv(*wNeighbor.shape, aggr="add" if aggregation == "sum" else aggregation)
    parameters = {
        "lin_rel.weight": wNeighbor.T,
        "lin_rel.bias": or_zeros(b, wNeighbor.shape[1]),
        "lin_root.weight": or_zeros(None if wSelf is None else wSelf.T, *wNeighbor.T.shape),
    }
    output = functional_call(layer, parameters, (x, graph.index, graph.weights))
    return {"output": activated(output, activation)}


def mean_aggregation_layer(graph, x, wNeighbor, wSelf=None, b=None, activation="none", direction="source-to-target"):
    graph = graph.turned(direction)
    layer = nn.SAGEConv(*wNeighbor.shape, aggr="mean")
    parameters = {
        "lin_l.weight": wNeighbor.T,
        "lin_l.bias": or_zeros(b, wNeighbor.shape[1]),
        "lin_r.weight": or_zeros(None if wSelf is None else wSelf.T, *wNeighbor.T.shape),
    }
    return {"output": activated(functional_call(layer, parameters, (x, graph.index)), activation)}


def graph_isomorphism_layer(graph, x, w1, w2, b1=None, b2=None, epsilon=0.0, activation="relu"):
    bend = activations.GELU() if activation == "gelu" else activations.ReLU()
    layer = nn.GINConv(Sequential(Linear(*w1.shape), bend, Linear(*w2.shape)), eps=epsilon)
    parameters = {
        "nn.0.weight": w1.T,
        "nn.0.bias": or_zeros(b1, w1.shape[1]),
        "nn.2.weight": w2.T,
        "nn.2.bias": or_zeros(b2, w2.shape[1]),
    }
    return {"output": functional_call(layer, parameters, (x, graph.index))}


def gaussian_mixture_layer(graph, x, mu, sigma, wNeighbor, wSelf=None, b=None, activation="none"):
    kernels, features, width = wNeighbor.shape
    arrivals = degree(graph.index[1], graph.nodes, dtype=torch.float64)
    root = torch.where(arrivals == 0, 0.0, arrivals**-0.5)
    layer = nn.GMMConv(features, width, dim=2, kernel_size=kernels, aggr="add")
    parameters = {
        "g": wNeighbor.permute(1, 0, 2).reshape(features, kernels * width),
        "mu": mu,
        "sigma": sigma,
        "root.weight": or_zeros(None if wSelf is None else wSelf.T, width, features),
        "bias": or_zeros(b, width),
    }
    output = functional_call(layer, parameters, (x, graph.index, root[graph.index].T))
    return {"output": activated(output, activation)}


def graph_readout(x, aggregation="sum"):
    pool = {"sum": nn.global_add_pool, "mean": nn.global_mean_pool, "max": nn.global_max_pool}[aggregation]
    return {"output": pool(x, torch.zeros(len(x), dtype=torch.long))[0]}


def personalized_pagerank_propagation(graph, x, alpha=0.1, steps=10, selfLoops=True):
    return {"output": nn.APPNP(K=steps, alpha=alpha, add_self_loops=selfLoops)(x, graph.index, graph.weights)}


def over_smoothing(graph, x, layers=16, selfLoops=True):
    """Li et al. 2018, theorem 1; Cai & Wang 2020, definition 3.1."""
    adjacency, degrees = normalized(graph, selfLoops)
    direction, cosines, energies = degrees.sqrt()[:, None], [], []
    for _ in range(layers + 1):
        cosines.append(F.cosine_similarity(x, direction, dim=0, eps=0))
        energies.append(torch.trace(x.T @ (x - adjacency @ x)))
        x = adjacency @ x
    return {"cosines": torch.stack(cosines), "energies": torch.stack(energies)}


def attention_diffusion(attention, x, alpha=0.15, steps=6):
    """Wang et al. 2021: the steps, and where they lead."""
    state = x
    for _ in range(steps):
        state = (1 - alpha) * attention @ state + alpha * x
    system = torch.eye(len(x)) - (1 - alpha) * attention
    return {"output": state, "limit": alpha * torch.linalg.solve(system, x)}


def gat_options(heads, combine, negativeSlope, selfLoops):
    return {"heads": heads, "concat": combine == "concat", "negative_slope": negativeSlope,
            "add_self_loops": selfLoops}  # fmt: skip


def gat_layer(graph, x, w, attentionSource, attentionTarget, b=None, heads=1, combine="concat", selfLoops=True,
              direction="source-to-target", negativeSlope=0.2, activation="none"):  # fmt: skip
    size = attentionSource.shape[1]
    layer = nn.GATConv(len(w), size, **gat_options(heads, combine, negativeSlope, selfLoops))
    parameters = {
        "att_src": attentionSource[None],
        "att_dst": attentionTarget[None],
        "lin.weight": w.T,
        "bias": or_zeros(b, heads * size if combine == "concat" else size),
    }
    output = functional_call(layer, parameters, (x, graph.turned(direction).once))
    return {"output": activated(output, activation)}


def gatv2_layer(graph, x, wSource, wTarget, attention, bSource=None, bTarget=None, b=None, heads=1,
                combine="concat", selfLoops=True, direction="source-to-target", negativeSlope=0.2,
                activation="none"):  # fmt: skip
    size = attention.shape[1]
    layer = nn.GATv2Conv(len(wSource), size, **gat_options(heads, combine, negativeSlope, selfLoops))
    parameters = {
        "att": attention[None],
        "lin_l.weight": wSource.T,
        "lin_l.bias": or_zeros(bSource, heads * size),
        "lin_r.weight": wTarget.T,
        "lin_r.bias": or_zeros(bTarget, heads * size),
        "bias": or_zeros(b, heads * size if combine == "concat" else size),
    }
    output = functional_call(layer, parameters, (x, graph.turned(direction).once))
    return {"output": activated(output, activation)}


def graph_transformer_layer(graph, x, wQuery, wKey, wValue, heads=1, bQuery=None, bKey=None, bValue=None,
                            selfLoops=False, direction="source-to-target"):  # fmt: skip
    graph = graph.turned(direction)
    width = wQuery.shape[1]
    if wValue.shape[1] != width:  # TransformerConv has one width
        projected = [heads_of(affine(x, w, b), heads) for w, b in ((wQuery, bQuery), (wKey, bKey), (wValue, bValue))]
        return {"output": side_by_side(attend(*projected, graph.neighborhood(selfLoops)))}
    layer = nn.TransformerConv(len(wQuery), width // heads, heads=heads, root_weight=False)
    parameters = {
        "lin_query.weight": wQuery.T,
        "lin_query.bias": or_zeros(bQuery, width),
        "lin_key.weight": wKey.T,
        "lin_key.bias": or_zeros(bKey, width),
        "lin_value.weight": wValue.T,
        "lin_value.bias": or_zeros(bValue, width),
    }
    index = add_remaining_self_loops(graph.once, num_nodes=graph.nodes)[0] if selfLoops else graph.once
    return {"output": functional_call(layer, parameters, (x, index))}


def graph_masked_attention(graph, x, wQuery, wKey, wValue, masking="minus-infinity", edgeWeights="none",
                           selfLoops=True, direction="source-to-target"):  # fmt: skip
    """Attention over who is heard; a lecture's variant multiplies the scores of the others by 0."""
    graph = graph.turned(direction)
    seen = graph.neighborhood(selfLoops)
    edges = graph.adjacency() + (graph.missing_loops() if selfLoops else 0)
    scores = (x @ wQuery) @ (x @ wKey).T / math.sqrt(wQuery.shape[1])
    scores = {"bias": scores + edges, "score-factor": scores * edges}.get(edgeWeights, scores)
    if masking == "hadamard":
        scores, seen = scores * seen, torch.ones_like(seen)
    weights = softmax(scores, seen)
    if edgeWeights == "factor":
        weights = weights * edges
        total = weights.sum(-1, keepdim=True)
        weights = weights / torch.where(total == 0, 1.0, total)
    return {"weights": weights, "output": weights @ x @ wValue}


def graphormer_attention(graph, x, wQuery, wKey, spatialBias, wValue=None, edgeFeatures=None, wEdge=None,
                         centrality=None, outCentrality=None):  # fmt: skip
    """Ying et al. 2021, eq. (5) to (7)."""
    adjacency = graph.neighborhood(False)
    for table, degrees in ((centrality, adjacency.sum(1)), (outCentrality, adjacency.sum(0))):
        if table is not None:
            x = x + table[degrees.clamp(max=len(table) - 1)]
    scores = (x @ wQuery) @ (x @ wKey).T / math.sqrt(wQuery.shape[1])
    rows = []
    for start in range(graph.nodes):
        paths = graph.paths(start)
        row = []
        for end in range(graph.nodes):
            path = paths.get(end)
            bias = spatialBias[-1 if path is None else min(len(path), len(spatialBias) - 2)]
            if edgeFeatures is not None and path:
                path = path[: len(wEdge)]
                bias = bias + (edgeFeatures[path] * wEdge[: len(path)]).sum() / len(path)
            row.append(bias)
        rows.append(torch.stack(row))
    weights = torch.softmax(scores + torch.stack(rows), -1)
    return {"weights": weights} if wValue is None else {"weights": weights, "output": weights @ x @ wValue}


def message_passing(graph, x, heads=1, neighborhood="given", selfLoops=False, score="none", scale="d-head",
                    normalization="none", value="features", update="none", activation="none", wValue=None,
                    attentionSource=None, attentionTarget=None, negativeSlope=0.2, wQuery=None, wKey=None,
                    wSelf=None, b=None, positions=None, mixing=None):  # fmt: skip
    """Joshi 2020: one layer, of which others are settings."""
    x = x if positions is None else x + positions
    values = heads_of(x @ wValue, heads) if value == "projection" else x.expand(heads, *x.shape)
    if neighborhood == "complete":
        edges = torch.ones(graph.nodes, graph.nodes)
    elif normalization == "softmax":
        edges = graph.neighborhood(selfLoops).double()
    else:
        edges = graph.adjacency() + (graph.missing_loops() if selfLoops else 0)
    scores = torch.ones(heads, graph.nodes, graph.nodes)
    if score == "additive":
        source, target = ((values * part[:, None]).sum(-1) for part in (attentionSource, attentionTarget))
        scores = F.leaky_relu(target[:, :, None] + source[:, None, :], negativeSlope)
    elif score == "dot-product":
        query, key = heads_of(x @ wQuery, heads), heads_of(x @ wKey, heads)
        scores = query @ key.mT / (math.sqrt(query.shape[-1]) if scale == "d-head" else 1.0)
    if normalization == "softmax":
        weights = softmax(scores, edges != 0)
    else:
        degrees = edges.sum(1)
        root = torch.where(degrees == 0, 0.0, degrees**-0.5)
        weights = scores * edges
        if normalization == "mean":
            weights = weights / torch.where(degrees == 0, 1.0, degrees)[:, None]
        elif normalization == "symmetric":
            weights = root[:, None] * weights * root
    output = side_by_side(weights @ values)
    output = output if mixing is None else mixing @ output
    output = output + x @ wSelf if update == "add" else output
    output = output if b is None else output + b
    return {"weights": weights, "output": activated(output, activation)}


ALGORITHMS = [
    gcn_layer, gcn_network, message_passing_layer, mean_aggregation_layer, graph_isomorphism_layer,
    gaussian_mixture_layer, graph_readout, personalized_pagerank_propagation, over_smoothing, attention_diffusion,
    gat_layer, gatv2_layer, graph_transformer_layer, graph_masked_attention, graphormer_attention, message_passing,
]  # fmt: skip
