/** The names of rows and columns where a step of a lesson is shown. */
import { NODE_AXES } from "../elements/graph-axes.ts";
import type { CatalogEntry } from "../library.ts";
import type { AxisLabels, Labels } from "../numbers/labels.ts";
import { currentInputs } from "../state/inputs.ts";
import { namesOn } from "../state/names.ts";
import { sameInputs } from "../state/reducer.ts";
import { type Inputs, isGraph, isTensor } from "../state/state.ts";
import { nameText } from "../text.ts";
import type { Lesson } from "./lesson.ts";

/** An axis of an input, and where it is. */
export interface NamedAxis {
  readonly axis: string;
  readonly input: string;
  /** Its position among the axes of the input; 0 of a graph are its nodes. */
  readonly at: number;
  readonly length: number;
  /** What the reader said of its names; undefined where the input is the example's, or was only edited. */
  readonly names: readonly string[] | null | undefined;
  readonly isGraph: boolean;
}

/** Returns the axes of the inputs in use, those of a graph first; an axis of several inputs is listed for each. In an algorithm on a graph, all that count nodes are its nodes. */
export function axesOf({ inputs }: Pick<CatalogEntry, "inputs">, lesson: Lesson, changes: Inputs): NamedAxis[] {
  const values = currentInputs(lesson, changes);
  const drawn = inputs.some(({ name }) => isGraph(values[name]));
  const found = inputs.flatMap(({ name, axes }): NamedAxis[] => {
    const value = values[name];
    const of = (axis: string, at: number, length: number): NamedAxis => ({
      axis: drawn && NODE_AXES.has(axis) ? "node" : axis,
      input: name,
      at,
      length,
      names: namesOn(value, at),
      isGraph: isGraph(value),
    });
    if (isGraph(value)) return [of("node", 0, value.nodes)];
    return isTensor(value) ? axes.map((axis, at) => of(axis, at, value.shape[at] ?? 0)) : [];
  });
  return found.sort((one, other) => Number(other.isGraph) - Number(one.isGraph));
}

/**
 * Returns the names that hold where a step is shown: the lesson's own, in the language that is used, those of the preset that is chosen, those of the step's place, and instead of these the
 * reader's. An axis that the lesson calls alike, such as the keys of queries, is called alike then, too.
 */
export function labelsAt(lesson: Lesson, changes: Inputs, step: string, entry: Pick<CatalogEntry, "inputs">): Labels {
  const chosen = lesson.presets?.find(({ inputs }) => sameInputs(inputs, changes));
  const here = step.split("/").map((segment) => lesson.within?.[segment]);
  const example = inLanguage(Object.assign({}, lesson.labels, chosen?.labels, ...here));
  return { ...example, ...replacements(example, axesOf(entry, lesson, changes)) };
}

/** Names in other words than their rule has: one object for the same ones, so that lists of them are compared in no time. */
const spoken = new WeakMap<AxisLabels, Map<string, AxisLabels>>();

/** Names of features and the like in the language that is used; words of sentences stay as they are. */
function inLanguage(rules: Labels): Labels {
  return Object.fromEntries(
    Object.entries(rules).map(([axis, rule]) => {
      if (!("names" in rule)) return [axis, rule];
      const names = rule.names.map((name) => nameText(name, rule.as ?? axis));
      if (names.every((name, at) => name === rule.names[at])) return [axis, rule];
      const known = spoken.get(rule) ?? new Map<string, AxisLabels>();
      const list = names.join("\n");
      const own = known.get(list) ?? { ...rule, names };
      spoken.set(rule, known.set(list, own));
      return [axis, own];
    }),
  );
}

const COUNTED: AxisLabels = { from: 1 };

const listOf = (rule: AxisLabels | undefined): string | null =>
  rule && "names" in rule ? rule.names.join("\n") : null;

function replacements(example: Labels, axes: readonly NamedAxis[]): Record<string, AxisLabels> {
  const found: Record<string, AxisLabels> = {};
  const carried = new Set(axes.map(({ axis }) => axis));
  for (const axis of carried) {
    const here = axes.filter((one) => one.axis === axis);
    const given = here.find(({ names }) => names)?.names;
    // Other features of the same nodes leave the nodes their names.
    const drawn = here.find(({ isGraph }) => isGraph);
    const isOwn = given || (drawn ? [drawn] : here).some(({ names }) => names === null);
    if (!isOwn) continue;
    const replacement = given ? { names: given } : COUNTED;
    const list = listOf(example[axis]);
    const alike = Object.keys(example).filter((other) => list !== null && listOf(example[other]) === list);
    const nodes = drawn ? [...NODE_AXES] : [];
    for (const other of [...alike, ...nodes]) if (!carried.has(other)) found[other] = replacement;
    found[axis] = replacement;
  }
  return found;
}
