/** How a shape of a drawing looks: where it is, how large, and in which colors; and what is between two looks. Pure, but for reading an element. */
import { pathBetween, pointsOf } from "./path.ts";
import { mixed, type Spot, straight, type Way } from "./way.ts";

export interface Look {
  readonly tag: string;
  /** Where it is; null for a path, and for what is where its parts are. */
  readonly spot: Spot | null;
  /** By the property that has them. */
  readonly lengths: Readonly<Record<string, number>>;
  readonly path: string | null;
  /** The colors that it has of its own. */
  readonly colors: Readonly<Record<string, string>>;
  /** Where the line is that a bar stands at, which names its mark by `data-axis`. */
  readonly axis?: number | null;
}

/** The attributes of a shape that are lengths, and those of its place, where these are properties as well. */
const LENGTHS: Readonly<Record<string, readonly string[]>> = { rect: ["width", "height"], circle: ["r"] };
const PLACES: Readonly<Record<string, readonly [string, string]>> = { rect: ["x", "y"], circle: ["cx", "cy"] };

const TRANSLATED = /^translate\(\s*(-?[\d.e-]+)[\s,]+(-?[\d.e-]+)/;

const numberOf = (element: Element, name: string): number => Number(element.getAttribute(name) ?? 0);

function spotOf(element: Element): Spot | null {
  const [, x, y] = TRANSLATED.exec(element.getAttribute("transform") ?? "") ?? [];
  if (x !== undefined && y !== undefined) return { x: Number(x), y: Number(y) };
  const [across, down] = PLACES[element.tagName] ?? ["x", "y"];
  return element.hasAttribute(across) || element.hasAttribute(down)
    ? { x: numberOf(element, across), y: numberOf(element, down) }
    : null;
}

function axisOf({ dataset: { axis }, ownerSVGElement: drawing }: SVGElement): number | null {
  const line = axis === undefined ? null : drawing?.querySelector(`[data-move="${axis}"]`);
  return pointsOf(line?.getAttribute("d") ?? "")[0]?.x ?? null;
}

/** Returns how an element looks at its place, whatever moves it there. */
export function lookOf(element: SVGElement): Look {
  const { tagName, style } = element;
  // A text that stands on the other side of its place cannot be moved there.
  const tag = element.hasAttribute("text-anchor") ? `${tagName} ${element.getAttribute("text-anchor")}` : tagName;
  const lengths = Object.fromEntries((LENGTHS[tag] ?? []).map((name) => [name, numberOf(element, name)]));
  const stroke = element.hasAttribute("stroke-width") ? { strokeWidth: numberOf(element, "stroke-width") } : {};
  const colors = Object.fromEntries(
    ["fill", "stroke"].flatMap((name) => (style.getPropertyValue(name) ? [[name, style.getPropertyValue(name)]] : [])),
  );
  const path = element.getAttribute("d");
  return { tag, spot: spotOf(element), lengths: { ...lengths, ...stroke }, path, colors, axis: axisOf(element) };
}

/** Less than this, in units, is not seen. */
const SEEN = 0.05;

const isNear = (one: number | undefined, other: number | undefined) =>
  one === other || Math.abs((one ?? 0) - (other ?? 0)) < SEEN;

export function isAlike(one: Look, other: Look): boolean {
  return (
    one.path === other.path &&
    isNear(one.spot?.x, other.spot?.x) &&
    isNear(one.spot?.y, other.spot?.y) &&
    Object.keys(other.lengths).every((name) => isNear(one.lengths[name], other.lengths[name])) &&
    Object.keys(other.colors).every((name) => one.colors[name] === other.colors[name])
  );
}

/** Returns after which share of its way a bar that comes to the other side of its axis is there, and has no length; null for any other shape. */
function shareAtAxis(from: Look, to: Look): number | null {
  const [before, after] = [sideOf(from), sideOf(to)];
  if (before * after >= 0) return null;
  const [width = 0, other = 0] = [from.lengths.width, to.lengths.width];
  return width / (width + other);
}

/** On which side of its axis a bar is; 0 for what has none. */
function sideOf({ spot, lengths: { width = 0 }, axis = null }: Look): number {
  return spot && axis !== null && width > SEEN ? Math.sign(spot.x + width / 2 - axis) : 0;
}

/** Returns a bar without length at its axis, after a share of the way from one look to another. */
function atAxis(from: Look, to: Look, share: number, way: Way): Look {
  const axis = mixed(from.axis ?? 0, to.axis ?? 0, share);
  const spot = from.spot && to.spot && { ...way(from.spot, to.spot, share), x: axis };
  const height = mixed(from.lengths.height ?? 0, to.lengths.height ?? 0, share);
  return { ...to, spot, axis, lengths: { ...to.lengths, width: 0, height } };
}

/** Returns the look after a share of the way from one to another; null where they are too different. A color is the one or the other. */
export function lookBetween(from: Look, to: Look, share: number, way: Way): Look | null {
  const turn = shareAtAxis(from, to);
  if (turn === null) return between(from, to, share, way);
  const there = atAxis(from, to, turn, way);
  return share < turn
    ? between(from, { ...there, colors: from.colors }, share / turn, way)
    : between(there, to, (share - turn) / (1 - turn), way);
}

function between(from: Look, to: Look, share: number, way: Way): Look | null {
  const path = to.path === null ? null : pathBetween(from.path ?? "", to.path, share, way);
  if (from.tag !== to.tag || (path === null) !== (to.path === null) || !from.spot !== !to.spot) return null;
  const lengths = Object.entries(to.lengths).map(
    ([name, length]) => [name, mixed(from.lengths[name] ?? length, length, share)] as const,
  );
  const spot = from.spot && to.spot && way(from.spot, to.spot, share);
  const axis = typeof from.axis === "number" && typeof to.axis === "number" ? mixed(from.axis, to.axis, share) : null;
  return {
    ...to,
    spot,
    path,
    axis,
    lengths: Object.fromEntries(lengths),
    colors: share < 0.5 ? from.colors : to.colors,
  };
}

/** How many looks a turn is drawn by; what moves straight has two. */
const TURNS = 10;

/** Returns a look in the colors of another if it is a bar without length: the color of 0, which is none, would be that of a bar that still has one. */
const seenAs = (look: Look, other: Look): Look =>
  look.tag === "rect" && (look.lengths.width ?? 0) < SEEN ? { ...look, colors: other.colors } : look;

/** Returns the keyframes from one look to another; null where there is no way. */
export function keyframesOf(begin: Look, end: Look, way: Way): Keyframe[] | null {
  const [from, to] = [seenAs(begin, end), seenAs(end, begin)];
  const count = way === straight ? 1 : TURNS;
  const looks = Array.from({ length: count + 1 }, (_, at) => lookBetween(from, to, at / count, way));
  if (!looks.every((look) => look !== null)) return null;
  const turn = shareAtAxis(from, to);
  if (turn !== null) return throughAxis(from, to, turn, way);
  const frames = looks.map((look, at) => keyframe(look, to, at / count));
  return /^text\b/.test(to.tag) ? withInk(frames, from.colors, to.colors) : frames;
}

/** A bar that comes to the other side of its axis gets shorter until it is there, and has the color of the other side from there. */
function throughAxis(from: Look, to: Look, turn: number, way: Way): Keyframe[] {
  const there = keyframe(atAxis(from, to, turn, way), to, turn);
  return [keyframe(from, to, 0), { ...there, ...from.colors }, { ...there, ...to.colors }, keyframe(to, to, 1)];
}

/** What is written has one ink until half-way and the other from there: between black and white it is gray, which nothing is read in. */
function withInk(frames: readonly Keyframe[], from: Look["colors"], to: Look["colors"]): Keyframe[] {
  if (Object.entries(from).every(([name, color]) => to[name] === color)) return [...frames];
  const at = frames.findIndex(({ offset }) => Number(offset) > 0.5);
  return [...frames.slice(0, at), { ...from, offset: 0.5, easing: "step-start" }, ...frames.slice(at)];
}

function keyframe({ tag, spot, lengths, path, colors }: Look, to: Look, offset: number): Keyframe {
  const [across, down] = PLACES[tag] ?? [];
  const placed =
    spot && to.spot
      ? across !== undefined && down !== undefined
        ? { [across]: `${spot.x}px`, [down]: `${spot.y}px` }
        : { translate: `${spot.x - to.spot.x}px ${spot.y - to.spot.y}px` }
      : {};
  const sizes = Object.entries(lengths).map(([name, length]) => [name, `${Math.max(0, length)}px`]);
  // A color has its own way between the two.
  const painted = offset === 0 || offset === 1 ? colors : {};
  return {
    ...placed,
    ...Object.fromEntries(sizes),
    ...(path === null ? {} : { d: `path("${path}")` }),
    ...painted,
    offset,
  };
}

/** Returns what a shape grows from: a center, or, for a bar, its axis, or its left end where it has none; null for what does not grow. */
export function seedOf(look: Look, center: Spot | null, axis: number | null = null): Look | null {
  if (look.tag === "rect") {
    const spot = look.spot && axis !== null ? { ...look.spot, x: axis } : look.spot;
    return { ...look, spot, lengths: { ...look.lengths, width: 0 } };
  }
  if (!center || (look.tag !== "path" && look.tag !== "circle")) return null;
  const path = look.path === null ? null : pathBetween(look.path, look.path, 0, () => center);
  return { ...look, spot: look.spot && center, path };
}

/** Returns a look in a drawing where each spot is elsewhere, and which is so many times as wide and as high. */
export function mapped(
  look: Look,
  spot: (spot: Spot) => Spot,
  { across, down }: { readonly across: number; readonly down: number },
): Look {
  const { width, height, ...lengths } = look.lengths;
  const { axis = null } = look;
  return {
    ...look,
    spot: look.spot && spot(look.spot),
    ...(axis !== null && { axis: spot({ x: axis, y: look.spot?.y ?? 0 }).x }),
    path: look.path === null ? null : pathBetween(look.path, look.path, 0, spot),
    lengths: {
      ...lengths,
      ...(width !== undefined && { width: width * across }),
      ...(height !== undefined && { height: height * down }),
    },
  };
}

/** Returns a look at the place of another one that is no further away than this; a bar grows from where it is, at its axis. */
export function placedAs(look: Look, place: Look, near: number): Look {
  // A number on the other side of its place does not go there, and is read beside its bar until it is gone.
  if (look.tag !== place.tag) return look;
  if (look.tag === "rect") {
    const [axis, there] = [look.axis ?? null, place.axis ?? null];
    if (!look.spot || axis === null || there === null || Math.abs(there - axis) > near) return look;
    return { ...look, spot: { ...look.spot, x: look.spot.x + there - axis }, axis: there };
  }
  const isNearTo = (one: Spot | undefined, other: Spot | undefined) =>
    one !== undefined && other !== undefined && Math.hypot(one.x - other.x, one.y - other.y) <= near;
  if (look.spot && place.spot) return isNearTo(look.spot, place.spot) ? { ...look, spot: place.spot } : look;
  if (look.path === null || place.path === null) return look;
  const [points, places] = [pointsOf(look.path), pointsOf(place.path)];
  const same = points.length === places.length && points.every((point, at) => isNearTo(point, places[at]));
  return same ? { ...look, path: place.path } : look;
}

/**
 * Returns a moved look, of which is at its new place what was there before: a line whose width is under way stays between its ends, and words and lines that only go
 * down or across keep their column or their row.
 */
export function arrivedAs(
  moved: Look,
  { look, at, place }: { readonly look: Look; readonly at: Look; readonly place: Look },
): Look {
  const lengths = Object.entries(moved.lengths).map(([name, length]): [string, number] => [
    name,
    isNear(look.lengths[name], at.lengths[name]) ? (place.lengths[name] ?? length) : length,
  ]);
  // Its axis is at its new place, too, where it was at its former one.
  const by = isNear(look.axis ?? 0, at.axis ?? 0) ? (place.axis ?? 0) - (moved.axis ?? 0) : 0;
  return {
    ...moved,
    spot: spotArrived(moved.spot && { ...moved.spot, x: moved.spot.x + by }, look, at, place),
    ...(by !== 0 && { axis: place.axis ?? null }),
    path: pathArrived(moved.path, look, at, place),
    lengths: Object.fromEntries(lengths),
  };
}

/** What stands in rows and columns: a node goes its own way, and its lines with it. */
const ALIGNED = /^(text|rect)\b/;

function spotArrived(moved: Spot | null, look: Look, at: Look, place: Look): Spot | null {
  if (!moved || !place.spot) return moved;
  const [across, down] = [isNear(look.spot?.x, at.spot?.x), isNear(look.spot?.y, at.spot?.y)];
  if (across && down) return place.spot;
  if (!ALIGNED.test(look.tag) || typeof look.axis === "number") return moved;
  return { x: across ? place.spot.x : moved.x, y: down ? place.spot.y : moved.y };
}

function pathArrived(moved: string | null, look: Look, at: Look, place: Look): string | null {
  if (moved === null || look.path === at.path) return moved && place.path;
  const [seen, ends, places] = [look, at, place].map(({ path }) => pointsOf(path ?? "")) as [Spot[], Spot[], Spot[]];
  if (seen.length !== ends.length || seen.length !== places.length) return moved;
  const isThere = (axis: keyof Spot) => seen.every((point, number) => isNear(point[axis], ends[number]?.[axis]));
  const [across, down] = [isThere("x"), isThere("y")];
  if (!across && !down) return moved;
  let number = -1;
  return pathBetween(moved, moved, 0, (point) => {
    number += 1;
    const { x, y } = places[number] ?? point;
    return { x: across ? x : point.x, y: down ? y : point.y };
  });
}

/** Returns the corners of what some looks cover; null for none. */
export function extentOf(looks: readonly Look[]): { readonly first: Spot; readonly last: Spot } | null {
  const spots = looks.flatMap(({ spot, lengths, path }) => {
    if (path !== null) return pointsOf(path);
    if (!spot) return [];
    const { width = 0, height = 0, r = 0 } = lengths;
    return [
      { x: spot.x - r, y: spot.y - r },
      { x: spot.x + width + r, y: spot.y + height + r },
    ];
  });
  if (spots.length === 0) return null;
  const [across, down] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  return {
    first: { x: Math.min(...across), y: Math.min(...down) },
    last: { x: Math.max(...across), y: Math.max(...down) },
  };
}

/** Returns the middle of what some looks cover; null for none. */
export function middleOf(looks: readonly Look[]): Spot | null {
  const extent = extentOf(looks);
  return extent && { x: (extent.first.x + extent.last.x) / 2, y: (extent.first.y + extent.last.y) / 2 };
}
