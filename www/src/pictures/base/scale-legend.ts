/** The color scale of a step, with the numbers at its ends. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Lookup } from "../../elements/lookup.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { CATEGORY_COLORS } from "../../numbers/categories.ts";
import { type Domain, lowEndOf } from "../../numbers/color.ts";
import { formatCell } from "../../numbers/format.ts";
import { paintOf } from "../../numbers/paint.ts";

const PARTS = 24;

/**
 * Draws the scale, if there is one: a single number is compared with nothing. Its styles are those of `.legend`.
 */
export function scaleLegend(domain: Domain, lowest: number, text: Lookup): TemplateResult | typeof nothing {
  if (domain.kind === "plain") return nothing;
  if (domain.kind === "category") {
    const categories = Array.from({ length: CATEGORY_COLORS }, (_, category) => category);
    return html`<div class="legend" aria-hidden="true">${swatches(categories, domain)}<span class="words">${text("ui.scaleNames")}</span></div>`;
  }
  const low = lowEndOf(domain, lowest < 0);
  const values = Array.from({ length: PARTS }, (_, part) => low + ((part + 0.5) / PARTS) * (domain.max - low));
  return html`<div class="legend" aria-hidden="true"><span>${formatCell(low)}</span>${swatches(values, domain)}<span>${formatCell(domain.max)}</span></div>`;
}

/** Draws how wide the lines of numbers are; nothing where no line has a number. */
export function widthLegend(largest: number): TemplateResult | typeof nothing {
  if (largest === 0) return nothing;
  return html`<div class="legend" aria-hidden="true"><span>${formatCell(0)}</span><svg
    class="widths"
    viewBox="0 0 24 8"
    preserveAspectRatio="none"
  ><polygon points="0 3.5, 24 1, 24 7, 0 4.5"></polygon></svg><span>${formatCell(largest)}</span></div>`;
}

/** The radii of the circles of a legend, from that of 0 to that of the largest number. */
const CIRCLES = [4, 5.2, 6.4];

/** Draws how large the circles of numbers are; nothing where none has a size. */
export function sizeLegend(largest: number): TemplateResult | typeof nothing {
  if (largest === 0) return nothing;
  return html`<div class="legend" aria-hidden="true"><span>${formatCell(0)}</span><svg
    class="sizes"
    viewBox="0 0 48 14"
  >${CIRCLES.map((radius, at) => svg`<circle cx=${7 + 17 * at} cy="7" r=${radius}></circle>`)}</svg><span>${formatCell(largest)}</span></div>`;
}

function swatches(values: readonly number[], domain: Domain): TemplateResult {
  return html`<svg viewBox="0 0 ${values.length} 1" preserveAspectRatio="none">${values.map(
    (value, at) =>
      svg`<rect x=${at} y="0" width="1.05" height="1" ${styleProperties({ fill: paintOf(value, domain)?.ground ?? "none" })}></rect>`,
  )}</svg>`;
}
