/** Equal inputs have one name, whatever objects hold them, and others have others. */
import { expect, test } from "vitest";
import type { GraphValue } from "../state/state.ts";
import { matrix } from "../state/values.ts";
import { ValueNames } from "./value-names.ts";

const ring = (nodes: number, more: Partial<GraphValue> = {}): GraphValue => ({
  nodes,
  edges: Array.from({ length: nodes }, (_, at) => [at, (at + 1) % nodes] as const),
  directed: true,
  weights: null,
  ...more,
});

test("values that hold the same have one name, and values that do not have several", () => {
  const names = new ValueNames();
  expect(names.of(ring(5))).toBe(names.of(ring(5)));
  expect(names.of(matrix([[1, 2]]))).toBe(names.of(matrix([[1, 2]])));
  const all = [
    ...[ring(5), ring(6), ring(5, { directed: false }), ring(5, { weights: [1, 1, 1, 1, 2] })],
    ...[ring(5, { names: ["a", "b", "c", "d", "e"] }), matrix([[1, 2]]), matrix([[1], [2]]), matrix([[2, 1]])],
    ...[0, 1, "1", true, "true", null],
  ];
  expect(new Set(all.map((value) => names.of(value))).size).toBe(all.length);
  expect(names.of(matrix([[0]]))).not.toBe(names.of(matrix([[-0]])));
});

test("what was named long ago gets another name once it is forgotten, and never that of another value", () => {
  const names = new ValueNames();
  const first = names.of(matrix([[-1]]));
  const others = Array.from({ length: 500 }, (_, at) => names.of(matrix([[at]])));
  expect(new Set([first, ...others]).size).toBe(501);
  expect(others).not.toContain(names.of(matrix([[-1]])));
});
