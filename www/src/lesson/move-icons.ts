import { html, type TemplateResult } from "lit";

export type Move = "first" | "back" | "next" | "last";

/** Icons as drawings, since fonts differ in these characters. */
const PATHS: Readonly<Record<Move, string>> = {
  first: "M5 4h2v12H5zM17 4v12L8 10z",
  back: "M15 4v12L6 10z",
  next: "M5 4v12l9-6z",
  last: "M13 4h2v12h-2zM3 4v12l9-6z",
};

export function moveIcon(name: Move): TemplateResult {
  return html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path fill="currentColor" d=${PATHS[name]} /></svg>`;
}
