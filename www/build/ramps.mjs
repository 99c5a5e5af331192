/**
 * Writes the color ramps of the page as tables, with d3's schemes, so that no page loads what makes them.
 *
 *   www/generated/ramps.json   { weights, signed, gradient }   256 colors each, six hexadecimal digits a color
 */
import { mkdir, writeFile } from "node:fs/promises";
import { rgb } from "d3-color";
import { interpolatePRGn, interpolateRdBu, interpolateViridis } from "d3-scale-chromatic";

const STEPS = 256;

function ramp(interpolate) {
  const colors = Array.from({ length: STEPS }, (_, step) => rgb(interpolate(step / (STEPS - 1))));
  return colors.map((color) => color.formatHex().slice(1)).join("");
}

const generated = new URL("../generated/", import.meta.url);
/** The ends of these schemes are too dark to recognize their colors; a tenth is cut off at both. */
const between = (interpolate) => ramp((position) => interpolate(0.1 + 0.8 * position));
const ramps = {
  weights: ramp(interpolateViridis),
  signed: between(interpolateRdBu),
  gradient: between(interpolatePRGn),
};
await mkdir(generated, { recursive: true });
await writeFile(new URL("ramps.json", generated), `${JSON.stringify(ramps)}\n`);
