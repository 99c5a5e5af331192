/** Lines of equal height through a grid of numbers. Pure. */
import type { Spot } from "../plane/plane.ts";

/** Heights over a grid: at the place `xs[i]`, `ys[j]` it is `height(i, j)`. */
export interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly height: (i: number, j: number) => number;
}

/** An edge of the grid that a line crosses, by its name, and where. */
interface Crossing {
  readonly edge: string;
  readonly spot: Spot;
}

/** Returns the lines of a height, each as points from one end to the other, or around: straight within each square of the grid, between neighbors in proportion. */
export function contour(grid: Grid, level: number): Spot[][] {
  const { xs, ys } = grid;
  const next = new Map<string, { readonly spot: Spot; readonly edges: string[] }>();
  const join = (one: Crossing, other: Crossing) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const known = next.get(from.edge) ?? { spot: from.spot, edges: [] };
      known.edges.push(to.edge);
      next.set(from.edge, known);
    }
  };
  for (let j = 0; j + 1 < ys.length; j += 1)
    for (let i = 0; i + 1 < xs.length; i += 1) {
      const corners = [grid.height(i, j), grid.height(i + 1, j), grid.height(i + 1, j + 1), grid.height(i, j + 1)];
      const above = corners.filter((height) => height >= level).length;
      if (above === 0 || above === corners.length) continue;
      const [a, b, c, d] = crossings(grid, level, i, j);
      if (a && b && c && d) {
        // A saddle: the mean of the corners says which of them are joined.
        const joined = corners.reduce((sum, height) => sum + height, 0) / 4 >= level === (corners[0] ?? 0) >= level;
        join(a, joined ? b : d);
        join(c, joined ? d : b);
      } else if (a && b) join(a, b);
    }
  return chained(next);
}

/** Where a line crosses the edges of a square: below, right, above, left. */
function crossings({ xs, ys, height }: Grid, level: number, i: number, j: number): Crossing[] {
  const edges = [
    { name: `h${i},${j}`, from: [i, j], to: [i + 1, j] },
    { name: `v${i + 1},${j}`, from: [i + 1, j], to: [i + 1, j + 1] },
    { name: `h${i},${j + 1}`, from: [i, j + 1], to: [i + 1, j + 1] },
    { name: `v${i},${j}`, from: [i, j], to: [i, j + 1] },
  ] as const;
  return edges.flatMap(({ name, from, to }) => {
    const [low, high] = [height(...from), height(...to)];
    if (low >= level === high >= level) return [];
    const share = (level - low) / (high - low);
    const between = (axis: readonly number[], at: 0 | 1) => {
      const [first = 0, last = 0] = [axis[from[at]], axis[to[at]]];
      return first + (last - first) * share;
    };
    return [{ edge: name, spot: { x: between(xs, 0), y: between(ys, 1) } }];
  });
}

/** Follows crossings that are joined, from one end or all around. */
function chained(next: Map<string, { readonly spot: Spot; readonly edges: string[] }>): Spot[][] {
  const left = new Set(next.keys());
  const ends = [...left].filter((edge) => next.get(edge)?.edges.length === 1);
  const lines: Spot[][] = [];
  for (const start of [...ends, ...left]) {
    if (!left.has(start)) continue;
    const line: Spot[] = [];
    let edge: string | undefined = start;
    while (edge !== undefined) {
      const at = next.get(edge);
      if (!at) break;
      left.delete(edge);
      line.push(at.spot);
      edge = at.edges.find((other) => left.has(other));
    }
    const first = next.get(start);
    if (first && first.edges.length > 1 && line.length > 2) line.push(first.spot);
    lines.push(line);
  }
  return lines;
}

/** Heights of lines: 1, 2 and 5 times powers of ten between the lowest and the highest number, at most so many. */
export function levelsBetween(lowest: number, highest: number, most: number): number[] {
  const found: number[] = [];
  if (!(highest > 0)) return found;
  for (let power = 10 ** Math.floor(Math.log10(highest)); found.length < most && power > highest * 1e-6; power /= 10)
    for (const factor of [5, 2, 1]) {
      const level = Number((factor * power).toPrecision(12));
      if (level < highest && level > lowest && found.length < most) found.push(level);
    }
  return found.reverse();
}
