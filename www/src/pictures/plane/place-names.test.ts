import { expect, it } from "vitest";
import { placeNames, textWidth } from "./place-names.ts";

const name = (x: number, y: number, toward: number) => ({ at: { x, y }, toward, width: 40, height: 20, gap: 8 });
const room = { width: 300, height: 200 };

it("a name stands where it should when nothing is in its way", () => {
  expect(placeNames([name(100, 100, 0)], [], room)).toEqual([{ x: 128, y: 100 }]);
});

it("names of the same point do not cover each other", () => {
  const places = placeNames([name(100, 100, 0), name(100, 100, 0), name(101, 100, 0)], [], room);
  for (const [order, one] of places.entries()) {
    for (const other of places.slice(order + 1))
      expect(Math.abs(one.x - other.x) >= 40 || Math.abs(one.y - other.y) >= 20).toBe(true);
  }
});

it("a name makes way for a point, and stays in the room", () => {
  const [free] = placeNames([name(100, 100, 0)], [{ x: 128, y: 100 }], room);
  expect(Math.abs((free?.x ?? 0) - 128) > 20 || Math.abs((free?.y ?? 0) - 100) > 10).toBe(true);
  const [kept] = placeNames([name(296, 100, 0)], [], room);
  expect(kept?.x).toBeLessThanOrEqual(280);
});

it("Korean letters are wider than Latin ones", () => {
  expect(textWidth("고양이", 15)).toBe(45);
  expect(textWidth("cat", 15)).toBeLessThan(30);
});
