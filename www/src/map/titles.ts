/** The names that boxes show and speak. */

import type { Lookup } from "../elements/lookup.ts";
import type { TraceStep } from "../library.ts";
import { formatCell } from "../numbers/format.ts";
import { textOf } from "../text.ts";

/** Returns a part's name from its segments: `encoder`, `layers[0]` is “Encoder, layer 1” in the page's language. */
export function partTitle(names: readonly string[], text: Lookup): string {
  return names.map((segment) => segmentTitle(segment, text)).join(" · ");
}

function segmentTitle(segment: string, text: Lookup): string {
  const [, name = segment, round] = /^(.*?)(?:\[(\d+)\])?$/.exec(segment) ?? [];
  const key = `map.parts.${name}`;
  if (textOf(key) === undefined) return segment;
  // What is called the next layer follows a first one, which is no part.
  const number = Number(round ?? 0) + 1;
  return text(key, { number, next: number + 1 });
}

/** Returns a shape as `3 × 4`; empty for a single number. */
export function shapeLabel(shape: readonly number[]): string {
  return shape.join(" × ");
}

/** Returns the value of a step without axes, as cells show it; null for any other. */
export function singleValue(step: Pick<TraceStep, "shape" | "data">): string | null {
  const [value] = step.data;
  return step.shape.length === 0 && value !== undefined ? formatCell(value) : null;
}
