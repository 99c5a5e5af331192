/**
 * The pictures of a stage that others have replaced stay in sight, where they were, until the others have their sizes: a stage is never blank. Those of a kind that
 * is not there any more fade then, as the others come; of any other, the marks move.
 */
import { isDragged } from "../motion/dragged.ts";
import { EASING, ENTERS } from "../motion/pace.ts";
import { isStill } from "../motion/still.ts";

interface Seen {
  readonly picture: HTMLElement;
  readonly place: DOMRect;
  /** By how much its figure enlarges it. */
  readonly zoom: number;
  /** How it is shown, by property. */
  readonly style: readonly (readonly [string, string])[];
}

/** How long the former ones fade, in milliseconds: words over other words cannot be read. */
const FADES = ENTERS / 2;

/** What the styles of a stage say to its pictures. */
const SAID = [
  "font-size",
  "--ag-matrix-font-size",
  "--ag-cell-size",
  "--ag-graph-size",
  "--ag-bars-title",
  "--ag-picture-tools",
];

const lengthOf = (pixels: number) => `${pixels}px`;

export class FormerPictures {
  #seen: readonly Seen[] = [];
  #layer: HTMLElement | null = null;
  /** What the layer contains, by the pictures. */
  #placed: ReadonlyMap<Element, Element> = new Map();

  /** Remembers where pictures are, before others may take their place. Those that are in sight until others are fitted stay so. */
  see(pictures: readonly Element[]): void {
    if (this.#layer) return;
    this.#seen = pictures.flatMap((picture) => {
      const { parentElement: figure } = picture;
      if (!(picture instanceof HTMLElement) || !figure || picture.offsetWidth === 0) return [];
      const place = picture.getBoundingClientRect();
      const own = getComputedStyle(picture);
      const style = SAID.map((name) => [name, own.getPropertyValue(name)] as const);
      return [{ picture, place, zoom: Number(getComputedStyle(figure).getPropertyValue("zoom")) || 1, style }];
    });
  }

  /** Shows those that are gone above what a room contains. Returns whether there are any. */
  show(room: HTMLElement): boolean {
    const gone = this.#seen.filter(({ picture }) => !picture.isConnected);
    if (gone.length === 0) return this.#layer !== null;
    const layer = document.createElement("div");
    layer.className = "former";
    layer.inert = true;
    layer.ariaHidden = "true";
    // Of a strip, most pictures are beyond its edges.
    Object.assign(layer.style, { position: "absolute", inset: "0", overflow: "clip", pointerEvents: "none" });
    room.append(layer);
    const corner = layer.getBoundingClientRect();
    const outer = corner.width / Math.max(1, layer.offsetWidth) || 1;
    // What is found on the page is what is shown now.
    this.#placed = new Map(gone.map((one) => [one.picture, placed(one, corner, outer)]));
    layer.attachShadow({ mode: "closed" }).append(...this.#placed.values());
    this.#layer = layer;
    this.#seen = [];
    return true;
  }

  /** Others are in sight from now on. */
  hide(others: readonly Element[] = []): void {
    const layer = this.#layer;
    if (!layer) return;
    this.#layer = null;
    const kinds = new Set(others.map(({ tagName }) => tagName));
    for (const [picture, around] of this.#placed) if (kinds.has(picture.tagName)) around.remove();
    const fades = [...this.#placed.keys()].some((picture) => picture.isConnected);
    this.#placed = new Map();
    if (others.length === 0 || !fades || isStill() || isDragged()) {
      layer.remove();
      return;
    }
    const fading = layer.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADES, easing: EASING });
    fading.addEventListener("finish", () => layer.remove());
    fading.addEventListener("cancel", () => layer.remove());
  }
}

/** A picture where it was. `outer`: the length of a pixel of the layer in those of the window. */
function placed({ picture, place, zoom, style }: Seen, corner: DOMRect, outer: number): HTMLElement {
  const around = document.createElement("div");
  Object.assign(around.style, {
    position: "absolute",
    left: lengthOf((place.left - corner.left) / outer),
    top: lengthOf((place.top - corner.top) / outer),
  });
  const room = document.createElement("div");
  Object.assign(room.style, {
    zoom: String(zoom),
    width: lengthOf(place.width / outer / zoom),
    height: lengthOf(place.height / outer / zoom),
  });
  for (const [name, value] of style) if (value !== "") picture.style.setProperty(name, value);
  // The page's styles, which hide what only assistive technology reads, do not reach it any more.
  for (const unseen of picture.querySelectorAll<HTMLElement>(".unseen")) unseen.hidden = true;
  room.append(picture);
  around.append(room);
  return around;
}
