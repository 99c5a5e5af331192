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

type Boxes = Pick<FittingRequest, "graph" | "naming" | "measure">;

export function scaleOf(layout: MapLayout, room: number): number {
  return Math.min(1, Math.max(LEAST_SCALE, room / layout.width));
}

export interface Fitted {
  readonly layout: MapLayout;
  readonly spacing: Spacing;
}

/**
 * Where boxes in their rows are too wide, rows are broken: the first of these shares of the width for the boxes with which they and the arrows beside
 * them fit.
 */
const SHARES = [1, 0.85, 0.7, 0.5, 0.35];

/** Lays out a map; where it is too wide, with less room for what is in a box, and then with fewer boxes in a row. */
export function fittingLayout(request: FittingRequest): Fitted {
  const { graph, naming, measure, room } = request;
  const flow = request.flow === "auto" ? (room >= WIDE ? "right" : "down") : request.flow;
  const names = new Map(graph.frames.map((frame) => [frame.key, partTitle(frame.names, naming.text)]));
  const titleOf = (key: string) => sizeOfTitle(names.get(key) ?? "", measure);
  const fits = ({ layout }: Fitted) => layout.width * LEAST_SCALE <= room;
  const fitted = (spacing: Spacing, share?: number): Fitted => {
    const asked = { graph, flow, titleOf, sizeOf: (key: string) => sizeOf(key, spacing, request) };
    const layout = layOut(share === undefined ? asked : { ...asked, room: { most: room / LEAST_SCALE, share } });
    return { layout, spacing };
  };
  const roomy = fitted("roomy");
  if (flow === "right" || fits(roomy)) return roomy;
  let narrowest = fitted("close");
  for (const share of SHARES) {
    if (fits(narrowest)) return narrowest;
    const next = fitted("close", share);
    if (next.layout.width < narrowest.layout.width) narrowest = next;
  }
  return narrowest;
}

function sizeOf(key: string, spacing: Spacing, { graph, naming, measure }: Boxes) {
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
