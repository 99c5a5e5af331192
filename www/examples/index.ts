/** An example for each algorithm of the catalog: the file of its id in `algorithms/`, loaded when it is shown. */
import type { Example } from "./example.ts";

export type { Claim, Comparison, Example, Preset } from "./example.ts";

const loaders = import.meta.glob<Example>("./algorithms/*.ts", { import: "example" });

/** The algorithms that have an example. */
export const EXAMPLE_IDS: readonly string[] = Object.keys(loaders).map((file) =>
  file.slice(file.lastIndexOf("/") + 1, -".ts".length),
);

const loaded = new Map<string, Example>();

/** Returns the example of an algorithm. Rejects for an unknown id, and where the module cannot be loaded. */
export async function exampleOf(id: string): Promise<Example> {
  const found = await loaders[`./algorithms/${id}.ts`]?.();
  if (!found) throw new Error(`there is no example of ${id}`);
  loaded.set(id, found);
  return found;
}

/** Returns the example of an algorithm that {@link exampleOf} has loaded; null before. */
export function findExample(id: string): Example | null {
  return loaded.get(id) ?? null;
}
