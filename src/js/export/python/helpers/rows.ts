/** Rows taken out of a list or put into one, sorting, and what is written side by side. */
export const ROWS: Readonly<Record<string, string>> = {
  appended: `
def appended(rows, more, shape):
    """The rows, and after them the last rows of more, as many as the shape asks for."""
    rows, more = rows.reshape(-1), more.reshape(-1)
    count = math.prod(shape) - len(rows)
    return np.concatenate([rows, more[len(more) - count:]]).reshape(shape)
`,
  last_rows: `
def last_rows(rows, shape):
    """The last rows, as many as the shape asks for."""
    rows = rows.reshape(-1)
    return rows[len(rows) - math.prod(shape):].reshape(shape)
`,
  order: `
def order(numbers):
    """The places of the numbers from the smallest to the largest, equal ones in the order of their places."""
    numbers = numbers.tolist()
    return np.array([float(place) for place in sorted(range(len(numbers)), key=numbers.__getitem__)])
`,
  places_of_ones: `
def places_of_ones(numbers):
    """The places of the ones among zeros and ones."""
    return np.array([float(place) for place, number in enumerate(numbers.tolist()) if number == 1])
`,
  concatenated_pairs: `
def concatenated_pairs(queries, keys):
    """Row i of the queries and row j of the keys, side by side, for each pair."""
    shape = (len(queries), len(keys))
    left = np.broadcast_to(queries[:, None, :], (*shape, queries.shape[1]))
    right = np.broadcast_to(keys[None, :, :], (*shape, keys.shape[1]))
    return np.concatenate([left, right], axis=2)
`,
  interleave: `
def interleave(even, odd, width):
    """The columns of both, alternating."""
    columns = np.zeros((len(even), width))
    columns[:, 0::2] = even
    columns[:, 1::2] = odd[:, :width // 2]
    return columns
`,
  scatter_sum: `
def scatter_sum(rows, names, length):
    """For each number below the length the sum, in order, of the rows with this name."""
    sums = np.zeros((length, *rows.shape[1:]))
    for name, row in zip(names.tolist(), rows):
        sums[int(name)] += row
    return sums
`,
  sum_at: `
def sum_at(places, numbers, shape):
    """For each cell the sum, in order, of the numbers that have its place."""
    sums = np.zeros(shape)
    np.add.at(sums, places, numbers)
    return sums
`,
  back_through: `
def back_through(rule, shape, upstream):
    """Takes a gradient back through a rule that copies, adds up or averages an operand of this shape: each of its numbers by what a 1 there makes of the result."""
    nothing = rule(np.zeros(shape))
    gradient = np.zeros(math.prod(shape))
    for place in range(len(gradient)):
        one = np.zeros(len(gradient))
        one[place] = 1.0
        made = rule(one.reshape(shape)) - nothing
        gradient[place] = (upstream * made)[made != 0].sum()
    return gradient.reshape(shape)
`,
  scatter_max: `
def scatter_max(rows, names, length):
    """For each number below the length the maximum of the rows with this name; -inf where there is none."""
    nothing = np.full(rows.shape[1:], -np.inf)
    most = [rows[names == place].max(axis=0) if (names == place).any() else nothing for place in range(length)]
    return np.stack(most) if most else np.zeros((0, *rows.shape[1:]))
`,
  alibi_exponents: `
def alibi_exponents(heads):
    """8 (h + 1) / H for H a power of two; otherwise those of the power below H, and every second one of the power above."""
    heads = int(heads)
    power = 1 << (heads.bit_length() - 1)
    return np.array(
        [8.0 * (h + 1) / power if h < power else 8.0 * (2 * (h - power) + 1) / (2 * power) for h in range(heads)]
    )
`,
  t5_bucket: `
def t5_bucket(distances, buckets, most):
    """The bucket of each distance: the lower half holds one distance each, the upper half logarithmically wider ranges."""
    buckets, most = float(buckets), float(most)
    exact = math.floor(buckets / 2)

    def bucket(distance):
        if distance < exact:
            return distance
        share = math.log(distance / exact) / math.log(most / exact) * (buckets - exact)
        return min(exact + math.floor(share + 1e-9), buckets - 1)

    return np.array([float(bucket(distance)) for distance in distances.reshape(-1).tolist()]).reshape(distances.shape)
`,
  summed_in_order: `
def summed_in_order(products):
    """The sums of the last axis, added one after the other."""
    total = np.zeros(products.shape[:-1])
    for place in range(products.shape[-1]):
        total = total + products[..., place]
    return total
`,
  erf: `
def erf(numbers):
    """The error function."""
    return np.array([math.erf(number) for number in numbers.reshape(-1).tolist()]).reshape(numbers.shape)
`,
  on_the_circle: `
def on_the_circle(angle):
    """Two points of the unit circle with an angle between them, in degrees."""
    angle = math.radians(float(angle))
    return np.array([[1.0, 0.0], [math.cos(angle), math.sin(angle)]])
`,
};
