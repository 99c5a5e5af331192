/** The pictures that suit the step: the best one, and a choice where there are more. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { drawPicture } from "../pictures/draw.ts";
import type { PictureView } from "../pictures/picture.ts";
import type { PictureSpec } from "../pictures/spec.ts";
import { t } from "../text.ts";

export interface LessonPicturesView {
  readonly pictures: readonly PictureSpec[];
  /** The position of the picture that is shown. */
  readonly chosen: number;
  readonly view: PictureView;
  readonly choose: (position: number) => void;
}

export function lessonPictures({
  pictures,
  chosen,
  view,
  choose,
}: LessonPicturesView): TemplateResult | typeof nothing {
  const shown = pictures[chosen] ?? pictures[0];
  if (!shown) return nothing;
  return html`<section class="lesson-picture" aria-label=${t("ui.picture")}>
    ${
      pictures.length < 2
        ? nothing
        : html`<div class="presets" role="group" aria-label=${t("ui.pictures")}>
            ${pictures.map(
              (picture, position) => html`<button
                type="button"
                aria-pressed=${picture === shown ? "true" : "false"}
                @click=${() => choose(position)}
              >${t(`pictures.kinds.${nameOf(picture)}`)}</button>`,
            )}
          </div>`
    }
    ${keyed(
      pictures.length < 2,
      html`<div class="figures"><figure class="lesson-figure" data-kind=${shown.kind}>${drawPicture(shown, view)}</figure></div>`,
    )}
  </section>`;
}

/** Two forms of arcs suit the same step. */
function nameOf(picture: PictureSpec): string {
  return picture.kind === "arcs" ? `arcs-${picture.mode}` : picture.kind;
}
