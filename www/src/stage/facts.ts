/** Reads the facts of a stage from its runs, and compares them. */
import { formatCell } from "../numbers/format.ts";
import { valueAt } from "../pictures/picture.ts";
import type { StageRuns } from "./runs.ts";
import { startValues } from "./setting.ts";
import type { Claim, Fact, Found, Reading, Setting, Stage } from "./stage.ts";

export type Facts = Readonly<Record<string, number>>;

/** Two numbers that differ by less are the same, as the reference engine's rounding may differ between two ways. */
const SAME = 1e-9;

/** Returns the setting at which a fact is read. */
function settingFor({ stage }: StageRuns, setting: Setting, { at }: Found): Setting {
  if (at === undefined) return setting;
  return { ...setting, values: at === "start" ? startValues(stage) : { ...setting.values, ...at } };
}

/** Returns the number of a fact. Throws the library's error, and where a run has no such cell. */
export function factAt(runs: StageRuns, setting: Setting, fact: Fact): number {
  if ("is" in fact) return fact.is;
  if ("times" in fact) {
    const [one, other] = fact.times;
    return factAt(runs, setting, one) / factAt(runs, setting, other);
  }
  const value = found(runs, settingFor(runs, setting, fact), fact);
  if (value === undefined || Number.isNaN(value))
    throw new Error(`${runs.stage.id}: no run has ${JSON.stringify(fact)}`);
  return value;
}

function found(runs: StageRuns, setting: Setting, fact: Found): number | undefined {
  if ("count" in fact) {
    const { steps, total } = runs.counts(setting, fact.run);
    const counted = fact.step === undefined ? total : steps.find(({ step }) => step === fact.step)?.operations;
    return counted?.[fact.count];
  }
  if ("estimate" in fact) return runs.estimate(setting, fact.run)[fact.estimate];
  const step = runs.at(setting, fact.run).steps.get(fact.step);
  return "along" in fact ? step?.shape[fact.along] : step && valueAt(step, fact.index);
}

/** Returns the numbers of all facts. */
export function readFacts(runs: StageRuns, setting: Setting): Facts {
  const { facts } = runs.stageAt(setting);
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, factAt(runs, setting, fact)]));
}

/** Returns the number of a fact that there is. */
export function factOf(facts: Facts, name: string): number {
  const value = facts[name];
  if (value === undefined) throw new Error(`there is no fact ${name}`);
  return value;
}

/** Whether a comparison holds. */
export function holds(claim: Claim, facts: Facts): boolean {
  if ("not" in claim) return !holds(claim.not, facts);
  if ("all" in claim) return claim.all.every((one) => holds(one, facts));
  const [first, second] = "more" in claim ? claim.more : claim.same;
  const distance = factOf(facts, first) - factOf(facts, second);
  return "more" in claim ? distance > SAME : Math.abs(distance) <= SAME;
}

/** Whether a fact is a number of a run, whose arithmetic can be shown. */
export function isReading(fact: Fact | undefined): fact is Reading {
  return fact !== undefined && "index" in fact;
}

/** Returns the facts as texts show them: numbers, or the names of what they stand for. */
export function shownFacts(facts: Facts | null, stage: Pick<Stage, "facts" | "values">): Record<string, string> {
  const nameOf = (name: string, value: number) => {
    const { [name]: fact } = stage.facts;
    return isReading(fact) ? stage.values?.[fact.step]?.[value] : undefined;
  };
  return Object.fromEntries(
    Object.entries(facts ?? {}).map(([name, value]) => [name, nameOf(name, value) ?? formatCell(value)]),
  );
}
