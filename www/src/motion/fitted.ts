/**
 * Marks of a drawing of another size, where they would be in this one: what they cover before becomes what they cover after, so that nothing begins outside of the
 * drawing, or crowded in a corner of it.
 */
import { arrivedAs, extentOf, type Look, mapped, placedAs } from "./look.ts";
import { type Marked, offsetOf, type Shape, shifted } from "./marked.ts";
import type { Spot } from "./way.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What was drawn, how large the drawing was, and of how many panels. */
export interface Drawn {
  /** At their places. */
  readonly marks: ReadonlyMap<string, Marked>;
  /** As they are seen on the way there. */
  readonly seen: ReadonlyMap<string, Marked>;
  readonly size: Size;
  readonly panels: number;
}

type Marks = ReadonlyMap<string, Marked>;

/** What is so near to its place, as a share of the drawing, is there: names and numbers would lie over each other on the way. */
const NEAR = 0.2;

export const looksOf = ({ shapes }: Marked): Look[] => [...shapes.values()].map(({ look }) => look);

/** Returns the corners of what a mark covers, or of what its looks do. */
function cornersOf(mark: Marked, looks: readonly Look[] = looksOf(mark)): readonly Spot[] {
  const extent = extentOf(looks);
  return extent ? [shifted(extent.first, mark.within), shifted(extent.last, mark.within)] : [];
}

/** Returns the corners of where marks are: a circle is as large in any drawing. */
const placesOf = (marks: readonly Marked[]): readonly Spot[] =>
  marks.flatMap((mark) =>
    cornersOf(
      mark,
      looksOf(mark).map((look) => ({ ...look, lengths: { ...look.lengths, r: 0 } })),
    ),
  );

/** Whether a mark stays in a drawing where it is moved by so much. */
export const isWithin = (mark: Marked, { width, height }: Size, by: Spot = { x: 0, y: 0 }): boolean =>
  cornersOf(mark).every(({ x, y }) => x + by.x >= 0 && y + by.y >= 0 && x + by.x <= width && y + by.y <= height);

/** How a length becomes one of another drawing, and where it begins there. */
interface Along {
  readonly share: number;
  readonly at: (value: number) => number;
}

function along(before: readonly number[], after: readonly number[]): Along {
  const [start, first] = [Math.min(...before), Math.min(...after)];
  const [length, span] = [Math.max(...before) - start, Math.max(...after) - first];
  const share = length > 0 ? span / length : 1;
  return { share, at: (value) => first + (value - start) * share };
}

/**
 * Returns the marks that stay, as they are seen. Where the drawing has another size, they are where they would be in this one, if it shows the `same`, if it is
 * another drawing (`taken`), or if they would lie outside of it; else they stay where they are seen.
 */
export function fitted(before: Drawn, after: Marks, size: Size, kind: "same" | "other" | "taken"): Marks {
  if (before.size.width === size.width && before.size.height === size.height) return before.seen;
  const stay = [...before.marks].filter(([name]) => after.has(name));
  const from = placesOf(stay.map(([, mark]) => mark));
  const to = placesOf(stay.flatMap(([name]) => after.get(name) ?? []));
  const fits = from.every(({ x, y }) => x <= size.width && y <= size.height);
  if (from.length === 0 || to.length === 0 || (kind === "other" && fits)) return before.seen;
  const [across, down] = (["x", "y"] as const).map((axis) =>
    along(
      from.map((spot) => spot[axis]),
      to.map((spot) => spot[axis]),
    ),
  ) as [Along, Along];
  const near = NEAR * Math.max(size.width, size.height);
  const lookAs = (look: Look, at: Look, place: Look, [here, there]: readonly [Spot, Spot]): Look => {
    const spot = ({ x, y }: Spot) => ({ x: across.at(x + here.x) - there.x, y: down.at(y + here.y) - there.y });
    const moved = mapped(look, spot, { across: across.share, down: down.share });
    return kind === "same" ? arrivedAs(moved, { look, at, place }) : placedAs(moved, place, near);
  };
  const marks = new Map(
    stay.flatMap(([name, mark]) => {
      const [seen, target] = [before.seen.get(name), after.get(name)];
      if (!seen || !target) return [];
      const offsets = [offsetOf(mark.within), offsetOf(target.within)] as const;
      const shapes = [...seen.shapes].flatMap(([part, shape]): [string, Shape][] => {
        const [at, place] = [mark.shapes.get(part), target.shapes.get(part)];
        if (!at || !place) return [];
        const look = lookAs(shape.look, at.look, place.look, offsets);
        // What is in a mark has its place there.
        const isOwn = place.element === target.element;
        return [[part, { ...shape, look: isOwn ? withWordsInside(look, place, offsets[1], size) : look }]];
      });
      return [[name, { ...seen, within: target.within, shapes: new Map(shapes) }]];
    }),
  );
  return kind === "same" ? marks : withLinesAtPlace(marks, after);
}

/** Returns the look of words, which are as long as at their place, so that they are in the drawing where they are so at their place. */
function withWordsInside(look: Look, { element, look: place }: Shape, within: Spot, { width, height }: Size): Look {
  if (!look.spot || !place.spot || !/^text\b/.test(place.tag)) return look;
  const box = element.getBBox();
  const { x, y } = place.spot;
  const by = {
    x: kept(look.spot.x - x, { first: box.x + within.x, length: box.width, room: width }),
    y: kept(look.spot.y - y, { first: box.y + within.y, length: box.height, room: height }),
  };
  return { ...look, spot: { x: x + by.x, y: y + by.y } };
}

/** Returns how far a length is moved at most so that it stays in its room, or no further outside than it is. */
function kept(by: number, { first, length, room }: { first: number; length: number; room: number }): number {
  const last = first + length;
  return Math.max(Math.min(0, first) - first, Math.min(Math.max(room, last) - last, by));
}

/** Where all nodes are at their places, the lines between them are, too: lines on another side of a node would lose it on the way. */
function withLinesAtPlace(marks: Marks, after: Marks): Marks {
  const isThere = (name: string, part: string, { look }: Shape) => {
    const place = after.get(name)?.shapes.get(part)?.look;
    return look.spot?.x === place?.spot?.x && look.spot?.y === place?.spot?.y;
  };
  const nodes = [...marks].flatMap(([name, { shapes }]) =>
    [...shapes].filter(([, { look }]) => look.tag === "circle").map(([part, shape]) => isThere(name, part, shape)),
  );
  if (nodes.length === 0 || nodes.includes(false)) return marks;
  return new Map(
    [...marks].map(([name, mark]) => {
      const places = after.get(name)?.shapes;
      const shapes = [...mark.shapes].map(([part, shape]): [string, Shape] => {
        const path = places?.get(part)?.look.path ?? null;
        return [part, shape.look.path === null ? shape : { ...shape, look: { ...shape.look, path } }];
      });
      return [name, { ...mark, shapes: new Map(shapes) }];
    }),
  );
}
