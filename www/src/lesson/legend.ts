/** The color legend of the step. */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { TraceStep } from "../library.ts";
import { channelsOf, css, type Domain } from "../numbers/color.ts";
import { formatCell } from "../numbers/format.ts";
import { t } from "../text.ts";

const SWATCHES = 11;

export function legend(step: TraceStep, domain: Domain | null): TemplateResult | typeof nothing {
  if (!domain || step.data.length === 0) return nothing;
  const least = domain.kind === "weights" ? 0 : -domain.max;
  const values = Array.from({ length: SWATCHES }, (_, at) => least + ((domain.max - least) * at) / (SWATCHES - 1));
  return html`<p class="legend">
    <span class="legend-name">${t("ui.scale")}</span>
    <span>${formatCell(least)}</span>
    <span class="swatches" aria-hidden="true">${values.map((value) => html`<i ${ref((element) => paint(element, value, domain))}></i>`)}</span>
    <span>${formatCell(domain.max)}</span>
  </p>`;
}

/** The page's policy drops style attributes; setting the property from script is allowed. */
function paint(element: Element | undefined, value: number, domain: Domain): void {
  if (!(element instanceof HTMLElement)) return;
  const channels = channelsOf(value, domain);
  element.style.backgroundColor = channels ? css(channels) : "";
}
