/** Which names and numbers stand beside arrows, and what they should not cover. Pure. */
import { coordinatePlaces, type PlacedText, turnRadius } from "./arrows-drawing.ts";
import type { DrawnArrow, DrawnArrows, DrawnPair, ShownCell } from "./arrows-model.ts";
import { textWidth } from "./place-names.ts";
import { angleOf, around, between, type Frame, footOn, type Spot } from "./plane.ts";
import { scaleOf } from "./plane-grid.ts";

/** The type size of the names of axes. */
const AXIS_TYPE = 12;
/** The distance between points that stand for a name. */
const APART = 10;

/** Returns the numbers of an arrow: its weight, its coordinates, the angle by which it was turned and the product that it is part of. */
export function cellsOf(arrow: DrawnArrow, { turns, pair }: DrawnArrows): ShownCell[] {
  const angle = turns.find(({ after }) => after.key === arrow.key)?.angle;
  const product = pair?.one.key === arrow.key ? pair.product : null;
  return [arrow.weight, ...arrow.cells, angle, product].filter((cell) => cell !== null && cell !== undefined);
}

/** Returns what is written: names at the tips, angles at the arcs, the product at the shadow. */
export function textsOf({ arrows, turns, pair }: DrawnArrows, frame: Frame): PlacedText[] {
  const names = arrows.map((arrow) => ({
    at: frame.at(arrow.spot),
    // A zero vector has no direction; its name stands where no arrow of positive numbers is.
    toward: arrow.spot.x === 0 && arrow.spot.y === 0 ? (-3 * Math.PI) / 4 : angleOf(arrow.spot),
    symbol: arrow.symbol,
    name: arrow.name,
    number: arrow.weight,
    gap: arrow.kind === "arrow" && arrow.input === null ? 8 : 13,
  }));
  const origin = frame.at({ x: 0, y: 0 });
  const angles = turns.flatMap((turn, order) => {
    const { before, angle } = turn;
    if (!angle || angle.value === 0) return [];
    const middle = angleOf(before.spot) + angle.value / 2;
    const radius = turnRadius(turn, order, turns.length) * frame.unit;
    return [{ at: around(origin, middle, radius), toward: middle, symbol: "", name: "", number: angle, gap: 2 }];
  });
  return [...names, ...angles, ...(pair?.product ? [productText(pair, frame)] : [])];
}

/** The product stands beyond the shadow, on the other side of it than the arrow that casts it. */
function productText({ one, other, product }: DrawnPair, frame: Frame): PlacedText {
  const foot = footOn(one.spot, other.spot) ?? other.spot;
  return {
    at: frame.at(between({ x: 0, y: 0 }, foot, 0.6)),
    toward: angleOf({ x: foot.x - one.spot.x, y: foot.y - one.spot.y }),
    symbol: `${one.symbol} · ${other.symbol} =`,
    name: "",
    number: product,
    gap: 12,
  };
}

/** Returns points along a line in the drawing. */
function dots(from: Spot, to: Spot): Spot[] {
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / APART);
  return Array.from({ length: count }, (_, at) => between(from, to, (at + 1) / count));
}

/** Returns points along the arrows, in the coordinates of the active one, and along the line to a shadow. */
export function obstaclesOf(
  { arrows, axes, mean, pair }: DrawnArrows,
  { frame, active, dropped }: { readonly frame: Frame; readonly active: DrawnArrow | null; readonly dropped: boolean },
): Spot[] {
  const along = arrows.flatMap(({ spot, kind }) =>
    (kind === "point" ? [1] : [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1]).map((share) =>
      between({ x: 0, y: 0 }, spot, share),
    ),
  );
  const foot = pair && dropped ? footOn(pair.one.spot, pair.other.spot) : null;
  const drop = foot && pair ? [0.2, 0.4, 0.6, 0.8, 1].map((share) => between(pair.one.spot, foot, share)) : [];
  // The threads from weighted values to the output.
  const output = mean?.output?.spot;
  const threads = arrows.flatMap(({ spot, weight }) =>
    output && weight ? [0.15, 0.3, 0.45, 0.6].map((share) => between(spot, output, share)) : [],
  );
  const scale = Object.values(scaleOf(frame)).flatMap((told) =>
    told ? [-5, 0, 5].map((aside) => ({ x: told.spot.x, y: told.spot.y + aside })) : [],
  );
  const numbers = active ? Object.values(coordinatePlaces(active, frame)) : [];
  const written = numbers.flatMap(({ x, y }) => [-14, 0, 14].map((aside) => ({ x: x + aside, y })));
  const tip = active ? frame.at(active.spot) : null;
  const feet = active
    ? [
        { ...active.spot, y: 0 },
        { ...active.spot, x: 0 },
      ]
    : [];
  const dotted = tip ? feet.flatMap((foot) => dots(tip, frame.at(foot))) : [];
  const { left, right, bottom, top } = frame.extent;
  const [end, start] = [frame.at({ x: right, y: bottom }), frame.at({ x: left, y: top })];
  // Over the whole height of a name, which another one beside it would otherwise touch.
  const covered = (name: string, place: (along: number, aside: number) => Spot) => {
    const length = name === "" ? 0 : Math.ceil(textWidth(`${name} →`, AXIS_TYPE) / APART);
    return Array.from({ length }, (_, at) => at * APART).flatMap((along) =>
      [-AXIS_TYPE / 2, 0, AXIS_TYPE / 2].map((aside) => place(along, aside)),
    );
  };
  const named = [
    ...covered(axes[0], (along, aside) => ({ x: end.x - along, y: end.y + 13 + aside })),
    ...covered(axes[1], (along, aside) => ({ x: start.x - 11 + aside, y: start.y + along })),
  ];
  return [...[...along, ...drop, ...threads].map((spot) => frame.at(spot)), ...dotted, ...written, ...named, ...scale];
}
