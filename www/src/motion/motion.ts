/**
 * Moves the marks of a drawing from where they were to where they are. The drawing itself has changed at once, so that what it says and what is read of it is the
 * target; animations only show the way. A mark that has a new target before it is at its place goes there from where it is.
 *
 * A drawing that takes another's place in a figure takes up its marks, too, and one that comes beside others begins with theirs, if they were there before it.
 */

import { onWindow } from "../window.ts";
import { CLEAR, type Journey, waiting, wordsIn } from "./clear.ts";
import { isDragged } from "./dragged.ts";
import { type Drawn, fitted, isWithin, looksOf } from "./fitted.ts";
import { type Gone, ghostsOf } from "./ghost.ts";
import { begun } from "./held.ts";
import { isAlike, keyframesOf, type Look, lookBetween, middleOf, seedOf } from "./look.ts";
import { type Marked, markedIn, offsetOf, type Shape, shifted } from "./marked.ts";
import { momentNow } from "./moment.ts";
import { EASING, ENTERS, LEAVES, MOVES, SHORT, THERE } from "./pace.ts";
import { pathBetween, pointsOf } from "./path.ts";
import { isStill } from "./still.ts";
import { paceNow } from "./stride.ts";
import { type Spot, straight, turning, type Way } from "./way.ts";
import { COMES, type Course, type Waiting, Written } from "./written.ts";

interface Under extends Course {
  readonly from: Look;
  readonly to: Look;
  readonly way: Way;
}

/** What is under way anywhere on the page: nothing of it is printed. */
const everything = new Set<Animation>();
onWindow("beforeprint", () => {
  for (const animation of everything) animation.finish();
});

/** What was drawn in a figure before. */
const left = new WeakMap<Element, Motion>();
/** What is drawn in a place, such as a scene, or has left it in the moment in which something came or went last. */
interface Place {
  readonly all: readonly Motion[];
  readonly moment: object;
}

const places = new WeakMap<Element, Place>();

/** What is drawn: an element with its drawing. */
export interface Moved {
  readonly host: HTMLElement;
  readonly drawing: () => SVGSVGElement | null;
  /** Pixels for each unit of the drawing. */
  readonly unit: () => number;
}

/** What was drawn, and what is drawn now: the same in another size, something else, or what another drawing showed. */
interface Before extends Drawn {
  readonly kind: "same" | "other" | "taken";
}

/** How numbers follow from words that are new: these, which are fast at first, are there before those begin to be seen. */
const FOLLOWS = { duration: MOVES, easing: "linear" };

/** By so many looks a turn is drawn. */
const TURNS = 12;

/** Lines between circles: those that are drawn from their beginning to their end, and those that join nodes. */
const LINES = "[data-grows], [data-joins]";

export class Motion {
  readonly #moved: Moved;
  readonly #under = new Map<SVGElement, Under>();
  readonly #written = new Written((element, keyframes, timing) => this.#animate(element, keyframes, timing));
  /** What is left of marks that are gone, while it fades. */
  readonly #ghosts = new Set<SVGElement>();
  /** What goes somewhere since the drawing has changed last. */
  readonly #journeys = new Map<Element, Journey>();
  /** The marks that were not there before something else was drawn last. */
  #fresh: ReadonlySet<Element> = new Set();
  #figure: Element | null = null;
  #place: Element | null = null;
  #before: Before | null = null;
  /** What was drawn when something came to its place or left it, where something else is drawn since. */
  #was: { readonly moment: object; readonly drawn: Drawn } | null = null;
  #drawn = false;
  /** Whether words come for which others make room. */
  #late = false;
  /** When it came to its place, and when it has left it. */
  #came: object | null = null;
  #went: object | null = null;

  constructor(moved: Moved) {
    this.#moved = moved;
  }

  connected(): void {
    const { host } = this.#moved;
    this.#figure = figureAround(host);
    this.#place = this.#figure?.parentElement ?? null;
    if (!this.#place) return;
    const moment = momentNow();
    // What only changes its place among others has been there before.
    if (!this.#drawn) this.#came = moment;
    this.#went = null;
    const others = this.#beside().filter((other) => !other.#went || other.#went === moment);
    places.set(this.#place, { all: [...others, this], moment });
  }

  disconnected(): void {
    if (this.#figure) left.set(this.#figure, this);
    if (this.#place) {
      this.#went = momentNow();
      places.set(this.#place, { all: [...this.#beside(), this], moment: this.#went });
    }
    this.#figure = null;
    this.#place = null;
  }

  /** Before the drawing changes. `other`: whether it shows something else then. */
  begins(other: boolean): void {
    this.#before = null;
    if (isStill() || isDragged()) this.finish();
    else if (this.#drawn && (other || this.#under.size > 0))
      this.#before = { ...this.#now(), kind: other ? "other" : "same" };
    const place = this.#place && places.get(this.#place);
    if (other && place && this.#before && this.#was?.moment !== place.moment)
      this.#was = { moment: place.moment, drawn: this.#before };
  }

  /** What is in its place but this, or has left it in the last moment. */
  #beside(): readonly Motion[] {
    return (this.#place ? (places.get(this.#place)?.all ?? []) : []).filter((other) => other !== this);
  }

  /** After the drawing has changed. */
  ends(): void {
    const first = !this.#drawn;
    const drawing = this.#moved.drawing();
    this.#drawn = drawing !== null;
    if (!drawing || isStill() || isDragged()) return;
    this.#journeys.clear();
    if (first) this.#takeUp();
    else if (this.#before) this.#move(this.#before);
    this.#before = null;
    this.#written.go(drawing, paceNow(), (element) => this.#under.get(element));
    this.#clear(drawing);
    // What follows from a word that is new is read once that is.
    const texts = this.#late ? [...drawing.querySelectorAll("text")] : [];
    this.wait(
      texts.map((element) => ({ element })),
      FOLLOWS,
    );
    this.#late = false;
  }

  /** Whether any element that a selector finds is on its way. */
  moves(selector: string): boolean {
    return [...this.#under.keys()].some((element) => element.matches(selector));
  }

  /** A square part of the drawing has been turned by so many quarters, clockwise: it is seen to turn, within its room, and nothing in it moves by itself. */
  turn(part: SVGGraphicsElement, quarters: number): void {
    if (isStill() || isDragged()) return;
    this.finish();
    const { x, y, width, height } = part.getBBox();
    const about = { transformOrigin: `${x + width / 2}px ${y + height / 2}px` };
    const frames = Array.from({ length: TURNS + 1 }, (_, at) => {
      const degrees = -90 * quarters * (1 - at / TURNS);
      const angle = (Math.abs(degrees % 90) * Math.PI) / 180;
      return { ...about, rotate: `${degrees}deg`, scale: String(1 / (Math.cos(angle) + Math.sin(angle))) };
    });
    this.#animate(part, frames, paceNow());
  }

  /** What is written now is brought: what was written, or what is to be read meanwhile, is read until then. */
  wait(texts: Iterable<Waiting>, timing: KeyframeAnimationOptions): void {
    for (const text of texts) this.#written.wait(text, timing);
  }

  /** Everything is at its place at once. */
  finish(): void {
    for (const { animation } of this.#under.values()) animation.cancel();
    this.#under.clear();
    this.#written.finish();
    for (const gone of this.#moved.drawing()?.querySelectorAll(".leaving") ?? []) gone.remove();
  }

  /** What is drawn now; nothing where there is no drawing. */
  #now(): Drawn {
    const drawing = this.#moved.drawing();
    const marks = drawing ? markedIn(drawing) : new Map<string, Marked>();
    const { width = 0, height = 0 } = drawing?.viewBox.baseVal ?? {};
    return {
      marks,
      seen: this.#under.size === 0 ? marks : this.#seenOf(marks),
      size: { width, height },
      panels: drawing?.querySelectorAll("[data-panel]").length ?? 0,
    };
  }

  #seenOf(marks: ReadonlyMap<string, Marked>): ReadonlyMap<string, Marked> {
    return new Map([...marks].map(([name, mark]) => [name, { ...mark, shapes: this.#seen(mark) }]));
  }

  #seen({ shapes }: Marked): ReadonlyMap<string, Shape> {
    return new Map(
      [...shapes].map(([name, shape]) => {
        const under = this.#under.get(shape.element);
        const share = under?.animation.effect?.getComputedTiming().progress;
        const look = under && typeof share === "number" ? lookBetween(under.from, under.to, share, under.way) : null;
        return [name, look ? { ...shape, look: { ...look, colors: painted(shape) } } : shape];
      }),
    );
  }

  /**
   * Begins with the marks that the figure had before, or that a drawing of the same kind beside it has or had, or else with those of what has made room for it.
   * What they show since it came was not seen before, as what comes with it: nothing begins with that.
   */
  #takeUp(): void {
    const figure = this.#figure;
    const former = figure ? left.get(figure) : undefined;
    if (figure) left.delete(figure);
    const tag = this.#moved.host.tagName;
    const now = this.#came;
    const seen = this.#beside().filter(
      (other) => other.#drawn && other.#came !== now && (!other.#went || other.#went === now),
    );
    const like = seen.filter((other) => other.#moved.host.tagName === tag);
    // Marks of other steps would be seen twice beside one that stays as it is.
    const source =
      former ??
      like.find((other) => other.#went || other.#was?.moment === now || this.#drawsAs(other)) ??
      seen.find((other) => other.#went);
    if (!source && like.length > 0) this.#cross(new Map(), 1);
    if (!source) return;
    if (!source.#moved.drawing()) return;
    const before = source.#was?.moment === now ? source.#was.drawn : source.#now();
    if (source.#moved.host.tagName === tag) this.#move({ ...before, seen: before.marks, kind: "taken" });
    else this.#cross(before.marks, source.#moved.unit() / this.#moved.unit());
  }

  /** Whether another drawing has marks of a step that this one has, if any of them stands for a step. */
  #drawsAs(other: Motion): boolean {
    const [own, others] = [this, other].map(
      (one) => new Set([...(one.#moved.drawing()?.querySelectorAll<SVGElement>("[data-step]") ?? [])].map(stepOf)),
    );
    return !own?.size || !others?.size || [...own].some((step) => others.has(step));
  }

  /**
   * Marks of another kind of drawing: bars grow, lines are drawn, and what else has the same name comes from its place, unless it would leave the drawing there.
   * Words alone stay where there are lines: they would cross these, and each other.
   */
  #cross(before: ReadonlyMap<string, Marked>, scale: number): void {
    const drawing = this.#moved.drawing();
    if (!drawing) return;
    this.#animate(drawing, [{ opacity: 0, offset: 0 }], { duration: ENTERS });
    const lines = drawing.querySelectorAll(LINES);
    this.#draw([...drawing.querySelectorAll<SVGElement>("[data-grows]")]);
    const { marks, size } = this.#now();
    for (const [name, mark] of marks) {
      const other = before.get(name);
      if (this.#grow(mark, (axis) => marks.get(axis)) || (lines.length > 0 && !hasNode(mark))) continue;
      const [from, to] = [other, mark].map((one) => one && middleOf(looksOf(one)));
      if (!other || !from || !to) continue;
      const [start, end] = [shifted(from, other.within), shifted(to, mark.within)];
      const by = { x: start.x * scale - end.x, y: start.y * scale - end.y };
      if (!isWithin(mark, size, by)) continue;
      this.#animate(mark.element, [{ translate: `${by.x}px ${by.y}px`, offset: 0 }], paceNow());
      this.#journeys.set(mark.element, (share) => ({ x: by.x * (1 - share), y: by.y * (1 - share) }));
    }
    this.#wait([...marks.values()].filter(isJoint));
  }

  #move(before: Before): void {
    const drawing = this.#moved.drawing();
    if (!drawing) return;
    const { marks: after, size, panels } = this.#now();
    // Names of other panels would cross each other on their way.
    if (panels !== before.panels) {
      this.finish();
      this.#animate(drawing, [{ opacity: 0, offset: 0 }], { duration: ENTERS });
      return;
    }
    const marks = fitted(before, after, size, before.kind);
    // What has gone was at its place in a drawing of another size: beside what is where it would be in this one, it would float off.
    const isFitted = marks !== before.seen;
    if (isFitted) {
      for (const ghost of this.#ghosts) ghost.remove();
      this.#written.leave();
    }
    // What is measured comes before what begins to move.
    if (before.kind !== "same") this.#rewrite(marks, after);
    const fresh = [...after].flatMap(([name, mark]) => (marks.has(name) ? [] : [mark]));
    if (before.kind !== "same") this.#fresh = new Set(fresh.map(({ element }) => element));
    this.#appear(
      fresh.filter((mark) => !isJoint(mark)),
      (name) => marks.get(name) ?? after.get(name),
    );
    const joined = new Set(fresh.filter((mark) => this.#goWithEnds(mark, marks, after)));
    const isTorn = (name: string) => {
      const [from, to] = [marks, after].map((all) => all.get(name)?.shapes.get("")?.look);
      return !from || !to || !lookBetween(from, to, 0, straight);
    };
    for (const [name, mark] of after) {
      const other = marks.get(name);
      if (other) this.#join(other, mark, isTorn);
    }
    this.#wait(fresh.filter((mark) => isJoint(mark) && !joined.has(mark)));
    // A line to a word that is new comes with that, which may wait for others to make room.
    const others = fresh.filter((mark) => !isJoint(mark) && endsOf(mark).length > 0 && !joined.has(mark));
    if (this.#journeys.size > 0) for (const { element } of others) this.#follow(element, CLEAR);
    this.#late = before.kind !== "same" && this.#journeys.size > 0 && others.length > 0 && paceNow().duration >= SHORT;
    for (const [element, { animation }] of this.#under) if (!element.isConnected) animation.cancel();
    // What another drawing showed is still there, or has gone with it.
    if (before.kind === "taken" || isFitted) return;
    const gone = [...before.seen].filter(
      ([name, mark]) => !after.has(name) && !mark.element.isConnected && isWithin(mark, size),
    );
    this.#leave(
      drawing,
      gone.map(([, mark]) => mark),
    );
    this.#withdraw(drawing, before.seen, after);
  }

  /** What says something else than before; names that are cut off in a drawing of another size do not. */
  #rewrite(before: ReadonlyMap<string, Marked>, after: ReadonlyMap<string, Marked>): void {
    for (const [name, { shapes }] of after)
      for (const [part, shape] of shapes) {
        const former = before.get(name)?.shapes.get(part);
        if (former && former.text !== shape.text && shape.text !== "") this.#written.change(former, shape, paceNow());
      }
  }

  /** A mark goes to its place; a point of a line, which names it by `data-along`, only where that goes, too: else it would be off the line on its way. */
  #join(before: Marked, after: Marked, isTorn: (name: string) => boolean): void {
    const way = after.about ? turning(after.about) : straight;
    // One panel may stand where another one stood.
    const [here, there] = [offsetOf(before.within), offsetOf(after.within)];
    const by = { x: here.x - there.x, y: here.y - there.y };
    const former = (name: string) => before.shapes.get(name)?.look;
    const goes = [...after.shapes].some(([name, { look }]) => !isAlike(former(name) ?? look, look));
    for (const [name, { element, look }] of after.shapes) {
      const from = former(name);
      const under = this.#under.get(element);
      if (!under || !from || !isAlike(under.to, look)) {
        under?.animation.cancel();
        this.#under.delete(element);
        if (!from && element !== after.element) {
          // The head of an arrow grows at the end of its line, which makes room for it: else there would be a gap.
          const end = goes && isJoint(after) ? lineEnd(before) : null;
          if (!end || !this.#go(element, shrunken(look, end), look, way)) this.#enter(element);
        }
        if (from && !isAlike(from, look)) {
          const start = by.x === 0 && by.y === 0 ? from : movedBy(from, by);
          const { along } = element.dataset;
          if ((along !== undefined && isTorn(along)) || !this.#go(element, start, look, way)) this.#enter(element);
        }
      }
    }
  }

  /** Marks that are new grow from the center of their panel, bars from their axis, which may be on its way, lines from their beginning; what does not grow fades in. */
  #appear(marks: readonly Marked[], named: (name: string) => Marked | undefined): void {
    this.#draw(marks.flatMap(({ element }) => [...element.querySelectorAll<SVGElement>("[data-grows]")]));
    for (const { element, about, shapes } of marks) {
      this.#enter(element);
      if (!element.matches(".mark")) continue;
      const growing = [...shapes.values()].filter((shape) => {
        const start = seedOf(shape.look, about, axisOf(shape, named));
        return start !== null && this.#go(shape.element, start, shape.look, straight);
      });
      if (growing.length > 0) this.#arrive(shapes);
    }
  }

  /** What is written at a mark that grows is seen as it arrives. */
  #arrive(shapes: Marked["shapes"]): void {
    for (const { element, text } of shapes.values())
      if (text !== "") this.#animate(element, [{ opacity: 0 }, { opacity: 0, offset: COMES }, {}], paceNow());
  }

  /** Lines that are new are seen once the nodes that they join are there. */
  #wait(lines: readonly Marked[]): void {
    const isUnderWay = [...this.#journeys.keys()].some((one) => one.matches("circle") || one.querySelector("circle"));
    for (const { element } of lines) isUnderWay ? this.#follow(element, THERE) : this.#enter(element);
  }

  /** A line that is new goes with the marks that it joins, from where they were. Returns false where one of them was not there before. */
  #goWithEnds(mark: Marked, before: ReadonlyMap<string, Marked>, after: ReadonlyMap<string, Marked>): boolean {
    const ends = endsOf(mark).map((name) => [before.get(name), after.get(name)].map((one) => one && placeOf(one)));
    const [[from, to] = [], [otherFrom, otherTo] = []] = ends;
    if (!from || !to || !otherFrom || !otherTo) return false;
    if (isJoint(mark)) this.#enter(mark.element);
    const former = besideEnds({ from, to }, { from: otherFrom, to: otherTo }, mark.within);
    for (const { element, look } of mark.shapes.values()) {
      const path = look.path === null ? null : pathBetween(look.path, look.path, 0, former);
      const start = { ...look, path };
      if (path !== null && !isAlike(start, look)) this.#go(element, start, look, straight);
    }
    return true;
  }

  /** The head of a line that has none any more shrinks to the end of its line, which comes to where it was. */
  #withdraw(drawing: SVGSVGElement, before: ReadonlyMap<string, Marked>, after: ReadonlyMap<string, Marked>): void {
    for (const [name, { element, within, shapes }] of before) {
      const now = after.get(name);
      const end = now && element.isConnected && isJoint(now) ? lineEnd(now) : null;
      if (!end) continue;
      const heads = [...shapes.values()].filter((shape) => !shape.element.isConnected);
      const color = getComputedStyle(element).color;
      const ghosts = ghostsOf(
        heads.map((head) => ({ element: head.element, within, color })),
        drawing,
      );
      for (const [at, ghost] of ghosts.entries()) {
        const [look, path] = [heads[at]?.look, ghost.querySelector("path")];
        const keyframes = look && path && keyframesOf(look, shrunken(look, end), straight);
        if (path && keyframes) this.#drop(ghost, this.#animate(path, keyframes, { ...paceNow(), fill: "forwards" }));
        else ghost.remove();
      }
    }
  }

  /** What is left of a mark is gone once its animation has ended. */
  #drop(ghost: SVGElement, animation: Animation): void {
    this.#ghosts.add(ghost);
    animation.addEventListener("finish", () => {
      ghost.remove();
      this.#ghosts.delete(ghost);
    });
  }

  /** Something is seen from a share of the way on: once what it belongs to is there, or its place is free. */
  #follow(element: SVGElement, offset: number): void {
    this.#animate(element, [{ opacity: 0 }, { opacity: 0, offset }, {}], paceNow());
  }

  /** The bars of a mark grow from their axis. Returns false where it has none. */
  #grow({ shapes }: Marked, named: (name: string) => Marked | undefined): boolean {
    const bars = [...shapes.values()].filter(({ look }) => look.tag === "rect");
    for (const shape of bars) {
      const start = seedOf(shape.look, null, axisOf(shape, named));
      if (start) this.#go(shape.element, start, shape.look, straight);
    }
    if (bars.length > 0) this.#arrive(shapes);
    return bars.length > 0;
  }

  /** Lines that are new are drawn from their beginning to their end: theirs is a length of 1, in whatever size the drawing gets meanwhile. */
  #draw(lines: readonly SVGElement[]): void {
    const drawn = (share: number) => ({ strokeDasharray: `${share}px 1px` });
    for (const line of lines) this.#animate(line, [drawn(0), drawn(1)], paceNow());
  }

  #go(element: SVGElement, from: Look, to: Look, way: Way): boolean {
    const keyframes = keyframesOf(from, to, way);
    if (!keyframes) return false;
    const animation = this.#animate(element, keyframes, paceNow());
    this.#under.set(element, { animation, keyframes, from, to, way });
    const { spot } = to;
    if (spot)
      this.#journeys.set(element, (share) => {
        const at = lookBetween(from, to, share, way)?.spot ?? spot;
        return { x: at.x - spot.x, y: at.y - spot.y };
      });
    animation.addEventListener("finish", () => this.#under.delete(element));
    return true;
  }

  /** Words that would pass through others are not seen before the way is free. */
  #clear(drawing: SVGSVGElement): void {
    if (this.#journeys.size === 0) return;
    for (const { element } of waiting(wordsIn(drawing, this.#journeys, this.#fresh))) {
      this.#written.drop(element);
      this.#follow(element, CLEAR);
    }
  }

  #enter(element: SVGElement): void {
    if (this.#under.has(element) || paceNow().duration < SHORT) return;
    this.#animate(element, [{ opacity: 0, offset: 0 }], { duration: ENTERS });
  }

  /** Shows what is gone for a moment more, without its words. */
  #leave(drawing: SVGSVGElement, marks: readonly Gone[]): void {
    for (const gone of ghostsOf(marks, drawing)) {
      const animation = this.#animate(gone, [{ opacity: 1 }, { opacity: 0 }], { duration: LEAVES, fill: "forwards" });
      this.#drop(gone, animation);
    }
  }

  #animate(element: SVGElement, keyframes: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const animation = begun(element.animate(keyframes, { easing: EASING, ...timing }));
    everything.add(animation);
    const forget = () => everything.delete(animation);
    animation.addEventListener("finish", forget);
    animation.addEventListener("cancel", forget);
    return animation;
  }
}

/** The figure that an element is in, or its host. */
function figureAround(element: Element): Element | null {
  const found = element.closest("figure");
  const root = element.getRootNode();
  return found ?? (root instanceof ShadowRoot ? figureAround(root.host) : null);
}

/** Whether a mark is a circle, and no line between circles. */
const hasNode = (mark: Marked): boolean =>
  looksOf(mark).some(({ tag }) => tag === "circle") && !mark.element.querySelector(LINES);

/** Where the axis is that a bar grows from, which names its mark by `data-axis`; null for any other shape. */
function axisOf({ element }: Shape, named: (name: string) => Marked | undefined): number | null {
  const path = named(element.dataset.axis ?? "")?.shapes.get("")?.look.path;
  return path ? (pointsOf(path)[0]?.x ?? null) : null;
}

const stepOf = ({ dataset: { step } }: SVGElement) => step;

/** Whether a mark is a line that joins nodes. */
const isJoint = ({ element }: Marked): boolean => element.matches("[data-joins]");

/** The names of the marks that a line joins. */
const endsOf = ({ element: { dataset } }: Marked): readonly string[] =>
  dataset.ends === undefined ? [] : (JSON.parse(dataset.ends) as string[]);

/** Where a mark is in its drawing; undefined for one that has no spot. */
function placeOf({ shapes, within }: Marked): Spot | undefined {
  const spot = shapes.get("")?.look.spot ?? [...shapes.values()].find(({ look }) => look.spot)?.look.spot;
  return spot ? shifted(spot, within) : undefined;
}

/** Where the end of a line is: the last point of the first path of its mark. */
function lineEnd({ shapes }: Marked): Spot | null {
  const path = [...shapes.values()].find(({ look }) => look.path !== null)?.look.path;
  return pointsOf(path ?? "").at(-1) ?? null;
}

/** A path that has shrunk to a point. */
const shrunken = (look: Look, point: Spot): Look => ({
  ...look,
  path: look.path === null ? null : pathBetween(look.path, look.path, 0, () => point),
});

interface Moving {
  readonly from: Spot;
  readonly to: Spot;
}

/** Returns where a point of a line was: what is near to one of its ends goes with that, and what is between them with both. */
function besideEnds(one: Moving, other: Moving, within: string | null): (point: Spot) => Spot {
  const [across, down] = [other.to.x - one.to.x, other.to.y - one.to.y];
  const length = across ** 2 + down ** 2 || 1;
  const [here, there] = [one, other].map(({ from, to }) => ({ x: from.x - to.x, y: from.y - to.y })) as [Spot, Spot];
  return (point) => {
    const { x, y } = shifted(point, within);
    const along = ((x - one.to.x) * across + (y - one.to.y) * down) / length;
    const by = straight(here, there, Math.max(0, Math.min(2, Math.round(2 * along))) / 2);
    return { x: point.x + by.x, y: point.y + by.y };
  };
}

/** A look in a panel that is elsewhere; a path stays. */
const movedBy = (look: Look, { x, y }: Spot): Look =>
  look.spot
    ? {
        ...look,
        spot: { x: look.spot.x + x, y: look.spot.y + y },
        axis: typeof look.axis === "number" ? look.axis + x : null,
      }
    : look;

/** The colors that an element has now, on its way. */
function painted({ element, look }: Shape): Readonly<Record<string, string>> {
  const names = Object.keys(look.colors);
  if (names.length === 0) return look.colors;
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
}
