import { expect, it } from "vitest";
import { Pointers } from "./pointers.ts";

it("a pointer that hardly moves clicks, and any other drags", () => {
  const pointers = new Pointers();
  expect(pointers.move(1, { x: 5, y: 5 })).toBeNull();
  pointers.down(1, { x: 10, y: 10 });
  expect(pointers.move(1, { x: 12, y: 10 })).toEqual({ kind: "none" });
  expect(pointers.up(1)).toEqual({ x: 12, y: 10 });
  expect(pointers.up(1)).toBeNull();
  pointers.down(1, { x: 10, y: 10 });
  expect(pointers.move(1, { x: 30, y: 15 })).toEqual({ kind: "drag", x: 20, y: 5 });
  expect(pointers.up(1)).toBeNull();
});

it("two fingers that move apart zoom around the middle of them", () => {
  const pointers = new Pointers();
  pointers.down(1, { x: 0, y: 0 });
  pointers.down(2, { x: 10, y: 0 });
  expect(pointers.move(2, { x: 20, y: 0 })).toEqual({ kind: "pinch", factor: 2, x: 10, y: 0 });
  expect(pointers.move(1, { x: 0, y: 0 })).toMatchObject({ kind: "pinch", factor: 1 });
});
