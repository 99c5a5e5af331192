"""Attention to a part of the keys: patterns, and hashing."""

import math
from collections import Counter

import torch

from attention import affine, attend, heads_of, orthogonal, side_by_side, softmax
from draws import Random


def along(query, key, value, keys_of, causal=False):
    """Attention by the mask of a pattern, which names the keys of a query. A list of pairs gives the same."""
    seen = torch.zeros(len(query), len(key), dtype=torch.bool)
    for number in range(len(query)):
        seen[number, list(keys_of(number))] = True
    return {"output": attend(query, key, value, seen.tril() if causal else seen)}


def window_attention(query, key, value, window, dilation=1, globals=None, causal=False, form="dense"):
    """Beltagy et al. 2020, section 3.1."""
    everywhere = set() if globals is None else {int(number) for number in globals}

    def keys_of(number):
        for other in range(len(key)):
            step, rest = divmod(abs(other - number), dilation)
            if rest == 0 and step <= window // 2 or other in everywhere or number in everywhere:
                yield other

    return along(query, key, value, keys_of, causal)


def bigbird_attention(query, key, value, blockSize=64, window=3, globals=2, random=3, seed=0, causal=False,
                      form="dense"):  # fmt: skip
    """Zaheer et al. 2020: blocks; those that are drawn are taken by Floyd's algorithm from what the others leave."""
    blocks = math.ceil(len(key) / blockSize)
    everywhere = min(globals, blocks)

    def blocks_of(row):
        if row < everywhere:
            return set(range(blocks))
        near = set(range(max(row - window // 2, everywhere), min(row + window // 2 + 1, blocks)))
        left = [block for block in range(everywhere, blocks) if block not in near]
        drawn, draws = set(), Random(row << 32 | seed)
        for last in range(len(left) - min(random, len(left)), len(left)):
            number = draws.integer(0, last)
            drawn.add(last if number in drawn else number)
        return near | set(range(everywhere)) | {left[number] for number in drawn}

    def keys_of(number):
        seen = blocks_of(number // blockSize)
        return [other for other in range(len(key)) if other // blockSize in seen]

    return along(query, key, value, keys_of, causal)


def block_sparse_attention(query, key, value, blockSize, blockMask=None, local=1, stride=0, causal=False,
                           form="dense"):  # fmt: skip
    def is_seen(row, column):
        if blockMask is not None:
            return bool(blockMask[row, column] != 0)
        return abs(row - column) <= local or stride > 0 and (row - column) % stride == 0

    def keys_of(number):
        return [other for other in range(len(key)) if is_seen(number // blockSize, other // blockSize)]

    return along(query, key, value, keys_of, causal)


def k_hop_attention(graph, query, key, value, hops, form="dense"):
    """The pattern of (A + I) to the power of the hops."""
    reached = torch.linalg.matrix_power(graph.neighborhood(True).double(), hops) > 0
    return {"output": attend(query, key, value, reached)}


def binary_partition_attention(query, key, value, neighbors=1, form="dense"):
    """Ye et al. 2019: single tokens near by, and farther off the means of spans whose length doubles."""
    length, levels = len(query), [len(query)]
    while levels[-1] > 1:
        levels.append(math.ceil(levels[-1] / 2))
    spans = [
        range(node << level, min((node + 1) << level, length))
        for level, nodes in enumerate(levels)
        for node in range(nodes)
    ]

    def keys_of(number):
        """On each side as many nodes of a level as asked, and one more where its parent would hold what is seen already."""
        seen, right, left, start = {number}, number + 1, number, 0
        for nodes in levels:
            end = right + neighbors
            end = max(min(end + end % 2, nodes), right)
            first = max(left - neighbors, 0)
            first -= first % 2
            seen |= {start + node for node in [*range(right, end), *range(first, left)]}
            right, left, start = math.ceil(end / 2), first // 2, start + nodes
        covered = [token for node in seen for token in spans[node]]
        assert sorted(covered) == list(range(length)), "each token is seen once"
        return seen

    means = [torch.stack([x[list(span)].mean(0) for span in spans]) for x in (key, value)]
    return along(query, *means, keys_of)


def shifted_window_attention(query, key, value, height, window, shift=0, form="dense"):
    """Liu et al. 2021: windows of the grid that is shifted cyclically; a place sees those of its window and region."""
    width = len(query) // height

    def region(place, length):
        return 0 if shift == 0 or place < length - window else 1 if place < length - shift else 2

    def of_token(number):
        row, column = (number // width - shift) % height, (number % width - shift) % width
        return row // window, column // window, region(row, height), region(column, width)

    places = [of_token(number) for number in range(len(query))]
    return along(query, key, value, lambda number: [other for other, at in enumerate(places) if at == places[number]])


def pattern_error(query, key, value, mask):
    """Child et al. 2019: how attention with a mask differs from full attention."""
    every = torch.ones(len(query), len(key), dtype=torch.bool)
    scores = query @ key.T / math.sqrt(query.shape[1])
    weights = softmax(scores, every)
    difference = (softmax(scores, mask != 0) @ value - weights @ value).abs()
    kept = (weights * mask).sum(-1)
    return {"maximumError": difference.amax(), "meanError": difference.mean(), "keptMass": kept,
            "meanKeptMass": kept.mean()}  # fmt: skip


def buckets_of(projected):
    """The nearest of the directions and of their opposites."""
    return torch.cat([projected, -projected], -1).argmax(-1)


def bucket_attention(x, rotation, value=None, rotationKind="given"):
    """A lecture's simple form: attention to one's own bucket."""
    buckets = buckets_of(x @ rotated(rotation, rotationKind))
    return {"output": attend(x, x, x if value is None else value, buckets[:, None] == buckets)}


def rotated(directions, kind):
    return directions if kind == "given" else orthogonal(directions.T).T


def lsh_attention(x, wQueryKey, wValue, rotations, chunkLength, rotationKind="given", heads=1, headSize=None,
                  nBuckets=None, nHashes=None, causal=False, repeatedKeys="each-time", epsilon=1e-6,
                  selfScore=-1e5, futureScore=-1e9):  # fmt: skip
    """
    Kitaev et al. 2020, appendix A: the rounds, combined by their sums, are one softmax over all keys that a query finds, and a key that is found several
    times counts as often.
    """
    length = len(x)
    queries, values = heads_of(affine(x, wQueryKey), heads), heads_of(affine(x, wValue), heads)
    rounds = rotations.shape[2] if length > chunkLength else 1
    outputs = []
    for query, value, directions in zip(queries, values, rotations):
        key = query / torch.sqrt((query * query).mean(-1, keepdim=True) + epsilon) / math.sqrt(query.shape[1])
        places = []
        for number in range(rounds):
            buckets = buckets_of(query @ rotated(directions[:, number], rotationKind))
            places += torch.argsort(buckets, stable=True).tolist()
        size = min(chunkLength, length)
        chunks = [places[start : start + size] for start in range(0, len(places), size)]
        found = [Counter() for _ in range(length)]
        for number, chunk in enumerate(chunks):
            seen = chunk if len(chunks) == 1 else chunk + chunks[number - 1]
            for token in chunk:
                found[token].update(seen)
        rows = []
        for token, keys in enumerate(found):
            scores, times = [], []
            for other, count in keys.items():
                score = query[token] @ key[other]
                if repeatedKeys == "once":
                    score = score - math.log(count)
                if causal and other > token:
                    score = torch.tensor(futureScore)
                scores.append(torch.tensor(selfScore) if other == token else score)
                times.append(math.log(count))
            weights = torch.softmax(torch.stack(scores) + torch.tensor(times), 0)
            rows.append(weights @ value[list(keys)])
        outputs.append(torch.stack(rows))
    return {"output": side_by_side(torch.stack(outputs))}


ALGORITHMS = [
    window_attention, bigbird_attention, block_sparse_attention, k_hop_attention, binary_partition_attention,
    shifted_window_attention, pattern_error, bucket_attention, lsh_attention,
]  # fmt: skip
