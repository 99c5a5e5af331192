/** The bar at the bottom: first, back, play, next, last, and the filmstrip. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Domain } from "../numbers/color.ts";
import { atEnd, atStart, back, first, last, next, type Player } from "../player/player.ts";
import type { Speed } from "../player/speed.ts";
import { t } from "../text.ts";
import type { LessonModel } from "./model.ts";
import { type Move, moveIcon } from "./move-icons.ts";

export interface PlayerBarView {
  readonly model: LessonModel;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly language: string;
  readonly running: boolean;
  /** Whether anything was played. */
  readonly played: boolean;
  readonly speed: Speed;
  readonly go: (position: number) => void;
  readonly toggle: () => void;
  readonly pace: (speed: Speed) => void;
  /** Turns to the way back or from it; null where there is no such switch. */
  readonly turn: (() => void) | null;
}

export function playerBar(view: PlayerBarView): TemplateResult {
  const { model, domains, language, go } = view;
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
      ${playButton(view)}
      <span class="moves-where">${keyed(player.position, html`${player.position + 1} / ${player.length}`)}</span>
      ${button("next", next(player), atEnd(player))}
      ${button("last", last(player), atEnd(player))}
      ${speedChoice(view)}
      ${turnSwitch(view)}
    </div>
    <nav class="strip" aria-label=${t("ui.steps")}>
      <ag-filmstrip
        .trace=${trace}
        .position=${player.position}
        .domains=${domains}
        .language=${language}
        @step=${(event: CustomEvent<number>) => go(event.detail)}
      ></ag-filmstrip>
    </nav>
  </div>`;
}

function playButton({ running, toggle }: PlayerBarView): TemplateResult {
  const name = running ? "pause" : "play";
  return html`<button
    type="button"
    class="move"
    data-action="play"
    data-plays
    aria-label=${t(`ui.${name}`)}
    title=${t(`ui.${name}`)}
    @click=${toggle}
  >${moveIcon(name)}</button>`;
}

function turnSwitch({ turn, model }: PlayerBarView): TemplateResult | typeof nothing {
  if (!turn) return nothing;
  return html`<button
    type="button"
    class="turn"
    data-action="backward"
    aria-pressed=${model.backward ? "true" : "false"}
    title=${t("ui.backwardTitle")}
    @click=${turn}
  ><span aria-hidden="true">∂</span> <span class="turn-name">${t("ui.backward")}</span></button>`;
}

const SPEEDS: readonly Speed[] = ["slow", "normal", "fast"];

/** Where there is little room, it is shown once something was played. */
function speedChoice({ played, speed, pace }: PlayerBarView): TemplateResult {
  return html`<select
    class="speed"
    data-played=${played ? "true" : "false"}
    data-plays
    aria-label=${t("ui.speed")}
    @change=${(event: Event) => pace((event.currentTarget as HTMLSelectElement).value as Speed)}
  >
    ${SPEEDS.map((one) => html`<option value=${one} .selected=${one === speed}>${t(`ui.speeds.${one}`)}</option>`)}
  </select>`;
}
