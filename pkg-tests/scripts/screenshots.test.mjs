import assert from "node:assert/strict";
import { PNG } from "pngjs";
import { differenceOf } from "../../scripts/screenshots/difference.mjs";
import { test } from "../shared/tests.mjs";

/** A picture in one color, with squares of another at some places. */
function drawn(width, height, squares = []) {
  const picture = new PNG({ width, height });
  picture.data.fill(255);
  for (const [left, top, size] of squares)
    for (let y = top; y < top + size; y += 1)
      for (let x = left; x < left + size; x += 1) picture.data.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
  return PNG.sync.write(picture);
}

test("a picture does not differ from itself", () => {
  const one = drawn(40, 30, [[3, 4, 10]]);
  assert.deepEqual(differenceOf(one, one), { pixels: 0, share: 0, picture: null });
});

test("what differs is counted, and drawn beside before and after", () => {
  const { pixels, share, picture } = differenceOf(drawn(40, 30), drawn(40, 30, [[10, 10, 8]]));
  assert.equal(pixels, 64);
  assert.equal(share, 64 / 1200);
  const beside = PNG.sync.read(picture);
  assert.deepEqual([beside.width, beside.height], [120, 30]);
  const at = (x, y) => [...beside.data.subarray(4 * (y * 120 + x), 4 * (y * 120 + x) + 3)];
  assert.deepEqual(at(12, 12), [255, 255, 255]);
  assert.deepEqual(at(52, 12), [0, 0, 0]);
  assert.deepEqual(at(92, 12), [255, 0, 0]);
});

test("a picture that has become higher differs where it is longer, if anything is there", () => {
  assert.equal(differenceOf(drawn(40, 30), drawn(40, 50)).pixels, 0);
  assert.equal(differenceOf(drawn(40, 30), drawn(40, 50, [[0, 40, 5]])).pixels, 25);
});
