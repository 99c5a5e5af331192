/**
 * Numbers that texts of scenes write out. A number of a run is a fact, `{name}`, and is computed. Any other of two digits or more is here: what is declared
 * in the scene, what follows from it, or what a paper says.
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { sceneFacts } from "../src/course/answers.ts";
import type { Scene } from "../src/course/scene.ts";
import { settingOf, stageOf } from "../src/course/scene-stage.ts";
import { type Lab, openLibrary } from "../src/library.ts";
import { factOf } from "../src/stage/facts.ts";
import { StageRuns } from "../src/stage/runs.ts";
import { UNITS } from "./index.ts";

interface Said {
  readonly text: string;
  readonly question: string;
  readonly shows: string;
  readonly remember: string;
  readonly further?: { readonly text: string };
}

/** What a scene computes: a fact, and a step of one of its runs with the answer. */
interface Computed {
  readonly fact: (name: string) => number;
  readonly step: (id: string, run?: string) => { readonly shape: readonly number[]; readonly data: readonly number[] };
}

/** What a number is: itself as it was declared, what computes it, or the paper that states it. */
type Stated = string | ((of: Computed) => number);

const DECLARED = "declared in the scene";
const zeros = (data: readonly number[]) => data.filter((value) => value === 0).length;
const squares = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one * one, 0);
/** A weight as texts show it. */
const rounded = (weight: number) => Number(weight.toPrecision(3));
const product = (numbers: readonly number[]) => numbers.reduce((all, one) => all * one, 1);
const DEVLIN = "Devlin et al. 2019, section 3";
const LIU = "Liu et al. 2019, sections 3 to 5";
const BELTAGY = "Beltagy et al. 2020, section 3";
const ZAHEER = "Zaheer et al. 2020, section 2 and appendix E";
const DOSOVITSKIY = "Dosovitskiy et al. 2021, sections 3 and 4";
const CLARK = "Clark et al. 2019, sections 3 and 4";

const STATED: Readonly<Record<string, Readonly<Record<string, Stated>>>> = {
  "sequences/tasks": { "0.9": DECLARED },
  "scaling/grow": {
    "64": ({ fact }) => fact("predicted"),
    "1000": DECLARED,
  },
  "scaling/divide": { "64": ({ fact }) => fact("root") ** 2 },
  "scaling/overflow": {
    "1000": ({ step }) => Math.max(...step("attention.scores").data),
    "960": ({ step }) => step("attention.scores").data[1] ?? 0,
    "400": ({ step }) => step("attention.scores").data[2] ?? 0,
  },
  "scaling/deviation": { "64": ({ fact }) => fact("before") },
  "scaling/which-width": { "64": ({ fact }) => fact("rootModel") ** 2 },
  "heads/syntax": { "144": () => 12 * 12, "87": CLARK, "94": CLARK, "100": "a hundred cases" },
  "heads/cost": { "12": DEVLIN, "64": () => 768 / 12, "768": DEVLIN },
  "layers/placement": { "16000": "quoted by the article of S3", "500000": "quoted by the article of S3" },
  "layers/sizes": { "64": () => 8 ** 2 },
  "layers/feed-forward": { "768": DEVLIN, "3072": () => 4 * 768 },
  "layers/word": { "30000": DEVLIN, "50000": "Radford et al. 2019, section 2.3" },
  "positions/normalized": { "0.2": ({ fact }) => fact("thirdThen"), "500": DECLARED },
  "positions/binary": { "000": DECLARED, "001": DECLARED, "010": DECLARED, "011": DECLARED, "100": DECLARED },
  "positions/waves": {
    "6.28": () => 2 * Math.PI,
    "44": () => Math.round(7 * 2 * Math.PI),
    "100": DECLARED,
    "10000": "Vaswani et al. 2017, section 3.5",
  },
  "positions/clock": { "10000": "Vaswani et al. 2017, section 3.5" },
  "positions/toeplitz": { "20": DECLARED, "24": () => 20 + 7 - 3, "31": () => 32 - 1 },
  "positions/learned": { "512": DEVLIN, "513": () => 512 + 1 },
  "positions/rotary": { "10": DECLARED },
  "pretraining/signals": { "15": DEVLIN, "512": DEVLIN, "3.3": () => 0.8 + 2.5 },
  "pretraining/masking": { "15": DEVLIN, "80": DEVLIN, "10": DEVLIN },
  "pretraining/schedule": {
    "10": DEVLIN,
    "1000": DEVLIN,
    "505": () => (10 + 1000) / 2,
    "160": LIU,
    "16": LIU,
    "8000": LIU,
    "256": DEVLIN,
    "24": LIU,
    "500": LIU,
    "262": () => (24 + 500) / 2,
    "86.6": LIU,
    "90.2": LIU,
    "89.0": LIU,
  },
  "pretraining/tuning": { "14": "Deng et al. 2009", "768": DEVLIN, "110": DEVLIN },
  "pretraining/patches": {
    "28": ({ fact }) => Math.sqrt(fact("cut") * fact("cutNumbers")),
    "14": ({ fact }) => Math.sqrt(fact("cut")),
    "224": DOSOVITSKIY,
    "16": DOSOVITSKIY,
    "2.5": () => 224 ** 4 / 1e9,
    "1.3": DOSOVITSKIY,
    "300": DOSOVITSKIY,
  },
  "pretraining/hierarchy": { "32": () => 4 * 2 ** 3 },
  "pretraining/quarter": { "15": DEVLIN, "75": ({ fact }) => 100 * (1 - fact("visible") / fact("patches")) },
  "graphs/molecule": {
    // Hydrogens of four atoms, and four rows of bonds.
    "20": () => 4 + 4 * 4,
    "24": () => product([1, 2, 3, 4]),
    "0.56": "CMU 11-785 (2023)",
    "0.119": "CMU 11-785 (2023)",
  },
  "graphs/eigenvalue": {
    ...Object.fromEntries(
      Object.entries({ "0.7620": 1, "0.4535": 2, "0.0934": 4, "0.1722": 5 }).map(([number, at]) => [
        number,
        ({ step }: Computed) => Math.abs(1 - (step("laplacian.eigenvalues", "spectrum").data[at] ?? Number.NaN)),
      ]),
    ),
    // Of the scene before, in which everyone holds a 1.
    "5.89": ({ step }) => squares(step("gcn.aggregated", "ones").data),
  },
  "graph-attention/steps": {
    "1.82": ({ fact }) => rounded(fact("ben")) * fact("benMapped") + rounded(fact("cleo")) * fact("cleoMapped"),
  },
  "graph-attention/gatv2": {
    "0.5": DECLARED,
    "0.2": DECLARED,
    "0.3": () => 0.2 * 1.5,
    "0.8": () => 1 - 0.2,
    "1.25": DECLARED,
    "1.5": () => 0.5 * 3,
  },
  "graph-attention/slope": { "0.2": DECLARED },
  "graph-attention/edge-weights": { "0.25": DECLARED },
  "graph-attention/work": {
    "31": ({ fact }) => (fact("pairs") - 32) / 2,
    "32": ({ fact }) => fact("nodes"),
    "1024": ({ fact }) => fact("nodes") ** 2,
  },
  "graph-networks/company": {
    "2017": "Vaswani et al. 2017",
    "28.4": "Vaswani et al. 2017, table 2",
    "26.4": "Vaswani et al. 2017, table 2",
    "2018": DEVLIN,
    "75.1": "Devlin et al. 2019, table 1",
    "82.1": "Devlin et al. 2019, table 1",
  },
  "node-positions/waves": { "11": () => 12 - 1 },
  "depth/alike": { "16": DECLARED, "0.9999": ({ fact }) => Math.floor(fact("at16") * 1e4) / 1e4 },
  "depth/forgotten": { "32": DECLARED },
  "depth/by-heart": { "16": DECLARED },
  "depth/teleport": { "16": DECLARED, "64": DECLARED },
  "depth/edges": {
    "32": ({ fact }) => Math.sqrt(fact("two")),
    "1024": ({ fact }) => fact("two"),
  },
  "long-inputs/layers": { "512": BELTAGY, "4096": BELTAGY, "16": () => 4096 / (512 / 2) },
  "long-inputs/global": { "14": ({ fact }) => (fact("pairs") - fact("before")) / 2 },
  "long-inputs/bigbird": { "256": () => 16 ** 2, "64": ZAHEER, "512": () => (3 + 2 + 3) * 64, "4096": ZAHEER },
  "long-inputs/strided": {
    "144": () => 12 ** 2,
    "54": ({ step }) => zeros(step("layers[1]/reach.reached").data),
  },
  "long-inputs/shifted": { "15": () => 16 - 1 },
  "long-inputs/cost": {
    "512": DEVLIN,
    "4096": () => 8 * 512,
    "64": ({ fact }) => Math.round(fact("full") / fact("fullShort")),
    "65536": () => 2 ** 16,
    "16": "the side of a patch, Dosovitskiy et al. 2021",
    "32": "bits of a number in single precision",
    "192": () => (12 * 65_536 ** 2 * 4) / 2 ** 30,
    "12": DEVLIN,
    "48": "NVIDIA RTX A6000, data sheet",
    "800": DEVLIN,
    "2500": DEVLIN,
    "2.1": () => (4096 * 512) / 1e6,
    "16.8": () => 4096 ** 2 / 1e6,
    "14": "Deng et al. 2009",
    "1024": () => 16 * Math.sqrt(4096),
  },
  "hashing/bucket": { "0.6": DECLARED, "0.8": DECLARED },
  "hashing/hears": { "64": () => 8 ** 2, "16": ({ step }) => 64 - zeros(step("bucket.weights").data) },
  "hashing/collision": { "45": DECLARED, "80": DECLARED, "90": () => 360 / 4 },
  "hashing/gaussian": {
    "45": DECLARED,
    "80": DECLARED,
    "180": "the degrees of half a turn",
    "0.5": () => 1 - 45 / 90,
  },
  "hashing/itself": { "10": "Kitaev et al. 2020, section 2" },
  "hashing/uneven": { "64": () => 8 ** 2 },
  "learning/smooth": { "16": DECLARED },
  "hashing/growth": {
    "64": ({ fact }) => fact("many") / fact("few"),
    "4096": ({ fact }) => fact("fullLonger"),
  },
};

const folder = new URL("../text/en/units/", import.meta.url);
const texts: Record<string, { scenes: Record<string, Said> }> = Object.assign(
  {},
  ...readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"))),
);

/** The numbers of two digits or more that a scene writes out, without the names of units and models. */
function literalsIn({ text, question, shows, remember, further }: Said): string[] {
  const plain = [text, question, shows, remember, further?.text]
    .join(" ")
    .replace(/\{\w+\}|unit \d+|A6000|ImageNet-1k/g, " ")
    // Thin spaces part thousands.
    .replace(/(?<=\d)[\u202f\u2009 ](?=\d{3}(?!\d))/g, "");
  const found = plain.match(/(?<![\w.])\d+(?:\.\d+)?/g) ?? [];
  return [...new Set(found)].filter((number) => number.length > 1);
}

const scenes: readonly (readonly [string, Scene, Said])[] = (await UNITS.all()).flatMap((unit) =>
  unit.scenes.map((scene) => {
    const said = texts[unit.id]?.scenes[scene.id];
    if (!said) throw new Error(`${unit.id}/${scene.id} has no text`);
    return [`${unit.id}/${scene.id}`, scene, said] as const;
  }),
);

let lab: Lab;
beforeAll(async () => {
  lab = await openLibrary();
});

describe("a number that a text writes out", () => {
  it.each(scenes)("in %s is known here", (name, _, said) => {
    expect(literalsIn(said).sort()).toEqual(Object.keys(STATED[name] ?? {}).sort());
  });

  const computed = scenes.flatMap(([name, scene]) =>
    Object.entries(STATED[name] ?? {}).flatMap(([number, is]) =>
      typeof is === "string" ? [] : [[`${name}: ${number}`, scene, number, is] as const],
    ),
  );

  it.each(computed)("%s is what it counts", (_, scene, number, is) => {
    const runs = new StageRuns(lab, stageOf(scene));
    const facts = sceneFacts(scene, runs);
    const value = is({
      fact: (name) => factOf(facts, name),
      step: (id, run) => {
        const found = runs.at(settingOf(scene, "answer"), run).steps.get(id);
        if (!found) throw new Error(`no step ${id}`);
        return { shape: found.shape, data: [...found.data] };
      },
    });
    const digits = number.split(".")[1]?.length ?? 0;
    expect(value.toFixed(digits)).toBe(Number(number).toFixed(digits));
  });
});
