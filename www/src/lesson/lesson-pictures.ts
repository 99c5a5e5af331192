/** The pictures that suit the step: the best one, and a choice where there are more, or where a picture takes turns with the tables. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { drawPicture } from "../pictures/draw.ts";
import type { PictureView } from "../pictures/picture.ts";
import type { PictureSpec } from "../pictures/spec.ts";
import { t } from "../text.ts";

export interface LessonPicturesView {
  readonly step: string;
  readonly pictures: readonly PictureSpec[];
  /** The position of the picture that is shown; null where the tables have its room. */
  readonly chosen: number | null;
  /** Whether pictures and tables take turns in one room. */
  readonly turns: boolean;
  readonly view: PictureView;
  /** A picture is chosen by its position, the tables by null. */
  readonly choose: (position: number | null) => void;
}

export function lessonPictures({
  step,
  pictures,
  chosen,
  turns,
  view,
  choose,
}: LessonPicturesView): TemplateResult | typeof nothing {
  const [first] = pictures;
  if (!first) return nothing;
  const shown = chosen === null ? null : (pictures[chosen] ?? first);
  const button = (name: string, pressed: boolean, position: number | null) => html`<button
    type="button"
    aria-pressed=${pressed ? "true" : "false"}
    @click=${() => choose(position)}
  >${name}</button>`;
  const several = turns || pictures.length > 1;
  const section = html`<section class="lesson-picture" aria-label=${t("ui.picture")}>
    ${
      several
        ? html`<div class="presets" role="group" aria-label=${t("ui.pictures")}>
            ${turns ? button(t("ui.tables"), shown === null, null) : nothing}
            ${pictures.map((picture, position) => button(t(`pictures.kinds.${nameOf(picture)}`), picture === shown, position))}
          </div>`
        : nothing
    }
    ${
      shown
        ? html`<div class="figures"><figure class="lesson-figure" data-kind=${shown.kind}>${keyed(step, drawPicture(shown, view))}</figure></div>`
        : nothing
    }
  </section>`;
  // What stands elsewhere is another one: nothing moves there.
  return html`${keyed(`${turns} ${several}`, section)}`;
}

/** Two forms of arcs suit the same step. */
function nameOf(picture: PictureSpec): string {
  return picture.kind === "arcs" ? `arcs-${picture.mode}` : picture.kind;
}
