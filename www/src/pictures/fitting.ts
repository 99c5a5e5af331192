/** Pictures take the room that they have: those of a fixed stage grow and shrink together until they fill it. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { hold, release } from "../motion/held.ts";
import { FormerPictures } from "./former.ts";

/** The sizes between which pictures are fitted, as multiples of their own; `fixed-stage.css` says where a stage is fixed, and how large pictures may become. */
const LEAST = 0.35;
const MOST = 2.2;
/**
 * A picture that wants more width is not made smaller than this for it: in a hall digits are read from the back row. In a room as narrow as that of a phone
 * it is made a little smaller, so that two graphs beside each other have room for their names.
 */
const OWN = 1.1;
const OWN_OF_NARROW = 0.72;
const NARROW = 400;
/**
 * Sizes that are tried lie on rungs, each so many times the one below it: what fits does not depend on the size that the search began with. It ends after so many
 * frames.
 */
const RUNG = 1.02;
const MOST_STEPS = 14;
/** What is smaller than its room stands in the middle of it, but begins at most this share of the window's height below its top. */
const LOWEST = 0.28;
/** So many units of a drawing are the type size. */
const UNITS = 16;
/** So many pixels may what is drawn reach beyond its place. */
const BEYOND = 2;
/** Rounding of lengths, as a share of the room. */
const TOLERANCE = 1.001;

/** The sizes that were found, by what is shown and its room. */
const known = new Map<string, number>();

export class StageFitting implements ReactiveController {
  #share = 1;
  /** The largest size that is known to fit, and the smallest that is known not to. */
  #fits = 0;
  #exceeds = Number.POSITIVE_INFINITY;
  #steps = 0;
  #fitted = "";
  #settled = false;
  #due = 0;
  #figures: HTMLElement | null = null;
  /** The pictures that were there last, and whether others have no size yet. */
  #pictures: readonly Element[] = [];
  #others = false;
  readonly #former = new FormerPictures();
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
    const around = figures.parentElement;
    if (stay.length > 0 || (around && this.#former.show(around)))
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
    this.#former.hide();
  }

  /** What is shown has its size, and moves from where it was. */
  #ready(figures: HTMLElement): void {
    this.#show(figures);
    release(this);
  }

  /** Looks whether everything fits before the next frame is painted. */
  readonly #look = (): void => {
    if (this.#due !== 0) return;
    this.#due = requestAnimationFrame(() => {
      this.#due = 0;
      this.#fit();
    });
  };

  #fit(): void {
    const figures = this.#figures;
    if (!figures?.isConnected) return;
    const style = getComputedStyle(figures);
    const most = Number.parseFloat(style.getPropertyValue("--ag-largest")) || MOST;
    const room = roomOf(figures, style);
    if (style.getPropertyValue("--ag-fixed") !== "1" || room.width <= 0 || room.height <= 0) {
      this.#release(figures);
      return;
    }
    // Of the room itself: what is as high as wide falls with the size only where it has a width that does.
    figures.style.setProperty("--ag-width", `${Math.floor(room.width)}px`);
    const fitted = `${this.shown()} ${Math.round(room.width)} ${Math.round(room.height)} ${most}`;
    if (fitted !== this.#fitted || this.#others) this.#begin(figures, fitted, { height: room.height, most });
    else this.#step(figures, room, most);
  }

  /** Begins with what was found before for the same, or with the size of what was shown before it, which may be too large for this. */
  #begin(
    figures: HTMLElement,
    fitted: string,
    { height, most }: { readonly height: number; readonly most: number },
  ): void {
    const others = this.#others || this.#fitted.split(" ")[0] !== fitted.split(" ")[0];
    this.#others = false;
    this.#fitted = fitted;
    [this.#fits, this.#exceeds, this.#steps, this.#settled] = [0, Number.POSITIVE_INFINITY, 0, false];
    const before = known.get(fitted);
    figures.removeAttribute("data-scrolls");
    if (others && before === undefined) figures.dataset.fitting ??= "all";
    else if (before !== undefined) this.#show(figures);
    this.#apply(figures, before ?? onRung(this.#share, most), height);
    this.#look();
  }

  #step(figures: HTMLElement, room: Size, most: number): void {
    const taken = takenBy(figures, room, this.#share);
    // Its module is still being loaded.
    if (taken === null) return;
    const share = this.#share;
    const exceeds = taken.share > TOLERANCE;
    const above = Math.max(0, LOWEST * window.innerHeight - figures.getBoundingClientRect().top);
    figures.style.setProperty("--ag-below", `${Math.max(0, Math.floor(room.height - taken.height - 2 * above))}px`);
    if (this.#settled) {
      if (!exceeds || share <= LEAST) {
        figures.toggleAttribute("data-scrolls", exceeds);
        return;
      }
      // What a control has made larger: pictures only fall until something else is shown, so that they do not jump.
      [this.#fits, this.#exceeds, this.#steps, this.#settled] = [0, share, 0, false];
    }
    if (exceeds) this.#exceeds = Math.min(this.#exceeds, share);
    else this.#fits = Math.max(this.#fits, share);
    const next = this.#next(taken.share, most);
    this.#steps += 1;
    if (next === null || this.#steps > MOST_STEPS) {
      this.#settled = true;
      const found = this.#fits > 0 ? this.#fits : LEAST;
      known.set(this.#fitted, found);
      figures.toggleAttribute("data-scrolls", this.#fits === 0);
      this.#apply(figures, found, room.height);
      this.#ready(figures);
      return;
    }
    this.#apply(figures, next, room.height);
    this.#look();
  }

  /** Returns the size to try next; null where the one above what fits does not. */
  #next(taken: number, most: number): number | null {
    const [fits, exceeds] = [this.#fits, this.#exceeds];
    if (fits >= most || exceeds <= LEAST) return null;
    return sizeBetween({ fits, exceeds, most }, this.#share / taken);
  }

  #apply(figures: HTMLElement, share: number, height: number): void {
    this.#share = share;
    figures.style.setProperty("--ag-share", String(share));
    figures.style.setProperty("--ag-room", `${Math.floor(height / share)}px`);
  }

  /** Where the stage has the height of its contents, these have their own size. */
  #release(figures: HTMLElement): void {
    this.#fitted = "";
    this.#share = 1;
    for (const name of ["--ag-share", "--ag-room", "--ag-width", "--ag-below"]) figures.style.removeProperty(name);
    figures.removeAttribute("data-scrolls");
    this.#others = false;
    this.#ready(figures);
  }
}

/** Returns the largest size on a rung that is at most a size, and at most the largest. */
export const onRung = (size: number, most: number): number => {
  if (size >= most) return most;
  // A size that is on a rung stays on it, however it was rounded.
  const rung = Math.floor(Math.log(size / LEAST) / Math.log(RUNG) + 1e-6);
  return LEAST * RUNG ** Math.max(0, rung);
};

/** Returns the size to try between one that fits (0 where none does) and one that does not, as near as may be to what is `expected` to fit; null where no rung is between them. */
export function sizeBetween(
  { fits, exceeds, most }: { readonly fits: number; readonly exceeds: number; readonly most: number },
  expected: number,
): number | null {
  const lowest = fits > 0 ? onRung(fits * RUNG, most) : LEAST;
  const between = (size: number) => size >= lowest && size < exceeds / (1 + 1e-6);
  if (!between(lowest)) return null;
  const guess = onRung(expected, most);
  if (between(guess)) return guess;
  return guess < lowest || !Number.isFinite(exceeds) ? lowest : onRung(Math.sqrt(lowest * exceeds), most);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function roomOf({ clientWidth, clientHeight }: HTMLElement, style: CSSStyleDeclaration): Size {
  const sum = (...names: string[]) =>
    names.reduce((all, name) => all + (Number.parseFloat(style.getPropertyValue(name)) || 0), 0);
  return {
    width: clientWidth - sum("padding-left", "padding-right"),
    // Below, they have what they do not take as well. What moves may reach a little beyond its place on its way.
    height: clientHeight - sum("padding-top", "padding-top") - BEYOND,
  };
}

/** Returns how high what is drawn at a size is, and how much of its room it takes; null where something is not drawn yet. */
function takenBy(
  figures: HTMLElement,
  room: Size,
  share: number,
): { readonly height: number; readonly share: number } | null {
  const shown = [...figures.children].filter((child) => child.checkVisibility());
  if (shown.length === 0) return null;
  let [top, bottom, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const child of shown) {
    const drawn = child.firstElementChild ?? child;
    if (drawn.clientHeight === 0) return null;
    const rect = child.getBoundingClientRect();
    [top, bottom] = [Math.min(top, rect.top), Math.max(bottom, rect.bottom)];
    // A picture says how wide it has to be, so that it is not enlarged beyond that; it is not made small for it.
    const units = Number(drawn instanceof HTMLElement ? drawn.dataset.least : undefined) || 0;
    const least = units > 0 ? (units / UNITS) * Number.parseFloat(getComputedStyle(drawn).fontSize) : 0;
    most = Math.max(
      most,
      Math.min(share / (room.width < NARROW ? OWN_OF_NARROW : OWN), cutOff(least, drawn.clientWidth)),
    );
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
  // `getBoundingClientRect` tells the lengths of the window, which a zoom around the stage has made smaller.
  const zoom = figures.getBoundingClientRect().width / Math.max(1, figures.offsetWidth);
  const height = (bottom - top) / zoom;
  return { height, share: Math.max(height / room.height, most) };
}

/** By how much contents are cut off; 0 where they are not. */
const cutOff = (all: number, seen: number) => (all > seen + 1 ? all / Math.max(1, seen) : 0);
