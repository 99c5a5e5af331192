/**
 * The chapters in which a long run is told: its parts, and stretches of the steps around them. Trivial steps do not count, and what repeats, such as
 * layers, is one chapter where there would be too many. Pure.
 */
import facts from "../../generated/facts.json";
import type { MapSource } from "./graph.ts";
import type { Member, Part } from "./parts.ts";

/** What a chapter is named by: a part, parts that repeat, a text, or a step; one of the way back, by the chapter of the run. */
export type ChapterName = RunChapterName | { readonly back: RunChapterName };

export type RunChapterName =
  | { readonly part: readonly string[] }
  | { readonly first: readonly string[]; readonly last: readonly string[] }
  | { readonly text: string }
  | { readonly step: string };

export interface Chapter {
  readonly key: string;
  readonly name: ChapterName;
  /** In order: chapters within this one, and ids of steps. */
  readonly items: readonly (Chapter | string)[];
  /** The ids of all its steps, in order. */
  readonly steps: readonly string[];
}

/** The steps of the catalog that begin a chapter, by their keys. The name of a chapter is a text: `map.chapters`. */
const BEGINNINGS: Readonly<Record<string, string>> = facts.begins;

/** The chapter of inputs, which begins by itself. */
const INPUTS = "inputs";

/** A run with more steps than this is told in chapters, and so is a part. */
const MOST_FLAT = 12;
/** Parts that repeat are one chapter where there would be more chapters than this. */
const MOST_CHAPTERS = 7;
/** What repeats more often than this is told in stretches of a round number of parts, and these in stretches again. */
const MOST_TOGETHER = 20;
/** Lengths of stretches, each with its decimal multiples. */
const ROUND = [2, 5, 10];

/** Returns the chapters of a run; none where it is short. */
export function chaptersOf({ steps, whole, hosts }: MapSource): readonly Chapter[] {
  if (steps.length - hosts.size <= MOST_FLAT) return [];
  const parts = new Map(whole.members.flatMap((member) => ("part" in member ? owned(member.part) : [])));
  const given = new Set(steps.filter(({ op }) => op === "given").map(({ id }) => id));
  const drafts = joined(draftsOf(whole.steps.length > 0 ? steps.map(({ id }) => id) : [], parts, given));
  if (drafts.length < 2) return [];
  return repeated(drafts.map((draft) => chapterOf(draft)));
}

/** Returns the chapters around a step, outermost first. */
export function chaptersAround(chapters: readonly Chapter[], step: string): readonly Chapter[] {
  const outer = chapters.find(({ steps }) => steps.includes(step));
  if (!outer) return [];
  return [outer, ...chaptersAround(outer.items.filter(isChapter), step)];
}

export function isChapter(item: Chapter | string): item is Chapter {
  return typeof item !== "string";
}

interface Draft {
  /** The part that it is; otherwise a stretch of steps. */
  readonly part: Part | null;
  readonly begins: string | null;
  readonly steps: string[];
}

const owned = (part: Part) => part.steps.map((step) => [step, part] as const);

function draftsOf(ids: readonly string[], parts: ReadonlyMap<string, Part>, given: ReadonlySet<string>): Draft[] {
  const drafts: Draft[] = [];
  for (const id of ids) {
    const part = parts.get(id) ?? null;
    const current = drafts.at(-1);
    const fresh = !current || current.part !== null;
    const begins = part
      ? null
      : (BEGINNINGS[id.slice(id.lastIndexOf("/") + 1)] ?? (fresh && given.has(id) ? INPUTS : null));
    const goesOn = part ? current?.part === part : !fresh && (begins === null || begins === current.begins);
    if (goesOn) current?.steps.push(id);
    else drafts.push({ part, begins, steps: [id] });
  }
  return drafts;
}

/** A single input belongs to the stretch that it is for. */
function joined(drafts: readonly Draft[]): Draft[] {
  const result: Draft[] = [];
  for (const draft of drafts) {
    const before = result.at(-1);
    const alone = before?.begins === INPUTS && before.steps.length === 1;
    if (before && alone && !draft.part) {
      result.pop();
      result.push({ ...draft, steps: [...before.steps, ...draft.steps] });
    } else result.push(draft);
  }
  return result;
}

function chapterOf({ part, begins, steps }: Draft): Chapter {
  if (part) return chapterOfPart(part);
  const first = steps[0] ?? "";
  const name = begins === null ? { step: steps.at(-1) ?? first } : { text: begins };
  return { key: `from ${first}`, name, items: steps, steps };
}

function chapterOfPart({ key, names, members, steps }: Part): Chapter {
  const long = steps.length > MOST_FLAT;
  const item = (member: Member): (Chapter | string)[] => {
    if ("step" in member) return [member.step];
    return long ? [chapterOfPart(member.part)] : [...member.part.steps];
  };
  return { key, name: { part: names }, items: repeated(members.flatMap(item)), steps };
}

function kindOf(item: Chapter | string): string | null {
  if (!isChapter(item) || !("part" in item.name)) return null;
  const names = item.name.part.join("/");
  return /\[\d+\]/.test(names) ? names.replace(/\[\d+\]/g, "[]") : null;
}

/** Joins neighbors that differ by their number alone, where there are too many chapters. */
function repeated<Item extends Chapter | string>(items: readonly Item[]): Item[];
function repeated(items: readonly (Chapter | string)[]): (Chapter | string)[] {
  if (items.filter(isChapter).length <= MOST_CHAPTERS) return [...items];
  const runs: (Chapter | string)[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const kind = kindOf(item);
    if (run && kind !== null && kindOf(run[0] ?? "") === kind) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length < 2 ? run : [joinedRun(run.filter(isChapter))]));
}

/** Puts what repeats very often into stretches, so that no list is long. */
function stretchesOf(run: readonly Chapter[]): readonly Chapter[] {
  if (run.length <= MOST_TOGETHER) return run;
  const least = run.length / MOST_TOGETHER;
  const ten = 10 ** Math.floor(Math.log10(least));
  const length = ten * (ROUND.find((round) => ten * round >= least) ?? 10);
  const count = Math.ceil(run.length / length);
  return Array.from({ length: count }, (_, at) => run.slice(at * length, (at + 1) * length)).flatMap((stretch) =>
    stretch.length === 1 ? stretch : [joinedRun(stretch)],
  );
}

/** One chapter of parts that repeat. */
function joinedRun(run: readonly Chapter[]): Chapter {
  const names = (chapter: Chapter | undefined) => (chapter && "part" in chapter.name ? chapter.name.part : []);
  const [first, last] = [run[0], run.at(-1)];
  return {
    key: `run ${first?.key ?? ""} ${last?.key ?? ""}`,
    name: { first: names(first), last: names(last) },
    items: stretchesOf(run),
    steps: run.flatMap(({ steps }) => steps),
  };
}
