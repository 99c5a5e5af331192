/** What is drawn on the page, as SVG documents: pictures and the map, which write themselves, the drawing of the graph, tables, and heat maps. */
import { paperOf, standalone } from "../pictures/standalone.ts";
import { tableSvg } from "./table-svg.ts";

export type DrawingKind = "matrix" | "picture" | "graph" | "map";

export interface Drawn {
  readonly kind: DrawingKind;
  /** What it shows, where several of its kind are drawn. */
  readonly about: string | null;
  /** Its place among those of its kind, from 1. */
  readonly number: number;
  /** The drawing as it looks now. */
  readonly svg: () => string;
}

/** Tables that are drawn: the result of a lesson's step, and those in the figures of scenes and labs. */
const TABLES = ["ag-matrix", "ag-heat-map"].flatMap((tag) => [`.stage ${tag}.result`, `figure ${tag}`]).join();

type Drawer = Element & { toSVG(): string };
type Found = Pick<Drawn, "kind" | "svg"> & { readonly element: Element };

const isDrawer = (element: Element): element is Drawer => "toSVG" in element && typeof element.toSVG === "function";

/** Returns the drawings within an element, or the one that it is, in the order of the page. `titleOf`: the title of the step with this id, or of the whole for none. */
export function drawingsIn(root: Element, titleOf: (step?: string) => string): Drawn[] {
  const found = [root, ...root.querySelectorAll("*")].flatMap((element) => drawingOf(element, titleOf));
  return found.map(({ element, ...drawn }, at) => {
    const same = found.filter(({ kind }) => kind === drawn.kind);
    const number = found.slice(0, at + 1).filter(({ kind }) => kind === drawn.kind).length;
    return { ...drawn, number, about: same.length > 1 ? aboutOf(element, titleOf) : null };
  });
}

function drawingOf(element: Element, titleOf: (step?: string) => string): Found[] {
  if (isDrawer(element))
    return [{ element, kind: element.matches("ag-map") ? "map" : "picture", svg: () => element.toSVG() }];
  const inside = element.shadowRoot;
  if (!inside) return [];
  if (element.matches(TABLES))
    return [{ element, kind: "matrix", svg: () => tableSvg(inside, aboutOf(element, titleOf)) }];
  const drawing = element.matches("ag-graph, ag-graph-editor") ? inside.querySelector("svg") : null;
  if (!drawing) return [];
  const svg = () => standalone(drawing, { name: titleOf(), told: "", ground: paperOf(inside) });
  return [{ element, kind: "graph", svg }];
}

/** The caption of a figure, or the title of the step of a table. */
function aboutOf(element: Element, titleOf: (step?: string) => string): string {
  const words = element.closest("figure")?.querySelector("figcaption")?.textContent?.trim();
  // Their first sentence says what it is.
  if (words) return words.split(/(?<=[.:])\s/)[0] ?? words;
  const { step } = element as Element & { readonly step?: { readonly id: string } };
  return titleOf(step?.id);
}
