/** What stands beside the stage, on leaves of which one is open: there is no room for all at once. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../text.ts";

export type LeafName = "step" | "map" | "inputs" | "export";

export interface Leaf {
  readonly name: LeafName;
  readonly title: string;
  /** Nothing where a lesson has none of them. */
  readonly contents: readonly (TemplateResult | typeof nothing)[];
}

/** In a narrow window the leaves stand below each other, without their names. */
export function side(leaves: readonly Leaf[], open: LeafName, choose: (leaf: LeafName) => void): TemplateResult {
  const shown = leaves.filter(({ contents }) => contents.some((one) => one !== nothing));
  const top = shown.some(({ name }) => name === open) ? open : shown[0]?.name;
  const button = ({ name, title }: Leaf) => html`<button
    type="button"
    data-leaf=${name}
    aria-pressed=${name === top ? "true" : "false"}
    @click=${() => choose(name)}
  >${title}</button>`;
  return html`<div class="side">
    ${shown.length < 2 ? nothing : html`<div class="leaves" role="group" aria-label=${t("ui.beside")}>${shown.map(button)}</div>`}
    ${repeat(
      shown,
      ({ name }) => name,
      ({ name, contents }) =>
        html`<div class="leaf" data-leaf=${name} data-open=${name === top ? "true" : "false"}>${contents}</div>`,
    )}
  </div>`;
}
