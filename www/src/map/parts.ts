/**
 * The parts of a run, read from the ids of its steps: `layers[0]/attention/multi-head.scores` is in the part `layers[0]/attention`, which is in
 * `layers[0]`.
 */

/** What a part consists of, in order: steps by id, and further parts. */
export type Member = { readonly step: string } | { readonly part: Part };

export interface Part {
  /** The prefix of the ids of its steps; empty for the whole run. */
  readonly key: string;
  /** The segments of the key that name the part within the part that it is in; several where each holds nothing but the next. */
  readonly names: readonly string[];
  readonly members: readonly Member[];
  /** The ids of all its steps, those of its parts included, in order. */
  readonly steps: readonly string[];
}

interface Draft {
  readonly key: string;
  readonly names: readonly string[];
  readonly members: ({ readonly step: string } | { readonly draft: Draft })[];
  readonly parts: Map<string, Draft>;
}

const draft = (key: string, names: readonly string[]): Draft => ({ key, names, members: [], parts: new Map() });

/** Returns the whole run as a part. A part of one step is none, and a part that holds nothing but another is one with it. */
export function partsOf(ids: readonly string[]): Part {
  const whole = draft("", []);
  for (const id of ids) {
    const segments = id.split("/").slice(0, -1);
    let place = whole;
    for (const [depth, name] of segments.entries()) {
      const known = place.parts.get(name);
      const next = known ?? draft(segments.slice(0, depth + 1).join("/"), [name]);
      if (!known) {
        place.parts.set(name, next);
        place.members.push({ draft: next });
      }
      place = next;
    }
    place.members.push({ step: id });
  }
  const finished = finish(whole);
  const [only] = finished.members;
  return finished.members.length === 1 && only && "part" in only ? { ...only.part, key: "", names: [] } : finished;
}

function finish({ key, names, members }: Draft): Part {
  const finished = members.map((member): Member => ("draft" in member ? reduced(finish(member.draft)) : member));
  return { key, names, members: finished, steps: finished.flatMap(stepsOf) };
}

function reduced(part: Part): Member {
  const [only] = part.members;
  if (part.members.length !== 1 || !only) return { part };
  return "step" in only ? only : { part: { ...only.part, names: [...part.names, ...only.part.names] } };
}

function stepsOf(member: Member): readonly string[] {
  return "step" in member ? [member.step] : member.part.steps;
}

/** Returns every part within a part, outermost first. */
export function partsWithin({ members }: Part): Part[] {
  return members.flatMap((member) => ("part" in member ? [member.part, ...partsWithin(member.part)] : []));
}

/** Returns the parts that a step is in, outermost first, without the whole run. */
export function partsAround(whole: Part, step: string): Part[] {
  const inner = whole.members.find((member) => "part" in member && member.part.steps.includes(step));
  return inner && "part" in inner ? [inner.part, ...partsAround(inner.part, step)] : [];
}

/**
 * Returns the keys of the parts that are open at first: level by level, as long as no more than `most` boxes are drawn. Of parts that repeat, such as
 * layers, only the first opens.
 */
export function firstOpen(whole: Part, most: number): ReadonlySet<string> {
  const open = new Set<string>();
  let boxes = whole.members.length;
  let level = firsts(whole);
  while (level.length > 0) {
    boxes += level.reduce((sum, { members }) => sum + members.length - 1, 0);
    if (boxes > most) break;
    for (const { key } of level) open.add(key);
    level = level.flatMap(firsts);
  }
  return open;
}

/** The parts right within a part; of those that differ by their number alone, the first. */
function firsts({ members }: Part): Part[] {
  const found = new Map<string, Part>();
  for (const member of members) {
    if (!("part" in member)) continue;
    const kind = member.part.names.join("/").replace(/\[\d+\]/g, "[]");
    if (!found.has(kind)) found.set(kind, member.part);
  }
  return [...found.values()];
}
