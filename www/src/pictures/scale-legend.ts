/** The color scale of a step, with the numbers at its ends. */
import { html, svg, type TemplateResult } from "lit";
import { styleProperties } from "../elements/style-properties.ts";
import { channelsOf, css as color, type Domain } from "../numbers/color.ts";
import { formatCell } from "../numbers/format.ts";

const PARTS = 24;

/** Draws the scale; its styles are those of `.legend`. */
export function scaleLegend(domain: Domain): TemplateResult {
  const low = domain.kind === "weights" ? 0 : -domain.max;
  const at = (part: number) => low + ((part + 0.5) / PARTS) * (domain.max - low);
  return html`<div class="legend" aria-hidden="true"><span>${formatCell(low)}</span><svg viewBox="0 0 ${PARTS} 1" preserveAspectRatio="none">${Array.from(
    { length: PARTS },
    (_, part) => {
      const channels = channelsOf(at(part), domain);
      return svg`<rect x=${part} y="0" width="1.05" height="1" ${styleProperties({ fill: channels ? color(channels) : "none" })}></rect>`;
    },
  )}</svg><span>${formatCell(domain.max)}</span></div>`;
}
