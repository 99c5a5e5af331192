/** The pictures of a stage that others have replaced stay in sight, where they were, until the others have their sizes: a stage is never blank. */

interface Seen {
  readonly picture: HTMLElement;
  readonly place: DOMRect;
  /** By how much its figure enlarges it. */
  readonly zoom: number;
  /** How it is shown, by property. */
  readonly style: readonly (readonly [string, string])[];
}

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
    layer.attachShadow({ mode: "closed" }).append(...gone.map((one) => placed(one, corner, outer)));
    this.#layer = layer;
    this.#seen = [];
    return true;
  }

  hide(): void {
    this.#layer?.remove();
    this.#layer = null;
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
  room.append(picture);
  around.append(room);
  return around;
}
