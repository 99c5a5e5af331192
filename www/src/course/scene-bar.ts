/** The bar below a scene: back, a dot for each scene, next. */
import { html, type TemplateResult } from "lit";
import { moveIcon } from "../lesson/move-icons.ts";
import { sceneAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import type { Unit } from "./scene.ts";

/** The page after the last scene. */
export const END = "end";

/** Returns the pages of a unit in order: null is its first page, `end` its last. */
export function pagesOf(unit: Unit): readonly (string | null)[] {
  return [null, ...unit.scenes.map(({ id }) => id), END];
}

/** Returns the page before or after another; undefined where there is none. */
export function pageBeside(unit: Unit, page: string | null, distance: 1 | -1): string | null | undefined {
  const pages = pagesOf(unit);
  return pages[pages.indexOf(page) + distance];
}

export function sceneBar(unit: Unit, page: string | null, answer: boolean): TemplateResult {
  const [before, after] = [pageBeside(unit, page, -1), pageBeside(unit, page, 1)];
  const words = (id: string | null) =>
    id === null ? t("course.opening") : id === END ? t("course.ending") : t(`units.${unit.id}.scenes.${id}.title`);
  const move = (name: "back" | "next", to: string | null | undefined) =>
    to === undefined
      ? html`<span class="move move-none"></span>`
      : html`<a class="move" data-action=${name} href=${sceneAddress(unit.id, to, { answer: false })} aria-label=${t(`course.${name}`)} title=${words(to)}>${moveIcon(name)}</a>`;
  return html`<nav class="scene-bar" aria-label=${t("course.scenes")} data-answer=${answer ? "true" : "false"}>
    ${move("back", before)}
    <ol class="dots">
      ${pagesOf(unit).map(
        (id) => html`<li><a
          href=${sceneAddress(unit.id, id)}
          aria-current=${id === page ? "page" : "false"}
          title=${words(id)}
        ><span class="unseen">${words(id)}</span></a></li>`,
      )}
    </ol>
    ${move("next", after)}
  </nav>`;
}
