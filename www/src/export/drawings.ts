/** What a lesson draws, as SVG documents: pictures and the map, which write themselves, the drawing of the graph, and the table of the step. */
import { paperOf, standalone } from "../pictures/standalone.ts";
import { tableSvg } from "./table-svg.ts";

export type DrawingKind = "matrix" | "picture" | "graph" | "map";

export interface Drawn {
  readonly kind: DrawingKind;
  /** The drawing as it looks now. */
  readonly svg: () => string;
}

type Drawer = Element & { toSVG(): string };

const isDrawer = (element: Element): element is Drawer => "toSVG" in element && typeof element.toSVG === "function";

/** Returns the drawings within a lesson, in the order of the page. `title` names what they show. */
export function drawingsIn(lesson: Element, title: string): Drawn[] {
  return [...lesson.querySelectorAll("*")].flatMap((element): Drawn[] => {
    if (isDrawer(element)) return [{ kind: element.matches("ag-map") ? "map" : "picture", svg: () => element.toSVG() }];
    const inside = element.shadowRoot;
    if (!inside) return [];
    if (element.matches(".stage ag-matrix.result")) return [{ kind: "matrix", svg: () => tableSvg(inside, title) }];
    const drawing = element.matches("ag-graph") ? inside.querySelector("svg") : null;
    if (!drawing) return [];
    return [{ kind: "graph", svg: () => standalone(drawing, { name: title, told: "", ground: paperOf(inside) }) }];
  });
}
