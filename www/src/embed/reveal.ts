/**
 * A plugin for reveal.js 6: what a lecturer's keys lead through in an element are fragments of its slide, so that keys, deep links, speaker view and PDF export
 * take these as they take any other. The elements of a slide are loaded when it is near.
 */
import type { AttographReveal, RevealDeck } from "../../reveal.d.ts";

/** What the plugin uses of an element. */
interface Shown extends HTMLElement {
  idle: boolean;
  stop: number;
  stops(): Promise<number>;
  readonly ready: Promise<void>;
}

/** The settings of reveal.js that matter here. */
interface Settings {
  readonly view?: string | null;
  readonly viewDistance?: number;
  readonly keyboardCondition?: string | ((event: KeyboardEvent) => boolean) | null;
}

/** A fragment without contents, which stands for one stop of the element that it is in. */
const MARK = "attograph-stop";
const NAME = /^attograph-/;
/** What clickers send; these keys are the deck's wherever the focus is. */
const CLICKER: ReadonlySet<string> = new Set(["PageDown", "PageUp"]);

const elementsIn = (tree: ParentNode): Shown[] =>
  [...tree.querySelectorAll<Shown>("*")].filter(({ localName }) => NAME.test(localName));

const isWithin = (event: Event): boolean =>
  event.composedPath().some((target) => target instanceof Element && NAME.test(target.localName));

class Plugin implements AttographReveal {
  readonly id = "attograph";
  #deck: RevealDeck | null = null;
  #drawn: Promise<void> = Promise.resolve();
  /** A deck places its slides by their heights, which it measures before their elements are drawn. */
  readonly #heights = new ResizeObserver(() => this.#deck?.layout());

  get drawn(): Promise<void> {
    return this.#drawn;
  }

  async init(deck: RevealDeck): Promise<void> {
    this.#deck = deck;
    const elements = this.#all();
    for (const element of elements) {
      element.setAttribute("idle", "");
      // A finger on a picture moves what is in the picture.
      element.setAttribute("data-prevent-swipe", "");
      this.#heights.observe(element);
    }
    // The elements themselves: they are defined once no slide would load all of its own at once.
    await import("./index.ts");
    await Promise.all(elements.map(markStops));
    this.#keepKeys(deck);
    const { view } = deck.getConfig() as Settings;
    // Pages are laid out by what is in them.
    if (view === "print") await this.#wake(elements);
    for (const type of ["ready", "slidechanged", "overviewhidden"]) deck.on(type, this.#approach);
    for (const type of ["ready", "slidechanged", "fragmentshown", "fragmenthidden", "pdf-ready"])
      deck.on(type, this.#show);
    document.addEventListener("keydown", this.#click, { capture: true });
    document.addEventListener("keydown", this.#leave);
  }

  destroy(): void {
    this.#heights.disconnect();
    for (const type of ["ready", "slidechanged", "overviewhidden"]) this.#deck?.off(type, this.#approach);
    for (const type of ["ready", "slidechanged", "fragmentshown", "fragmenthidden", "pdf-ready"])
      this.#deck?.off(type, this.#show);
    document.removeEventListener("keydown", this.#click, { capture: true });
    document.removeEventListener("keydown", this.#leave);
    this.#deck = null;
  }

  #all(): Shown[] {
    const slides = this.#deck?.getSlidesElement();
    return slides ? elementsIn(slides) : [];
  }

  /** Loads elements that are idle. */
  async #wake(elements: readonly Shown[]): Promise<void> {
    for (const element of elements) element.idle = false;
    const drawn = Promise.all(elements.map(({ ready }) => ready)).then(() => {});
    this.#drawn = Promise.all([this.#drawn, drawn]).then(() => {});
    return drawn;
  }

  /** Loads what is near. In the overview that is the chosen slide alone, of all that are seen. */
  readonly #approach = (): void => {
    const deck = this.#deck;
    const current = deck?.getCurrentSlide();
    if (!deck || !current) return;
    const { viewDistance = 3 } = deck.getConfig() as Settings;
    const distance = deck.isOverview() ? 0 : viewDistance;
    const here = deck.getIndices(current);
    const near = deck.getSlides().filter((slide) => {
      // Only slides of a column have a vertical index.
      const { h, v = 0 } = deck.getIndices(slide);
      return Math.abs(h - here.h) <= distance && Math.abs(v - (h === here.h ? (here.v ?? 0) : 0)) <= distance;
    });
    void this.#wake(near.flatMap(elementsIn).filter(({ idle }) => idle));
  };

  /** Brings each element to where its fragments are: all slides, as reveal.js changes those of slides that are left, too. */
  readonly #show = (): void => {
    for (const element of this.#all()) {
      const marks = [...element.querySelectorAll(`:scope > .${MARK}`)];
      if (marks.length > 0) element.stop = marks.filter((mark) => mark.classList.contains("visible")).length;
    }
    // Pages of a PDF are copies of slides.
    if ((this.#deck?.getConfig() as Settings | undefined)?.view === "print") void this.#wake(this.#all());
  };

  /** Keys that are pressed in an element are its own. */
  #keepKeys(deck: RevealDeck): void {
    const { keyboardCondition: own } = deck.getConfig() as Settings;
    deck.configure({
      keyboardCondition(event: KeyboardEvent): boolean {
        if (isWithin(event)) return false;
        if (own === "focused") return deck.isFocused();
        return typeof own === "function" ? own(event) : true;
      },
    });
  }

  /** A clicker moves the deck, and nothing in the element that has the focus. */
  readonly #click = (event: KeyboardEvent): void => {
    if (!CLICKER.has(event.key) || !this.#isOurs(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "PageDown") this.#deck?.next();
    else this.#deck?.prev();
  };

  /** Escape gives the keys back to the deck. */
  readonly #leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || !this.#isOurs(event)) return;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };

  #isOurs(event: Event): boolean {
    const slides = this.#deck?.getSlidesElement();
    return slides !== null && slides !== undefined && event.composedPath().includes(slides) && isWithin(event);
  }
}

/** Puts a fragment into an element for each of its stops, or for as many as `data-stops` says; the first has the index that the element has. */
async function markStops(element: Shown): Promise<void> {
  const most = Number(element.dataset.stops ?? Number.POSITIVE_INFINITY);
  const count = most > 0 ? Math.min(most, await element.stops()) : 0;
  const { fragmentIndex } = element.dataset;
  // An element that is a fragment itself appears first.
  const first = Number(fragmentIndex) + (element.classList.contains("fragment") ? 1 : 0);
  for (let stop = 0; stop < count; stop += 1) {
    const mark = document.createElement("span");
    mark.className = `fragment ${MARK}`;
    mark.setAttribute("aria-hidden", "true");
    if (fragmentIndex !== undefined) mark.dataset.fragmentIndex = String(first + stop);
    element.append(mark);
  }
}

export default (): AttographReveal => new Plugin();
