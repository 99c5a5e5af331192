/** The pictures and tables of a scene, before its answer or with it. */
import { html, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { CellPlace } from "../elements/events.ts";
import { KINDS } from "../pictures/kinds.ts";
import { isReading } from "../stage/facts.ts";
import { type Coming, type FiguresView, figures, SEEN } from "../stage/figures.ts";
import type { Shown } from "../stage/stage.ts";
import { type Guess, isCell } from "./answers.ts";
import type { Scene, SceneShown } from "./scene.ts";
import { sceneSeries } from "./scene-series.ts";
import { kindOf, turnNames, turnsAlike } from "./scene-turns.ts";
import type { Moment, Unfolding } from "./unfolding.ts";

type Needed = Pick<FiguresView, "runs" | "setting" | "words" | "facts">;
type Pointed = Pick<FiguresView, "slices" | "selected" | "pointed" | "nodes" | "table">;

export interface SceneFiguresView extends Needed, Partial<Pointed> {
  readonly scene: Scene;
  /** Whether it is shown as it is with the answer. */
  readonly answered: boolean;
  /** What is shown, where it is not all. */
  readonly shown?: readonly SceneShown[];
  /** What was chosen as the answer, or, with it, what it is. */
  readonly asked?: Guess | null;
  /** With the answer: what was guessed, where that is wrong. */
  readonly guessed?: Guess | null;
  /** What of the figures is seen while they come with the answer; by default all. */
  readonly unfolds?: { readonly unfolding: Unfolding; readonly moment: Moment } | null;
  /** Draws the scene again, where its curves took longer. */
  readonly again?: () => void;
}

/** Returns what of a scene is shown before its answer, or with it. */
const shownOf = ({ shown }: Scene, answered: boolean) =>
  shown.filter(({ when }) => when === undefined || (when === "after") === answered);

/** Returns the place of the picture that is seen first where not all are in sight: the first that came with the answer, or the table of the cell that was asked for. */
export function firstInSight(scene: Scene, answered: boolean): number {
  if (!answered) return 0;
  const { question } = scene;
  const shown = shownOf(scene, answered);
  const came = shown.findIndex(({ when }) => when === "after");
  const asked = shown.findIndex((one) => question.kind === "cell" && "table" in one && one.table === question.step);
  return Math.max(0, came === -1 ? asked : came);
}

export function sceneFigures({
  scene,
  answered,
  asked = null,
  guessed = null,
  unfolds = null,
  again = () => {},
  ...view
}: SceneFiguresView): TemplateResult {
  const { question } = scene;
  const names = turnNames(scene.shown);
  const declared = view.shown ?? shownOf(scene, answered);
  const waits = (one: SceneShown) => unfolds?.unfolding.waits(one, unfolds.moment) === true;
  const shown = declared.map((one) => (waits(one) && formerOf(scene, one, names)) || one);
  const drawn = shown.map((one) => throughSteps(one, view));
  const stage = { ...view.runs.stage, shown: drawn };
  const series = sceneSeries({ ...view, again });
  const declaredAs = (one: SceneShown) => declared[drawn.indexOf(one)] ?? one;
  const nameOf = (one: SceneShown) => names.get(declaredAs(one)) ?? `own ${drawn.indexOf(one)}`;
  const comesAs = (one: SceneShown): Coming => {
    if (!unfolds) return SEEN;
    const own = declaredAs(one);
    const { unfolding, moment } = unfolds;
    const isFormer = !shown.includes(own);
    return {
      waits: isFormer ? "former" : waits(own) && own.when === "after" ? "unseen" : null,
      filled: isFormer ? null : (unfolding.told(own, moment)?.filled ?? null),
      lit: unfolding.lit(own, moment),
    };
  };
  const chosen = (step: string, cell: Guess | null): CellPlace | null =>
    question.kind === "cell" && question.step === step && isCell(cell) ? { step, index: cell } : null;
  const known = answered && question.kind === "number" ? scene.facts[question.fact] : undefined;
  // The number that was asked for may be one of a table.
  const told = (step: string, run: string): CellPlace | null =>
    isReading(known) && known.step === step && (known.run ?? view.runs.main) === run ? known : null;
  // Another scene has pictures of its own: none keeps the places of another graph's nodes.
  return html`${keyed(
    scene.id,
    html`<div class="figures in-rows" data-tables=${tableRoom(view, shown)} data-answered=${answered ? "true" : "false"} ?data-turns=${turnsAlike(scene.shown)}>${figures(
      () => ({
        ...{
          selected: null,
          pointed: null,
          ...view,
          stage,
          asked: (step, run) => chosen(step, asked) ?? told(step, run),
          series: series.steps,
        },
        asks: !answered,
        guessed: (step) => chosen(step, guessed),
        slices: { ...view.slices, ...series.cursors },
        ...{ sharedScale: true, compact: false, nameOf, comesAs, unfolds: unfolds !== null },
      }),
    )}</div>`,
  )}`;
}

/** Returns the figure that becomes another one of its kind, which is seen until then, over what is said of the other; null where none does. */
function formerOf({ shown }: Scene, one: SceneShown, names: ReadonlyMap<SceneShown, string>): SceneShown | null {
  const former = shown.find(
    (other) => other.when === "before" && names.get(other) === names.get(one) && kindOf(other) === kindOf(one),
  );
  return former && one.caption !== undefined ? { ...former, caption: one.caption } : (former ?? null);
}

/** Returns a picture at the step to which its slider leads. */
function throughSteps(one: SceneShown, { runs, setting }: Pick<FiguresView, "runs" | "setting">): SceneShown {
  if (!one.through || !("picture" in one) || !("step" in one.picture)) return one;
  const { control: id, steps } = one.through;
  const control = runs.stage.controls.find((other) => other.id === id);
  const from = control?.kind === "slider" ? control.from : 0;
  const step = steps[Number(setting.values[id]) - from] ?? one.picture.step;
  return { ...one, picture: { ...one.picture, step } };
}

/** The size of the cells; `course.css` says what it is. */
type TableRoom = "large" | "medium" | "small";

const MOST_TABLES = 2;
/** Columns of all tables together, beyond which cells are small, and up to which they are large. */
const [MANY_COLUMNS, FEW_COLUMNS] = [7, 5];

/** Fewer and narrower tables have larger cells, beside another picture they have small ones. */
function tableRoom({ runs, setting }: Pick<FiguresView, "runs" | "setting">, shown: readonly Shown[]): TableRoom {
  const tables = shown.flatMap((one) =>
    "table" in one ? (runs.found(setting, one.run)?.steps.get(one.table) ?? []) : [],
  );
  const columns = tables.reduce((sum, { shape }) => sum + (shape.at(-1) ?? 1), 0);
  const beside = shown.some((one) => "picture" in one && !KINDS.get(one.picture.kind)?.fillsWidth);
  if (beside || tables.length > MOST_TABLES || columns > MANY_COLUMNS) return "small";
  return tables.length === shown.length && columns <= FEW_COLUMNS ? "large" : "medium";
}
