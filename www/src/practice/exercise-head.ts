/** The difficulty and the seed of an exercise. */
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { algorithmAddress, go } from "../state/addresses.ts";
import { encodePlace } from "../state/link.ts";
import {
  DIFFICULTIES,
  HOME,
  type Inputs,
  LARGEST_SEED,
  NO_CHANGES,
  nextSeed,
  type Practice,
  readSeed,
} from "../state/state.ts";
import { t } from "../text.ts";

/** `changes`: inputs of one's own. */
export function exerciseAddress(practice: Practice, seed: number, changes: Inputs = NO_CHANGES): string {
  return encodePlace({ ...HOME, practice, seed, changes });
}

/** The link to the page of the algorithm. */
export function lessonLink(algorithm: string): TemplateResult {
  return html`<p class="how"><a href=${algorithmAddress(algorithm)}>${t("practice.lesson")}</a></p>`;
}

export function instanceBar(practice: Practice, seed: number): TemplateResult {
  return html`<div class="instance" role="group" aria-label=${t("practice.instance")}>
    <nav class="difficulties segments" aria-label=${t("practice.difficulty")}>
      ${DIFFICULTIES.map(
        (difficulty) => html`<a
          href=${exerciseAddress({ ...practice, difficulty }, seed)}
          aria-current=${difficulty === practice.difficulty ? "true" : "false"}
        >${t(`practice.difficulties.${difficulty}`)}</a>`,
      )}
    </nav>
    <label class="seed">${t("ui.seed")}
      <input type="number" min="0" step="1" max=${LARGEST_SEED} .value=${live(String(seed))} @change=${(
        event: Event,
      ) => {
        const field = event.currentTarget as HTMLInputElement;
        const chosen = readSeed(field.value);
        if (chosen !== null) go(field, exerciseAddress(practice, chosen));
        else field.value = String(seed);
      }} />
    </label>
    <a class="button" data-action="new" href=${exerciseAddress(practice, nextSeed(seed))}>${t("practice.newNumbers")}</a>
  </div>`;
}
