/** Smooth paths through points: each piece leaves and arrives along the flow. */
import type { Flow, Point } from "./geometry.ts";

/** The length of an arrow's head. */
export const HEAD = 7;

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** Returns an SVG path. The last piece ends `short` before the last point, where the head of the arrow begins; a negative length is that of an arrow against the flow. */
export function pathOf(points: readonly Point[], flow: Flow, short = 0): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let before = first;
  const pieces = [`M${round(first.x)} ${round(first.y)}`];
  for (const [position, point] of rest.entries()) {
    const back = position === rest.length - 1 ? short : 0;
    const end = flow === "down" ? { x: point.x, y: point.y - back } : { x: point.x - back, y: point.y };
    pieces.push(piece(before, end, flow));
    before = end;
  }
  return pieces.join("");
}

function piece(from: Point, to: Point, flow: Flow): string {
  const end = `${round(to.x)} ${round(to.y)}`;
  if (flow === "down") {
    if (Math.abs(from.x - to.x) < 0.5) return `L${end}`;
    const middle = round((from.y + to.y) / 2);
    return `C${round(from.x)} ${middle} ${round(to.x)} ${middle} ${end}`;
  }
  if (Math.abs(from.y - to.y) < 0.5) return `L${end}`;
  const middle = round((from.x + to.x) / 2);
  return `C${middle} ${round(from.y)} ${middle} ${round(to.y)} ${end}`;
}

/** Returns the head of an arrow at its last point; of a negative size, against the flow. */
export function headOf(points: readonly Point[], flow: Flow, size: number): string {
  const end = points.at(-1);
  if (!end) return "";
  const [x, y] = [end.x, end.y];
  const half = size * 0.45;
  return flow === "down"
    ? `M${round(x)} ${round(y)}L${round(x - half)} ${round(y - size)}L${round(x + half)} ${round(y - size)}Z`
    : `M${round(x)} ${round(y)}L${round(x - size)} ${round(y - half)}L${round(x - size)} ${round(y + half)}Z`;
}
