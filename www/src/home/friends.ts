/** The graph of the home as a lesson: six people who know each other, and how much each listens to whom. */
import { exampleOf, findExample } from "../../examples/index.ts";
import { cups, friendship, peopleLabels } from "../../examples/things.ts";
import type { Lesson } from "../lesson/lesson.ts";

/** What is computed of the graph. */
export const ALGORITHM = "gat-layer";

/** Loads what the lesson is made of. */
export const prepare = (): Promise<unknown> => exampleOf(ALGORITHM);

let known: Lesson | null = null;

/** Returns the lesson; the same one each time. */
export function friendsLesson(): Lesson {
  known ??= made();
  return known;
}

function made(): Lesson {
  const example = findExample(ALGORITHM);
  if (!example) throw new Error(`the example of ${ALGORITHM} is not loaded`);
  const { presets: _, ...rest } = example;
  return {
    ...rest,
    inputs: { ...example.inputs, graph: friendship, x: cups },
    labels: { ...example.labels, ...peopleLabels },
    // How much Dana, who knows most, listens to Fay.
    start: { step: "gat.weights", cell: [0, 3, 5] },
  };
}
