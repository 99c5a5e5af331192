/** A graph of ogbn-arxiv's shape. */
import { numbers } from "./data.js";

let known = null;

/** 169 343 nodes, 1 157 799 undirected edges: 2 484 941 messages with self-loops. Some nodes have many neighbors, as papers do. */
export function arxiv() {
  known ??= drawArxiv();
  return known;
}

function drawArxiv() {
  const [nodes, edges] = [169_343, 1_157_799];
  const draws = numbers(2 * edges + 400_000, 11);
  let next = 0;
  const draw = () => {
    if (next === draws.length) throw new Error("the graph needs more numbers");
    return (draws[next++] + 1) / 2;
  };
  const below = (part) => Math.min(nodes - 1, Math.floor(part * nodes));
  const pairs = new Set();
  while (pairs.size < edges) {
    // One end anywhere, the other one rather among the few.
    const [a, b] = [below(draw()), below(draw() ** 3)];
    if (a !== b) pairs.add(Math.min(a, b) * nodes + Math.max(a, b));
  }
  const messages = new Uint32Array(4 * edges);
  let place = 0;
  for (const pair of pairs) {
    const [a, b] = [Math.floor(pair / nodes), pair % nodes];
    messages.set([a, b, b, a], place);
    place += 4;
  }
  return { nodes, messages };
}
