/** The pictures and tables of one run of a stage. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import "../elements/matrix.ts";
import type { CellPlace } from "../elements/events.ts";
import { caption as symbol } from "../lesson/caption.ts";
import { heatWhenLoaded, waiting } from "../lesson/heat.ts";
import { problemText } from "../lesson/problem-text.ts";
import { domainsOf, quantitiesOf } from "../lesson/scale.ts";
import { isLarge } from "../lesson/stage-layout.ts";
import { problemOf, type TraceStep } from "../library.ts";
import { type Domain, domainFor } from "../numbers/color.ts";
import { drawPicture } from "../pictures/draw.ts";
import type { GraphDrawing, LabelOf, PictureView } from "../pictures/picture.ts";
import type { PictureKind, PictureSpec } from "../pictures/spec.ts";
import { nameText, t } from "../text.ts";
import { type Facts, isReading, shownFacts } from "./facts.ts";
import { linkedCells, nodesOf } from "./linked.ts";
import type { Shown as ShownRuns, StageCell, StageNodes } from "./opened.ts";
import type { Computed } from "./runs.ts";
import type { Shown, ShownPicture, ShownTable, Stage } from "./stage.ts";

/** What a table shows beside its numbers. */
export interface TableView {
  readonly labels: LabelOf;
  /** What its numbers stand for; empty where they are numbers. */
  readonly values: readonly string[];
  readonly marked: CellPlace | null;
}

/** What scales are read from. */
type Scaled = Pick<FiguresView, "stage" | "setting" | "series">;

/** A figure that comes. */
export interface Coming {
  /** Whether it is not seen yet, or another one in its place; null where it is seen. */
  readonly waits: "unseen" | "former" | null;
  /** How many cells of a table are seen, by offset; null for all. */
  readonly filled: number | null;
  /** The cells of a table from which others are computed that come. */
  readonly lit: readonly (readonly number[])[];
}

/** What is seen as it is. */
export const SEEN: Coming = { waits: null, filled: null, lit: [] };

export interface FiguresView extends ShownRuns {
  /** The stage as it is shown. */
  readonly stage: Stage;
  /** The key of its texts. */
  readonly words: string;
  /** The numbers that captions name; null where the library has refused a run. */
  readonly facts: Facts | null;
  readonly slices: PictureView["slices"];
  /** The cell that is chosen, and the one that is pointed to. */
  readonly selected: StageCell | null;
  readonly pointed: StageCell | null;
  /** The nodes that are pointed to in the picture of a graph. */
  readonly nodes?: StageNodes | null;
  /** Whether steps of one kind have one scale of colors. */
  readonly sharedScale: boolean;
  /** What is drawn beside it with another setting: what is one quantity has one scale in both. */
  readonly scaledWith?: Scaled | null;
  /** Whether tables are small, with their captions above in place of their symbols. */
  readonly compact: boolean;
  /** The cell of a step of a run that is marked in its table where none is chosen. */
  readonly asked?: (step: string, run: string) => CellPlace | null;
  /** Whether a question about what is shown is not answered yet. */
  readonly asks?: boolean;
  /** The cell of a step that was guessed, and is not the one that was asked for. */
  readonly guessed?: (step: string) => CellPlace | null;
  /** Draws a table in another way than as a matrix to explore. */
  readonly table?: (step: TraceStep, table: TableView) => TemplateResult;
  /** The steps of the series; none until they are collected. */
  readonly series?: readonly TraceStep[];
  /** Whether the series are those of another setting. */
  readonly stale?: boolean;
  /** The places of nodes; null where the stage has no graph that can be changed. */
  readonly drawing?: GraphDrawing | null;
  /** Whether the graph is being edited. */
  readonly editing?: boolean;
  /** Draws everything again, once what draws tables without digits is loaded. */
  readonly redraw?: () => void;
  /** The inputs that pictures cannot change as things are. */
  readonly fixed?: readonly string[];
  /** Whether figures are still coming. */
  readonly unfolds?: boolean;
  /** What of a figure is seen while it comes; by default all. */
  readonly comesAs?: (one: Shown) => Coming;
  /** Names a figure: one that has another's name takes its place, and its marks move from there. By default its position. */
  readonly nameOf?: (one: Shown) => string;
}

/** A view with the scales of all that it draws. */
type Drawn = FiguresView & { readonly domains: ReadonlyMap<string, Domain> };

/** Returns the kinds of the pictures that are shown. */
export function kindsOf(shown: readonly Shown[]): PictureKind[] {
  return shown.flatMap((one) => ("picture" in one ? one.picture.kind : []));
}

/** Draws pictures and tables, or says why the library refuses one of their runs. */
export function figures(view: () => FiguresView): TemplateResult {
  try {
    const now = view();
    const { shown } = now.stage;
    const { nameOf = (one) => String(shown.indexOf(one)) } = now;
    const drawn = { ...now, domains: scales(now) };
    return html`${repeat(shown, nameOf, (one) => figure(drawn, one))}`;
  } catch (error) {
    return html`<p class="problem" role="alert">${problemText(problemOf(error))}</p>`;
  }
}

function figure(view: Drawn, one: Shown): TemplateResult | typeof nothing {
  const { runs, setting } = view;
  const of = one.run ?? runs.main;
  const run = runs.at(setting, of);
  const drawn = "picture" in one ? picture(view, one, of, run) : table(view, one, of, run);
  if (drawn === nothing) return nothing;
  const below = one.caption === undefined || ("table" in one && view.compact) ? nothing : caption(view, one);
  return html`<figure
    data-of=${of}
    data-kind=${"picture" in one ? one.picture.kind : "table"}
    data-wide=${one.wide ? "true" : "false"}
    data-alone=${"picture" in one && one.picture.kind === "wheel" && one.picture.rounds?.length === 1 ? "true" : nothing}
    data-waits=${view.comesAs?.(one).waits ?? nothing}
    data-stale=${"picture" in one && view.stale && isOfSeries(one, view.stage) ? "true" : nothing}
  >${drawn}${below === nothing ? nothing : html`<figcaption>${below}</figcaption>`}</figure>`;
}

function caption({ stage, words, facts }: FiguresView, one: Shown): string {
  return t(`${words}.captions.${one.caption}`, shownFacts(facts, stage));
}

/** Returns a cell if it is of the run that is drawn: several runs may have steps of one name. */
function within(of: string, cell: StageCell | null): CellPlace | null {
  return cell && (cell.run === undefined || cell.run === of) ? { step: cell.step, index: cell.index } : null;
}

const isOfSeries = ({ picture }: ShownPicture, { series = [] }: Stage) =>
  picture.kind === "curves" && picture.steps.some((step) => series.some(({ id }) => id === step));

/** Curves that count one thing say what they count. */
function counting(picture: PictureSpec, { series = [] }: Stage): PictureSpec {
  if (picture.kind !== "curves") return picture;
  const counted = new Set(
    series
      .filter(({ id }) => picture.steps.includes(id))
      .map(({ of }) => ("count" in of ? of.count : "estimate" in of ? of.estimate : null)),
  );
  const [what = null] = counted;
  return what === null || counted.size > 1 ? picture : { ...picture, heights: t(`pictures.curves.counted.${what}`) };
}

/** A picture whose inputs cannot be changed. */
function withoutInputs(picture: PictureSpec, fixed: readonly string[]): PictureSpec {
  const left = Object.entries(picture).filter(
    ([key, value]) => !(/input$/i.test(key) && typeof value === "string" && fixed.includes(value)),
  );
  return Object.fromEntries(left) as unknown as PictureSpec;
}

/** The role of a guessed cell: a table outlines it by dashes, as `course.css` does where it is named. */
const GUESSED = 1;

const OWN_SCALES: ReadonlyMap<string, Domain> = new Map();

const renamed = new WeakMap<TraceStep, Map<string, TraceStep>>();

/** Returns a step of a run that is drawn beside another, which may have steps of the same name; the same object each time. */
function ofRun(step: TraceStep, name: string): TraceStep {
  const id = `${name}:${step.id}`;
  const known = renamed.get(step) ?? new Map<string, TraceStep>();
  renamed.set(step, known);
  const other = known.get(id) ?? { ...step, id };
  known.set(id, other);
  return other;
}

/** Returns all texts in a picture's options: among them the steps that it draws. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the steps that a figure draws; of a part that repeats, those of each round. */
export function stepsOf(one: Shown, { steps }: Computed): readonly TraceStep[] {
  const ids = textsIn("table" in one ? one.table : one.picture);
  return [...steps.values()].filter(({ id }) => ids.some((drawn) => id === drawn || id.endsWith(`]/${drawn}`)));
}

/** Returns the steps that are drawn with a setting. */
function drawnWith({ runs }: Pick<FiguresView, "runs">, { stage, setting }: Scaled): readonly TraceStep[] {
  return stage.shown.flatMap((one) => {
    const run = runs.found(setting, one.run ?? runs.main);
    return run ? stepsOf(one, run) : [];
  });
}

/** Returns the scales of all that is drawn together: what is one quantity has one scale, also in several runs. */
function scales(view: FiguresView): ReadonlyMap<string, Domain> {
  const { sharedScale, scaledWith } = view;
  if (sharedScale) return domainsOf(drawnWith(view, view));
  return scaledWith ? quantitiesOf([...drawnWith(view, view), ...drawnWith(view, scaledWith)]) : OWN_SCALES;
}

function picture(view: Drawn, one: ShownPicture, of: string, run: Computed): TemplateResult {
  const { stage, runs, setting, series = [], slices, drawing, fixed = [] } = view;
  const lit = within(of, view.pointed);
  const collected = isOfSeries(one, stage);
  const beside = (one.beside ?? []).flatMap((name) =>
    [...runs.at(setting, name).steps.values()].map((step) => {
      const other = ofRun(step, name);
      return [other.id, other] as const;
    }),
  );
  const added = [...(collected ? series.map((step) => [step.id, step] as const) : []), ...beside];
  const steps = added.length > 0 ? new Map([...run.steps, ...added]) : run.steps;
  // A curve that is not collected yet has its room.
  if (collected && one.picture.kind === "curves" && one.picture.steps.some((step) => !steps.has(step)))
    return html`<p class="waiting" role="status">${t("labs.frame.waiting")}</p>`;
  const drawn: PictureView = {
    steps,
    labels: runs.labelsAt(setting, of),
    graph: stage.graph ? runs.graphAt(setting, of) : null,
    mainGraph: stage.graph ? runs.graphAt(setting) : null,
    ...(drawing && { drawing }),
    domains: view.domains,
    ...(view.scaledWith?.series && { scaledWith: view.scaledWith.series }),
    asks: view.asks === true,
    slices,
    selected: within(of, view.selected),
    lit: lit ? [lit] : [],
  };
  const counted = collected ? counting(one.picture, stage) : one.picture;
  const spec = fixed.length > 0 ? withoutInputs(counted, fixed) : counted;
  const edited = view.editing && spec.kind === "graph" && spec.input !== undefined;
  return drawPicture(edited ? { ...spec, edited } : spec, drawn);
}

/** Returns the cells of a table that its texts are about. */
function markedIn({ facts }: Stage, one: ShownTable, of: string, main: string): readonly (readonly number[])[] {
  return (one.marks ?? []).flatMap((name) => {
    const { [name]: fact } = facts;
    return isReading(fact) && fact.step === one.table && (fact.run ?? main) === of ? [fact.index] : [];
  });
}

/** Returns the cells of a table that belong to the nodes that are pointed to in a picture or in another table of its run. */
function linkedTo(
  view: FiguresView,
  table: TraceStep,
  of: string,
  { steps }: Computed,
): readonly (readonly number[])[] {
  const { runs, setting, stage, nodes = null, slices } = view;
  const cell = within(of, view.pointed);
  if (!stage.graph || (!nodes && (!cell || cell.step === table.id))) return [];
  const graph = runs.graphAt(setting, of);
  const step = cell && steps.get(cell.step);
  const pointed = nodes && (nodes.run ?? of) === of ? nodes : step && graph ? nodesOf(graph, step, cell.index) : null;
  return graph && pointed ? linkedCells(graph, table, pointed, slices) : [];
}

function table(view: Drawn, one: ShownTable, of: string, run: Computed): TemplateResult | typeof nothing {
  const { runs, setting, stage, compact } = view;
  const step = run.steps.get(one.table);
  if (!step) return nothing;
  const scale = (one.scale && runs.at(setting, one.scale.run).steps.get(one.scale.step)) ?? step;
  const labels = runs.labelsAt(setting, of);
  const values = (stage.values?.[step.id] ?? []).map((name) => nameText(name));
  const marked = within(of, view.selected) ?? view.asked?.(step.id, of) ?? null;
  if (view.table) return view.table(step, { labels, values, marked });
  const names = (axis: number) => Array.from({ length: step.shape[axis] ?? 1 }, (_, at) => labels(step, axis, at));
  const [rowLabels, columnLabels] = [names(step.shape.length - 2), names(step.shape.length - 1)];
  const domain = view.domains.get(scale.id) ?? domainFor(scale.data, scale);
  const title = compact ? html`<span slot="caption">${caption(view, one)}</span>` : symbol(step.symbol);
  const selected = marked?.step === step.id ? marked.index : null;
  const guessed = view.guessed?.(step.id);
  const linked = linkedTo(view, step, of, run);
  const { filled, lit } = view.comesAs?.(one) ?? SEEN;
  // What is computed from it is not what it is about.
  const about = filled === null && !view.unfolds ? markedIn(stage, one, of, runs.main) : [];
  const outlined = [...(linked.length > 1 ? linked : []), ...lit, ...about].map((index) => ({ index, role: 0 }));
  const from = one.from && runs.at(setting, one.from.run).steps.get(one.from.step);
  if (view.redraw && isLarge(step)) {
    const drawn = { step, rowLabels, columnLabels, domain, error: null, editable: false, caption: title };
    return heatWhenLoaded(true, view.redraw)?.alone({ ...drawn, selected }) ?? waiting("", title);
  }
  // A table of another step is another one: what it takes the place of is in sight until all that comes with it is there.
  return html`${keyed(
    step.id,
    html`<ag-matrix
    .step=${step}
    .rowLabels=${rowLabels}
    .columnLabels=${columnLabels}
    .valueNames=${values}
    .domain=${domain}
    .from=${from ?? null}
    size=${compact ? "small" : "stage"}
    ?bare=${one.bare}
    .selected=${selected}
    .pointed=${linked.length === 1 ? linked[0] : null}
    .marked=${[...(guessed ? [{ index: guessed.index, role: GUESSED }] : []), ...outlined]}
    .filled=${filled}
  >${title}</ag-matrix>`,
  )}`;
}
