/** The map as a graph: which boxes are drawn when some parts are open, and which of them read which. No places, and nothing of the document. */
import { type Part, partsOf, partsWithin } from "./parts.ts";
import { hostsOf, type MapStep, trivialSteps } from "./trivial.ts";

/** A box is a step, with the steps that are folded into it, or a folded part. Its key is the step's id, or the part's key. */
export interface Box {
  readonly key: string;
  readonly kind: "step" | "part";
  /** The step whose value and shape the box shows: itself, or the part's result. */
  readonly step: string;
  /** The ids of all steps that it stands for, in order. */
  readonly steps: readonly string[];
  /** The key of the open part that it is in; empty for the whole run. */
  readonly part: string;
  /** For a folded part its names, as {@link Part.names}; otherwise empty. */
  readonly names: readonly string[];
}

/** An open part: a frame around its members. */
export interface Frame {
  readonly key: string;
  readonly names: readonly string[];
  readonly steps: readonly string[];
  /** The key of the open part that it is in; empty for the whole run. */
  readonly part: string;
}

/** At least one step of one box is read by a step of another. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Whether only trivial steps are read or read, such as a width, by a box that reads something else as well. */
  readonly quiet: boolean;
}

export interface MapGraph {
  readonly boxes: readonly Box[];
  readonly frames: readonly Frame[];
  readonly arrows: readonly Arrow[];
  /** What is right within the run, by an empty key, and within each open part, in order. */
  readonly members: ReadonlyMap<string, readonly (Box | Frame)[]>;
  /** The boxes that a box reads, and those that read it, by its key. */
  readonly reads: ReadonlyMap<string, readonly string[]>;
  readonly readers: ReadonlyMap<string, readonly string[]>;
  /** The boxes by key. */
  readonly byKey: ReadonlyMap<string, Box>;
  /** The key of the box that stands for a step. */
  readonly boxOf: ReadonlyMap<string, string>;
}

/** A run, prepared once for all states of its map. */
export interface MapSource {
  readonly steps: readonly MapStep[];
  readonly whole: Part;
  /** The steps that say little by themselves, such as a width. */
  readonly trivial: ReadonlySet<string>;
  /** For each of them that folds, the step in whose box it is. */
  readonly hosts: ReadonlyMap<string, string>;
}

export function sourceOf(steps: readonly MapStep[]): MapSource {
  const whole = partsOf(steps.map(({ id }) => id));
  const parts = new Map<string, string>();
  for (const part of [whole, ...partsWithin(whole)]) {
    for (const member of part.members) if ("step" in member) parts.set(member.step, part.key);
  }
  const trivial = trivialSteps(steps);
  return { steps, whole, trivial, hosts: hostsOf(steps, trivial, (step) => parts.get(step) ?? "") };
}

/**
 * Returns the boxes and arrows of a run.
 *
 * @param open keys of the parts that are open
 * @param told ids of the steps whose trivial steps have boxes of their own
 */
export function graphOf(source: MapSource, open: ReadonlySet<string>, told: ReadonlySet<string>): MapGraph {
  const order = new Map(source.steps.map(({ id }, position) => [id, position]));
  const folded = new Map([...source.hosts].filter(([, host]) => !told.has(host)));
  const guests = new Map<string, string[]>();
  for (const [step, host] of folded) guests.set(host, [...(guests.get(host) ?? []), step]);
  const inOrder = (ids: readonly string[]) => [...ids].sort((one, other) => place(one) - place(other));
  const place = (id: string) => order.get(id) ?? 0;

  const boxes: Box[] = [];
  const frames: Frame[] = [];
  const members = new Map<string, (Box | Frame)[]>();
  const add = (member: Box | Frame) => {
    members.set(member.part, [...(members.get(member.part) ?? []), member]);
    if ("kind" in member) boxes.push(member);
    else frames.push(member);
  };
  const visit = (part: Part) => {
    for (const member of part.members) {
      if ("step" in member) {
        const key = member.step;
        if (folded.has(key)) continue;
        const steps = inOrder([key, ...(guests.get(key) ?? [])]);
        add({ key, kind: "step", step: key, steps, part: part.key, names: [] });
      } else if (open.has(member.part.key)) {
        const { key, names, steps } = member.part;
        add({ key, names, steps, part: part.key });
        visit(member.part);
      } else {
        const { key, names } = member.part;
        const own = member.part.steps.filter((step) => !folded.has(step));
        const steps = inOrder(own.flatMap((step) => [step, ...(guests.get(step) ?? [])]));
        add({ key, kind: "part", step: resultOf(source, member.part), steps, part: part.key, names });
      }
    }
  };
  visit(source.whole);
  const boxOf = new Map(boxes.flatMap(({ key, steps }) => steps.map((step) => [step, key] as const)));
  const arrows = arrowsOf(source, boxOf, told);
  const [reads, readers] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { from, to } of arrows) {
    reads.set(to, [...(reads.get(to) ?? []), from]);
    readers.set(from, [...(readers.get(from) ?? []), to]);
  }
  const byKey = new Map(boxes.map((box) => [box.key, box]));
  return { boxes, frames, members, arrows, reads, readers, byKey, boxOf };
}

/** Returns the last step of a part that a step outside reads; its last step if none does. */
function resultOf({ steps }: MapSource, part: Part): string {
  const own = new Set(part.steps);
  const read = new Set(steps.filter(({ id }) => !own.has(id)).flatMap(({ reads }) => reads.map(({ step }) => step)));
  return part.steps.findLast((step) => read.has(step)) ?? part.steps.at(-1) ?? "";
}

function arrowsOf(
  { steps, trivial, hosts }: MapSource,
  boxOf: ReadonlyMap<string, string>,
  told: ReadonlySet<string>,
): Arrow[] {
  const minor = (id: string) => trivial.has(id) && !told.has(hosts.get(id) ?? "");
  const arrows = new Map<string, Arrow>();
  const fed = new Set<string>();
  for (const { id, reads } of steps) {
    const to = boxOf.get(id) ?? "";
    for (const { step: read } of reads) {
      const from = boxOf.get(read) ?? "";
      if (from === to) continue;
      const key = arrowKey({ from, to });
      const quiet = (minor(id) || minor(read)) && (arrows.get(key)?.quiet ?? true);
      if (!quiet) fed.add(to);
      arrows.set(key, { from, to, quiet });
    }
  }
  return [...arrows.values()].map((arrow) => (fed.has(arrow.to) ? arrow : { ...arrow, quiet: false }));
}

export function arrowKey({ from, to }: Pick<Arrow, "from" | "to">): string {
  return `${from}\n${to}`;
}
