/** The run of an exercise or an erratum as a lesson: every step in the player, every number with its arithmetic. */
import { UPSTREAM } from "../lesson/asked.ts";
import type { Lesson } from "../lesson/lesson.ts";
import type { CatalogEntry, Lab } from "../library.ts";
import { type Inputs, type InputValue, isTensor, type Practice } from "../state/state.ts";
import { findExercise } from "./contents.ts";
import { labelRules } from "./labels.ts";

/** A run, and the cell to open it at. */
export interface Run {
  readonly algorithm: string;
  readonly inputs: object;
  readonly gradient?: NonNullable<Lesson["gradient"]>;
  readonly start: { readonly step: string; readonly cell: readonly number[] } | null;
}

const known = new Map<string, Lesson>();

/** Returns the lesson on a run; the same one for the same key, so that its trace is kept. Null for an algorithm that does not exist. */
export function lessonOn(lab: Lab, key: string, run: () => Run | null): Lesson | null {
  const before = known.get(key);
  if (before) return before;
  const found = run();
  const entry = lab.catalog.find(({ id }) => id === found?.algorithm);
  if (!found || !entry) return null;
  const lesson = lessonOf(found, entry);
  known.set(key, lesson);
  return lesson;
}

/** Returns the lesson with the solution of an exercise. */
export function exerciseLesson(lab: Lab, { id, difficulty }: Practice, seed: number): Lesson | null {
  if (id === null || !findExercise(id)) return null;
  return lessonOn(lab, `exercises/${id}/${difficulty}/${seed}`, () => {
    const { algorithm, inputs, asked, gradient } = lab.exercise({ id, difficulty, seed });
    const [first] = asked;
    return {
      algorithm,
      inputs,
      ...(gradient && { gradient }),
      start: first ? { step: first.step, cell: first.shape.map(() => 0) } : null,
    };
  });
}

function lessonOf({ algorithm, inputs: nested, gradient, start }: Run, entry: CatalogEntry): Lesson {
  const { upstream, ...asked } = gradient ?? {};
  const inputs = flat({ ...nested, ...(upstream && { [UPSTREAM]: upstream }) }, entry);
  const graph = entry.inputs.find(({ name, kind }) => kind === "graph" && name in inputs)?.name;
  return {
    algorithm,
    inputs,
    labels: labelRules(algorithm, graph !== undefined, isTensor(inputs.masked) ? inputs.masked.data : null),
    fixed: true,
    ...(graph === undefined ? {} : { graph }),
    ...(gradient && { gradient: asked }),
    ...(start ? { start } : {}),
  };
}

/** Returns the library's grouped inputs by their flat names, and the gradient of the result, which is no input of an algorithm. */
export function flat(inputs: object, entry: CatalogEntry): Inputs {
  const declared = [...entry.inputs, { name: UPSTREAM, kind: "tensor" }];
  const found = declared.flatMap(({ name, kind }) => {
    const value = name
      .split(".")
      .reduce<unknown>((group, piece) => (group as Record<string, unknown>)?.[piece], inputs);
    return value === undefined ? [] : [[name, plain(kind, value)] as const];
  });
  return Object.fromEntries(found);
}

/** Returns an input in the page's format: plain lists, and all fields of a graph. */
function plain(kind: string, value: unknown): InputValue {
  if (kind === "tensor") {
    const { shape, data } = value as { shape: readonly number[]; data: ArrayLike<number> };
    return { shape, data: Array.from(data) };
  }
  if (kind === "graph") {
    const { nodes, edges, directed, weights } = value as {
      nodes: number;
      edges: readonly (readonly [number, number])[];
      directed?: boolean;
      weights?: ArrayLike<number> | null;
    };
    return { nodes, edges, directed: directed ?? false, weights: weights ? Array.from(weights) : null };
  }
  return value as InputValue;
}
