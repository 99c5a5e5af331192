/**
 * Words that would pass through each other on their way: those that can wait come at their place once the way is free. The name of a node goes with its node, and
 * what it would pass through waits for it. What was not there before waits for what was, which would be gone for a while else. Of two that both go, the one that goes
 * further is seen, since its way is what there is to see.
 */
import { UNSEEN } from "./marked.ts";
import type { Spot } from "./way.ts";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns how far something is from its place after a share of its way. */
export type Journey = (share: number) => Spot;

export interface Word {
  /** What it covers at its place. */
  readonly box: Box;
  /** Null where it is at its place from the beginning. */
  readonly journey: Journey | null;
  /** Whether it is the name of a node, and goes with it. */
  readonly named: boolean;
  /** Whether it was not there before. */
  readonly fresh: boolean;
}

/** Words are seen from this share of the way on: what is left of it is too short to pass through anything. */
export const CLEAR = 0.9;
/** How many moments of the way are looked at: so many that a word of a few letters is nowhere between two of them only. */
const MOMENTS = 48;
/** Less than this, in units, is no overlap. */
const TOUCHING = 3;

const moved = ({ left, top, right, bottom }: Box, { x, y }: Spot): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

const overlap = (one: Box, other: Box): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > TOUCHING &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > TOUCHING;

/** How far something goes that goes straight. */
function lengthOf(journey: Journey): number {
  const { x, y } = journey(0);
  return Math.hypot(x, y);
}

/** Returns those of some words that wait until the others are at their places. Pure. */
export function waiting<T extends Word>(words: readonly T[]): ReadonlySet<T> {
  const moments = Array.from({ length: MOMENTS }, (_, at) => (CLEAR * at) / (MOMENTS - 1));
  const ways = words.map(({ box, journey }) => moments.map((share) => (journey ? moved(box, journey(share)) : box)));
  const found = new Set<T>();
  for (const [at, one] of words.entries())
    for (const [after, other] of words.slice(at + 1).entries()) {
      if ((!one.journey && !other.journey) || overlap(one.box, other.box)) continue;
      const [way, otherWay] = [ways[at] ?? [], ways[at + 1 + after] ?? []];
      if (!way.some((box, moment) => overlap(box, otherWay[moment] ?? other.box))) continue;
      const further = one.journey && other.journey ? lengthOf(one.journey) - lengthOf(other.journey) : 0;
      if (one.named !== other.named) found.add(one.named ? other : one);
      else if (one.fresh !== other.fresh) found.add(one.fresh ? one : other);
      else if (Math.abs(further) > TOUCHING) found.add(further > 0 ? other : one);
      // A circle that is drawn later passes above the other one.
      else if (one.named) found.add(one);
      else {
        if (one.journey) found.add(one);
        if (other.journey) found.add(other);
      }
    }
  return found;
}

export interface DrawnWord extends Word {
  readonly element: SVGTextElement;
}

/** Returns the words of a drawing; `journeys` has what is under way, a word itself or what it is in, `fresh` the marks that were not there before. */
export function wordsIn(
  drawing: SVGSVGElement,
  journeys: ReadonlyMap<Element, Journey>,
  fresh: ReadonlySet<Element>,
): readonly DrawnWord[] {
  return [...drawing.querySelectorAll("text")].flatMap((element) => {
    const own = boxOf(element, drawing);
    if (element.closest(".leaving") || own.right <= own.left) return [];
    const under = withAncestors(element, drawing).flatMap((one) => journeys.get(one) ?? []);
    const journey: Journey = (share) =>
      under.map((way) => way(share)).reduce((sum, { x, y }) => ({ x: sum.x + x, y: sum.y + y }), { x: 0, y: 0 });
    const node = nodeAround(element);
    const box = node ? boxOf(node, drawing) : own;
    const mark = element.closest("[data-move]");
    return [
      {
        ...{ element, box, journey: under.length > 0 ? journey : null, named: node !== null },
        fresh: mark !== null && fresh.has(mark),
      },
    ];
  });
}

function withAncestors(element: Element, drawing: Element): readonly Element[] {
  const { parentElement: parent } = element;
  return element === drawing || !parent ? [] : [element, ...withAncestors(parent, drawing)];
}

/** The circle that a name stands in. */
function nodeAround(element: SVGTextElement): SVGCircleElement | null {
  const circles = [...(element.closest("[data-move]")?.querySelectorAll("circle") ?? [])];
  return circles.find((circle) => !circle.matches(UNSEEN)) ?? null;
}

/** What an element covers at its place, whatever moves it there. */
function boxOf(element: SVGGraphicsElement, drawing: SVGSVGElement): Box {
  const { x, y, width, height } = element.getBBox();
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ].map(([across = 0, down = 0]) =>
    withAncestors(element, drawing).reduce(
      (point, one) => (one instanceof SVGGraphicsElement ? placed(point, one) : point),
      new DOMPoint(across, down),
    ),
  );
  const [acrosses, downs] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  return {
    left: Math.min(...acrosses),
    top: Math.min(...downs),
    right: Math.max(...acrosses),
    bottom: Math.max(...downs),
  };
}

/** Returns where a point of an element is in what that is in. */
const placed = (point: DOMPoint, { transform }: SVGGraphicsElement): DOMPoint =>
  [...transform.baseVal].reduceRight((all, { matrix }) => all.matrixTransform(DOMMatrix.fromMatrix(matrix)), point);
