import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { LABS } from "../labs/index.ts";
import { bestCell, sceneFacts } from "../src/course/answers.ts";
import type { Scene } from "../src/course/scene.ts";
import { settingOf, stageOf } from "../src/course/scene-stage.ts";
import { type Lab, openLibrary } from "../src/library.ts";
import { plainSymbol } from "../src/numbers/symbol.ts";
import type { PictureSpec } from "../src/pictures/spec.ts";
import { Collecting } from "../src/stage/collecting.ts";
import { type Facts, factAt, factOf, holds, isReading, shownFacts } from "../src/stage/facts.ts";
import { type Computed, StageRuns } from "../src/stage/runs.ts";
import type { Fact, Shown } from "../src/stage/stage.ts";
import { UNITS } from "./index.ts";

/** A scene shows at most this many words before its answer. */
const MOST_WORDS = 60;
/** An answer has at most this many words, so that it stands beside what was asked; what goes further is folded. */
const MOST_ANSWER_WORDS = 75;
/** Fewer scenes make no argument. More are too many to go through in one lecture; the syllabus chooses among them. */
const [LEAST_SCENES, MOST_SCENES] = [5, 12];

type Texts = { readonly [key: string]: Texts | string };

const LANGUAGES = ["en", "ko"] as const;

function textsOf(language: string): Texts {
  const folder = new URL(`../text/${language}/units/`, import.meta.url);
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Texts);
  return Object.assign({}, ...files) as Texts;
}

const texts = Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language)]));

function find(tree: Texts | string | undefined, path: readonly string[]): string | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return typeof tree === "string" ? tree : undefined;
  return typeof tree === "object" ? find(tree[key], rest) : undefined;
}

function leavesOf(tree: Texts | string | undefined, path: readonly string[] = []): string[] {
  if (typeof tree === "string") return [path.join(".")];
  return Object.entries(tree ?? {}).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

function wordsOf(scene: Scene): string[] {
  const { question, controls = [] } = scene;
  const options = question.kind === "choose" ? Object.keys(question.options).map((id) => `options.${id}`) : [];
  const moves = controls.flatMap((control) =>
    control.kind === "choice"
      ? [`controls.${control.id}`, ...Object.keys(control.choices).map((id) => `choices.${control.id}.${id}`)]
      : [`controls.${control.id}`],
  );
  const captions = scene.shown.flatMap(({ caption }) => (caption ? [`captions.${caption}`] : []));
  const curves = (scene.series ?? []).map(({ id }) => `series.${id}`);
  return ["title", "text", "question", "shows", "remember", ...options, ...moves, ...curves, ...new Set(captions)];
}

/** The symbols that stand above what is shown. A caption cannot write those with raised letters, such as that of a projection. */
function symbolsOf(shown: Shown, { steps }: Computed): string[] {
  const ids = "table" in shown ? [shown.table] : stepsAbove(shown.picture);
  const symbols = ids.flatMap((id) => steps.get(id)?.symbol ?? []);
  return symbols.filter((symbol) => !symbol.includes("^")).map((symbol) => plainSymbol(symbol).normalize("NFC"));
}

/** The steps whose symbols a picture shows. */
function stepsAbove(picture: PictureSpec): readonly string[] {
  // The title of a single set is not shown where there is a caption.
  if (picture.kind === "bars") return picture.sets.length > 1 ? picture.sets.map(({ step }) => step) : [];
  if (picture.kind === "curves") return picture.steps;
  return picture.kind === "pattern" ? [picture.step] : [];
}

let lab: Lab;
beforeAll(async () => {
  lab = await openLibrary();
});

const units = await UNITS.all();

describe("units", () => {
  it("are numbered from 1, without a gap", () => {
    expect(units.map(({ number }) => number)).toEqual(units.map((_, at) => at + 1));
  });

  it.each(units.map((unit) => [unit.id, unit] as const))(
    "%s has five to twelve scenes and an exercise that exists",
    (_, unit) => {
      expect(unit.scenes.length).toBeGreaterThanOrEqual(LEAST_SCENES);
      expect(unit.scenes.length).toBeLessThanOrEqual(MOST_SCENES);
      for (const id of unit.labs ?? []) expect(LABS.ids).toContain(id);
      for (const id of unit.after) expect(UNITS.ids.indexOf(id)).toBeLessThan(UNITS.ids.indexOf(unit.id));
      expect(() => lab.exercise({ id: unit.exercise, seed: 1, difficulty: "easy" })).not.toThrow();
    },
  );
});

const scenes = units.flatMap((unit) => unit.scenes.map((scene) => [`${unit.id}/${scene.id}`, scene, unit.id] as const));

describe.each(scenes)("%s", (_, scene, unit) => {
  const path = [unit, "scenes", scene.id];
  let runs: StageRuns;
  let facts: Facts;
  beforeAll(() => {
    runs = new StageRuns(lab, stageOf(scene));
    facts = sceneFacts(scene, runs);
  });

  it("computes before and with the answer, and draws steps that its runs have", () => {
    for (const when of ["start", "answer"] as const) {
      for (const shown of scene.shown) {
        if ((shown.when === "before" && when === "answer") || (shown.when === "after" && when === "start")) continue;
        const { steps } = runs.at(settingOf(scene, when), shown.run);
        if ("table" in shown && !shown.optional) expect(steps.has(shown.table), shown.table).toBe(true);
      }
    }
  });

  it("has each optional table before or with the answer", () => {
    for (const shown of scene.shown) {
      if (!("table" in shown) || !shown.optional) continue;
      const ends = [settingOf(scene, "start"), settingOf(scene, "answer")];
      expect(ends.some((values) => runs.at(values, shown.run).steps.has(shown.table))).toBe(true);
    }
  });

  it.each(LANGUAGES)("says in %s what each symbol above a table or a picture means", (language) => {
    for (const shown of scene.shown) {
      const drawn = symbolsOf(
        shown,
        runs.at(settingOf(scene, shown.when === "before" ? "start" : "answer"), shown.run),
      );
      const said = find(texts[language], [...path, "captions", shown.caption ?? ""])?.normalize("NFC");
      for (const symbol of drawn) expect(said, `${symbol} in ${language}`).toContain(symbol);
    }
  });

  it("marks numbers of the table that a fact reads there", () => {
    for (const shown of scene.shown) {
      if (!("table" in shown)) continue;
      for (const name of shown.marks ?? []) {
        const fact = scene.facts[name];
        expect(isReading(fact) && [fact.step, fact.run], name).toEqual([shown.table, shown.run]);
      }
    }
  });

  it("has a name for each number of a step whose numbers stand for something", () => {
    for (const [step, names] of Object.entries(scene.values ?? {})) {
      const tables = scene.shown.filter((shown) => "table" in shown && shown.table === step);
      expect(tables, step).not.toHaveLength(0);
      for (const { run } of tables) {
        const data = runs.at(settingOf(scene, "answer"), run).steps.get(step)?.data ?? [];
        for (const value of data) expect(names[value], `${step}: ${value}`).toBeTypeOf("string");
      }
    }
  });

  it("draws curves whose numbers are those of its runs: at the answer, and at each other place that the library does not refuse", () => {
    for (const one of scene.series ?? []) {
      const answer = settingOf(scene, "answer");
      const at = Number(answer.values[one.over]);
      expect(one.at, one.id).toContain(at);
      const numbers = new Collecting(runs, answer, [one]).go(Number.POSITIVE_INFINITY)?.get(one.id) ?? [];
      expect(numbers[one.at.indexOf(at)]).toBe(factAt(runs, answer, one.of));
      const refused = numbers.findIndex(Number.isNaN);
      const drawn = numbers.slice(0, refused < 0 ? numbers.length : refused);
      expect(drawn.length).toBeGreaterThan(2);
      // What says how much work there is grows with what it is drawn over; a number of a run may fall.
      if (isReading(one.of)) continue;
      expect(drawn).toEqual([...drawn].sort((less, more) => less - more));
      expect(new Set(drawn).size).toBe(drawn.length);
    }
  });

  it("has a question with exactly one answer, judged by the run", () => {
    const { question } = scene;
    if (question.kind === "choose") {
      const right = Object.entries(question.options).filter(([, claim]) => holds(claim, facts));
      expect(right.map(([id]) => id)).toHaveLength(1);
    } else if (question.kind === "number") expect(facts[question.fact]).toBeTypeOf("number");
    else expect(bestCell(scene, runs, question)).not.toBeNull();
  });

  it.each(LANGUAGES)(
    "has every text in %s, names only its facts, and shows at most 60 words before the answer and 75 with it",
    (language) => {
      const own = (key: string) => find(texts[language], [...path, ...key.split(".")]);
      for (const key of wordsOf(scene)) expect(own(key), `${key} in ${language}`).toBeTypeOf("string");
      const { question } = scene;
      if (question.kind === "choose") {
        const wrong = Object.entries(question.options).filter(([, claim]) => !holds(claim, facts));
        for (const [id] of wrong) expect(own(`replies.${id}`), `replies.${id} in ${language}`).toBeTypeOf("string");
      } else if (question.kind === "cell") {
        expect(own("replies.other"), `replies.other in ${language}`).toBeTypeOf("string");
      }
      const tree = path.reduce<Texts | string | undefined>(
        (at, key) => (typeof at === "object" ? at[key] : undefined),
        texts[language],
      );
      for (const leaf of leavesOf(tree)) {
        const names = [...(own(leaf) ?? "").matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
        for (const name of names) expect(facts, leaf).toHaveProperty(name);
        // Others are shown as they are written.
        if (!/^(text|shows|further|replies|captions)\b/.test(leaf)) expect(names, leaf).toEqual([]);
      }
      const before = ["text", "question"].map((key) => own(key) ?? "").join(" ");
      expect(before.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
      expect((own("shows") ?? "").split(/\s+/).length).toBeLessThanOrEqual(MOST_ANSWER_WORDS);
      const further = ["further.title", "further.text"].filter((key) => own(key) !== undefined);
      expect([0, 2]).toContain(further.length);
    },
  );

  it("has the same keys in both languages", () => {
    const keys = LANGUAGES.map((language) => leavesOf(texts[language]).filter((key) => key.startsWith(path.join("."))));
    expect(keys[1]?.sort()).toEqual(keys[0]?.sort());
  });
});

/** Two facts that a text joins as the ends of a range. */
const RANGES = {
  en: /\{(\w+)\} to \{(\w+)\}|between \{(\w+)\} and \{(\w+)\}/g,
  ko: /\{(\w+)\}(?:에서|부터) \{(\w+)\}(?:\(으\)로|까지)?/g,
};

/** The axis in which two facts of one step of one run differ; -1 where they are something else, such as a number before and after. */
function axisBetween(one: Fact | undefined, other: Fact | undefined): number {
  if (!isReading(one) || !isReading(other) || one.step !== other.step || one.run !== other.run) return -1;
  if (JSON.stringify(one.at) !== JSON.stringify(other.at)) return -1;
  const differing = one.index.flatMap((position, axis) => (position === other.index[axis] ? [] : [axis]));
  return differing.length === 1 ? (differing[0] ?? -1) : -1;
}

describe.each(LANGUAGES)("ranges in %s", (language) => {
  const found = scenes.flatMap(([name, scene, unit]) =>
    ["text", "shows", "remember", "further.text"].flatMap((key) =>
      [
        ...(find(texts[language], [unit, "scenes", scene.id, ...key.split(".")]) ?? "").matchAll(RANGES[language]),
      ].flatMap((ends) => {
        const [from = "", to = ""] = ends.slice(1).filter((end) => end !== undefined);
        const axis = axisBetween(scene.facts[from], scene.facts[to]);
        return axis < 0 ? [] : [{ name, scene, from, to, axis }];
      }),
    ),
  );

  it("are found", () => expect(found.length).toBeGreaterThan(1));

  it.each(found)("$name: from {$from} to {$to} are the extremes", ({ scene, from, to, axis }) => {
    const runs = new StageRuns(lab, stageOf(scene));
    const fact = scene.facts[from];
    if (!isReading(fact)) throw new Error(`${from} is no reading`);
    const length = runs.at(settingOf(scene, "answer"), fact.run).steps.get(fact.step)?.shape[axis] ?? 0;
    const all = Array.from({ length }, (_, position) => ({ ...fact, index: fact.index.with(axis, position) }));
    const numbers = all.map((one) => factAt(runs, settingOf(scene, "answer"), one));
    const facts = sceneFacts(scene, runs);
    const ends = [facts[from] ?? Number.NaN, facts[to] ?? Number.NaN];
    expect(Math.min(...ends)).toBe(Math.min(...numbers));
    expect(Math.max(...ends)).toBe(Math.max(...numbers));
  });
});

describe("questions that ask for a number", () => {
  /** What likely mistakes lead to. Whoever counts wrongly by one is at the next integer. */
  const MISTAKEN: Readonly<Record<string, readonly number[]>> = {
    "sequences/waiting": [1, 7],
    "pretraining/signals": [1, 5],
    "pretraining/patches": [14, 49, 392, 784],
    "pretraining/hierarchy": [98, 392, 784],
    // With oneself, and all edges of the graph.
    "graphs/sum": [5, 7],
    // The sum and the mean without weights, the cups before W, and what comes from Cleo alone, with and without its weight.
    "graph-attention/steps": [8, 8 / 3, 0.913, 1.136, 6],
    // Without loops, with each end's loop counted twice, and the whole table.
    "graph-attention/work": [63, 96, 1024],
    // The words between the two ends, and all words.
    "graph-networks/hops": [3, 5],
    // The people between the two, and all people on the way.
    "depth/reach": [2, 4],
    // Each person once, and the whole tree.
    "depth/unrolled": [4, 9],
    // Once around in one direction only, and every walk that is not at home after two steps.
    "node-positions/walks": [1 / 8, 1 / 2],
    "long-inputs/layers": [8, 14, 16],
    "long-inputs/global": [1, 3],
    // The pieces between, all pieces, and word by word.
    "long-inputs/pieces": [2, 4, 15],
    // Normal numbers in the place of a rotation, and the angle of the other side.
    "hashing/collision": [0.568, 0.25],
    // The crowd alone, all pairs, the words, and even buckets.
    "hashing/uneven": [25, 64, 8, 16],
    // One way only, the closed way too, the factors added, and the result in place of its gradient; one word, and the mean.
    "learning/chain": [-6, 1, -9, -30],
    "learning/uses": [1, 4, 7 / 3],
  };
  const asked = scenes.filter(([, { question }]) => question.kind === "number");

  it("are found", () => {
    const names: string[] = asked.map(([name]) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(Object.keys(MISTAKEN).sort()).toEqual(names.sort());
  });

  it.each(asked)("%s refuses what likely mistakes lead to, and half of the way there", (name, scene) => {
    const { question } = scene;
    if (question.kind !== "number") throw new Error(`${name} asks for no number`);
    const right = sceneFacts(scene, new StageRuns(lab, stageOf(scene)))[question.fact] ?? Number.NaN;
    const beside = Number.isInteger(right) ? [right - 1, right + 1] : [];
    const wrong = [...beside, ...(MISTAKEN[name] ?? [])];
    expect(wrong.length, `${name} has no mistakes`).toBeGreaterThan(0);
    const nearest = Math.min(...wrong.map((number) => Math.abs(number - right)));
    expect(question.within).toBeLessThanOrEqual(nearest / 2);
  });
});

describe("words that numbers stand for", () => {
  const scene = units.flatMap((unit) => unit.scenes).find(({ id }) => id === "masking");
  if (!scene) throw new Error("there is no scene masking");

  it("are those of the sentence, and follow from the run where a word is replaced", () => {
    const runs = new StageRuns(lab, stageOf(scene));
    const facts = shownFacts(sceneFacts(scene, runs), scene);
    expect(facts).toMatchObject({ oldWord: "sea", newWord: "dog", keptWord: "hot", count: "10" });
    const { position } = scene.labels;
    const words = [...(runs.at(settingOf(scene, "answer")).steps.get("masking.tokens")?.data ?? [])];
    expect(words.map((word) => scene.values?.["masking.tokens"]?.[word])).toEqual(
      position && "names" in position ? position.names : null,
    );
    const again = { ...scene, inputs: { ...scene.inputs, seed: 1 } };
    const other = new StageRuns(lab, stageOf(again));
    const drawn = other.at(settingOf(again, "answer")).steps.get("masking.corrupted")?.data[4] ?? Number.NaN;
    expect(drawn).not.toBe(scene.values?.["masking.corrupted"]?.indexOf("dog"));
    const named = shownFacts(sceneFacts(again, other), again).newWord;
    expect(named).toBe(scene.values?.["masking.corrupted"]?.[drawn]);
  });
});

describe("the chunks of sorted words", () => {
  const scene = units.flatMap((unit) => unit.scenes).find(({ id }) => id === "chunks");
  if (!scene) throw new Error("there is no scene chunks");

  it("divide three buckets, and three of them have words of two buckets, so that a chunk is no bucket", () => {
    const { steps } = new StageRuns(lab, stageOf(scene)).at(settingOf(scene, "answer"));
    const dataOf = (id: string) => [...(steps.get(id)?.data ?? [])];
    const [buckets, length] = [dataOf("lsh.buckets"), dataOf("lsh.chunk-length")[0] ?? Number.NaN];
    const sorted = dataOf("lsh.position").map((word) => buckets[word]);
    const chunksOf = (bucket: number) =>
      new Set(sorted.flatMap((one, place) => (one === bucket ? [Math.floor(place / length)] : []))).size;
    expect([0, 1, 2, 3].map(chunksOf)).toEqual([2, 2, 2, 1]);
    const bucketsOf = (chunk: number) => new Set(sorted.slice(chunk * length, (chunk + 1) * length)).size;
    expect([0, 1, 2, 3].map(bucketsOf)).toEqual([1, 2, 2, 2]);
  });

  it("are named by the text in both languages, so that the question can be answered", () => {
    const { steps } = new StageRuns(lab, stageOf(scene)).at(settingOf(scene, "answer"));
    const labels = Object.values(scene.labels ?? {}).flatMap((axis) => ("names" in axis ? [axis.names] : []))[0] ?? [];
    const row = [...(steps.get("lsh.position")?.data ?? [])].map((word) => labels[word]);
    const chunks = [0, 2, 4, 6].map((first) => row.slice(first, first + 2).join(" ")).join(", ");
    expect(row).toHaveLength(8);
    for (const language of LANGUAGES)
      expect(find(texts[language], ["hashing", "scenes", "chunks", "text"])).toContain(chunks);
  });
});

describe("what “cat” finds in two rounds", () => {
  const scene = units.flatMap((unit) => unit.scenes).find(({ id }) => id === "rounds");
  if (!scene) throw new Error("there is no scene rounds");

  it("is what the text says, in its bucket and in the chunk before", () => {
    const { steps } = new StageRuns(lab, stageOf(scene)).at(settingOf(scene, "answer"));
    const labels = Object.values(scene.labels).flatMap((axis) => ("names" in axis ? [axis.names] : []))[0] ?? [];
    const dataOf = (id: string) => [...(steps.get(id)?.data ?? [])];
    const [order, window, weights] = [dataOf("lsh.position"), dataOf("lsh.window-position"), dataOf("lsh.weights")];
    const found = order.flatMap((word, place) => {
      if (labels[word] !== "cat") return [];
      // Two words a chunk, each of which looks at four places.
      const keys = window.slice(4 * Math.floor(place / 2)).slice(0, 4);
      return [keys.flatMap((key, at) => ((weights[4 * place + at] ?? 0) > 0 ? [labels[key]] : [])).sort()];
    });
    expect(found).toEqual([
      ["blue", "dog", "red"],
      ["milk", "runs", "tea"],
    ]);
  });
});

describe("the eigenvalues that the text lists", () => {
  const scene = units.flatMap((unit) => unit.scenes).find(({ id }) => id === "eigenvalue");
  if (!scene) throw new Error("there is no scene eigenvalue");

  it("are 1 less those of I − Ŝ, of the layer that is drawn", () => {
    const runs = new StageRuns(lab, stageOf(scene));
    const setting = settingOf(scene, "answer");
    const layer = runs.at(setting).steps.get("gcn.normalized-adjacency");
    const difference = runs.at(setting, "spectrum").steps.get("laplacian.matrix");
    const nodes = layer?.shape[0] ?? 0;
    expect(difference?.shape).toEqual(layer?.shape);
    for (const [at, value] of [...(difference?.data ?? [])].entries())
      expect(value).toBeCloseTo((at % (nodes + 1) === 0 ? 1 : 0) - (layer?.data[at] ?? Number.NaN), 12);
  });

  it("have none beyond 1 or −1, so that nothing is enlarged", () => {
    const found = new StageRuns(lab, stageOf(scene)).at(settingOf(scene, "answer"), "spectrum");
    const eigenvalues = [...(found.steps.get("laplacian.eigenvalues")?.data ?? [])];
    expect(eigenvalues).toHaveLength(6);
    expect(Math.min(...eigenvalues)).toBeCloseTo(0, 12);
    expect(Math.max(...eigenvalues)).toBeLessThan(2);
  });
});

describe("the table of weights in the steps of graph attention", () => {
  const weightsOf = (id: string) => {
    const scene = units.find((one) => one.id === "graph-attention")?.scenes.find((one) => one.id === id);
    if (!scene) throw new Error(`there is no scene ${id}`);
    return [
      ...(new StageRuns(lab, stageOf(scene)).at(settingOf(scene, "answer")).steps.get("gat.weights")?.data ?? []),
    ];
  };

  it.each(["directions", "favorite"])("has no weight of the scene %s, which asks for one later", (later) => {
    const known = weightsOf("steps");
    expect(known).toHaveLength(9);
    for (const asked of weightsOf(later))
      expect(Math.min(...known.map((weight) => Math.abs(weight - asked)))).toBeGreaterThan(1e-3);
  });
});

describe("what a bright pixel gets among dark ones", () => {
  const scene = units.flatMap(({ scenes }) => scenes).find(({ id }) => id === "bright");
  /** The steps and the runs of the bars that are seen before the answer, or with it. */
  const barsOf = (when: "before" | "after") =>
    (scene?.shown ?? []).flatMap((one) =>
      "picture" in one && one.picture.kind === "bars" && one.when === when
        ? [{ run: one.run, ...one.picture.sets[0], earlier: one.picture.earlier }]
        : [],
    );

  it("is seen where it is asked for, and beside it what a mean gives, which is there before", () => {
    const { result, plain } = scene?.facts ?? {};
    if (!result || !plain || !isReading(result) || !isReading(plain)) throw new Error("the scene has other facts");
    const [pixel] = result.index;
    expect(barsOf("before")).toMatchObject([{ run: plain.run, step: plain.step, row: pixel }]);
    expect(barsOf("after")).toMatchObject([
      { step: result.step, row: pixel, earlier: { step: `${plain.run}:${plain.step}`, row: pixel } },
    ]);
    expect(barsOf("after")[0]?.run).toBeUndefined();
  });
});

describe("what texts say of growth", () => {
  const factsOf = (unit: string, id: string) => {
    const scene = units.find((one) => one.id === unit)?.scenes.find((one) => one.id === id);
    if (!scene) throw new Error(`there is no scene ${unit}/${id}`);
    const facts = sceneFacts(scene, new StageRuns(lab, stageOf(scene)));
    return (name: string) => factOf(facts, name);
  };

  it("of hashing is what its runs take", () => {
    const fact = factsOf("hashing", "growth");
    expect(fact("many") / fact("few")).toBe(64);
    expect(fact("longer")).toBe(fact("hashed") / fact("hashedShort"));
    expect(Math.round(fact("fullLonger"))).toBe(4096);
    expect(fact("saved")).toBe(fact("full") / fact("hashed"));
    expect(fact("savedShort")).toBe(fact("fullShort") / fact("hashedShort"));
  });

  it("of long inputs is what their estimates are, and what follows from the number of pairs", () => {
    const fact = factsOf("long-inputs", "cost");
    for (const [long, short] of [
      ["full", "fullShort"],
      ["bytes", "bytesShort"],
    ] as const)
      expect(Math.round(fact(long) / fact(short))).toBe(64);
    expect(Math.round(fact("window") / fact("windowShort"))).toBe(8);
    const pairs = 65_536 ** 2;
    expect(pairs / 1e9).toBeCloseTo(4.3, 1);
    expect([(pairs * 4) / 2 ** 30, (12 * pairs * 4) / 2 ** 30]).toEqual([16, 192]);
    expect([(4096 * 512) / 1e6, 4096 ** 2 / 1e6].map((number) => number.toFixed(1))).toEqual(["2.1", "16.8"]);
  });
});

describe("the numbers of the course", () => {
  /** A fact, as the course states it: to the digits that it gives. */
  const NUMBERS: readonly (readonly [unit: string, scene: string, fact: string, stated: number, digits: number])[] = [
    ["sequences", "waiting", "steps", 8, 9],
    ["sequences", "distance", "ends", 7, 9],
    ["sequences", "distance", "endsDirect", 1, 9],
    ["sequences", "tasks", "read", 1, 9],
    ["sequences", "tasks", "verdict", -0.277, 3],
    ["sequences", "work", "wide", 8320, 9],
    ["sequences", "work", "rnnWide", 65536, 9],
    ["self-attention", "sharpness", "at0", 0.33, 2],
    ["self-attention", "sharpness", "at01", 0.52, 2],
    ["self-attention", "sharpness", "at03", 0.84, 2],
    ["self-attention", "sharpness", "at1", 0.9991, 4],
    ["self-attention", "wrong-axis", "first", 0.3983, 4],
    ["self-attention", "wrong-axis", "second", 1.8068, 4],
    ["self-attention", "wrong-axis", "third", 0.7949, 4],
    ["scaling", "grow", "before", 4, 9],
    ["scaling", "grow", "predicted", 64, 9],
    ["scaling", "saturate", "divided", 8.9e-4, 5],
    ["scaling", "saturate", "undivided", 4.2e-7, 8],
    ["heads", "identity", "distance", 0, 9],
    ["heads", "identity", "cut1", 4.107, 3],
    ["heads", "identity", "cut2", 4.828, 3],
    ["heads", "identity", "cut3", 8.913, 3],
    ["heads", "identity", "cut4", 1.043, 3],
    ["heads", "identity", "one1", 3.999, 3],
    ["heads", "identity", "one3", 8.994, 3],
    ["heads", "identity", "secondHead", 0.795, 3],
    ["heads", "cost", "products", 64, 9],
    ["heads", "cost", "productsFour", 64, 9],
    ["heads", "cost", "exponentials", 16, 9],
    ["heads", "cost", "exponentialsFour", 64, 9],
    // Undivided, e² beside two words of e⁰, then beside three.
    ["heads", "questions", "cat", Math.E ** 2 / (2 * Math.E ** 2 + 2), 9],
    ["heads", "questions", "whoCat", Math.E ** 2 / (Math.E ** 2 + 3), 9],
    ["layers", "lone", "batch2", 0, 9],
    ["layers", "forcing", "rounds", 3, 9],
    ["positions", "normalized", "second", 0.2, 9],
    ["positions", "normalized", "thirdThen", 0.2, 9],
    ["positions", "clock", "shortest", 1, 9],
    ["positions", "clock", "longest", 1.73, 2],
    ["positions", "clock", "first", 0.964, 3],
    // The gap sees two words before it, then four around it, and not itself.
    ["pretraining", "sides", "funBefore", 0.738, 3],
    ["pretraining", "sides", "all", 0.673, 3],
    ["pretraining", "signals", "smallest", 0.208, 3],
    ["pretraining", "signals", "largest", 0.884, 3],
    ["pretraining", "signals", "causal", 4, 9],
    ["pretraining", "signals", "masked", 1, 9],
    ["pretraining", "masking", "t0", 0, 9],
    ["pretraining", "masking", "replaced", 1, 9],
    ["pretraining", "masking", "kept", 2, 9],
    ["pretraining", "masking", "count", 10, 9],
    ["pretraining", "schedule", "peak", 1, 9],
    ["pretraining", "schedule", "at505", 0.5, 9],
    ["pretraining", "schedule", "end", 0, 9],
    ["pretraining", "patches", "photo", 196, 9],
    ["pretraining", "patches", "cut", 196, 9],
    ["pretraining", "hierarchy", "first", 3136, 9],
    ["pretraining", "hierarchy", "fourth", 49, 9],
    ["pretraining", "quarter", "visible", 49, 9],
    ["pretraining", "quarter", "allPairs", 38416, 9],
    ["pretraining", "quarter", "pairs", 2401, 9],
    ["graphs", "symmetric", "ann", 0.85, 2],
    ["graphs", "symmetric", "dana", 1.2, 2],
    ["hashing", "twice", "times", 2, 9],
    ["hashing", "twice", "timesBefore", 1, 9],
    ["graphs", "eigenvalue", "dana", 2.236, 3],
    ["graphs", "matrices", "danaMean", 3.25, 9],
    ["graphs", "pixels", "onTurned", 0, 9],
    ["graphs", "pixels", "below", 0, 9],
    ["graph-attention", "mask", "cleo", 0.288, 3],
    ["graph-networks", "company", "drink", 1, 9],
    ["graph-networks", "hops", "far", 4, 9],
    ["depth", "reach", "layers", 3, 9],
    ["depth", "alike", "at1", 0.948, 3],
    ["depth", "alike", "at2", 0.969, 3],
    ["depth", "alike", "at4", 0.989, 3],
    ["depth", "alike", "at16", 0.99998, 5],
    ["depth", "diffusion", "attention", 0, 9],
    ["depth", "unrolled", "leaves", 6, 9],
    ["depth", "unrolled", "onGraph", 6, 9],
    ["long-inputs", "kept", "even", 46 / 256, 9],
    ["long-inputs", "kept", "evenFour", 74 / 256, 9],
    ["long-inputs", "kept", "evenEight", 124 / 256, 9],
    ["long-inputs", "layers", "layers", 15, 9],
    ["long-inputs", "global", "layers", 2, 9],
    ["hashing", "bucket", "bucket", 3, 9],
    ["hashing", "collision", "law", 0.5, 9],
    ["hashing", "collision", "at80", 0.11, 2],
    ["hashing", "uneven", "pairs", 28, 9],
    ["hashing", "uneven", "even", 16, 9],
    ["hashing", "gaussian", "gaussian", 0.31, 2],
    ["hashing", "gaussian", "closer", 0.56, 2],
  ];

  it.each(NUMBERS)("%s/%s: %s is %f", (unit, id, fact, stated, digits) => {
    const scene = units.find((one) => one.id === unit)?.scenes.find((one) => one.id === id);
    if (!scene) throw new Error(`there is no scene ${unit}/${id}`);
    expect(sceneFacts(scene, new StageRuns(lab, stageOf(scene)))[fact]).toBeCloseTo(stated, digits);
  });
});
