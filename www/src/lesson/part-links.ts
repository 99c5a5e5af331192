/** Links to the parts of a lesson, where it has more than one; each keeps the inputs that were changed in it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Lesson } from "../../lessons/index.ts";
import { encodeForNow } from "../state/link.ts";
import { HOME, NO_CHANGES, type PageState, partKey } from "../state/state.ts";
import { algorithmTitle, t } from "../text.ts";

export function partLinks(lesson: Lesson, state: PageState): TemplateResult | typeof nothing {
  if (lesson.parts.length < 2) return nothing;
  return html`<nav class="parts" aria-label=${t("ui.parts")}>
    ${lesson.parts.map(({ algorithm }, position) => {
      const part = position === 0 ? null : algorithm;
      const current = state.part === part;
      const changes = current
        ? state.changes
        : (state.kept[partKey({ lesson: lesson.id, part, practice: null })] ?? NO_CHANGES);
      const place = { ...HOME, lesson: lesson.id, part, changes, view: state.view };
      return html`<a href=${encodeForNow(place)} aria-current=${current ? "page" : nothing}>${algorithmTitle(algorithm)}</a>`;
    })}
  </nav>`;
}
