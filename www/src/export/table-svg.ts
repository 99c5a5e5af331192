/** A table as an SVG document: its cells with their colors, lines and texts, where the page has them. */
import { paperOf, serialized, styledCopy } from "../pictures/standalone.ts";

const SVG = "http://www.w3.org/2000/svg";
const TRANSPARENT = /^(?:transparent|rgba\(.*, 0\))$/;

/** Pixels of a map are written at least this large, in pixels of the drawing: programs that draw or print SVG smooth what they enlarge. */
const FINENESS = 4;
/** The longest side of an image within a drawing. */
const LONGEST = 4096;

/** Texts that only screen readers are given are this narrow. */
const UNSEEN = 1;

function shape(name: string, attributes: Readonly<Record<string, string | number>>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Returns the table, or the heat map, within a root; `title` is the title of the document. */
export function tableSvg(root: ShadowRoot, title: string): string {
  const table = root.querySelector("table") ?? root.querySelector(".map") ?? root.host;
  const frame = table.getBoundingClientRect();
  const width = Math.ceil(frame.width);
  const height = Math.ceil(frame.height);
  const picture = shape("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  picture.append(shape("title", {}, title), shape("rect", { width, height, fill: paperOf(root) }));
  for (const canvas of root.querySelectorAll("canvas")) {
    const place = placeOf(canvas, frame);
    if (canvas.width > 0 && place.width > 0)
      picture.append(shape("image", { ...place, preserveAspectRatio: "none", href: sharp(canvas, place.width) }));
  }
  // The names of rows and columns of a heat map, and the outlines of cells.
  for (const drawing of root.querySelectorAll("svg")) {
    const place = placeOf(drawing, frame);
    if (place.width === 0 || drawing.childElementCount === 0) continue;
    const copy = styledCopy(drawing);
    for (const [key, value] of Object.entries(place)) copy.setAttribute(key, String(value));
    picture.append(copy);
  }
  for (const cell of root.querySelectorAll("td, th")) picture.append(...cellShapes(cell, frame));
  return serialized(picture);
}

/** Where an element stands in the drawing. */
function placeOf(element: Element, frame: DOMRect): Record<"x" | "y" | "width" | "height", number> {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x - frame.x, y: y - frame.y, width, height };
}

/** The pixels of a canvas as an image, each as a square of many. */
function sharp(canvas: HTMLCanvasElement, width: number): string {
  const wanted = Math.ceil((width * FINENESS) / canvas.width);
  const factor = Math.max(1, Math.min(wanted, Math.floor(LONGEST / Math.max(canvas.width, canvas.height))));
  const large = document.createElement("canvas");
  large.width = canvas.width * factor;
  large.height = canvas.height * factor;
  const brush = large.getContext("2d");
  if (!brush) return canvas.toDataURL();
  brush.imageSmoothingEnabled = false;
  brush.drawImage(canvas, 0, 0, large.width, large.height);
  return large.toDataURL();
}

function cellShapes(cell: Element, frame: DOMRect): SVGElement[] {
  const box = cell.getBoundingClientRect();
  const style = getComputedStyle(cell);
  if (box.width <= UNSEEN || box.height <= UNSEEN || style.visibility === "hidden") return [];
  const place = { x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height };
  const shapes: SVGElement[] = [];
  if (!TRANSPARENT.test(style.backgroundColor)) shapes.push(shape("rect", { ...place, fill: style.backgroundColor }));
  const line = Number.parseFloat(style.borderBlockEndWidth);
  if (line > 0 && !TRANSPARENT.test(style.borderBlockEndColor))
    shapes.push(shape("rect", { ...place, fill: "none", stroke: style.borderBlockEndColor, "stroke-width": line }));
  return [...shapes, ...textShapes(cell, frame)];
}

/** The visible texts of a cell, each where it stands. */
function textShapes(cell: Element, frame: DOMRect): SVGElement[] {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const shapes: SVGElement[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const parent = node.parentElement;
    if (text === "" || !parent) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { x, y, width, height } = range.getBoundingClientRect();
    if (width <= UNSEEN || parent.getBoundingClientRect().width <= UNSEEN) continue;
    const { color, fontFamily, fontSize, fontWeight, zoom } = getComputedStyle(parent);
    const size = Number.parseFloat(fontSize) * (Number.parseFloat(zoom) || 1);
    const middle = { x: x - frame.x + width / 2, y: y - frame.y + height / 2 };
    const font = { "font-family": fontFamily, "font-size": size, "font-weight": fontWeight, fill: color };
    shapes.push(shape("text", { ...middle, ...font, "text-anchor": "middle", "dominant-baseline": "central" }, text));
  }
  return shapes;
}
