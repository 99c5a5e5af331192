/** What stands below a lab's controls: states to try, the algorithms that it runs, and its source. */
import { html, type TemplateResult } from "lit";
import { beginStep } from "../player/sight.ts";
import { algorithmsOf } from "../stage/runs.ts";
import { algorithmAddress } from "../state/addresses.ts";
import { algorithmTitle, t } from "../text.ts";
import type { LabSpec } from "./lab.ts";
import { labStateAddress } from "./lab-address.ts";

/** What is tried changes pictures that may be above the window. */
function seePictures({ currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (ctrlKey || metaKey || shiftKey || !(currentTarget instanceof Element)) return;
  const run = currentTarget.closest(".lab")?.querySelector(".lab-run") ?? null;
  beginStep(run, run);
}

export function labMore(spec: LabSpec): TemplateResult {
  const words = `labs.${spec.id}.experiments`;
  return html`<section class="lab-more" aria-labelledby="lab-try">
    <h2 id="lab-try">${t("labs.frame.try")}</h2>
    <ul>${spec.experiments.map(
      ({ id, state }) =>
        html`<li data-experiment=${id}><a href=${labStateAddress(spec.id, state)} @click=${seePictures}>${t(`${words}.${id}.title`)}</a> <span>${t(`${words}.${id}.text`)}</span></li>`,
    )}</ul>
    <p class="fine of-address">${t("labs.frame.address")}</p>
    <ul class="scene-links">${algorithmsOf(spec).map((id) => html`<li><a href=${algorithmAddress(id)}>${algorithmTitle(id)}</a></li>`)}</ul>
    <p class="source">${t("ui.source", { source: spec.source })}</p>
  </section>`;
}
