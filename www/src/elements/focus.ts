import type { Focus } from "../player/keys.ts";

const TEXT_TYPES = new Set(["text", "number", "search", "email", "url", "tel", "password"]);

/** Returns where a key was pressed, from the composed path of its event. */
export function focusOf(path: readonly EventTarget[]): Focus {
  for (const target of path) {
    if (!(target instanceof Element)) continue;
    if (target instanceof HTMLSelectElement) return "list";
    if (target instanceof HTMLTextAreaElement) return "text";
    if (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type)) return "text";
    if (target.matches("[contenteditable], [role=textbox]")) return "text";
    if (target.matches("[role=grid], [role=application], ag-matrix, ag-heat-map, ag-graph, ag-graph-editor"))
      return "grid";
    // The arrow keys scroll a formula that is too wide.
    if (target.matches(".formula")) return target.scrollWidth > target.clientWidth ? "grid" : "page";
  }
  return "page";
}
