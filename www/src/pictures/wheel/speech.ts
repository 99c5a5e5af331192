/** Describes the wheel in words, from its values. */
import type { Lookup } from "../../elements/lookup.ts";
import { formatCell } from "../../numbers/format.ts";
import { loadsOf, type WheelMark, type WheelPoint, type WheelRound } from "./model.ts";

/** Returns what is said of a point. */
export function spokenPoint(text: Lookup, { name, cells: [x, y], bucket }: WheelPoint): string {
  const numbers = { x: formatCell(x.value), y: formatCell(y.value), bucket: formatCell(bucket.value) };
  return text("pictures.wheel.point", { name, ...numbers });
}

/** Returns what is said of a direction, whose opposite is a bucket too. */
export function spokenDirection(text: Lookup, { cells: [x, y], row }: WheelMark, count: number): string {
  const numbers = { x: formatCell(x.value), y: formatCell(y.value) };
  return text("pictures.wheel.direction", { ...numbers, bucket: row, opposite: row + count });
}

export function wheelName(text: Lookup, rounds: readonly WheelRound[]): string {
  const [first] = rounds;
  const counts = { points: first?.points.length ?? 0, buckets: 2 * (first?.directions.length ?? 0) };
  return text(rounds.length > 1 ? "pictures.wheel.rounds" : "pictures.wheel.name", {
    ...counts,
    rounds: rounds.length,
  });
}

/** Returns who falls into which bucket, in each round. */
export function wheelDescription(text: Lookup, rounds: readonly WheelRound[]): string {
  return rounds
    .map((round) => {
      const loads = [...loadsOf(round)].map(([bucket, points]) =>
        text("pictures.wheel.load", { bucket: formatCell(bucket), names: points.map(({ name }) => name).join(", ") }),
      );
      const title = round.round === null ? "" : `${text("pictures.wheel.round", { name: round.name })}: `;
      return `${title}${loads.join("; ")}.`;
    })
    .join(" ");
}
