/** The pictures of one run of a lab. */
import { html, nothing, type TemplateResult } from "lit";
import "../elements/matrix.ts";
import type { Given, LabCell, LabShown, LabSpec } from "../../labs/lab.ts";
import { type Facts, shownFacts } from "../course/facts.ts";
import type { CellPlace } from "../elements/events.ts";
import type { TraceStep } from "../library.ts";
import { domainFor } from "../numbers/color.ts";
import { labelOf } from "../numbers/labels.ts";
import { drawPicture } from "../pictures/draw.ts";
import type { GraphDrawing, PictureView } from "../pictures/picture.ts";
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
  /** The control in which two runs differ; null where nothing is compared. */
  readonly control: string | null;
  readonly slices: PictureView["slices"];
  /** The places of nodes; null where the lab has no graph. */
  readonly drawing: GraphDrawing | null;
  /** Whether the graph is being edited. */
  readonly editing: boolean;
  /** The cell that is chosen, and the one that is pointed to: each of one run, or of a series. */
  readonly selected: CellPlace | LabCell | null;
  readonly pointed: CellPlace | LabCell | null;
}

/** Returns the inputs that pictures cannot change: those of the lab, and those that follow a control in which two runs differ, since they would not change in both. */
export function fixedInputs(spec: LabSpec, given: Given, control: string | null): readonly string[] {
  const found = spec.controls.find(({ id }) => id === control);
  const following = found && "resets" in found ? (found.resets ?? []) : [];
  return [...following, ...(spec.fixed?.(given) ?? [])];
}

type Drawn = Extract<LabShown, { picture: PictureSpec }>;

/** A picture whose inputs cannot be changed. */
function withoutInputs(picture: PictureSpec, fixed: readonly string[]): PictureSpec {
  const left = Object.entries(picture).filter(
    ([key, value]) => !(/input$/i.test(key) && typeof value === "string" && fixed.includes(value)),
  );
  return Object.fromEntries(left) as unknown as PictureSpec;
}

const isOfSeries = ({ picture }: Drawn, { series = [] }: LabSpec) =>
  picture.kind === "curves" && picture.steps.some((step) => series.some(({ id }) => id === step));

/** Draws the pictures and tables. Throws the library's error. */
export function figures(view: FiguresView): TemplateResult {
  const { spec } = view;
  return html`<div class="lab-figures">${spec.shown.map((one) => {
    const of = one.run ?? Object.keys(spec.runs)[0];
    const stale = "picture" in one && isOfSeries(one, spec) && view.stale;
    return html`<figure
      data-of=${of ?? nothing}
      data-kind=${"picture" in one ? one.picture.kind : "table"}
      data-wide=${one.wide ? "true" : "false"}
      data-alone=${"picture" in one && one.picture.kind === "wheel" && one.picture.rounds?.length === 1 ? "true" : nothing}
      data-stale=${stale ? "true" : nothing}
    >${"picture" in one ? html`${picture(view, one)}<figcaption>${caption(view, one)}</figcaption>` : table(view, one)}</figure>`;
  })}</div>`;
}

function caption({ spec, facts }: FiguresView, one: LabShown): string {
  return t(`labs.${spec.id}.captions.${one.caption}`, facts ? shownFacts(facts) : {});
}

/** Returns a cell if it is of the run that is drawn: several runs may have steps of one name. */
function within({ spec }: FiguresView, { run }: LabShown, cell: CellPlace | LabCell | null): CellPlace | null {
  const of = run ?? Object.keys(spec.runs)[0];
  return cell && (!("run" in cell) || cell.run === of) ? { step: cell.step, index: cell.index } : null;
}

/** Returns the names of the positions of a run. */
function labelsOf({ runs, setting }: FiguresView, run: string | undefined): PictureView["labels"] {
  const rules = runs.labelsAt(setting, run);
  return (step, axis, position) => labelOf(rules, step.axes[axis], position);
}

function picture(view: FiguresView, one: Drawn): TemplateResult {
  const { spec, runs, setting, series, slices } = view;
  const fixed = fixedInputs(spec, runs.given(setting), view.control);
  const lit = within(view, one, view.pointed);
  const { steps } = runs.at(setting, one.run);
  const collected = isOfSeries(one, spec);
  const known = collected ? new Map([...steps, ...series.map((step) => [step.id, step] as const)]) : steps;
  // A curve that is not collected yet has its room.
  if (collected && one.picture.kind === "curves" && one.picture.steps.some((step) => !known.has(step)))
    return html`<p class="lab-waiting" role="status">${t("labs.frame.waiting")}</p>`;
  const drawn: PictureView = {
    steps: known,
    labels: labelsOf(view, one.run),
    graph: spec.graph ? runs.given(setting).graph() : null,
    ...(view.drawing && { drawing: view.drawing }),
    domains: new Map(),
    slices,
    selected: within(view, one, view.selected),
    lit: lit ? [lit] : [],
  };
  const picture = fixed.length > 0 ? withoutInputs(one.picture, fixed) : one.picture;
  const edited = view.editing && picture.kind === "graph" && picture.input !== undefined;
  return drawPicture(edited ? { ...picture, edited } : picture, drawn);
}

function table(view: FiguresView, one: Exclude<LabShown, Drawn>): TemplateResult | typeof nothing {
  const { runs, setting } = view;
  const step = runs.at(setting, one.run).steps.get(one.table);
  if (!step) return nothing;
  const scale = (one.scale && runs.at(setting, one.scale.run).steps.get(one.scale.step)) ?? step;
  const labels = labelsOf(view, one.run);
  const names = (axis: number) => Array.from({ length: step.shape[axis] ?? 1 }, (_, at) => labels(step, axis, at));
  return html`<ag-matrix
    .step=${step}
    .rowLabels=${names(step.shape.length - 2)}
    .columnLabels=${names(step.shape.length - 1)}
    .domain=${domainFor(scale.data, scale)}
    size="small"
    .selected=${within(view, one, view.selected)}
    ><span slot="caption">${caption(view, one)}</span></ag-matrix
  >`;
}
