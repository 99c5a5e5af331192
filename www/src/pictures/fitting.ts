/**
 * Pictures take the room that they have: those of a fixed stage grow and shrink together until they fill it. Where they cannot be read so, they may become a strip:
 * a row that is swiped, in which each of them has the whole room.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { drawRooms } from "../elements/rooms.ts";
import { isDragged } from "../motion/dragged.ts";
import { begun, hold, release } from "../motion/held.ts";
import { EASING, MOVES } from "../motion/pace.ts";
import { isStill } from "../motion/still.ts";
import { smallestDigits } from "./digits.ts";
import { FormerPictures } from "./former.ts";
import { MOST, SizeSearch } from "./size-search.ts";

/**
 * A picture that wants more width is not made smaller than this for it: in a hall digits are read from the back row. In a room as narrow as that of a phone
 * it is made a little smaller, so that two graphs beside each other have room for their names.
 */
const OWN = 1.1;
const OWN_OF_NARROW = 0.72;
const NARROW = 400;
/** What is smaller than its room stands in the middle of it, but begins at most this share of the window's height below its top. */
const LOWEST = 0.28;
/** So many units of a drawing are the type size. */
const UNITS = 16;
/** So many pixels may what is drawn reach beyond its place. */
const BEYOND = 2;
/** After this share of its way, what goes to another place has left that of what comes. */
const FREE = 0.9;
/** Tables do not begin with what others show. */
const ALONE: ReadonlySet<string> = new Set(["AG-MATRIX"]);
/** Digits of fewer pixels cannot be read: pictures may become a strip, where that makes these digits larger by this factor. */
const READABLE = 9;
const GAIN = 1.05;
/** So many sizes are tried in one frame: more than any search takes. */
const MOST_TRIED = 120;

/** A strip is as low as what it takes the place of, or higher, where its digits cannot be read else. */
type Strip = "low" | "high";

/** The sizes that were found, by what is shown and its room: one of all pictures, or, in a strip, one of each; or that they are better a strip. */
const known = new Map<string, readonly number[] | Strip>();
/** What is shown in its room as well as it can be: one picture alone has digits as small. */
const shared = new Set<string>();

/** What says its size to the styles. */
const SIZES = ["--ag-share", "--ag-room", "--ag-width"];

/** Told to what is around the pictures of a stage, as these become a strip and when they are none any more. */
export const STRIP = "ag-strip";

/** What has one size: pictures that share a room, or one of a strip. */
interface Fitted {
  /** Holds the size. */
  readonly holder: HTMLElement;
  readonly figures: readonly Element[];
  readonly search: SizeSearch;
}

/** Pictures that are tried as a strip: what they are known by, and how large their digits and their room were before. */
interface Tried {
  readonly name: string;
  readonly digits: number;
  readonly room: Room;
  readonly as: Strip;
}

export class StageFitting implements ReactiveController {
  /** The size of what shares a room now. */
  #share: number | undefined;
  #parts: readonly Fitted[] = [];
  #fitted = "";
  #settled = false;
  #tried: Tried | null = null;
  #due = 0;
  /** Whether what was drawn has to be looked at. */
  #again = false;
  #figures: HTMLElement | null = null;
  /** The pictures that were there last, and whether others have no size yet. */
  #pictures: readonly Element[] = [];
  #others = false;
  readonly #former = new FormerPictures();
  /** Where pictures were that stay while others come or go. */
  #places: ReadonlyMap<Element, Placed> = new Map();
  readonly #sizes = new ResizeObserver(() => this.#look());

  /** `shown`: names what is shown; the size is found anew where it or the room has changed. */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly shown: () => string,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    // Before the frame with the other size is painted; the observer tells after it.
    window.addEventListener("resize", this.#look);
  }

  hostUpdate(): void {
    this.#former.see(this.#pictures);
    if (!this.#others) this.#places = placesOf(this.#pictures);
  }

  hostUpdated(): void {
    const figures = this.host.querySelector<HTMLElement>(".figures");
    if (figures !== this.#figures) {
      this.#figures = figures;
      this.#fitted = "";
    }
    this.#sizes.disconnect();
    if (!figures) return;
    this.#sizes.observe(figures);
    for (const figure of figures.children) this.#sizes.observe(figure);
    const pictures = [...figures.children].map((figure) => figure.firstElementChild ?? figure);
    if (pictures.length !== this.#pictures.length || pictures.some((one, at) => one !== this.#pictures[at])) {
      this.#replace(figures, pictures);
    }
    this.#look();
  }

  hostDisconnected(): void {
    window.removeEventListener("resize", this.#look);
    this.#sizes.disconnect();
    this.#pictures = [];
    this.#former.hide();
    release(this);
    cancelAnimationFrame(this.#due);
    this.#due = 0;
  }

  /** Others are shown: until they have their sizes, those that stay are in sight, or else those that are gone. */
  #replace(figures: HTMLElement, pictures: readonly Element[]): void {
    const stay = pictures.filter((one) => this.#pictures.includes(one));
    for (const [at, figure] of [...figures.children].entries())
      figure.toggleAttribute("data-unfitted", stay.length > 0 && !stay.includes(pictures[at] ?? figure));
    if (stay.length === 0 && figures.parentElement) this.#former.show(figures.parentElement);
    // Not seen before it has its size, even where the next frame is painted without looking.
    figures.dataset.fitting = stay.length > 0 ? "some" : "all";
    this.#pictures = pictures;
    this.#others = true;
    // Nothing moves before it has its size.
    hold(this);
  }

  /** What is shown now has its size. */
  #show(figures: HTMLElement): void {
    for (const figure of figures.children) figure.removeAttribute("data-unfitted");
    figures.removeAttribute("data-fitting");
    this.#former.hide(this.#pictures);
  }

  /** What is shown has its size, and moves from where it was. */
  #ready(figures: HTMLElement): void {
    this.#show(figures);
    release(this);
    if (figures.dataset.strip === undefined) this.#glide();
  }

  /**
   * What stays, but elsewhere, goes there from where it was, as large as it was there, and what comes is seen once its place is free. Where some would pass over each
   * other, all are at their places at once, as where another picture of a kind that stays comes beside it: its marks begin with those that stay, not below them.
   */
  #glide(): void {
    const before = this.#places;
    this.#places = new Map();
    if (isStill() || isDragged()) return;
    const drawn = new Set([...before.keys()].map(({ tagName }) => tagName).filter((tag) => !ALONE.has(tag)));
    const comes = this.#pictures.filter((picture) => !before.has(picture));
    if (comes.some(({ tagName }) => drawn.has(tagName))) return;
    const timing = { duration: MOVES, easing: EASING };
    const stay = this.#pictures.filter((picture) => before.has(picture));
    const ways = [...placesOf(stay)].flatMap(([element, is]) => {
      const was = before.get(element);
      return was ? [{ element, is: is.rect, zoom: is.zoom, ...wayBetween(was, is) }] : [];
    });
    const going = ways.filter(({ x, y }) => Math.hypot(x, y) > BEYOND);
    if (going.length === 0 || doCross(ways.filter(({ element }) => !element.matches("figcaption")))) return;
    for (const { element, x, y, share, zoom } of going) {
      // Text is as large in every picture.
      const scale = element.matches("figcaption") ? 1 : share;
      const from = { translate: `${x / zoom}px ${y / zoom}px`, scale: String(scale) };
      begun(element.animate([from, { translate: "0 0", scale: "1" }], timing));
    }
    for (const picture of comes) {
      const own = { is: picture.getBoundingClientRect(), x: 0, y: 0, share: 1 };
      const offset = ways.some((way) => doCross([way, own])) ? FREE : 0;
      begun(picture.animate([{ opacity: 0 }, { opacity: 0, offset }, { opacity: 1 }], timing));
    }
  }

  /** Looks whether everything fits before the next frame is painted, and goes on until it does: what is in sight is not seen at the sizes that are tried. */
  readonly #look = (): void => {
    this.#again = true;
    if (this.#due !== 0) return;
    this.#due = requestAnimationFrame(() => {
      for (let tried = 0; this.#again && tried < MOST_TRIED; tried += 1) {
        this.#again = false;
        this.#fit();
        if (this.#again) drawRooms();
      }
      this.#due = 0;
      if (this.#again) this.#look();
    });
  };

  #fit(): void {
    const figures = this.#figures;
    if (!figures?.isConnected) return;
    let room = roomOf(figures);
    if (!room) {
      this.#release(figures);
      return;
    }
    if (this.#nameOf(room) === this.#fitted && !this.#others) {
      this.#step(figures, room);
      return;
    }
    // Whether it has to be a strip is found by how it would stand without being one.
    if (room.isStrip) {
      leaveStrip(figures);
      room = roomOf(figures) ?? room;
    }
    const name = this.#nameOf(room);
    const others = this.#others || this.#fitted.split(" ")[0] !== name.split(" ")[0];
    const found = known.get(name);
    if (typeof found === "string") this.#strip(figures, found, { room, others });
    else this.#begin(figures, room, others);
  }

  #nameOf({ width, height, most, isStrip }: Room): string {
    return `${this.shown()} ${Math.round(width)} ${Math.round(height)} ${most}${isStrip ? " strip" : ""}`;
  }

  /** Begins with what was found before for the same; pictures that stay keep their size meanwhile, so that they do not jump. */
  #begin(figures: HTMLElement, room: Room, others: boolean): void {
    this.#others = false;
    this.#tried = null;
    this.#fitted = this.#nameOf(room);
    if (others) this.#share = undefined;
    this.#settled = false;
    const before = known.get(this.#fitted);
    const sizes = typeof before === "string" ? undefined : before;
    const shown = [...figures.children].filter((child) => child.checkVisibility());
    this.#parts = room.isStrip
      ? shown.flatMap((figure, at) =>
          figure instanceof HTMLElement
            ? { holder: figure, figures: [figure], search: new SizeSearch(largestOf(figure), sizes?.[at]) }
            : [],
        )
      : [
          {
            holder: figures,
            figures: shown,
            search: new SizeSearch(room.most, sizes?.[0] ?? this.#share),
          },
        ];
    figures.removeAttribute("data-scrolls");
    if (others && !sizes) figures.dataset.fitting ??= "all";
    else if (sizes) this.#show(figures);
    this.#apply(room);
    this.#look();
  }

  /** Pictures that share their room cannot be read: they stand in a row that is swiped, each with a size of its own. */
  #strip(figures: HTMLElement, as: Strip, { room, others }: { readonly room: Room; readonly others: boolean }): void {
    if (as === "low") figures.style.setProperty("--ag-shared-room", `${Math.floor(room.height)}px`);
    else figures.style.removeProperty("--ag-shared-room");
    figures.dataset.strip = "sizing";
    const own = roomOf(figures);
    if (!own) return;
    this.#begin(figures, own, others);
    tellStrip(figures);
  }

  #step(figures: HTMLElement, room: Room): void {
    const looked = this.#parts.flatMap(({ figures: drawn, search }) => {
      const taken = takenBy(drawn, room, search.size);
      return taken ? [{ search, taken, size: search.size }] : [];
    });
    // The module of one of them is still being loaded.
    if (looked.length < this.#parts.length) return;
    for (const { search, taken } of looked) search.step(taken.share);
    this.#apply(room);
    if (!room.isStrip) {
      const above = Math.max(0, LOWEST * window.innerHeight - figures.getBoundingClientRect().top);
      const below = room.height - (looked[0]?.taken.height ?? 0) - 2 * above;
      figures.style.setProperty("--ag-below", `${Math.max(0, Math.floor(below))}px`);
    }
    const searches = looked.map(({ search }) => search);
    figures.toggleAttribute(
      "data-scrolls",
      searches.some(({ settled, exceeds }) => settled && exceeds),
    );
    const settled = searches.every((search) => search.settled);
    if (!settled) this.#settled = false;
    // The sizes that were found are looked at once they are drawn.
    if (!settled || looked.some(({ search, size }) => search.size !== size)) this.#look();
    else if (!this.#settled) this.#settle(figures, room);
  }

  #settle(figures: HTMLElement, room: Room): void {
    const name = this.#fitted;
    const sizes = this.#parts.map(({ search }) => search.size);
    const tried = this.#tried;
    this.#tried = null;
    if (room.mayBeStrip && figures.childElementCount > 1 && !shared.has(name)) {
      const digits = smallestDigits(figures);
      if (digits < READABLE) {
        this.#try(figures, { name, digits, room, as: "low" });
        return;
      }
    }
    if (room.isStrip && tried) {
      const digits = smallestDigits(figures);
      if (digits < READABLE && tried.as === "low") {
        this.#try(figures, { ...tried, as: "high" });
        return;
      }
      if (digits < GAIN * tried.digits) {
        shared.add(tried.name);
        this.#fitted = "";
        this.#look();
        return;
      }
      known.set(tried.name, tried.as);
    }
    this.#settled = true;
    known.set(name, sizes);
    if (room.isStrip) figures.dataset.strip = "found";
    this.#ready(figures);
  }

  #try(figures: HTMLElement, tried: Tried): void {
    this.#strip(figures, tried.as, { room: tried.room, others: false });
    this.#tried = tried;
  }

  #apply({ width, height, isStrip }: Room): void {
    for (const { holder, search } of this.#parts) {
      if (!isStrip) this.#share = search.size;
      holder.style.setProperty("--ag-share", String(search.size));
      holder.style.setProperty("--ag-room", `${Math.floor(height / search.size)}px`);
      // Of the room itself: what is as high as wide falls with the size only where it has a width that does.
      holder.style.setProperty("--ag-width", `${Math.floor(width)}px`);
    }
  }

  /** Where the stage has the height of its contents, these have their own size. */
  #release(figures: HTMLElement): void {
    leaveStrip(figures);
    this.#fitted = "";
    this.#share = undefined;
    this.#parts = [];
    for (const name of [...SIZES, "--ag-below", "--ag-shared-room"]) figures.style.removeProperty(name);
    figures.removeAttribute("data-scrolls");
    this.#others = false;
    this.#ready(figures);
  }
}

/** Where something is, and by how much it is enlarged. */
interface Placed {
  readonly rect: DOMRect;
  readonly zoom: number;
}

/** Where pictures are, and their captions. */
const placesOf = (pictures: readonly Element[]): ReadonlyMap<Element, Placed> =>
  new Map(
    pictures
      .flatMap((picture) => [picture, ...(picture.parentElement?.querySelectorAll(":scope > figcaption") ?? [])])
      .map((element) => [element, { rect: element.getBoundingClientRect(), zoom: element.currentCSSZoom ?? 1 }]),
  );

interface Going {
  readonly is: DOMRect;
  readonly x: number;
  readonly y: number;
  readonly share: number;
}

/** The moments of a way at which it is looked whether things lie over each other. */
const MOMENTS = [0, 0.2, 0.4, 0.6, 0.8];

const middleOf = ({ left, top, width, height }: DOMRect) => ({ x: left + width / 2, y: top + height / 2 });

/** Whether any of these lies over another one on its way. */
function doCross(all: readonly Going[]): boolean {
  const lieOver = (away: number, lengths: number) => lengths / 2 - Math.abs(away) > BEYOND;
  return MOMENTS.some((moment) => {
    const left = 1 - moment;
    const seen = all.map(({ is, x, y, share }) => {
      const [middle, size] = [middleOf(is), 1 + (share - 1) * left];
      return { x: middle.x + x * left, y: middle.y + y * left, width: is.width * size, height: is.height * size };
    });
    return seen.some((one, at) =>
      seen
        .slice(at + 1)
        .some(
          (other) =>
            lieOver(one.x - other.x, one.width + other.width) && lieOver(one.y - other.y, one.height + other.height),
        ),
    );
  });
}

/** How far something was from where it is, and how many times as large: the middle of what is enlarged more or less, else the corner in which a drawing begins. */
function wayBetween({ rect: was, zoom: before }: Placed, { rect: is, zoom }: Placed) {
  if (Math.abs(before - zoom) < 1e-3 * zoom) return { x: was.left - is.left, y: was.top - is.top, share: 1 };
  const [from, to] = [middleOf(was), middleOf(is)];
  return {
    x: from.x - to.x,
    y: from.y - to.y,
    share: Math.min(was.width / Math.max(1, is.width), was.height / Math.max(1, is.height)),
  };
}

interface Room {
  /** Of what is shown, or of one picture of a strip. */
  readonly width: number;
  readonly height: number;
  /** The largest size. */
  readonly most: number;
  readonly isStrip: boolean;
  readonly mayBeStrip: boolean;
  /** The length of a pixel of the stage in those of the window: a zoom around it has made it smaller. */
  readonly zoom: number;
}

/** Returns the room that pictures have; null where a stage is not fixed. */
function roomOf(figures: HTMLElement): Room | null {
  const style = getComputedStyle(figures);
  const numberOf = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const isStrip = figures.dataset.strip !== undefined;
  const peek = numberOf("--ag-strip");
  // A strip is as high as its pictures: its room is what it may have.
  const outer = isStrip ? numberOf("max-height") : figures.clientHeight;
  const width = figures.clientWidth - numberOf("padding-left") - numberOf("padding-right") - (isStrip ? peek : 0);
  // Below, they have what they do not take as well. What moves may reach a little beyond its place on its way.
  const height = outer - 2 * numberOf("padding-top") - BEYOND;
  if (numberOf("--ag-fixed") !== 1 || width <= 0 || height <= 0) return null;
  return {
    ...{ width, height, isStrip },
    most: largestOf(figures),
    mayBeStrip: !isStrip && peek > 0,
    zoom: figures.getBoundingClientRect().width / Math.max(1, figures.offsetWidth),
  };
}

/** The largest size that the styles allow. */
const largestOf = (element: Element): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue("--ag-largest")) || MOST;

function leaveStrip(figures: HTMLElement): void {
  if (figures.dataset.strip === undefined) return;
  delete figures.dataset.strip;
  for (const figure of figures.children)
    if (figure instanceof HTMLElement) for (const name of SIZES) figure.style.removeProperty(name);
  tellStrip(figures);
}

const tellStrip = (figures: HTMLElement) => figures.dispatchEvent(new Event(STRIP, { bubbles: true }));

/** Returns how high what is drawn at a size is, and how much of its room it takes; null where something is not drawn yet. */
function takenBy(
  shown: readonly Element[],
  room: Room,
  size: number,
): { readonly height: number; readonly share: number } | null {
  if (shown.length === 0) return null;
  let [top, bottom, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const child of shown) {
    const drawn = child.firstElementChild ?? child;
    if (drawn.clientHeight === 0) return null;
    const rect = child.getBoundingClientRect();
    [top, bottom] = [Math.min(top, rect.top), Math.max(bottom, rect.bottom)];
    // A picture says how wide it has to be, so that it is not enlarged beyond that; it is not made small for it.
    const least = widthOf(drawn, "least");
    const own = size / (room.width < NARROW ? OWN_OF_NARROW : OWN);
    most = Math.max(most, Math.min(own, cutOff(least, drawn.clientWidth)));
    // Level names are read more easily than upright ones that are a little larger.
    const level = cutOff(widthOf(drawn, "level"), drawn.clientWidth);
    if (level <= own) most = Math.max(most, level);
    // A table that is wider or higher than its room scrolls within itself.
    const frame = drawn.shadowRoot?.querySelector(".frame");
    if (frame) {
      const over = Math.max(
        cutOff(frame.scrollWidth, frame.clientWidth),
        cutOff(frame.scrollHeight, frame.clientHeight),
      );
      most = Math.max(most, over);
    }
  }
  const height = (bottom - top) / room.zoom;
  return { height, share: Math.max(height / room.height, most) };
}

/** A width that a picture asks for, in pixels of its own; 0 where it asks for none. */
function widthOf(drawn: Element, name: "least" | "level"): number {
  const units = Number(drawn instanceof HTMLElement ? drawn.dataset[name] : undefined) || 0;
  return units > 0 ? (units / UNITS) * Number.parseFloat(getComputedStyle(drawn).fontSize) : 0;
}

/** By how much contents are cut off; 0 where they are not. */
const cutOff = (all: number, seen: number) => (all > seen + 1 ? all / Math.max(1, seen) : 0);
