/** What a figure shows: a lesson with some of its panes, for the inputs of the figure. Loaded with the first figure. */
import { html, nothing, type TemplateResult } from "lit";
import { findExample } from "../../examples/index.ts";
import type { Lesson } from "../lesson/lesson.ts";
import type { Labels } from "../numbers/labels.ts";
import "../elements/inspector.ts";
import "../elements/matrix.ts";
import "../elements/thumbnail.ts";
import "../formula/ag-formula.ts";
import "../lesson/ag-lesson.ts";
import { bringAlgorithm } from "../content.ts";
import { type LessonModel, lessonModel, settle } from "../lesson/model.ts";
import { loadOpening } from "../lesson/opening.ts";
import type { Pane } from "../lesson/panes.ts";
import { agree, run } from "../lesson/run.ts";
import { AT_MOST, type Lab, type Trace } from "../library.ts";
import { loadPicture } from "../pictures/draw.ts";
import { picturesOf } from "../pictures/suiting.ts";
import type { Language } from "../state/language.ts";
import type { Action } from "../state/reducer.ts";
import { type CellRef, HOME, type Inputs, initialState, isGraph, NO_CHANGES, type Place } from "../state/state.ts";
import { Store } from "../state/store.ts";
import { algorithmTitle, stepText } from "../text.ts";
import { readInputs } from "./inputs.ts";
import { expectPositions, readNames, withOwnNames } from "./names.ts";
import { AttributeProblem, expectKnown, RefusedRun } from "./problem.ts";

const CONTROLS = ["none", "player", "inputs", "all"] as const;
type Controls = (typeof CONTROLS)[number];

/** A picture by its kind, the step's table, or the graph of the run. */
const TABLE = "table";
const GRAPH = "graph";

/** What a figure shows beside its picture or table. */
const MORE: Readonly<Record<Controls, readonly Pane[]>> = {
  none: ["arithmetic"],
  player: ["arithmetic", "player"],
  inputs: ["arithmetic", "player", "options", "inputs"],
  all: ["arithmetic", "player", "options", "inputs", "story", "stage", "picture", "graph", "map", "export"],
};

/** What the attributes and properties of a figure ask for. */
export interface FigureAsked {
  readonly algorithm: string | null;
  readonly step: string | null;
  readonly to: string | null;
  readonly cell: string | null;
  readonly picture: string | null;
  readonly controls: string | null;
  readonly inputs: unknown;
  readonly names: unknown;
  readonly bare: boolean;
}

/** The run of a figure, and where in it the figure begins. */
interface Steps {
  readonly lesson: Lesson;
  readonly trace: Trace;
  readonly place: Place;
  /** How many steps follow up to the one that `to` names. */
  readonly stops: number;
}

/** Runs what a figure asks for. Throws an `AttributeProblem`, or a `RefusedRun`. */
export async function readSteps(
  asked: Pick<FigureAsked, "algorithm" | "step" | "to" | "inputs" | "names">,
  lab: Lab,
  language: Language,
): Promise<Steps> {
  const { algorithm } = asked;
  const ids = lab.catalog.map(({ id }) => id);
  expectKnown("algorithm", algorithm, ids);
  // What is above the lesson on its page is shown in no figure.
  await bringAlgorithm(algorithm, language);
  const entry = lab.catalog.find(({ id }) => id === algorithm);
  const found = findExample(algorithm);
  if (!found || !entry) throw new Error(`there is no example of ${algorithm}`);
  const inputs = asked.inputs === null ? NO_CHANGES : readInputs(asked.inputs, entry);
  const names = asked.names === null ? null : readNames(asked.names, entry);
  const lesson = withInputs(found, inputs, names);
  // Whoever wrote the figure has asked for it.
  agree(lesson, AT_MOST);
  const { trace, problem } = run(lab, lesson, NO_CHANGES);
  if (!trace) throw new RefusedRun(problem);
  if (names) expectPositions(names, trace, nodesOf(lesson));
  const steps = trace.steps.map(({ id }) => id);
  if (asked.step !== null) expectKnown("step", asked.step, steps);
  const position = asked.step === null ? null : steps.indexOf(asked.step);
  const { place } = settle(lab, { ...HOME, algorithm, step: position }, lesson);
  if (asked.to === null) return { lesson, trace, place, stops: 0 };
  const later = steps.slice((place.step ?? 0) + 1);
  expectKnown("to", asked.to, later);
  return { lesson, trace, place, stops: later.indexOf(asked.to) + 1 };
}

export class FigureRun {
  readonly #store: Store;
  readonly #lesson: Lesson;
  readonly #lab: Lab;
  readonly #panes: ReadonlySet<Pane>;
  readonly #kind: string;

  private constructor(
    lab: Lab,
    lesson: Lesson,
    store: Store,
    shown: { readonly kind: string; readonly panes: ReadonlySet<Pane> },
    private readonly way: { readonly first: number; readonly stops: number },
  ) {
    this.#lab = lab;
    this.#lesson = lesson;
    this.#store = store;
    this.#kind = shown.kind;
    this.#panes = shown.panes;
  }

  /** Loads what a figure asks for. Throws an `AttributeProblem`, or a `RefusedRun`. */
  static async open(asked: FigureAsked, lab: Lab, language: Language): Promise<FigureRun> {
    const { controls } = asked;
    if (controls !== null) expectKnown("controls", controls, CONTROLS);
    const { lesson, trace, place, stops } = await readSteps(asked, lab, language);
    const first = place.step ?? 0;
    const opened = trace.steps[first];
    const trail = asked.cell === null || !opened ? [] : [readCell(asked.cell, opened)];
    await loadOpening(lab, place);
    const pictures = opened ? picturesOf(opened, new Map(trace.steps.map((step) => [step.id, step]))) : [];
    const kinds = [TABLE, ...(lesson.graph === undefined ? [] : [GRAPH]), ...new Set(pictures.map(({ kind }) => kind))];
    if (asked.picture !== null) expectKnown("picture", asked.picture, kinds);
    const kind = asked.picture ?? pictures[0]?.kind ?? (lesson.graph === undefined ? TABLE : GRAPH);
    const drawn = pictures.find((picture) => picture.kind === kind);
    if (drawn) await loadPicture(drawn.kind);
    const main: Pane = kind === TABLE ? "stage" : kind === GRAPH && !drawn ? "graph" : "picture";
    const panes = new Set([main, ...MORE[(controls ?? "none") as Controls]]);
    if (panes.has("player")) await import("../lesson/ag-filmstrip.ts");
    if (panes.has("inputs")) await import("../lesson/ag-inputs.ts");
    const store = new Store({ ...initialState(language, "auto"), ...place, trail });
    return new FigureRun(lab, lesson, store, { kind, panes }, { first, stops });
  }

  /** Calls a function after each change by the reader. */
  subscribe(changed: () => void): void {
    this.#store.subscribe(changed);
  }

  get #model(): LessonModel | null {
    return lessonModel(this.#lab, this.#store.state, this.#lesson);
  }

  get inputs(): Inputs {
    return this.#store.state.changes;
  }

  get shown(): { readonly step: string; readonly cell: readonly number[] | null } | null {
    const model = this.#model;
    return model && { step: model.step.id, cell: model.trail.at(-1)?.index ?? null };
  }

  go(to: string | number): boolean {
    const model = this.#model;
    if (!model) return false;
    const { position, length } = model.player;
    const next = typeof to === "number" ? position + to : model.trace.steps.findIndex(({ id }) => id === to);
    if (next < 0 || next >= length || next === position) return false;
    this.#dispatch({ type: "step", position: next });
    return true;
  }

  choose(index: readonly number[] | null): boolean {
    const model = this.#model;
    if (!model) return false;
    const { id, shape } = model.step;
    if (index !== null && !hasCell(shape, index)) return false;
    this.#dispatch({ type: "select", cell: index && { step: id, index: [...index] } });
    return true;
  }

  /** Goes to the step that stands so many after the first. */
  goToStop(stop: number): void {
    const { first, stops } = this.way;
    const model = this.#model;
    const position = first + Math.min(Math.max(0, stop), stops);
    if (stops > 0 && model && model.player.position !== position) this.#dispatch({ type: "step", position });
  }

  readonly #dispatch = (action: Action): void => this.#store.dispatch(action);

  draw(language: Language, bare: boolean): TemplateResult {
    const model = this.#model;
    if (!model) return html``;
    const { title } = stepText(model.step);
    return html`<ag-lesson
        .language=${language}
        .lab=${this.#lab}
        .state=${this.#store.state}
        .model=${model}
        .dispatch=${this.#dispatch}
        .panes=${this.#panes}
        .kind=${this.#kind}
      ></ag-lesson>
      ${
        bare || this.#panes.has("story")
          ? nothing
          : html`<p class="figure-caption" part="caption">${algorithmTitle(model.lesson.algorithm)} · ${title}</p>`
      }`;
  }
}

/** Returns the number of nodes of a lesson's graph; null where it has none. */
function nodesOf({ graph, inputs }: Lesson): number | null {
  const value = graph === undefined ? undefined : inputs[graph];
  return isGraph(value) ? value.nodes : null;
}

/**
 * The lesson with other inputs, which are then its own: a figure can be set back to them. Other names stand for all of the example's; without them, the names of
 * what is given are those that it brings, or numbers.
 */
function withInputs(lesson: Lesson, inputs: Inputs, names: Labels | null): Lesson {
  if (inputs === NO_CHANGES && names === null) return lesson;
  const { presets: _, within, ...rest } = lesson;
  const named = names === null ? within && { within } : { labels: names };
  return { ...rest, ...named, inputs: { ...lesson.inputs, ...(names ? inputs : withOwnNames(inputs)) } };
}

function hasCell(shape: readonly number[], index: readonly number[]): boolean {
  const within = (at: number, axis: number) => Number.isInteger(at) && at >= 0 && at < (shape[axis] ?? 0);
  return index.length === shape.length && index.every(within);
}

function readCell(text: string, { id, shape }: { readonly id: string; readonly shape: readonly number[] }): CellRef {
  const index = text.trim() === "" ? [] : text.split(",").map(Number);
  const corners = [shape.map(() => 0).join(), shape.map((length) => length - 1).join()];
  if (!hasCell(shape, index)) throw new AttributeProblem("cell", text, corners);
  return { step: id, index };
}
