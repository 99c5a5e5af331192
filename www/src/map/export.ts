/** The map as a standalone SVG: the boxes, their texts and miniatures, and the arrows, in the colors that are shown. */
import type { AgThumbnail } from "../elements/thumbnail.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import type { Rect } from "./geometry.ts";
import { arrowKey, type Box, type MapGraph } from "./graph.ts";
import type { MapLayout } from "./layout.ts";
import { HEAD, headOf, pathOf } from "./path.ts";
import { BOX_HEIGHT, canvasMeasure, type Measure, MINIATURE, type Spacing, titleLines } from "./sizes.ts";
import { partTitle } from "./titles.ts";
import { labelOfBox, type Naming, symbolOfBox, titleOfBox } from "./view.ts";

const SVG = "http://www.w3.org/2000/svg";

export interface Shown {
  readonly graph: MapGraph;
  readonly layout: MapLayout;
  readonly naming: Naming;
  readonly spacing: Spacing;
  /** The element, which has the miniatures and the colors. */
  readonly root: HTMLElement;
}

interface Colors {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly paper: string;
}

type Attributes = Readonly<Record<string, string | number>>;

function shape(name: string, attributes: Attributes, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Returns the source of the picture. */
export function svgOf(shown: Shown): string {
  const { graph, layout, naming } = shown;
  const colors = colorsOf(shown.root);
  const { width, height, flow } = layout;
  const picture = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "sans-serif" });
  picture.append(shape("title", {}, naming.text("map.name")), shape("rect", { width, height, fill: colors.paper }));
  for (const frame of graph.frames) {
    const rect = layout.frames.get(frame.key);
    if (!rect) continue;
    picture.append(
      shape("rect", { ...rect, rx: 12, fill: colors.ink, "fill-opacity": 0.03, stroke: colors.line }),
      shape(
        "text",
        { x: rect.x + 14, y: rect.y + 21, "font-size": 13, "font-weight": 600, fill: colors.ink },
        partTitle(frame.names, naming.text),
      ),
    );
  }
  for (const arrow of graph.arrows) {
    const way = layout.ways.get(arrowKey(arrow)) ?? [];
    const line: Attributes = { d: pathOf(way, flow, HEAD), fill: "none", stroke: colors.muted, "stroke-width": 1.25 };
    picture.append(
      shape("path", arrow.quiet ? { ...line, "stroke-dasharray": "2 4" } : line),
      shape("path", { d: headOf(way, flow, HEAD), fill: colors.muted }),
    );
  }
  // The picture has the fonts of whoever opens it.
  const title = "13px sans-serif";
  const measure = canvasMeasure({ title, part: `600 ${title}`, symbol: "14px serif", label: "12px sans-serif" });
  for (const box of graph.boxes) {
    const rect = layout.boxes.get(box.key);
    if (rect) picture.append(...boxOf(box, rect, shown, colors, measure));
  }
  return new XMLSerializer().serializeToString(picture);
}

function boxOf(box: Box, rect: Rect, { naming, spacing, root }: Shown, colors: Colors, measure: Measure): SVGElement[] {
  const { x, y, width, height } = rect;
  const folded = box.kind === "part";
  const outline = { x, y, width, height, rx: 8, fill: colors.paper, stroke: colors.muted };
  const miniature = root.shadowRoot?.querySelector<AgThumbnail>(`.box[data-key="${CSS.escape(box.key)}"] ag-thumbnail`);
  const canvas = miniature?.shadowRoot?.querySelector("canvas");
  const shapes = folded ? [shape("rect", { ...outline, x: x + 3, y: y + 3 })] : [];
  shapes.push(shape("rect", outline));
  const symbol = plainSymbol(symbolOfBox(box, naming));
  const below = [symbol, labelOfBox(box, naming)].filter((text) => text !== "").join("  ");
  const weight = folded ? 600 : 400;
  const title = titleOfBox(box, naming);
  const lines = height > BOX_HEIGHT ? titleLines(title, (line) => measure(line, folded ? "part" : "title")) : [title];
  shapes.push(
    ...lines.map((line, at) =>
      shape("text", { x: x + 10, y: y + 21 + 16 * at, "font-size": 13, "font-weight": weight, fill: colors.ink }, line),
    ),
    shape("text", { x: x + 10, y: y + height - 10, "font-size": 12, fill: colors.muted }, below),
  );
  if (canvas && canvas.width > 0) {
    const scale = Math.min(MINIATURE.width[spacing] / canvas.width, MINIATURE.height[spacing] / canvas.height);
    const size = { width: canvas.width * scale, height: canvas.height * scale };
    const at = {
      x: x + width - 10 - size.width,
      y: y + (spacing === "close" ? height - 15 : height / 2) - size.height / 2,
    };
    shapes.push(shape("image", { ...at, ...size, href: canvas.toDataURL() }));
  }
  return shapes;
}

function colorsOf(element: HTMLElement): Colors {
  const style = getComputedStyle(element);
  // A color that depends on the theme is computed where it is used.
  const probe = document.createElement("span");
  element.shadowRoot?.append(probe);
  const read = (name: string) => {
    probe.style.setProperty("color", `var(${name})`);
    return getComputedStyle(probe).color || style.color;
  };
  const colors = { ink: read("--ink"), muted: read("--muted"), line: read("--line"), paper: read("--paper") };
  probe.remove();
  return colors;
}
