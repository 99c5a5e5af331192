/** The chapters of a lesson's run, and the steps that are folded into others until they are asked for. */
import type { Trace, TraceStep } from "../library.ts";
import { type Chapter, chaptersOf, type RunChapterName } from "../map/chapters.ts";
import { sourceOf } from "../map/graph.ts";
import { partTitle } from "../map/titles.ts";
import { stepText, t } from "../text.ts";

export interface Outline {
  /** Empty where the run is short. */
  readonly chapters: readonly Chapter[];
  /** For each step that is folded, the step that it is folded into. */
  readonly hosts: ReadonlyMap<string, string>;
  /** How many steps are folded into a step. */
  readonly folded: ReadonlyMap<string, number>;
}

const known = new WeakMap<Trace, Outline>();

export function outlineOf(trace: Trace): Outline {
  const found = known.get(trace);
  if (found) return found;
  const run = trace.steps.filter(({ gradient }) => !gradient);
  const back = trace.steps.filter(({ gradient }) => gradient);
  const source = sourceOf(run);
  const there = chaptersOf(source);
  const chapters = back.length === 0 ? there : withBack(there, run, back);
  const hosts: ReadonlyMap<string, string> = there.length > 0 ? source.hosts : new Map();
  const folded = new Map<string, number>();
  for (const host of hosts.values()) folded.set(host, (folded.get(host) ?? 0) + 1);
  const outline = { chapters, hosts, folded };
  known.set(trace, outline);
  return outline;
}

/** A run and its way back of no more steps than this are told without chapters. */
const MOST_FLAT = 16;

/** The way back has the chapters of the run, from the last to the first; where the run has none, both are one chapter each if they are long. */
function withBack(
  there: readonly Chapter[],
  run: readonly TraceStep[],
  back: readonly TraceStep[],
): readonly Chapter[] {
  if (there.length === 0) {
    if (run.length + back.length <= MOST_FLAT) return [];
    const whole = (text: string, of: readonly TraceStep[]): Chapter => {
      const steps = of.map(({ id }) => id);
      return { key: `whole ${text}`, name: { text }, items: steps, steps };
    };
    return [whole("forward", run), whole("backward", back)];
  }
  const chapters: Chapter[] = [];
  for (const { id, gradient } of back) {
    const chapter = there.find(({ steps }) => steps.includes(gradient?.of ?? ""));
    const last = chapters.at(-1);
    const named = chapter && !("back" in chapter.name) ? chapter.name : { text: "backward" };
    const name = { back: named };
    if (last && JSON.stringify(last.name) === JSON.stringify(name)) {
      const steps = [...last.steps, id];
      chapters[chapters.length - 1] = { ...last, items: steps, steps };
    } else chapters.push({ key: `back ${id}`, name, items: [id], steps: [id] });
  }
  return [...there, ...chapters];
}

export function chapterTitle({ name }: Chapter): string {
  if ("back" in name) return t("map.backwardOf", { title: titleOf(name.back) });
  return titleOf(name);
}

function titleOf(name: RunChapterName): string {
  if ("text" in name) return t(`map.chapters.${name.text}`);
  if ("step" in name) return stepText(name.step).title;
  if ("part" in name) return partTitle(name.part, t);
  return `${partTitle(name.first, t)} – ${partTitle(name.last, t)}`;
}

/** Returns the position where the next chapter begins, or this one, or the one before if this one has just begun; null where there is none. */
export function chapterStart(trace: Trace, position: number, by: 1 | -1): number | null {
  const { chapters } = outlineOf(trace);
  const starts = chapters.map(({ steps }) => trace.steps.findIndex(({ id }) => id === steps[0]));
  const found = by > 0 ? starts.find((start) => start > position) : starts.findLast((start) => start < position);
  return found ?? null;
}
