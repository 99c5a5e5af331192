"""What comes before the attention: patches, tokens that are left out, positions."""

import math

import torch
from torch.nn import functional as F

from draws import uniform_draws


def image_patches(image, patch):
    """F.unfold has a column for each patch: channel by channel, within it row by row."""
    return {"patches": F.unfold(image[None], patch, stride=patch)[0].T}


def patch_embedding(image, patch, w, b, classToken=None, positions=None):
    tokens = image_patches(image, patch)["patches"] @ w + b
    if classToken is not None:
        tokens = torch.cat([classToken[None], tokens])
    return {"tokens": tokens if positions is None else tokens + positions}


def masked_autoencoder_masking(tokens, seed, keepRate=0.25):
    """He et al. 2022: noise is sorted, and the first places are kept."""
    noise = torch.tensor(uniform_draws(seed, 0, len(tokens)))
    kept = torch.argsort(noise, stable=True)[: math.floor(keepRate * len(tokens))]
    return {"visible": tokens[kept]}


def learned_position_embedding(table, columnTable=None, combineTables="add", length=None):
    if columnTable is None:
        places = torch.arange(len(table) if length is None else length)
        return {"encoding": F.embedding(places, table)}
    columns = len(columnTable)
    places = torch.arange(len(table) * columns if length is None else length)
    parts = [F.embedding(places // columns, table), F.embedding(places % columns, columnTable)]
    return {"encoding": parts[0] + parts[1] if combineTables == "add" else torch.cat(parts, -1)}


def rotary_encoding(x, start=0, pairs="adjacent", base=10000.0):
    """A pair as a complex number, turned by an angle that grows with its position."""
    count = x.shape[1] // 2
    frequencies = base ** (-torch.arange(count) / count)
    angles = (start + torch.arange(len(x)))[:, None] * frequencies
    couples = x.unflatten(1, (count, 2)) if pairs == "adjacent" else x.unflatten(1, (2, count)).mT
    turned = torch.view_as_complex(couples.contiguous()) * torch.polar(torch.ones_like(angles), angles)
    couples = torch.view_as_real(turned)
    return {"rotated": (couples if pairs == "adjacent" else couples.mT).flatten(1)}


def t5_bucket(distance, buckets, most):
    """Raffel et al. 2020: a bucket for each near distance, and wider ones for far distances."""
    near = buckets // 2
    if distance < near:
        return distance
    return min(near + int(math.log(distance / near) / math.log(most / near) * (buckets - near) + 1e-9), buckets - 1)


def relative_position_bias(length, table, buckets="clipped", maxDistance=128):
    rows = len(table)

    def row(offset):
        if buckets == "clipped":
            reach = (rows - 1) // 2
            return max(-reach, min(reach, offset)) + reach
        if buckets == "t5":
            return t5_bucket(abs(offset), rows // 2, maxDistance) + (rows // 2 if offset > 0 else 0)
        return t5_bucket(max(-offset, 0), rows, maxDistance)

    places = torch.tensor([[row(key - query) for key in range(length)] for query in range(length)])
    return {"bias": table[places]}


ALGORITHMS = [
    image_patches, patch_embedding, masked_autoencoder_masking, learned_position_embedding, rotary_encoding,
    relative_position_bias,
]  # fmt: skip
