import { beforeAll, expect, it } from "vitest";
import { EXAMPLE_IDS, exampleOf } from "../../examples/index.ts";
import { type Lab, openLibrary, stepsById } from "../library.ts";
import { picturesOf } from "./suiting.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLibrary();
});

/** Four numbers, of which a table says more; what they do is drawn where a rotation is used, such as in rotary encoding. */
const ONLY_A_TABLE: ReadonlySet<string> = new Set(["plane-rotation"]);

it.each(EXAMPLE_IDS.filter((id) => !ONLY_A_TABLE.has(id)))(
  "%s is seen in a picture: its graph, or that of a step, which offers each once",
  async (id) => {
    const { algorithm, inputs, graph } = await exampleOf(id);
    const present = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
    const steps = stepsById(lab.trace(algorithm, present));
    const pictures = [...steps.values()].map((step) => picturesOf(step, steps));
    for (const suiting of pictures)
      expect(new Set(suiting.map((each) => JSON.stringify(each))).size).toBe(suiting.length);
    expect(graph !== undefined || pictures.some(({ length }) => length > 0)).toBe(true);
  },
);

it("a picture that suits a step by its name names a step of the catalog", () => {
  const keys = lab.catalog.flatMap(({ steps }) => steps.map(({ id }) => id.slice(id.lastIndexOf("/") + 1)));
  const sources = import.meta.glob<string>("./*/spec.ts", { eager: true, query: "?raw", import: "default" });
  const named = Object.values(sources).flatMap((source) => source.match(/(?<=")[a-z][a-z-]*\.[a-z-]+(?=")/g) ?? []);
  expect(named).toContain("diffusion.kept-attention");
  expect(named.filter((name) => !keys.includes(name))).toEqual([]);
});
