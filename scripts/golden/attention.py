"""Attention of queries to keys."""

import math

import torch
from torch.nn import functional as F

from draws import normal_draws


def seen_keys(queries, keys, mask=None, causal=False):
    """Which keys each query may attend to."""
    seen = torch.ones(queries, keys, dtype=torch.bool)
    if mask is not None:
        seen = seen & (mask != 0)
    return seen.tril() if causal else seen


def softmax(scores, seen, dim=-1):
    """A softmax over what is seen; zeros where nothing is."""
    some = seen.any(dim, keepdim=True)
    return torch.softmax(scores.masked_fill(~seen & some, -math.inf), dim) * some


def attend(query, key, value, seen, scale=None):
    """The library's own attention; `scale` multiplies the scores."""
    some = seen.any(-1, keepdim=True)
    return F.scaled_dot_product_attention(query, key, value, attn_mask=seen | ~some, scale=scale) * some


def scaled_dot_product_attention(
    query, key, value, bias=None, mask=None, causal=False, scale="d-head", softmaxAxis="keys"
):
    seen = seen_keys(len(query), len(key), mask, causal)
    factor = 1 / math.sqrt(query.shape[-1]) if scale == "d-head" else 1.0
    if bias is None and softmaxAxis == "keys":
        output = attend(query, key, value, seen, factor)
        return {"weights": softmax(query @ key.T * factor, seen), "output": output}
    scores = query @ key.T * factor + (0 if bias is None else bias)
    weights = softmax(scores, seen, -1 if softmaxAxis == "keys" else 0)
    return {"weights": weights, "output": weights @ value}


def additive_attention(query, key, value, w1, w2, mask=None, causal=False):
    """Bahdanau et al. 2015: a network with one hidden layer scores each pair."""
    pairs = torch.cat(
        [query[:, None].expand(-1, len(key), -1), key[None].expand(len(query), -1, -1)], -1
    )
    scores = torch.tanh(pairs @ w1) @ w2
    return {"output": softmax(scores, seen_keys(len(query), len(key), mask, causal)) @ value}


def bilinear_attention(query, key, value, w, mask=None, causal=False):
    """Luong et al. 2015: F.bilinear scores each pair."""
    scores = torch.einsum("id,de,je->ij", query, w, key)
    return {"output": softmax(scores, seen_keys(len(query), len(key), mask, causal)) @ value}


def heads_of(x, count):
    """Columns as heads: [heads, tokens, width of a head]."""
    return x.unflatten(-1, (count, -1)).transpose(0, 1)


def side_by_side(heads):
    return heads.transpose(0, 1).flatten(1)


def affine(x, w, b=None):
    return F.linear(x, w.T, b)


def multi_head_attention(
    x, heads, wQuery, wKey, wValue, wOutput, bQuery=None, bKey=None, bValue=None, bOutput=None, context=None,
    mask=None, causal=False, scale="d-head", headMask=None,
):  # fmt: skip
    context = x if context is None else context
    query = heads_of(affine(x, wQuery, bQuery), heads)
    key = heads_of(affine(context, wKey, bKey), heads)
    value = heads_of(affine(context, wValue, bValue), heads)
    widths = {"d-head": query.shape[-1], "d-model": x.shape[-1], "none": 1}
    output = attend(query, key, value, seen_keys(len(x), len(context), mask, causal), 1 / math.sqrt(widths[scale]))
    if headMask is not None:
        output = output * headMask[:, None, None]
    return {"output": affine(side_by_side(output), wOutput, bOutput)}


def split_input_attention(x, heads, wQuery, wKey, wValue, mask=None, causal=False):
    """Each head has its own part of the features."""
    parts = heads_of(x, heads)
    output = attend(parts @ wQuery, parts @ wKey, parts @ wValue, seen_keys(len(x), len(x), mask, causal))
    return {"output": side_by_side(output)}


def by_features(query, key, value, causal):
    """Katharopoulos et al. 2020, eq. (4): products of features in place of exponentials."""
    products = query @ key.T
    weights = products.tril() if causal else products
    weights = weights / weights.sum(-1, keepdim=True)
    return {"weights": weights, "output": weights @ value}


def linear_attention(query, key, value, causal=False, showWeights=False):
    return by_features(F.elu(query) + 1, F.elu(key) + 1, value, causal)


def orthogonal(rows):
    """Rows, made orthogonal and of length 1 one after another; after as many as there are columns anew."""
    made = []
    for number, row in enumerate(rows):
        for other in made[number - number % rows.shape[1] :]:
            row = row - (row @ other) * other
        made.append(row / torch.linalg.vector_norm(row))
    return torch.stack(made)


def directions(count, width, seed, are_orthogonal):
    """Choromanski et al. 2021, section 2.4: orthogonal directions have the lengths of others."""
    drawn = [torch.tensor(normal_draws(seed, stream, count * width)).reshape(count, width) for stream in (0, 1)]
    if not are_orthogonal:
        return drawn[0]
    return orthogonal(drawn[0]) * torch.linalg.vector_norm(drawn[1], dim=-1, keepdim=True)


def performer_attention(
    query, key, value, projection=None, features=64, seed=0, orthogonal=True, causal=False, showWeights=False
):
    """Choromanski et al. 2021, Lemma 1."""
    width = query.shape[-1]
    projection = directions(features, width, seed, orthogonal) if projection is None else projection

    def features_of(x):
        x = x / width**0.25
        return torch.exp(x @ projection.T - (x * x).sum(-1, keepdim=True) / 2) / math.sqrt(len(projection))

    return by_features(features_of(query), features_of(key), value, causal)


def linformer_attention(query, key, value, lengthProjection, valueLengthProjection=None):
    """Wang et al. 2020, eq. (7)."""
    values = (lengthProjection if valueLengthProjection is None else valueLengthProjection) @ value
    keys = lengthProjection @ key
    return {"output": F.scaled_dot_product_attention(query, keys, values)}


def softmax_jacobian(scores):
    weights = torch.softmax(scores, -1)
    jacobian = torch.diag_embed(weights) - weights[:, :, None] * weights[:, None, :]
    return {"jacobian": jacobian, "largest": jacobian.abs().amax((1, 2))}


def vector_comparison(x, y=None, offset=1):
    y = x if y is None else y
    distances = torch.linalg.vector_norm(x[:, None] - y[None], dim=-1)
    cosines = F.cosine_similarity(x[:, None], y[None], dim=-1, eps=0)
    return {
        "products": x @ y.T,
        "cosines": cosines,
        "degrees": torch.rad2deg(torch.arccos(cosines)),
        "distances": distances,
        "apart": distances.diagonal(int(offset)),
    }


ALGORITHMS = [
    scaled_dot_product_attention, additive_attention, bilinear_attention, multi_head_attention, split_input_attention,
    linear_attention, performer_attention, linformer_attention, softmax_jacobian, vector_comparison,
]  # fmt: skip
