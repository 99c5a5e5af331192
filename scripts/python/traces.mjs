/** Writes the steps of every example as the library computes them in JavaScript: the shape of each, and its bytes. */
import { writeFile } from "node:fs/promises";
import { nested, readExamples } from "../../pkg-tests/page/lessons.mjs";

const hex = (data) => Buffer.from(Float64Array.from(data).buffer).toString("hex");

/** A graph without weights has no such field for the library. */
const plain = (inputs) =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => {
      if (value?.weights !== null || value.edges === undefined) return [name, value];
      const { weights: _, ...graph } = value;
      return [name, graph];
    }),
  );

/** Writes the file that `python/tests/test_engine.py` reads. */
export async function writeTraces(path) {
  const { load } = await import("../../pkg/node.js");
  const lab = await load();
  const traces = Object.entries(await readExamples()).map(([id, { inputs }]) => [
    id,
    lab.trace(id, nested(plain(inputs))).steps.map((step) => ({
      id: step.id,
      shape: step.shape,
      data: hex(step.data),
    })),
  ]);
  await writeFile(path, JSON.stringify(Object.fromEntries(traces)));
}
