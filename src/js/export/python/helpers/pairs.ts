/** Pairs of queries and keys, and what is computed along them. */
export const PAIRS: Readonly<Record<string, string>> = {
  pairs_of: `
def pairs_of(length, keys_of):
    """The pairs of each query with its keys, in order, each once."""
    pairs = [[float(query), float(key)] for query in range(length) for key in sorted(set(keys_of(query)))]
    return np.array(pairs).reshape((-1, 2))
`,
  tokens_of_blocks: `
def tokens_of_blocks(blocks, size, length):
    """The tokens of blocks; the last block may be shorter."""
    return [token for block in blocks for token in range(block * size, min((block + 1) * size, length))]
`,
  window_pairs: `
def window_pairs(length, window, dilation, globals_):
    """Neighbors that are dilation apart, half of the window on each side; global tokens see all and are seen by all."""
    length, half, dilation = int(length), int(window) // 2, int(dilation)
    everywhere = [int(token) for token in globals_.tolist()]

    def keys_of(query):
        if query in everywhere:
            return range(length)
        left = min(half, query // dilation)
        return [*list(range(query - left * dilation, length, dilation))[:left + half + 1], *everywhere]

    return pairs_of(length, keys_of)
`,
  bigbird_pairs: `
def bigbird_pairs(length, size, window, globals_, random, seed):
    """A window of blocks, global blocks, and random blocks from a seed, with a stream of its own for each row (Floyd's algorithm)."""
    length, size, half, count, seed = int(length), int(size), int(window) // 2, int(random), int(seed)
    blocks = -(-length // size)
    everywhere = min(int(globals_), blocks)

    def keys_of(query):
        row = query // size
        if row < everywhere:
            return range(length)
        first, end = max(row - half, 0, everywhere), min(row + half + 1, blocks)
        before, left = first - everywhere, first - everywhere + blocks - end
        stream, drawn = Random(row << 32 | seed), set()
        for last in range(left - min(count, left), left):
            number = stream.integer(0, last)
            drawn.add(last if number in drawn else number)
        others = [everywhere + number if number < before else number - before + end for number in drawn]
        return tokens_of_blocks([*range(everywhere), *range(first, end), *others], size, length)

    return pairs_of(length, keys_of)
`,
  block_pairs: `
def block_pairs(length, size, layout):
    """The pairs of the blocks that the layout marks."""
    length, size, layout = int(length), int(size), layout.tolist()

    def keys_of(query):
        return tokens_of_blocks([block for block, seen in enumerate(layout[query // size]) if seen], size, length)

    return pairs_of(length, keys_of)
`,
  block_strided_pairs: `
def block_strided_pairs(length, size, local, stride):
    """Each block sees those near it, and those whose distance is a multiple of the stride."""
    length, size, local, stride = int(length), int(size), int(local), int(stride)
    blocks = -(-length // size)

    def keys_of(query):
        own = query // size
        near = range(max(own - local, 0), min(own + local + 1, blocks))
        regular = range(own % stride, blocks, stride) if stride else []
        return tokens_of_blocks([*near, *regular], size, length)

    return pairs_of(length, keys_of)
`,
  k_hop_pairs: `
def k_hop_pairs(nodes, hops, messages):
    """Each node sees the nodes from which it is reached by at most so many messages, itself included."""
    nodes, hops = int(nodes), int(hops)
    heard = [[] for _ in range(nodes)]
    for source, target in messages.tolist():
        heard[int(target)].append(int(source))

    def keys_of(query):
        found = {query}
        for _ in range(hops):
            found |= {source for node in found for source in heard[node]}
        return found

    return pairs_of(nodes, keys_of)
`,
  levels_of: `
def levels_of(length):
    """The number of nodes on each level of a binary partition, from the tokens to the root."""
    levels = [length] if length else []
    while levels and levels[-1] > 1:
        levels.append(-(-levels[-1] // 2))
    return levels
`,
  spans_of_tree: `
def spans_of_tree(length):
    """The first token of each node of a binary partition, and the one after its last."""
    length = int(length)
    spans = [
        [float(node << level), float(min((node + 1) << level, length))]
        for level, nodes in enumerate(levels_of(length))
        for node in range(nodes)
    ]
    return np.array(spans).reshape((-1, 2))
`,
  mean_of_span: `
def mean_of_span(spans, rows):
    """The mean of the rows of each span."""
    return np.stack([rows[int(start):int(end)].sum(axis=0) / (end - start) for start, end in spans.tolist()])
`,
  partition_pairs: `
def partition_pairs(length, neighbors):
    """Each token sees itself, and on each level of the partition the next nodes on both sides that are not covered yet."""
    length, neighbors = int(length), max(int(neighbors), 1)

    def keys_of(query):
        keys, right, left, start = [query], query + 1, query, 0
        for nodes in levels_of(length):
            end = right + neighbors
            end = min(end + end % 2, nodes)
            keys += [start + node for node in range(right, max(end, right))]
            first = max(left - neighbors, 0)
            first -= first % 2
            keys += [start + node for node in range(first, left)]
            right, left, start = -(-max(end, right) // 2), first // 2, start + nodes
        return keys

    return pairs_of(length, keys_of)
`,
  place_in_window: `
def place_in_window(height, window, shape, number, place):
    """The row and the column of a place of a window, and the size of the image."""
    height, window = int(height), int(window)
    width = math.prod(shape) // height
    across = width // window
    return number // across * window + place // window, number % across * window + place % window, height, width
`,
  token_at: `
def token_at(height, window, shift, shape):
    """The token at each place of each window of the image that was shifted cyclically."""
    shift, tokens = int(shift), np.zeros(shape)
    for number in range(shape[0]):
        for place in range(shape[1]):
            y, x, rows, columns = place_in_window(height, window, shape, number, place)
            tokens[number, place] = (y + shift) % rows * columns + (x + shift) % columns
    return tokens
`,
  region_at: `
def region_at(height, window, shift, shape):
    """The region of the shifted image that each place lies in: only places of one region were neighbors before."""
    def zone(at, length):
        return int(at + int(window) >= length) + int(at + int(shift) >= length)

    regions = np.zeros(shape)
    for number in range(shape[0]):
        for place in range(shape[1]):
            y, x, rows, columns = place_in_window(height, window, shape, number, place)
            regions[number, place] = 3 * zone(y, rows) + zone(x, columns)
    return regions
`,
  shifted_window_pairs: `
def shifted_window_pairs(length, partition, mask):
    """The pairs of tokens in one window that the mask allows."""
    keys = {}
    for tokens, allowed in zip(partition.tolist(), mask.tolist()):
        for token, row in zip(tokens, allowed):
            keys[int(token)] = [int(other) for other, seen in zip(tokens, row) if seen]
    return pairs_of(int(length), keys.__getitem__)
`,
  is_pair: `
def is_pair(pairs, shape):
    """1 where the query and the key are a pair."""
    mask = np.zeros(shape)
    for query, key in pairs.tolist():
        mask[int(query), int(key)] = 1.0
    return mask
`,
  sum_of_values: `
def sum_of_values(pairs, weights, values, queries):
    """The weighted sum of the values over the pairs of each query."""
    sums = np.zeros((queries, values.shape[1]))
    for (query, key), weight in zip(pairs.tolist(), weights):
        sums[int(query)] += weight * values[int(key)]
    return sums
`,
};
