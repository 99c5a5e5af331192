/**
 * Makes what an element shows as large as the room of the element allows, for slides: from `--ag-zoom` down to `--ag-zoom-least`, then without the parts that can
 * be done without, and smaller only where even that is too much. Loaded with the first element that has `fit`.
 */
import fitCss from "./fit.css?inline";

export const sheets: readonly string[] = [fitCss];

/** The smallest step by which the size falls, how often that is tried, and the smallest of all sizes: what is still cut off then would be in any. */
const STEP = 0.95;
const MOST_TRIES = 40;
const SMALLEST = 0.4;
/** Rounding of lengths, as a share of the room. */
const TOLERANCE = 1.002;

export interface Fitted extends HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** The parts that can be done without, in the order in which they go. */
  readonly folds: readonly string[];
}

/** What is drawn is drawn anew for its size before the next frame is painted. */
const painted = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  });

/** By how much a tree is cut off by something within it that scrolls, as a share of what is seen; 1 where nothing is. */
function cutOff(tree: ParentNode): number {
  let most = 1;
  for (const element of tree.querySelectorAll<HTMLElement>("*")) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, shadowRoot } = element;
    if (clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)) {
      const { overflowX, overflowY } = getComputedStyle(element);
      const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";
      if (scrolls(overflowX)) most = Math.max(most, scrollWidth / clientWidth);
      if (scrolls(overflowY)) most = Math.max(most, scrollHeight / Math.max(1, clientHeight));
    }
    if (shadowRoot) most = Math.max(most, cutOff(shadowRoot));
  }
  return most;
}

export class Fitting {
  /** Fulfilled when the contents have their size. */
  settled: Promise<void> = Promise.resolve();
  readonly #sizes = new ResizeObserver(() => this.look());
  #frame: HTMLElement | null = null;
  #room = "";
  #zoom = 1;
  #folded = 0;
  #running = false;
  /** Whether something has changed since it was last looked. */
  #changed = false;

  constructor(private readonly host: Fitted) {}

  /** Begins to watch the room. */
  start(): void {
    this.#sizes.observe(this.host);
  }

  stop(): void {
    this.#sizes.disconnect();
    this.#frame = null;
  }

  /** Looks whether everything fits, as often as something changes. Sizes only fall until there is another room, so that they do not jump from step to step. */
  look(): void {
    this.#changed = true;
    if (this.#running) return;
    this.#running = true;
    this.settled = this.#follow().finally(() => {
      this.#running = false;
    });
  }

  /** Fits until nothing changes any more. What changes meanwhile, such as the room when a deck becomes pages of paper, is looked at next. */
  async #follow(): Promise<void> {
    while (this.#changed) {
      this.#changed = false;
      await this.#settle();
    }
  }

  get #limits(): { readonly most: number; readonly least: number } {
    const style = getComputedStyle(this.host);
    const read = (name: string, otherwise: number) => Number.parseFloat(style.getPropertyValue(name)) || otherwise;
    const most = read("--ag-zoom", 1);
    return { most, least: Math.min(most, read("--ag-zoom-least", 1)) };
  }

  async #settle(): Promise<void> {
    const frame = this.host.renderRoot.querySelector<HTMLElement>(".frame");
    if (frame && frame !== this.#frame) {
      this.#sizes.observe(frame);
      this.#frame = frame;
      this.#room = "";
    }
    const { clientWidth, clientHeight } = this.host;
    if (!frame || clientWidth === 0 || clientHeight === 0) return;
    const { most, least } = this.#limits;
    const room = `${clientWidth} ${clientHeight} ${most} ${least}`;
    if (room !== this.#room) this.#apply(most, 0);
    this.#room = room;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await painted();
      const excess = this.#excess(frame);
      if (excess <= TOLERANCE || this.#zoom <= SMALLEST) return;
      const { folds } = this.host;
      const atLeast = this.#zoom <= least;
      if (atLeast && this.#folded < folds.length) this.#apply(most, this.#folded + 1);
      else {
        // Lines break anew in another size, so that the area counts.
        const smaller = this.#zoom * Math.min(STEP, Math.max(0.7, 1 / Math.sqrt(excess)));
        this.#apply(atLeast ? smaller : Math.max(least, smaller), this.#folded);
      }
    }
  }

  #excess(frame: HTMLElement): number {
    const [own, room] = [frame.getBoundingClientRect(), this.host.getBoundingClientRect()];
    if (room.height === 0) return 1;
    const beyond = Math.max(frame.scrollWidth / Math.max(1, frame.clientWidth), own.height / room.height);
    return Math.max(beyond, cutOff(frame));
  }

  #apply(zoom: number, folded: number): void {
    const { host } = this;
    this.#zoom = zoom;
    this.#folded = folded;
    const frame = this.#frame;
    if (!frame) return;
    frame.style.setProperty("zoom", String(zoom));
    frame.style.setProperty("--ag-room", `${Math.floor(host.clientHeight / zoom)}px`);
    frame.dataset.folded = host.folds.slice(0, folded).join(" ");
    host.toggleAttribute("data-crowded", zoom < this.#limits.least);
  }
}
