/** The pictures of one run of a lab. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabShown, LabSpec } from "../../labs/lab.ts";
import { type Facts, shownFacts } from "../course/facts.ts";
import { labelOf } from "../lesson/labels.ts";
import type { TraceStep } from "../library.ts";
import { drawPicture } from "../pictures/draw.ts";
import type { PictureView } from "../pictures/picture.ts";
import type { PictureSpec } from "../pictures/spec.ts";
import { t } from "../text.ts";
import type { LabRuns, Setting } from "./lab-runs.ts";

export interface FiguresView {
  readonly spec: LabSpec;
  readonly runs: LabRuns;
  readonly setting: Setting;
  /** The numbers that captions name; null where the library has refused a run. */
  readonly facts: Facts | null;
  /** The steps of the series; none until they are collected. */
  readonly series: readonly TraceStep[];
  /** Whether the series are those of another setting. */
  readonly stale: boolean;
  /** Inputs that cannot be changed now. */
  readonly fixed: readonly string[];
  readonly slices: PictureView["slices"];
  readonly selected: PictureView["selected"];
  readonly lit: PictureView["lit"];
}

/** Returns the inputs that follow a control: two runs that differ in it have different ones, so that a change would not be of both. */
export function followers({ controls }: LabSpec, control: string | null): readonly string[] {
  const found = controls.find(({ id }) => id === control);
  return found && "resets" in found ? (found.resets ?? []) : [];
}

/** A picture whose inputs cannot be changed. */
function withoutInputs(picture: PictureSpec, fixed: readonly string[]): PictureSpec {
  const left = Object.entries(picture).filter(
    ([key, value]) => !(/input$/i.test(key) && typeof value === "string" && fixed.includes(value)),
  );
  return Object.fromEntries(left) as unknown as PictureSpec;
}

const isOfSeries = ({ picture }: LabShown, { series = [] }: LabSpec) =>
  picture.kind === "curves" && picture.steps.some((step) => series.some(({ id }) => id === step));

/** Draws the pictures. Throws the library's error. */
export function figures(view: FiguresView): TemplateResult {
  const { spec, runs, setting, facts, fixed, series, slices, selected, lit } = view;
  const rules = spec.labels(runs.given(setting));
  const labels: PictureView["labels"] = (step, axis, position) => labelOf(rules, step.axes[axis], position);
  return html`<div class="lab-figures">${spec.shown.map((one) => {
    const { steps } = runs.at(setting, one.run);
    const collected = isOfSeries(one, spec);
    const known = collected ? new Map([...steps, ...series.map((step) => [step.id, step] as const)]) : steps;
    const drawn: PictureView = { steps: known, labels, domains: new Map(), slices, selected, lit };
    // A curve that is not collected yet has its room.
    const picture =
      collected && series.length === 0
        ? html`<p class="lab-waiting" role="status">${t("labs.frame.waiting")}</p>`
        : drawPicture(fixed.length > 0 ? withoutInputs(one.picture, fixed) : one.picture, drawn);
    return html`<figure
      data-kind=${one.picture.kind}
      data-wide=${one.wide ? "true" : "false"}
      data-stale=${collected && view.stale ? "true" : nothing}
    >${picture}<figcaption>${t(`labs.${spec.id}.captions.${one.caption}`, facts ? shownFacts(facts) : {})}</figcaption></figure>`;
  })}</div>`;
}
