import { html, type TemplateResult } from "lit";

export type Move = "first" | "back" | "next" | "last";
export type Icon = Move | "play" | "pause";

/** Icons as drawings, since fonts differ in these characters. */
const PATHS: Readonly<Record<Icon, string>> = {
  first: "M5 4h2v12H5zM17 4v12L8 10z",
  back: "M15 4v12L6 10z",
  next: "M5 4v12l9-6z",
  play: "M10 0a10 10 0 100 20 10 10 0 000-20zM7.5 5l8 5-8 5z",
  pause: "M10 0a10 10 0 100 20 10 10 0 000-20zM6.5 5.5h2.5v9H6.5zM11 5.5h2.5v9H11z",
  last: "M13 4h2v12h-2zM3 4v12l9-6z",
};

export function moveIcon(name: Icon): TemplateResult {
  return html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path fill="currentColor" fill-rule="evenodd" d=${PATHS[name]} /></svg>`;
}
