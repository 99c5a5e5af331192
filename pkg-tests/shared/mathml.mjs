/** Formulas as they are seen: MathML, made from TeX as the page's build makes it, and read sign by sign. */
import { SaxesParser } from "saxes";
import temml from "temml";

/** Returns the MathML of TeX as a tree of `{ tag, children }`, with text as strings. */
export function treeOf(tex) {
  const root = { tag: "", children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name: tag, attributes: { width = "" } }) => {
    const node = { tag, width, children: [] };
    open.at(-1).children.push(node);
    open.push(node);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (text) => {
    if (text !== "") open.at(-1).children.push(text);
  });
  parser.write(temml.renderToString(tex, { displayMode: true, throwOnError: true, annotate: false })).close();
  return root.children[0];
}

/** The text of a tree. */
export const textOf = (node) => (typeof node === "string" ? node : node.children.map(textOf).join(""));
