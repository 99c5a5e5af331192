import type { Given } from "./glue.js";
import { each, readRecord, refuseUnknown, tooLarge, wholeNumber, wrongType } from "./refuse.js";
import { flatten, MAX_RANK } from "./tensor.js";
import type { GradientAsked } from "./trace-types.js";
import type { CatalogEntry } from "./types.js";

/** More names than any algorithm has inputs; a limit for arrays that claim any length. */
const MAX_NAMES = 1000;

const THROUGH = ["closed-forms", "every-step"] as const;

/** What is asked of a gradient: as it crosses, and as a trace keeps it. */
export interface Asked {
  readonly crossing: readonly Given[];
  readonly asked: GradientAsked;
}

/** Validates what is asked of a gradient of an algorithm, and returns copies. */
export function readGradient(
  { inputs, outputs }: CatalogEntry,
  options: unknown,
  input = "options",
  known: readonly string[] = ["of", "at", "upstream", "wrt", "through"],
): Asked {
  const { of, at, upstream, wrt, through } = readRecord(input, options, known);
  const crossing: Given[] = [];
  const asked: { -readonly [Name in keyof GradientAsked]: GradientAsked[Name] } = {};
  if (isGiven(of)) {
    asked.of = wordOf("of", "the name of a result", of);
    refuseUnknown(
      "output",
      [asked.of],
      outputs.map(({ name }) => name),
    );
    crossing.push({ name: "of", kind: "word", word: asked.of });
  }
  if (isGiven(at)) {
    if (isGiven(upstream)) throw wrongType("at", "left out where `upstream` is given", at);
    asked.at = placesOf(at);
    const data = Float64Array.from(asked.at);
    crossing.push({ name: "at", kind: "tensor", shape: Uint32Array.of(data.length), data });
  }
  if (isGiven(upstream)) {
    const { shape, data } = flatten("upstream", upstream);
    asked.upstream = { shape: Array.from(shape), data: data.slice() };
    crossing.push({ name: "upstream", kind: "tensor", shape, data });
  }
  if (isGiven(wrt)) {
    const names = namesOf(wrt);
    const isFormer = (name: string): boolean => inputs.some(({ former }) => former === name);
    refuseUnknown(
      "input",
      names.filter((name) => !isFormer(name)),
      inputs.map(({ name }) => name),
    );
    asked.wrt = names;
    crossing.push({ name: "wrt", kind: "flag", flag: true });
    for (const word of names) crossing.push({ name: "wrt", kind: "word", word });
  }
  const chosen = isGiven(through) ? THROUGH.find((one) => one === through) : "closed-forms";
  if (!chosen) throw wrongType("through", `one of ${THROUGH.join(", ")}`, through);
  if (isGiven(through)) asked.through = chosen;
  crossing.push({ name: "through", kind: "word", word: chosen });
  return { crossing, asked };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function wordOf(input: string, expected: string, value: unknown): string {
  if (typeof value !== "string") throw wrongType(input, expected, value);
  return value;
}

function placesOf(value: unknown): number[] {
  if (!Array.isArray(value)) throw wrongType("at", "an array of whole numbers", value);
  if (value.length > MAX_RANK) throw tooLarge("at", [value.length], MAX_RANK);
  return each(value, (place) => wholeNumber("at", place, 0));
}

function namesOf(value: unknown): string[] {
  const expected = "an array of names of inputs";
  if (!Array.isArray(value)) throw wrongType("wrt", expected, value);
  if (value.length > MAX_NAMES) throw tooLarge("wrt", [value.length], MAX_NAMES);
  return each(value, (name) => wordOf("wrt", expected, name));
}
