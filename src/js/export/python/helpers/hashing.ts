/** Hashing by random directions, and sorting by bucket. */
export const HASHING: Readonly<Record<string, string>> = {
  argmax_mirrored: `
def argmax_mirrored(rotated):
    """The direction, or opposite direction, along which a row is longest: the first of the largest."""
    both = np.concatenate([rotated, -rotated], axis=-1)
    rows = both.reshape((-1, both.shape[-1])).tolist()
    return np.array([float(row.index(max(row))) for row in rows]).reshape(rotated.shape[:-1])
`,
  orthonormal_columns: `
def orthonormal_columns(matrix):
    """Gram-Schmidt, carried out twice so that rounding errors do not accumulate."""
    columns = []
    for column in matrix.T:
        length = np.sqrt((column * column).sum())
        for _ in range(2):
            for other in columns:
                column = column - (column * other).sum() * other
        rest = np.sqrt((column * column).sum())
        columns.append(column / rest if rest > 1e-10 * length else 0.0 * column)
    return np.stack(columns, axis=1)
`,
  gram_schmidt: `
def gram_schmidt(directions):
    """Makes the directions orthonormal, for each head and round."""
    if directions.ndim == 2:
        return orthonormal_columns(directions)
    result = np.zeros(directions.shape)
    for head in range(directions.shape[0]):
        for number in range(directions.shape[2]):
            result[head, :, number] = orthonormal_columns(directions[head, :, number])
    return result
`,
  orthonormal_rows: `
def orthonormal_rows(draws):
    """Gram-Schmidt in blocks of as many rows as there are columns."""
    rows = []
    for row in draws:
        for other in rows[len(rows) // draws.shape[1] * draws.shape[1]:]:
            row = row - (row * other).sum() * other
        length = np.sqrt((row * row).sum())
        rows.append(row / length if length != 0 else 0.0 * row)
    return np.stack(rows)
`,
  stable_sort: `
def stable_sort(buckets, shape):
    """The entries of each head, round by round, sorted by bucket and within a bucket by position."""
    entries = [
        float(number * len(row) + position)
        for head in buckets.tolist()
        for number, row in enumerate(head)
        for position in sorted(range(len(row)), key=row.__getitem__)
    ]
    return np.array(entries).reshape(shape)
`,
  undo_stable_sort: `
def undo_stable_sort(entries, shape):
    """The sorted place of each entry."""
    places = np.zeros((shape[0], shape[1] * shape[2]))
    for head, row in enumerate(entries.tolist()):
        for place, entry in enumerate(row):
            places[head, int(entry)] = float(place)
    return places.reshape(shape)
`,
  look_back: `
def look_back(length, shape):
    """The places that a chunk sees: those of the chunk before it, the last for the first, and then its own."""
    length, (chunks, keys) = int(length), shape
    places = [
        [float(((chunk + chunks - 1) * length + key) % (chunks * length)) for key in range(keys)]
        for chunk in range(chunks)
    ]
    return np.array(places).reshape(shape)
`,
  in_window: `
def in_window(entries, length, shape):
    """1 where the chunk of a token, or the chunk before it, has the key in this round."""
    length, tokens = int(length), shape[2]
    seen = np.zeros(shape)
    for head, row in enumerate(entries.tolist()):
        chunks = [row[start:start + length] for start in range(0, len(row), length)]
        for number, chunk in enumerate(chunks):
            for entry in chunk:
                for key in [*chunk, *chunks[number - 1]]:
                    seen[head, int(entry) // tokens, int(entry) % tokens, int(key) % tokens] = 1.0
    return seen
`,
  times_seen: `
def times_seen(seen, standing, shape):
    """How often the token at a sorted place sees each token of its chunk's window, over all places at which it stands."""
    heads, chunks, width, window = shape
    times = np.zeros(shape)
    for head in range(heads):
        tokens = standing[head].reshape((chunks, width)).tolist()
        windows = seen[head].tolist()
        pairs = [[[(token, key) for key in windows[chunk]] for token in tokens[chunk]] for chunk in range(chunks)]
        counts = {}
        for chunk in pairs:
            for row in chunk:
                for pair in row:
                    counts[pair] = counts.get(pair, 0) + 1
        times[head] = np.array([[[float(counts[pair]) for pair in row] for row in chunk] for chunk in pairs])
    return times
`,
};
