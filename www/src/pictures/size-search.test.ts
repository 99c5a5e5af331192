import { expect, test } from "vitest";
import { onRung, sizeBetween } from "./size-search.ts";

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

test("the size that fits does not depend on where the search begins", () => {
  for (const limit of [0.4, 0.777, 1, 1.3333, 2.19, 5])
    for (const most of [2.2, 3]) {
      const sizes = [0.35, 0.5, 0.9, 1, 1.7, 2.2, 3].flatMap((from) =>
        [0.9, 1, 1.1].map((wrong) => found(from, limit, most, wrong)),
      );
      const size = sizes[0]?.size ?? 0;
      for (const one of sizes) {
        expect(one.size).toBeCloseTo(size, 9);
        expect(one.looks).toBeLessThan(14);
      }
      expect(size).toBeLessThanOrEqual(Math.min(limit, most));
      expect(size).toBeGreaterThan(Math.min(limit, most) / 1.021);
    }
});

test("a size on a rung stays on it", () => {
  for (let size = 0.35; size < 2.2; size *= 1.02) expect(onRung(size, 2.2)).toBeCloseTo(size, 9);
});
