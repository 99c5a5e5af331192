import { expect, test } from "vitest";
import { onRung, SizeSearch, sizeBetween } from "./size-search.ts";

/** The size that a search ends with that begins at `from`, where `limit` just fits, and what a size takes is told `wrong` times too large. */
function found(from: number, limit: number, most: number, wrong: number): { size: number; looks: number } {
  let [fits, exceeds, size, looks] = [0, Number.POSITIVE_INFINITY, onRung(from, most), 0];
  for (; looks < 100; looks += 1) {
    if (size > limit) exceeds = Math.min(exceeds, size);
    else fits = Math.max(fits, size);
    const next = fits >= most ? null : sizeBetween({ fits, exceeds, most }, limit / wrong);
    if (next === null) break;
    size = next;
  }
  return { size: fits, looks };
}

test("the size that fits is found, whatever the search began with", () => {
  for (const limit of [0.4, 0.777, 1, 1.3333, 2.19, 5])
    for (const most of [2.2, 3])
      for (const from of [0.35, 0.5, 0.9, 1, 1.7, 2.2, 3])
        for (const wrong of [0.9, 1]) {
          const { size, looks } = found(from, limit, most, wrong);
          expect(size).toBeCloseTo(onRung(Math.min(limit, most), most), 9);
          expect(looks).toBeLessThan(14);
        }
});

test("what is told to fill its room grows no more", () => {
  expect(found(1, 1.3, 2.2, 1.3).size).toBeCloseTo(onRung(1, 2.2), 9);
});

test("a size on a rung stays on it", () => {
  for (let size = 0.35; size < 2.2; size *= 1.01) expect(onRung(size, 2.2)).toBeCloseTo(size, 9);
});

test("the largest size that fits is found of what takes the same room at many that do not", () => {
  const takenAt = (size: number) => (size > 1.195 ? 1.02 : size / 1.195);
  const search = new SizeSearch(2.2, 2.2);
  for (let step = 0; step < 20 && !search.settled; step += 1) search.step(takenAt(search.size));
  expect(search.size).toBeCloseTo(onRung(1.195, 2.2), 9);
  expect(search.exceeds).toBe(false);
});
