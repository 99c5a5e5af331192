/** The given inputs of an exercise: a graph as a drawing, tables as in a lesson, single numbers and switches as text. */
import { html, nothing, type TemplateResult } from "lit";
import { caption } from "../lesson/caption.ts";
import type { Lesson } from "../lesson/lesson.ts";
import { choiceLabel, inputLabel } from "../lesson/options.ts";
import type { Exercise, TraceStep } from "../library.ts";
import { formatFull } from "../numbers/format.ts";
import { labelOf, labelsOf } from "../numbers/labels.ts";
import { type GraphValue, isGraph } from "../state/state.ts";
import { stepText, t } from "../text.ts";
import { ofNodes } from "./labels.ts";

export interface GivenView {
  readonly exercise: Exercise;
  readonly lesson: Lesson;
  /** The given steps of the right run. */
  readonly steps: readonly TraceStep[];
}

/**
 * Returns the given steps that what is asked is computed from. A step that takes the size of another reads none of its numbers: a pattern of pairs needs to
 * know how many queries there are, and not which.
 */
export function readSteps(asked: Exercise["asked"], steps: readonly TraceStep[]): ReadonlySet<string> {
  const found = new Map(steps.map((step) => [step.id, step]));
  const read = new Set<string>();
  const follow = (id: string): void => {
    const step = found.get(id);
    if (!step || read.has(id)) return;
    read.add(id);
    if (step.op !== "size") for (const operand of step.reads) follow(operand.step);
  };
  for (const { step } of asked) follow(step);
  return read;
}

/** What is given of an exercise, each once: what its tables and its lines show. */
export function givenOnce({ exercise, lesson, steps }: GivenView): {
  readonly tables: readonly TraceStep[];
  readonly inputs: Lesson["inputs"];
} {
  const read = readSteps(exercise.asked, steps);
  const isSaid = (input: string) => typeof lesson.inputs[input] === "number";
  // The drawing and its list of weights show the whole graph.
  const tables = exercise.given.filter(({ input, step }) => input !== lesson.graph && !isSaid(input) && read.has(step));
  const unread = new Set(exercise.given.flatMap(({ input, step }) => (read.has(step) ? [] : [input])));
  return {
    tables: tables.flatMap(({ step }) => steps.find(({ id }) => id === step) ?? []),
    inputs: Object.fromEntries(Object.entries(lesson.inputs).filter(([name]) => !isSaid(name) || !unread.has(name))),
  };
}

export function given(view: GivenView): TemplateResult {
  const { lesson } = view;
  const { tables, inputs } = givenOnce(view);
  return html`<section class="given" aria-labelledby="given-title">
    <h2 id="given-title">${t("practice.given")}</h2>
    ${options({ inputs })}
    <div class="given-tables">
      ${graph(lesson)}
      ${tables.map((step) => table(lesson, step))}
    </div>
  </section>`;
}

function graph({ inputs, graph: name, labels }: Lesson): TemplateResult | typeof nothing {
  const value = name === undefined ? undefined : inputs[name];
  if (!isGraph(value)) return nothing;
  return html`<div class="given-graph" role="group" aria-label=${inputLabel(name ?? "")}>
    <ag-graph
      .nodes=${labelsOf(labels, "node", value.nodes)}
      .edges=${value.edges}
      .directed=${value.directed}
      .weights=${value.weights}
      .text=${t}
    ></ag-graph>
    ${weights(value, labels)}
  </div>`;
}

function weights({ edges, weights, directed }: GraphValue, labels: Lesson["labels"]): TemplateResult | typeof nothing {
  if (!weights) return nothing;
  return html`<ul class="weights" aria-label=${t("practice.weights")}>
    ${edges.map(([source, target], edge) => {
      const ends = { source: labelOf(labels, "node", source), target: labelOf(labels, "node", target) };
      const name = t(directed ? "elements.graph.arc" : "elements.graph.edge", ends);
      return html`<li>${t("elements.graph.weight", { edge: name, weight: formatFull(weights[edge] ?? 1) })}</li>`;
    })}
  </ul>`;
}

/** How a given step is called: as the input that it shows, or as the gradient that it is. */
export function givenName(step: TraceStep): string {
  if (step.gradient) return stepText(step).title;
  return step.input ? inputLabel(step.input) : "";
}

/** Lists of positions on another axis: beside each number stands the name that it has there. */
const LISTED: Readonly<Record<string, string>> = { global: "key" };
/** So many positions of a list have names: more than any exercise has. */
const MOST_NAMED = 64;

function table({ labels, graph }: Lesson, given: TraceStep): TemplateResult {
  const step = ofNodes(given, graph !== undefined);
  const { shape, axes } = step;
  const listed = shape.length === 1 ? LISTED[axes[0] ?? ""] : undefined;
  const rank = shape.length;
  const label = givenName(step);
  return html`<figure class="given-table">
    ${label === "" ? nothing : html`<figcaption>${label}</figcaption>`}
    <ag-matrix
      size="small"
      .step=${step}
      .rowLabels=${rank < 2 ? [] : labelsOf(labels, axes[rank - 2], shape[rank - 2] ?? 0)}
      .columnLabels=${rank < 1 ? [] : labelsOf(labels, axes[rank - 1], shape[rank - 1] ?? 0)}
      .valueNames=${listed === undefined ? [] : labelsOf(labels, listed, MOST_NAMED)}
    >${caption(step.symbol)}</ag-matrix>
  </figure>`;
}

/** Numbers without a table, and switches that are on. */
export function options({ inputs }: Pick<Lesson, "inputs">): TemplateResult | typeof nothing {
  const said = Object.entries(inputs).flatMap(([name, value]) => {
    if (typeof value === "number") return [`${inputLabel(name)}: ${formatFull(value)}`];
    if (typeof value === "string") return [`${inputLabel(name)}: ${choiceLabel(name, value)}`];
    return value === true ? [inputLabel(name)] : [];
  });
  return said.length === 0
    ? nothing
    : html`<ul class="given-options">${said.map((text) => html`<li>${text}</li>`)}</ul>`;
}
