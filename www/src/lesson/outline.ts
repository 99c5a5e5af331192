/** The chapters of a lesson's run, and the steps that are folded into others until they are asked for. */
import type { Trace } from "../library.ts";
import { type Chapter, chaptersOf } from "../map/chapters.ts";
import { sourceOf } from "../map/graph.ts";
import { partTitle } from "../map/titles.ts";
import { stepText, t } from "../text.ts";

export interface Outline {
  /** Empty where the run is short. */
  readonly chapters: readonly Chapter[];
  /** For each step that is folded, the step that it is folded into. */
  readonly hosts: ReadonlyMap<string, string>;
}

const known = new WeakMap<Trace, Outline>();

export function outlineOf(trace: Trace): Outline {
  const found = known.get(trace);
  if (found) return found;
  const source = sourceOf(trace.steps);
  const chapters = chaptersOf(source);
  const outline = { chapters, hosts: chapters.length > 0 ? source.hosts : new Map<string, string>() };
  known.set(trace, outline);
  return outline;
}

export function chapterTitle({ name }: Chapter): string {
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
