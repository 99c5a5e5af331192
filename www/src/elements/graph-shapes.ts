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

/** Number of directions of which a loop takes the freest. */
const DIRECTIONS = 24;

/** Returns the angle that is farthest from all of the given ones; the top where several are. */
export function freestAngle(away: readonly number[]): number {
  const apart = (one: number, other: number) => Math.abs(Math.atan2(Math.sin(one - other), Math.cos(one - other)));
  let best = -Math.PI / 2;
  let most = -1;
  for (let turn = 0; turn < DIRECTIONS; turn += 1) {
    // From the top to both sides in turn.
    const step = Math.ceil(turn / 2) * (turn % 2 === 0 ? 1 : -1);
    const angle = -Math.PI / 2 + (2 * Math.PI * step) / DIRECTIONS;
    const least = Math.min(Math.PI, ...away.map((other) => apart(angle, other)));
    if (least > most + 1e-9) [best, most] = [angle, least];
  }
  return best;
}

/** Returns the shape of a loop, which leaves its node where there is most room. `away`: the directions that are taken. */
export function loopShape(
  center: Point,
  { radius, away }: { readonly radius: number; readonly away: readonly number[] },
): EdgeShape {
  const angle = freestAngle(away);
  const on = (turn: number, distance: number): Point => ({
    x: center.x + radius * distance * Math.cos(angle + turn),
    y: center.y + radius * distance * Math.sin(angle + turn),
  });
  const line = `M${at(on(-0.7, 1))}C${at(on(-0.62, 2.75))} ${at(on(0.62, 2.75))} ${at(on(0.7, 1))}`;
  return { line, head: "", middle: on(0, 2.2) };
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
  const length = Math.hypot(dx, dy) || 1;
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
