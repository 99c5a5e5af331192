/** Operands of the benchmark: pseudo-random numbers and a graph of Cora's shape, the same in every run. */

/** Numbers between −1 and 1 (Marsaglia's xorshift). */
export function numbers(count, seed) {
  let state = seed * 2654435761 || 1;
  return Float32Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state | 0) / 2 ** 31;
  });
}

export const matrix = (rows, columns, seed) => ({ rows, columns, data: numbers(rows * columns, seed) });

function compressed(rows, entries) {
  entries.sort(([a, b], [c, d]) => a - c || b - d);
  const starts = new Uint32Array(rows + 1);
  for (const [row] of entries) starts[row + 1]++;
  for (let row = 0; row < rows; row++) starts[row + 1] += starts[row];
  return {
    starts,
    columns: Uint32Array.from(entries, ([, column]) => column),
    values: Float32Array.from(entries, ([, , value]) => value),
  };
}

/** [n, n]: 1 lets a query see a key, about half of them; every token sees itself. */
export function mask(n, seed) {
  const drawn = numbers(n * n, seed);
  return Uint8Array.from(drawn, (number, place) => Number(number > 0 || place % (n + 1) === 0));
}

/**
 * 169 343 nodes, 2 484 941 entries with self-loops, 128 features. Ends of edges are drawn so that a few nodes have thousands of neighbors and most have few,
 * and stand anywhere, as in a citation graph.
 */
export function arxiv() {
  const [nodes, edges, width] = [169343, 1157799, 128];
  const draws = numbers(4 * edges, 11);
  let next = 0;
  // The square of a uniform number: the i-th node is drawn with a frequency of i^-½. The product with a prime puts neighbors in rank apart.
  const draw = () => (Math.floor(((draws[next++] + 1) / 2) ** 2 * nodes) * 7919) % nodes;
  const pairs = new Set();
  while (pairs.size < edges) {
    const [a, b] = [draw(), draw()];
    if (a !== b) pairs.add(Math.min(a, b) * nodes + Math.max(a, b));
  }
  const keys = new Float64Array(2 * edges + nodes);
  const messages = new Uint32Array(4 * edges);
  let place = 0;
  for (const pair of pairs) {
    const [a, b] = [Math.floor(pair / nodes), pair % nodes];
    messages.set([a, b, b, a], 2 * place);
    keys[place++] = pair;
    keys[place++] = b * nodes + a;
  }
  for (let node = 0; node < nodes; node++) keys[place++] = node * nodes + node;
  keys.sort();
  const starts = new Uint32Array(nodes + 1);
  for (const key of keys) starts[Math.floor(key / nodes) + 1]++;
  for (let node = 0; node < nodes; node++) starts[node + 1] += starts[node];
  const degree = (node) => starts[node + 1] - starts[node];
  const columns = Uint32Array.from(keys, (key) => key % nodes);
  const values = Float32Array.from(keys, (key) => 1 / Math.sqrt(degree(Math.floor(key / nodes)) * degree(key % nodes)));
  return { nodes, width, messages, adjacency: { starts, columns, values } };
}

/** 2708 nodes, 13 264 entries with self-loops, 1433 features of which 18 of a node are not 0; two layers, of 16 and 7. */
export function cora() {
  const [nodes, features, edges] = [2708, 1433, 5278];
  const draws = numbers(4 * edges + 40 * nodes, 7);
  let next = 0;
  const below = (bound) => Math.floor(((draws[next++] + 1) / 2) * bound) % bound;
  const pairs = new Set();
  while (pairs.size < edges) {
    const [a, b] = [below(nodes), below(nodes)];
    if (a !== b) pairs.add(Math.min(a, b) * nodes + Math.max(a, b));
  }
  const ends = [...pairs].map((pair) => [Math.floor(pair / nodes), pair % nodes]);
  const messages = Uint32Array.from(ends.flatMap(([a, b]) => [a, b, b, a]));
  const degree = new Float64Array(nodes).fill(1);
  for (const node of messages) degree[node] += 0.5;
  const weigh = (a, b) => 1 / Math.sqrt(degree[a] * degree[b]);
  const loops = Array.from({ length: nodes }, (_, node) => [node, node, weigh(node, node)]);
  const adjacent = ends.flatMap(([a, b]) => [
    [a, b, weigh(a, b)],
    [b, a, weigh(a, b)],
  ]);
  const adjacency = compressed(nodes, [...loops, ...adjacent]);
  const known = Array.from({ length: nodes }, (_, node) => {
    const own = new Set();
    while (own.size < 18) own.add(below(features));
    return [...own].map((feature) => [node, feature, 1]);
  }).flat();
  const sparse = compressed(nodes, known);
  const x = { rows: nodes, columns: features, data: new Float32Array(nodes * features) };
  for (const [node, feature, value] of known) x.data[node * features + feature] = value;
  const s = { rows: nodes, columns: nodes, data: new Float32Array(nodes * nodes) };
  for (const [a, b, weight] of [...loops, ...adjacent]) s.data[a * nodes + b] = weight;
  const places = Uint32Array.from(known.flatMap((entry) => entry.slice(0, 2)));
  const values = new Float32Array(known.length).fill(1);
  const [w1, w2] = [matrix(features, 16, 8), matrix(16, 7, 9)];
  return { nodes, features, messages, adjacency, sparse, places, values, x, s, w1, w2 };
}
