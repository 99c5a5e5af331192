/** Draws a picture by its specification. The module of its element is loaded when the first picture of its kind is drawn. */
import { html, nothing, type TemplateResult } from "lit";
import { until } from "lit/directives/until.js";
import { t } from "../text.ts";
import type { PictureView } from "./picture.ts";
import type { PictureKind, PictureSpec } from "./spec.ts";

const MODULES: Readonly<Record<PictureKind, () => Promise<unknown>>> = {
  arcs: () => import("./arcs/picture.ts"),
  bars: () => import("./bars/picture.ts"),
  graph: () => import("./graph/picture.ts"),
  curves: () => import("./curves/picture.ts"),
  arrows: () => import("./arrows/picture.ts"),
  pattern: () => import("./pattern/picture.ts"),
  wheel: () => import("./wheel/picture.ts"),
  tree: () => import("./tree/picture.ts"),
  image: () => import("./image/picture.ts"),
  timeline: () => import("./timeline/picture.ts"),
  sorting: () => import("./sorting/picture.ts"),
};

/** Modules that are loaded, or are being loaded; what could not be loaded is tried again by the next picture. */
const loads = new Map<PictureKind, Promise<unknown>>();

/** Loads the element of a kind of picture. Rejects when its module cannot be loaded. */
export function loadPicture(kind: PictureKind): Promise<unknown> {
  const known = loads.get(kind);
  if (known) return known;
  const load = MODULES[kind]();
  loads.set(kind, load);
  load.catch(() => loads.delete(kind));
  return load;
}

/** Returns a picture. It is drawn once its module is loaded; a problem with that is written in its place. */
export function drawPicture(spec: PictureSpec, view: PictureView): TemplateResult {
  const problem = loadPicture(spec.kind).then(
    () => nothing,
    () => html`<p class="problem" role="alert">${t("pictures.failed")}</p>`,
  );
  return html`${element(spec, view)}${until(problem, nothing)}`;
}

function element(spec: PictureSpec, view: PictureView): TemplateResult {
  switch (spec.kind) {
    case "graph":
      return html`<ag-graph-picture .view=${view} .options=${spec}></ag-graph-picture>`;
    case "arcs":
      return html`<ag-arcs .view=${view} .options=${spec}></ag-arcs>`;
    case "curves":
      return html`<ag-curves .view=${view} .options=${spec}></ag-curves>`;
    case "pattern":
      return html`<ag-pattern .view=${view} .options=${spec}></ag-pattern>`;
    case "timeline":
      return html`<ag-timeline .view=${view} .options=${spec}></ag-timeline>`;
    case "bars":
      return html`<ag-bars .view=${view} .options=${spec}></ag-bars>`;
    case "arrows":
      return html`<ag-arrows .view=${view} .options=${spec}></ag-arrows>`;
    case "wheel":
      return html`<ag-wheel .view=${view} .options=${spec}></ag-wheel>`;
    case "sorting":
      return html`<ag-sorting .view=${view} .options=${spec}></ag-sorting>`;
    case "tree":
      return html`<ag-tree .view=${view} .options=${spec}></ag-tree>`;
    case "image":
      return html`<ag-image .view=${view} .options=${spec}></ag-image>`;
  }
}
