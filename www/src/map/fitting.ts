/** The layout of a map with the sizes that its texts need, in the room that there is. */
import { plainSymbol } from "../numbers/symbol.ts";
import type { Flow } from "./geometry.ts";
import type { MapGraph } from "./graph.ts";
import { layOut, type MapLayout } from "./layout.ts";
import { type Measure, type Spacing, sizeOfBox, sizeOfTitle } from "./sizes.ts";
import { partTitle } from "./titles.ts";
import { labelOfBox, type Naming, symbolOfBox, titleOfBox } from "./view.ts";

/** A map that is too wide shrinks to this, and scrolls beyond. */
const LEAST_SCALE = 0.85;
/** From this width on a map flows to the right. */
const WIDE = 1080;

export interface FittingRequest {
  readonly graph: MapGraph;
  readonly naming: Naming;
  readonly measure: Measure;
  readonly flow: Flow | "auto";
  /** The width that there is. */
  readonly room: number;
}

export function scaleOf(layout: MapLayout, room: number): number {
  return Math.min(1, Math.max(LEAST_SCALE, room / layout.width));
}

export interface Fitted {
  readonly layout: MapLayout;
  readonly spacing: Spacing;
}

/** Lays out a map; where it is too wide, with less room for what is in a box. */
export function fittingLayout(request: FittingRequest): Fitted {
  const { graph, naming, measure, room } = request;
  const flow = request.flow === "auto" ? (room >= WIDE ? "right" : "down") : request.flow;
  const names = new Map(graph.frames.map((frame) => [frame.key, partTitle(frame.names, naming.text)]));
  const titleOf = (key: string) => sizeOfTitle(names.get(key) ?? "", measure);
  const fitted = (spacing: Spacing): Fitted => ({
    layout: layOut({ graph, flow, titleOf, sizeOf: (key) => sizeOf(key, spacing, request) }),
    spacing,
  });
  const roomy = fitted("roomy");
  return flow === "right" || roomy.layout.width * LEAST_SCALE <= room ? roomy : fitted("close");
}

function sizeOf(key: string, spacing: Spacing, { graph, naming, measure }: FittingRequest) {
  const box = graph.byKey.get(key);
  if (!box) return { width: 0, height: 0 };
  const texts = {
    title: titleOfBox(box, naming),
    symbol: plainSymbol(symbolOfBox(box, naming)),
    label: labelOfBox(box, naming),
    shape: naming.steps.get(box.step)?.shape ?? [],
    part: box.kind === "part",
  };
  return sizeOfBox(texts, measure, spacing);
}
