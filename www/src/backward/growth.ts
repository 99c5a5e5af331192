/** What a gradient says, tried out: a number of an input grows by a little, and the run is computed again. */
import { html, nothing, type TemplateResult } from "lit";
import type { LessonModel } from "../lesson/model.ts";
import { run } from "../lesson/run.ts";
import type { Lab, TraceStep } from "../library.ts";
import { formatCell, plain } from "../numbers/format.ts";
import { labelOf } from "../numbers/labels.ts";
import { offsetOf } from "../numbers/shape.ts";
import { currentInputs } from "../state/inputs.ts";
import { replaceCell } from "../state/replace-cell.ts";
import { type CellRef, type Inputs, isTensor } from "../state/state.ts";
import { t } from "../text.ts";
import { resultOf } from "./result.ts";

/** By how much the number grows. */
const LITTLE = 0.01;

/** The inputs with one number that has grown, by the cell of its gradient: a run is computed once for each. */
const grown = new WeakMap<LessonModel["trace"], Map<string, Inputs>>();

/** Returns what the gradient of one number of an input says, and what the library computes when that number has grown; nothing for any other cell. */
export function growth(lab: Lab, model: LessonModel, cell: CellRef | undefined): TemplateResult | typeof nothing {
  const gradient = cell && model.steps.get(cell.step);
  const of = gradient?.gradient?.of;
  const given = of === undefined ? undefined : model.steps.get(of);
  if (!cell || !gradient || given?.op !== "given" || gradient.id !== `gradient/${of}`) return nothing;
  const changes = changed(model, given, cell);
  const result = resultOf(model);
  const after = changes && run(lab, model.lesson, changes).trace?.steps.find(({ id }) => id === result?.id);
  if (!result || !after || after.data.length !== result.data.length) return nothing;
  const slope = gradient.data[offsetOf(gradient.shape, cell.index)] ?? Number.NaN;
  const [about, real] = [slope * LITTLE, lossOf(lab, model, after) - lossOf(lab, model, result)];
  const name = cell.index.map((position, axis) => labelOf(model.labels, given.axes[axis], position)).join(", ");
  return html`<p class="growth" role="note">
    <ag-formula .tex=${given.symbol}></ag-formula>[${name}] ${t("backward.grown", { little: LITTLE })}
    ${t("backward.about", { slope: formatCell(slope), little: LITTLE })}
    <b data-about=${plain(about)}>${formatCell(about)}</b>.
    ${t("backward.again")} <b data-real=${plain(real)}>${formatCell(real)}</b>.
  </p>`;
}

function changed({ lesson, changes, trace }: LessonModel, given: TraceStep, cell: CellRef): Inputs | null {
  const input = given.input === null ? undefined : currentInputs(lesson, changes)[given.input];
  if (given.input === null || !isTensor(input) || input.shape.join() !== given.shape.join()) return null;
  const ofTrace = grown.get(trace) ?? new Map<string, Inputs>();
  grown.set(trace, ofTrace);
  const key = `${cell.step} ${cell.index}`;
  const before = input.data[offsetOf(input.shape, cell.index)] ?? Number.NaN;
  const known = ofTrace.get(key) ?? { ...changes, [given.input]: replaceCell(input, cell.index, before + LITTLE) };
  ofTrace.set(key, known);
  return known;
}

/** Returns what the way back asks about: one number of the result, or the sum of all, which the library adds up. */
function lossOf(lab: Lab, { backward }: LessonModel, { shape, data }: TraceStep): number {
  if (backward?.at) return data[offsetOf(shape, backward.at)] ?? Number.NaN;
  const x = { shape: [data.length, 1], data: [...data] };
  return lab.trace("graph-readout", { x, aggregation: "sum" }).steps.at(-1)?.data[0] ?? Number.NaN;
}
