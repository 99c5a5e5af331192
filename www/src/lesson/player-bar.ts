/** The bar at the bottom: first, back, next, last, and the filmstrip. */
import { html, type TemplateResult } from "lit";
import type { Domain } from "../numbers/color.ts";
import { atEnd, atStart, back, first, last, next, type Player } from "../player/player.ts";
import { t } from "../text.ts";
import type { LessonModel } from "./model.ts";
import { type Move, moveIcon } from "./move-icons.ts";

export function playerBar(
  model: LessonModel,
  domains: ReadonlyMap<string, Domain>,
  language: string,
  go: (position: number) => void,
): TemplateResult {
  const { player, trace } = model;
  // A button at the end is not disabled, so that it keeps the focus.
  const button = (name: Move, to: Player, ended: boolean) => html`<button
    type="button"
    class=${`move move-${name}`}
    data-action=${name}
    aria-label=${t(`ui.${name}`)}
    title=${t(`ui.${name}`)}
    aria-disabled=${ended ? "true" : "false"}
    @click=${() => go(to.position)}
  >${moveIcon(name)}</button>`;
  return html`<div class="player">
    <div class="moves" role="group" aria-label=${t("ui.controls")}>
      ${button("first", first(player), atStart(player))}
      ${button("back", back(player), atStart(player))}
      <span class="moves-where">${player.position + 1} / ${player.length}</span>
      ${button("next", next(player), atEnd(player))}
      ${button("last", last(player), atEnd(player))}
    </div>
    <nav class="strip" aria-label=${t("ui.steps")}>
      <ag-filmstrip
        .steps=${trace.steps}
        .position=${player.position}
        .domains=${domains}
        .language=${language}
        @step=${(event: CustomEvent<number>) => go(event.detail)}
      ></ag-filmstrip>
    </nav>
  </div>`;
}
