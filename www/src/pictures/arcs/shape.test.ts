import { describe, expect, it } from "vitest";
import { columnsShape, lineShape, lineWidth, panelsIn } from "./shape.ts";

const words = { queries: ["the", "cat", "sat"], keys: ["the", "cat", "sat"], widest: 2, widestNumber: 3 };
const numbers = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number);

/** Places on a cubic curve. */
function along(path: string): number[] {
  const points = numbers(path);
  const part = (axis: number, at: number) => points[2 * at + axis] ?? Number.NaN;
  return [0, 0.25, 0.5, 0.75, 1].flatMap((t) =>
    [0, 1].map((axis) => {
      const u = 1 - t;
      return (
        u ** 3 * part(axis, 0) + 3 * u * u * t * part(axis, 1) + 3 * u * t * t * part(axis, 2) + t ** 3 * part(axis, 3)
      );
    }),
  );
}

describe("a line", () => {
  it("is as wide as its weight", () => {
    expect(lineWidth(0.5, 1) / lineWidth(0.25, 1)).toBe(2);
    expect(lineWidth(-3, 6)).toBe(lineWidth(3, 6));
    expect(lineWidth(1e-9, 1)).toBeGreaterThan(0);
  });

  it("is absent for a pair without weight", () => {
    for (const weight of [0, -0, Number.NEGATIVE_INFINITY, Number.NaN]) expect(lineWidth(weight, 1)).toBe(0);
  });
});

describe("columns", () => {
  it("have lines from the query's word to the key's", () => {
    const { line, queries, keys } = columnsShape(words, 400);
    const path = numbers(line(0, 2));
    expect(path[1]).toBe(queries[0]?.y);
    expect(path.at(-1)).toBe(keys[2]?.y);
    expect(path[0]).toBeGreaterThan(queries[0]?.x ?? 0);
    expect(path.at(-2)).toBeLessThan(keys[2]?.x ?? 0);
  });

  it("leave room for the widest number between the words and the end", () => {
    const { keys, numbers: places } = columnsShape({ ...words, widestNumber: 6 }, 400);
    const free = (places[0]?.x ?? 0) - (keys[0]?.x ?? 0);
    expect(free).toBeGreaterThanOrEqual((words.widest + 6) * 17);
  });

  it("put fewer queries in the middle of the keys", () => {
    const { queries, keys } = columnsShape({ ...words, queries: ["one"] }, 400);
    expect(queries[0]?.y).toBe(keys[1]?.y);
  });
});

describe("one line of words", () => {
  it("has arcs above it, higher over a longer way, and lower ones back", () => {
    const { line } = lineShape(words, 600);
    const top = (path: string) => Math.min(...numbers(path).filter((_, at) => at % 2 === 1));
    expect(top(line(0, 2))).toBeLessThan(top(line(0, 1)));
    expect(top(line(2, 0))).toBeGreaterThan(top(line(0, 2)));
  });

  it("shows a token's weight on itself", () => {
    const loop = numbers(lineShape(words, 600).line(1, 1));
    expect(Math.abs((loop[0] ?? 0) - (loop.at(-2) ?? 0))).toBeGreaterThan(0);
  });

  it("turns where the words do not fit beside each other", () => {
    const narrow = lineShape(
      {
        queries: [...words.queries, ...words.queries],
        keys: [...words.keys, ...words.keys],
        widest: 6,
        widestNumber: 3,
      },
      328,
    );
    expect(new Set(narrow.queries.map(({ x }) => x)).size).toBe(1);
    for (let query = 0; query < 6; query += 1) {
      for (let key = 0; key < 6; key += 1) {
        for (const length of along(narrow.line(query, key))) expect(length).toBeGreaterThanOrEqual(0);
      }
    }
  });
});

it("panels share the width", () => {
  expect(panelsIn(328, 4, 250)).toEqual({ columns: 1, width: 328 });
  const { columns, width } = panelsIn(900, 4, 250);
  expect(columns).toBe(3);
  expect(width * 3 + 40).toBeCloseTo(900, 10);
  expect(panelsIn(900, 2, 250).columns).toBe(2);
});
