/** Where a unit is: the whole as a row of small signs, with the parts that the unit is about lit. It leads to the picture. */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";

import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import type { Part, Whole } from "./whole.ts";

/** A sign is so wide, and high. */
const WIDTH = 26;
const HEIGHT = 24;
const LANES = [5, 12, 19];

/** Returns the parts that a unit is about. */
export function partsOf({ parts }: Whole, unit: string): readonly Part[] {
  return parts.filter((_, at) =>
    parts.some(({ units }, first) => units?.ids.includes(unit) && first <= at && at < first + units.parts),
  );
}

export function whereIs(unit: string, wholes: readonly Whole[]): TemplateResult | typeof nothing {
  const found = wholes.map((whole) => ({ whole, lit: partsOf(whole, unit) })).filter(({ lit }) => lit.length > 0);
  if (found.length === 0) return nothing;
  return html`${found.map(({ whole, lit }) => {
    const names = new Set(lit.map(({ id }) => t(`whole.${whole.id}.parts.${id}.title`)));
    const where = { whole: t(`whole.${whole.id}.title`), parts: [...names].join(", ") };
    return html`<a class="where-is" href=${sectionAddress("units")} data-whole=${whole.id}>
      <svg width=${WIDTH * whole.parts.length} height=${HEIGHT} aria-hidden="true">${whole.parts.map((part, at) => sign(part, at * WIDTH, lit.includes(part)))}</svg>
      <span>${t("whole.where", where)}</span>
    </a>`;
  })}`;
}

/** Lanes, with what a part does on them: rows, crossing lines, or bars. */
function sign({ figure, id }: Part, left: number, lit: boolean): SVGTemplateResult {
  const name = lit ? "lit" : "";
  const right = left + WIDTH;
  const [first = 0, , last = 0] = LANES;
  if (figure.kind === "crossing")
    return svg`<path class=${name} data-part=${id} d=${LANES.flatMap((from) => LANES.map((to) => `M${left} ${from}C${left + WIDTH / 2} ${from} ${left + WIDTH / 2} ${to} ${right} ${to}`)).join("")}></path>`;
  if (figure.kind === "shares")
    return svg`<g data-part=${id}>${LANES.map((y, at) => svg`<rect class=${name} x=${left + 5} y=${y - 2.5} width=${[5, 18, 9][at] ?? 5} height="5"></rect>`)}</g>`;
  const lanes = svg`<path d=${LANES.map((y) => `M${figure.kind === "names" ? left + 15 : left} ${y}H${right}`).join("")}></path>`;
  const block =
    figure.kind === "names"
      ? svg`${LANES.map((y) => svg`<circle class=${name} cx=${left + 12} cy=${y} r="2.5"></circle>`)}`
      : svg`<rect class=${name} x=${left + 8} y=${first - 4} width="10" height=${last - first + 8} rx="2"></rect>`;
  return svg`<g data-part=${id}>${lanes}${block}</g>`;
}
