/** The picture of a whole network as a document of its own: its figures at their places, with the names of parts and lanes. */
import { paperOf, serialized, styledCopy } from "../pictures/standalone.ts";

const SVG = "http://www.w3.org/2000/svg";

function make(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** The lines of an element's text, with the place of each. */
function linesOf(element: HTMLElement): { readonly text: string; readonly rect: DOMRect }[] {
  if (element instanceof HTMLSelectElement) return [{ text: element.value, rect: element.getBoundingClientRect() }];
  const found: { text: string; rect: DOMRect }[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rect = range.getBoundingClientRect();
      const last = found.at(-1);
      if (last && Math.abs(last.rect.top - rect.top) < 2) {
        last.text += ` ${word}`;
        last.rect = new DOMRect(last.rect.x, last.rect.y, rect.right - last.rect.left, rect.height);
      } else found.push({ text: word, rect });
    }
  }
  return found;
}

/** Writes an element's text where it stands. */
function written(element: HTMLElement, { left, top }: DOMRect): SVGElement[] {
  const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(element);
  const style = { fill: color, "font-family": fontFamily, "font-size": fontSize, "font-weight": fontWeight };
  return linesOf(element).map(({ text, rect }) => {
    const select = element instanceof HTMLSelectElement;
    const line = make("text", {
      x: select ? rect.left - left + Number.parseFloat(getComputedStyle(element).paddingLeft) : rect.left - left,
      y: rect.top - top + rect.height / 2,
      "dominant-baseline": "central",
      ...style,
    });
    line.textContent = text;
    return line;
  });
}

/** `root` is the element with the picture; `name` its title. */
export function wholeSvg(root: HTMLElement, name: string): string {
  const parts = root.querySelector<HTMLElement>(".whole-parts");
  if (!parts) return "";
  const frame = parts.getBoundingClientRect();
  const figures = [...parts.querySelectorAll<SVGSVGElement>(".whole-figure")];
  const drawn = [
    ...parts.querySelectorAll<HTMLElement>(".whole-head span, .whole-lanes li > :is(span, select), .whole-layer span"),
  ];
  const layer = parts.querySelector<HTMLElement>(".whole-layer");
  const rects = [...figures, ...drawn, ...(layer ? [layer] : [])].map((one) => one.getBoundingClientRect());
  const width = Math.ceil(Math.max(...rects.map(({ right }) => right)) - frame.left);
  const height = Math.ceil(Math.max(...rects.map(({ bottom }) => bottom)) - frame.top);
  const document = make("svg", { xmlns: SVG, viewBox: `0 0 ${width} ${height}`, width, height });
  const title = make("title", {});
  title.textContent = name;
  document.append(title, make("rect", { width, height, fill: paperOf(root) }));
  const placed = (rect: DOMRect) => ({
    x: rect.left - frame.left,
    y: rect.top - frame.top,
    width: rect.width,
    height: rect.height,
  });
  if (layer)
    document.append(
      make("rect", { ...placed(layer.getBoundingClientRect()), rx: 12, fill: getComputedStyle(layer).backgroundColor }),
    );
  for (const figure of figures) {
    const copy = styledCopy(figure);
    for (const [attribute, value] of Object.entries(placed(figure.getBoundingClientRect())))
      copy.setAttribute(attribute, String(value));
    copy.setAttribute("overflow", "visible");
    document.append(copy);
  }
  document.append(...drawn.flatMap((element) => written(element, frame)));
  return serialized(document);
}
