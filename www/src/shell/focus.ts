import type { Focus } from "../player/keys.ts";

const TEXT_TYPES = new Set(["text", "number", "search", "email", "url", "tel", "password"]);

/** Where a key was pressed, from the path of its event, which sees into shadow trees. */
export function focusOf(path: readonly EventTarget[]): Focus {
  for (const target of path) {
    if (!(target instanceof Element)) continue;
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return "text";
    if (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type)) return "text";
    if (target.matches("[contenteditable], [role=textbox]")) return "text";
    if (target.matches("[role=grid], [role=application], ag-matrix, ag-graph, ag-graph-editor")) return "grid";
    // A formula that is too wide is scrolled with the arrows.
    if (target.matches(".formula")) return target.scrollWidth > target.clientWidth ? "grid" : "page";
  }
  return "page";
}
