/** Which modules of the elements are one file: those that are loaded together. Every file is a request, and one that every bundler writes anew. */
import { readdirSync, readFileSync } from "node:fs";

/** A file of the package: its name, or how its name follows from the module, and the modules that it is made for. */
interface Chunk {
  readonly name: string | ((id: string) => string);
  readonly test: RegExp;
}

/** Topics of algorithms whose examples, formulas and texts share files: those of one are similar, so that together they are about half of what they are alone. */
const TOPICS: Readonly<Record<string, string>> = {
  attention: "attention",
  graph: "graph",
  loss: "training",
  learning: "training",
  position: "position",
  pretraining: "training",
  sequence: "transformer",
  sparse: "sparse",
  transformer: "transformer",
  vision: "position",
};

const texts = new URL("../../src/text/en/algorithms/", import.meta.url);

/** The file of each algorithm. */
const topicOf = new Map(
  readdirSync(texts).flatMap((file) => {
    const topic = TOPICS[file.replace(/\.json$/, "")];
    if (topic === undefined) throw new Error(`${file} has no file for its algorithms: see chunks.ts`);
    const entries = JSON.parse(readFileSync(new URL(file, texts), "utf8")) as Record<string, unknown>;
    return Object.keys(entries).map((id) => [id, topic] as const);
  }),
);

const nameIn = (id: string): string => id.slice(id.lastIndexOf("/") + 1).replace(/\.\w+$/, "");

/** Returns the topic of an algorithm by the name of its file. */
const topic = (id: string): string => topicOf.get(nameIn(id)) ?? "more";

const languageIn = (id: string): string => /\/(\w+)\/(?:units\/)?[\w-]+\.json$/.exec(id)?.[1] ?? "";

/** Units follow each other, and neighbors share a file. */
const UNITS_OF_A_FILE = 5;

const numbers = new Map(
  readdirSync(new URL("../units/", import.meta.url)).flatMap((file) => {
    const [, number, unit] = /^(\d+)-([\w-]+)\.ts$/.exec(file) ?? [];
    return number && unit ? [[unit, Number(number)] as const] : [];
  }),
);

function blockOf(id: string): number {
  const number = numbers.get(nameIn(id).replace(/^\d+-/, ""));
  if (number === undefined) throw new Error(`${id} is of no unit: see chunks.ts`);
  return Math.ceil(number / UNITS_OF_A_FILE);
}

/** A module belongs to the first of these that has it, or that has one which imports it. So each file imports only from those before it. */
const CHUNKS: readonly Chunk[] = [
  // The plugin for reveal.js imports this alone: the elements of a deck wait to be defined.
  { name: "runtime", test: /preload-helper|\0left-out/ },
  { name: "core", test: /\/embed\/index\.ts$/ },
  {
    name: "figure",
    test: /\/embed\/(?:figure-run|figure-sheets|fit|attention-run|attention-sheets)\.ts$|\/examples\/[\w-]+\.ts$/,
  },
  { name: "pictures", test: /\/pictures\/(?:arcs|bars|flow|pattern)\/picture\.ts$/ },
  {
    name: "figure-controls",
    test: /\/(?:lesson\/(?:parts|ag-filmstrip|ag-inputs)|player\/playing|heat\/heat-table)\.ts$/,
  },
  {
    name: "graph",
    test: /\/(?:lesson\/drawing|elements\/(?:graph|graph-editor|movable-graph)|pictures\/graph\/picture)\.ts$/,
  },
  { name: "pictures-plane", test: /\/pictures\/(?:arrows|curves|plane|surface|wheel)\/picture\.ts$/ },
  { name: "pictures-more", test: /\/pictures\/[\w-]+\/picture\.ts$/ },
  {
    name: "scene",
    test: /\/(?:course\/(?:index|unfolding|ag-unit)|wholes\/index|embed\/scene-\w+|cards\/[\w-]+)\.ts$/,
  },
  { name: "practice", test: /\/(?:practice\/index|embed\/(?:practice|exercise)-\w+)\.ts$/ },
  { name: "lecture", test: /\/lecture\/index\.ts$/ },
  { name: "lab", test: /\/(?:src\/labs\/index|embed\/lab-\w+|labs\/\d+-[\w-]+)\.ts$/ },
  { name: "map", test: /\/map\/ag-map\.ts$/ },
  { name: "exchange", test: /\/(?:export\/ag-export|elements\/paste)\.ts$/ },
  { name: "backward", test: /\/backward\/index\.ts$/ },
  { name: (id) => `units-${blockOf(id)}`, test: /\/units\/\d+-[\w-]+\.ts$/ },
  { name: (id) => `units-${blockOf(id)}-${languageIn(id)}`, test: /\/texts\/\w+\/units\/[\w-]+\.json$/ },
  { name: (id) => `text-${languageIn(id)}`, test: /\/texts\/\w+\/(?:page|algorithms)\.json$/ },
  { name: (id) => `${nameIn(id)}-${languageIn(id)}`, test: /\/texts\/\w+\/(?:exercises|lecture)\.json$/ },
  { name: (id) => `more-${/\/texts\/(\w+)\//.exec(id)?.[1]}`, test: /\/texts\/.+\.json$/ },
  { name: (id) => `words-${topic(id)}-${languageIn(id)}`, test: /\/words\/\w+\/[\w-]+\.json$/ },
  { name: (id) => `algorithms-${topic(id)}`, test: /\/(?:formulas\/[\w-]+\.json|examples\/[\w-]+\/[\w-]+\.ts)$/ },
];

/** How the bundler splits the elements: for `output.codeSplitting`. */
export const chunks = { groups: CHUNKS.map(({ name, test }) => ({ name, test })) };
