/** Compares two pictures of the same place, and draws both beside what differs. */
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** White, where one of two pictures is larger than the other. */
const EMPTY = 255;

function onCanvas(picture, width, height) {
  const canvas = new PNG({ width, height });
  canvas.data.fill(EMPTY);
  PNG.bitblt(picture, canvas, 0, 0, picture.width, picture.height, 0, 0);
  return canvas;
}

/**
 * Compares two PNG files, given as their bytes. Returns the number of pixels that differ (edges of letters drawn otherwise do not count), the share of the
 * larger picture that they are, and, where there are any, a PNG file of three columns: before, after, what differs.
 */
export function differenceOf(before, after) {
  const [first, second] = [before, after].map((file) => PNG.sync.read(file));
  const width = Math.max(first.width, second.width);
  const height = Math.max(first.height, second.height);
  const [one, two] = [first, second].map((picture) => onCanvas(picture, width, height));
  const drawn = new PNG({ width, height });
  const pixels = pixelmatch(one.data, two.data, drawn.data, width, height);
  const share = pixels / (width * height);
  if (pixels === 0) return { pixels, share, picture: null };
  const beside = new PNG({ width: 3 * width, height });
  for (const [at, column] of [one, two, drawn].entries())
    PNG.bitblt(column, beside, 0, 0, width, height, at * width, 0);
  return { pixels, share, picture: PNG.sync.write(beside) };
}
