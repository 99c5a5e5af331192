/** The color legends of a step: one for each scale of the tables on the stage, with the letters that it is for. */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { TraceStep } from "../library.ts";
import { type Domain, lowEndOf } from "../numbers/color.ts";
import { formatCell, plain } from "../numbers/format.ts";
import { paintOf } from "../numbers/paint.ts";
import { t } from "../text.ts";

const SWATCHES = 11;
const CATEGORIES = 8;

interface Scale {
  readonly domain: Domain;
  readonly steps: TraceStep[];
}

/** Returns the scales of the steps, each with the steps that share it. Single numbers have none. */
export function scalesOf(steps: readonly TraceStep[], domains: ReadonlyMap<string, Domain>): readonly Scale[] {
  const scales = new Map<string, Scale>();
  for (const step of new Set(steps)) {
    const domain = domains.get(step.id);
    if (!domain || domain.kind === "plain" || step.data.length === 0) continue;
    const key = `${domain.kind} ${domain.kind === "category" ? "" : domain.max}`;
    const scale = scales.get(key) ?? { domain, steps: [] };
    scale.steps.push(step);
    scales.set(key, scale);
  }
  return [...scales.values()];
}

export function legend(
  steps: readonly TraceStep[],
  domains: ReadonlyMap<string, Domain>,
): TemplateResult | typeof nothing {
  const scales = scalesOf(steps, domains);
  if (scales.length === 0) return nothing;
  return html`<div class="legend" role="group" aria-label=${t("ui.scale")}>
    ${scales.map((scale) => entry(scale))}
    ${steps.some(hasTrailingZero) ? html`<p class="legend-rounded">${t("ui.rounded")}</p>` : nothing}
  </div>`;
}

function entry({ domain, steps }: Scale): TemplateResult {
  const letters = html`<span class="legend-name">${steps.map(
    ({ symbol }, at) => html`${at > 0 ? ", " : nothing}<ag-formula .tex=${symbol}></ag-formula>`,
  )}</span>`;
  const ids = steps.map(({ id }) => id).join(" ");
  if (domain.kind === "category") {
    const values = Array.from({ length: CATEGORIES }, (_, at) => at);
    return html`<p data-steps=${ids}>${letters}${swatches(values, domain)}<span>${t("ui.scaleNames")}</span></p>`;
  }
  const isBelow = steps.some(({ data }) => data.some((value) => value < 0));
  const least = lowEndOf(domain, isBelow);
  const values = Array.from({ length: SWATCHES }, (_, at) => least + ((domain.max - least) * at) / (SWATCHES - 1));
  return html`<p data-steps=${ids} data-least=${plain(least)} data-most=${plain(domain.max)}>
    ${letters}<span class="legend-ends"><span>${formatCell(least)}</span>${swatches(values, domain)}<span>${formatCell(domain.max)}</span></span>
  </p>`;
}

function swatches(values: readonly number[], domain: Domain): TemplateResult {
  return html`<span class="swatches" aria-hidden="true">${values.map(
    (value) => html`<i data-value=${plain(value)} ${ref((element) => paint(element, value, domain))}></i>`,
  )}</span>`;
}

/** The page's policy drops style attributes; setting the property from script is allowed. */
function paint(element: Element | undefined, value: number, domain: Domain): void {
  if (element instanceof HTMLElement) element.style.backgroundColor = paintOf(value, domain)?.ground ?? "";
}

/** Above this many numbers, looking at each of them would take longer than the note is worth. */
const MOST_NUMBERS = 1024;

/** Whether a number such as 0.300 is shown, in which zeros say that digits were left out. */
function hasTrailingZero({ data }: TraceStep): boolean {
  if (data.length > MOST_NUMBERS) return false;
  return data.some((value) => /\.\d*0($|·)/.test(formatCell(value)));
}
