/** Draws a picture by its specification. The module of its element is loaded when the first picture of its kind is drawn. */
import { nothing, type TemplateResult } from "lit";
import { until } from "lit/directives/until.js";
import { html } from "lit/static-html.js";
import { t } from "../text.ts";
import { KINDS } from "./kinds.ts";
import type { PictureView } from "./picture.ts";
import type { PictureKind, PictureSpec } from "./spec.ts";

const modules = import.meta.glob("./*/picture.ts");

/** Modules that are loaded, or are being loaded; what could not be loaded is tried again by the next picture. */
const loads = new Map<PictureKind, Promise<unknown>>();

/** Loads the element of a kind of picture. Rejects when its module cannot be loaded. */
export function loadPicture(kind: PictureKind): Promise<unknown> {
  const known = loads.get(kind);
  if (known) return known;
  const load =
    modules[`./${kind}/picture.ts`]?.() ?? Promise.reject(new Error(`there are no pictures of kind ${kind}`));
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
  const tag = KINDS.get(spec.kind)?.tag;
  return tag
    ? html`<${tag} .view=${view} .options=${spec}></${tag}>${until(problem, nothing)}`
    : html`${until(problem, nothing)}`;
}
