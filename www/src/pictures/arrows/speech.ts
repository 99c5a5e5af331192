/** Describes arrows of the plane in words, from their values. */
import type { Lookup } from "../../elements/lookup.ts";
import { formatCell } from "../../numbers/format.ts";
import { stepText } from "../../text.ts";
import type { DrawnArrow, DrawnArrows } from "./model.ts";

/** More arrows than this are counted, not listed. */
const MOST_LISTED = 16;

/** Returns the name of an arrow: its letter and the name of its row. */
export function arrowName({ symbol, name, step }: DrawnArrow): string {
  const parts = [symbol, name].filter((part) => part !== "");
  return parts.length > 0 ? parts.join(" ") : stepText(step).title;
}

/** Returns what is said of one arrow. */
export function spokenArrow(text: Lookup, arrow: DrawnArrow): string {
  const [x, y] = arrow.cells.map(({ value }) => formatCell(value));
  const said = text("pictures.arrows.arrow", { name: arrowName(arrow), x: x ?? "", y: y ?? "" });
  return arrow.weight ? text("pictures.arrows.weighed", { arrow: said, weight: formatCell(arrow.weight.value) }) : said;
}

/** Returns what the picture is of. */
export function arrowsName(text: Lookup, { arrows }: DrawnArrows): string {
  const titles = [...new Set(arrows.map(({ step }) => stepText(step).title))].join(", ");
  return text("pictures.arrows.name", { count: arrows.length, titles });
}

/** Returns what the picture shows, with its numbers. */
export function arrowsDescription(text: Lookup, { arrows, mean, pair, turns }: DrawnArrows): string {
  const sentences: string[] = [];
  if (arrows.length <= MOST_LISTED) sentences.push(`${arrows.map((arrow) => spokenArrow(text, arrow)).join("; ")}.`);
  if (mean?.output) {
    const weights = arrows.flatMap((arrow) =>
      arrow.weight ? [`${arrowName(arrow)} ${formatCell(arrow.weight.value)}`] : [],
    );
    sentences.push(text("pictures.arrows.mean", { output: arrowName(mean.output), weights: weights.join(", ") }));
  }
  if (pair) {
    const names = { one: arrowName(pair.one), other: arrowName(pair.other) };
    sentences.push(
      pair.product
        ? text("pictures.arrows.product", { ...names, product: formatCell(pair.product.value) })
        : text("pictures.arrows.pair", names),
    );
  }
  for (const { before, after, angle } of turns.slice(0, MOST_LISTED)) {
    const names = { before: arrowName(before), after: arrowName(after) };
    sentences.push(
      angle
        ? text("pictures.arrows.turnBy", { ...names, angle: formatCell(angle.value) })
        : text("pictures.arrows.turn", names),
    );
  }
  return sentences.join(" ");
}
