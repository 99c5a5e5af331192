/** The outlines of edges: the ends of lines at the circles, arrow heads, and bends that separate two directions. Pure. */
import type { Edge, Point } from "./graph-layout.ts";

export interface EdgeShape {
  /** Path of the line. */
  readonly line: string;
  /** Path of the arrow head; empty without one. */
  readonly head: string;
  readonly middle: Point;
}

const round = (value: number) => Math.round(value * 100) / 100;
const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;

function loop(center: Point, radius: number): EdgeShape {
  const left = { x: center.x - radius * 0.7, y: center.y - radius * 0.7 };
  const right = { x: center.x + radius * 0.7, y: center.y - radius * 0.7 };
  const top = center.y - radius * 2.9;
  const line = `M${at(left)}C${at({ x: center.x - radius * 1.6, y: top })} ${at({ x: center.x + radius * 1.6, y: top })} ${at(right)}`;
  return { line, head: "", middle: { x: center.x, y: center.y - radius * 2.4 } };
}

/** Returns the shape of one edge. `bent`: whether the opposite edge exists too. `width`: of the line. `unit`: the unit of all lengths here. */
export function edgeShape(
  source: Point,
  target: Point,
  {
    radius,
    directed,
    bent,
    width,
    unit,
  }: { radius: number; directed: boolean; bent: boolean; width: number; unit: number },
): EdgeShape {
  const [dx, dy] = [target.x - source.x, target.y - source.y];
  const length = Math.hypot(dx, dy);
  if (length < 1e-9) return loop(source, radius);
  const bend = bent ? Math.min(18 * unit, length / 5) : 0;
  const middle = {
    x: (source.x + target.x) / 2 - (dy / length) * bend,
    y: (source.y + target.y) / 2 + (dx / length) * bend,
  };
  // A quadratic curve passes halfway between the middle of its ends and its control point.
  const control = { x: 2 * middle.x - (source.x + target.x) / 2, y: 2 * middle.y - (source.y + target.y) / 2 };
  const size = directed ? 6 * unit + width * 1.4 : 0;
  const toward = (from: Point, to: Point, distance: number): Point => {
    const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return { x: from.x + ((to.x - from.x) / far) * distance, y: from.y + ((to.y - from.y) / far) * distance };
  };
  const start = toward(source, control, radius);
  const tip = toward(target, control, radius + 1);
  const end = directed ? toward(tip, control, size * 0.8) : tip;
  const line = `M${at(start)}Q${at(control)} ${at(end)}`;
  if (!directed) return { line, head: "", middle };
  const back = toward(tip, control, size);
  const [ux, uy] = [(tip.x - back.x) / size, (tip.y - back.y) / size];
  const half = size * 0.45;
  const head = `M${at(tip)}L${at({ x: back.x - uy * half, y: back.y + ux * half })}L${at({ x: back.x + uy * half, y: back.y - ux * half })}Z`;
  return { line, head, middle };
}

/** Returns the width of a line: the same for all edges without weights, else by magnitude. */
export function edgeWidth(weight: number | null, largest: number): number {
  if (weight === null || largest === 0) return 2;
  return 1 + 5.5 * Math.min(1, Math.abs(weight) / largest);
}

/** Whether the opposite edge exists too. */
export function hasOpposite([source, target]: Edge, edges: readonly Edge[]): boolean {
  return source !== target && edges.some(([from, to]) => from === target && to === source);
}
