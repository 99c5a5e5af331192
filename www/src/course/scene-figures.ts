/** The pictures and tables of a scene, for some values and inputs. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Scene, Shown } from "../../units/scene.ts";
import type { CellPlace, TraceStep } from "../elements/events.ts";
import { caption } from "../lesson/caption.ts";
import { domainsOf } from "../lesson/scale.ts";
import { labelOf } from "../numbers/labels.ts";
import { drawPicture } from "../pictures/draw.ts";
import type { LabelOf } from "../pictures/picture.ts";
import { type GraphValue, isGraph } from "../state/state.ts";
import { t } from "../text.ts";
import { type Facts, shownFacts } from "./facts.ts";
import type { SceneRun } from "./scene-runs.ts";
import { tableRoom } from "./table-room.ts";

/** What a table shows beside its numbers. */
export interface SceneTable {
  readonly labels: LabelOf;
  /** What its numbers stand for; empty where they are numbers. */
  readonly values: readonly string[];
  readonly marked: CellPlace | null;
}

export interface SceneFiguresView {
  readonly scene: Scene;
  /** The key of the scene's texts. */
  readonly words: string;
  readonly facts: Facts;
  /** Whether it is shown as it is with the answer. */
  readonly answered: boolean;
  /** The run of a name; a problem where the library has refused it. */
  readonly run: (name?: string) => SceneRun | { readonly problem: string };
  readonly slices: Readonly<Record<string, number>>;
  readonly selected: CellPlace | null;
  readonly lit: readonly CellPlace[];
  /** The cell of a table that is marked where none is selected. */
  readonly asked: (step: string) => CellPlace | null;
  /** Draws a table in another way than as a matrix to explore. */
  readonly table?: (step: TraceStep, table: SceneTable) => TemplateResult;
}

/** Returns the names of a run's positions. */
export function labelsOfRun({ labels, runs }: Scene, run: string | undefined): LabelOf {
  const rules = { ...labels, ...(run === undefined ? {} : runs?.[run]?.labels) };
  return (step, axis, position) => labelOf(rules, step.axes[axis], position);
}

export function sceneFigures(view: SceneFiguresView): TemplateResult {
  const shown = view.scene.shown.filter(({ when }) => when === undefined || (when === "after") === view.answered);
  const room = tableRoom(shown, tablesOf(view, shown));
  // Another scene has pictures of its own: none keeps the places of another graph's nodes.
  const figures = html`<div class="figures" data-tables=${room} data-answered=${view.answered ? "true" : "false"}>${shown.map(
    (one) => {
      const run = view.run(one.run);
      const words = one.caption
        ? html`<figcaption>${t(`${view.words}.captions.${one.caption}`, shownFacts(view.facts, view.scene))}</figcaption>`
        : nothing;
      if ("table" in one && one.optional && "steps" in run && !run.steps.has(one.table)) return nothing;
      if ("problem" in run) return html`<p class="problem" role="alert">${run.problem}</p>`;
      return html`<figure data-kind=${"picture" in one ? one.picture.kind : "table"}>${drawn(view, one, run)}${words}</figure>`;
    },
  )}</div>`;
  return html`${keyed(view.scene.id, figures)}`;
}

/** The steps that are shown as tables. */
function tablesOf({ run }: SceneFiguresView, shown: readonly Shown[]): readonly TraceStep[] {
  return shown.flatMap((one) => {
    const found = "table" in one ? run(one.run) : null;
    return "table" in one && found && "steps" in found ? (found.steps.get(one.table) ?? []) : [];
  });
}

function drawn(view: SceneFiguresView, one: Shown, run: SceneRun): TemplateResult | typeof nothing {
  const { scene, slices, selected, lit } = view;
  const domains = domainsOf(run.trace.steps);
  const labels = labelsOfRun(scene, one.run);
  if ("picture" in one) {
    const graph = graphOf(scene, one.run);
    return drawPicture(one.picture, { steps: run.steps, labels, graph, domains, slices, selected, lit });
  }
  const step = run.steps.get(one.table);
  if (!step) return nothing;
  const chosen = selected ?? view.asked(step.id);
  const values = scene.values?.[step.id] ?? [];
  if (view.table) return view.table(step, { labels, values, marked: chosen });
  const names = (axis: number) => Array.from({ length: step.shape[axis] ?? 1 }, (_, at) => labels(step, axis, at));
  return html`<ag-matrix
    .step=${step}
    .rowLabels=${names(step.shape.length - 2)}
    .columnLabels=${names(step.shape.length - 1)}
    .valueNames=${values}
    .domain=${domains.get(step.id) ?? null}
    .selected=${chosen}
  >${caption(step.symbol)}</ag-matrix>`;
}

/** The graph that the pictures of a run draw. */
function graphOf({ graph, inputs, runs }: Scene, run: string | undefined): GraphValue | null {
  if (graph === undefined) return null;
  const value = (run === undefined ? undefined : runs?.[run]?.inputs[graph]) ?? inputs[graph];
  return isGraph(value) ? value : null;
}
