import { html, nothing, type TemplateResult } from "lit";
import { styleProperties } from "../elements/style-properties.ts";
import { noticeText, problemText } from "../lesson/problem-text.ts";
import type { Check } from "../library.ts";
import { formatCell, plain } from "../numbers/format.ts";
import { t } from "../text.ts";
import type { EngineId, Progress } from "./report.ts";

/** The powers of ten at the ends of the scale: f32 results of these sizes differ by more than the first, and are useless above the last. */
const LOWEST = -9;
const HIGHEST = -1;

/** Returns the position of a difference on the scale, from 0 to 1. */
function position(difference: number): number {
  if (difference === 0) return 0;
  const along = (Math.log10(difference) - LOWEST) / (HIGHEST - LOWEST);
  return Math.min(1, Math.max(0, along));
}

/** One engine: its name, its time, and its difference from f64. */
export function engineRow(engine: EngineId, progress: Progress): TemplateResult {
  return html`<li data-engine=${engine} data-state=${progress.state}>
    <div class="engine-name">
      <h3>${t(`engines.engine.${engine}.name`)}</h3>
      <p class="fine">${about(engine, progress)}</p>
    </div>
    ${content(engine, progress)}
  </li>`;
}

/** Describes an engine; if it ran, with the name of the GPU or the number of workers. */
function about(engine: EngineId, progress: Progress): string {
  const general = t(`engines.engine.${engine}.about`);
  if (progress.state !== "done") return general;
  const { name, workers } = progress;
  if (workers !== undefined) return t("engines.workers", { workers });
  return name ? `${general}: ${name}` : general;
}

function content(engine: EngineId, progress: Progress): TemplateResult {
  switch (progress.state) {
    case "waiting":
    case "running":
      return html`<p class="pending">${t(`engines.${progress.state}`)}</p>`;
    case "absent":
      return html`<p class="pending">${noticeText(progress.notice, String)}</p>`;
    case "failed":
      return html`<p class="problem">${problemText(progress.problem)}</p>`;
    case "done":
      if (progress.milliseconds === null) {
        return html`<p class="pending">${t(engine === "nalgebra" ? "engines.notTimedAlike" : "engines.notTimed")}</p>`;
      }
      return html`
        <p class="time" data-milliseconds=${plain(progress.milliseconds)}>
          <strong>${formatCell(progress.milliseconds)}</strong> ms
        </p>
        ${progress.check ? exactness(progress.check) : html`<p class="exactness fine">${t(engine === "nalgebra" ? "engines.alike" : "engines.exact")}</p>`}
      `;
  }
}

function exactness({ deviation, bound, rows, within }: Check): TemplateResult {
  const places = {
    "--deviation": String(position(deviation)),
    "--bound": String(position(bound)),
  };
  return html`<div class="exactness" data-within=${within ? "true" : "false"}>
    <div class="bar" aria-hidden="true" ${styleProperties(places)}><span class="filled"></span><span class="tick"></span></div>
    <dl>
      <div><dt>${t("engines.deviation")}</dt><dd data-deviation=${plain(deviation)}>${formatCell(deviation)}</dd></div>
      <div><dt>${t("engines.bound")}</dt><dd data-bound=${plain(bound)}>${formatCell(bound)}</dd></div>
    </dl>
    <p class="fine">${t("engines.rows", { rows })}${within ? nothing : html` <strong class="problem">${t("engines.passed")}</strong>`}</p>
  </div>`;
}

/** The legend of the bars. */
export function scale(): TemplateResult {
  const [lowest, highest] = [LOWEST, HIGHEST].map((power) => formatCell(10 ** power).replace(/^1·/, "")) as [
    string,
    string,
  ];
  return html`<p class="fine bar-legend">${t("engines.scale", { lowest, highest })}</p>`;
}
