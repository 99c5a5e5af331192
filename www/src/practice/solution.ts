/** The worked solution of an exercise is a lesson on its numbers: every step in the player, every number with its arithmetic. */
import type { Lesson, LessonPart } from "../../lessons/index.ts";
import type { CatalogEntry, Exercise, Lab } from "../library.ts";
import type { Inputs, InputValue, PageState, Place } from "../state/state.ts";
import { labelRules } from "./labels.ts";

const known = new Map<string, Lesson>();

/** Null where no solution is asked for. */
export function solutionOf(lab: Lab, { practice, seed }: Pick<Place | PageState, "practice" | "seed">): Lesson | null {
  if (practice?.room !== "exercises" || practice.id === null || !practice.solution) return null;
  const { id, difficulty } = practice;
  const key = `${id} ${difficulty} ${seed}`;
  const before = known.get(key);
  if (before) return before;
  const exercise = lab.exercise({ id, difficulty, seed });
  const entry = lab.catalog.find((entry) => entry.id === exercise.algorithm);
  if (!entry) return null;
  const lesson: Lesson = { id: `exercises/${id}`, parts: [partOf(exercise, entry)] };
  known.set(key, lesson);
  return lesson;
}

function partOf(exercise: Exercise, entry: CatalogEntry): LessonPart {
  const inputs = flat(exercise.inputs, entry);
  const graph = entry.inputs.find(({ name, kind }) => kind === "graph" && name in inputs)?.name;
  const [first] = exercise.asked;
  return {
    algorithm: exercise.algorithm,
    inputs,
    labels: labelRules(exercise.algorithm, graph !== undefined),
    fixed: true,
    ...(graph === undefined ? {} : { graph }),
    ...(first ? { start: { step: first.step, cell: first.shape.map(() => 0) } } : {}),
  };
}

/** Inputs in groups, as the library takes them, by their flat names. */
function flat(inputs: object, { inputs: declared }: CatalogEntry): Inputs {
  const found = declared.flatMap(({ name, kind }) => {
    const value = name.split(".").reduce<unknown>((group, part) => (group as Record<string, unknown>)?.[part], inputs);
    return value === undefined ? [] : [[name, plain(kind, value)] as const];
  });
  return Object.fromEntries(found);
}

/** As the page keeps inputs: plain lists, and of a graph all there is to say. */
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
