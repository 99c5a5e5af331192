/** Where this browser has been: the last place of the course, and the scenes that were seen. Kept in its storage. */
import * as v from "valibot";

const KEY = "attograph-visited";

const stored = v.object({
  /** The address of the last place, and the unit, lab or algorithm that it belongs to. */
  last: v.nullable(
    v.object({
      address: v.pipe(v.string(), v.startsWith("#/")),
      kind: v.picklist(["units", "labs", "algorithms"]),
      id: v.string(),
    }),
  ),
  /** `unit/scene`, each once. */
  seen: v.array(v.string()),
});
type Visited = v.InferOutput<typeof stored>;
export type LastPlace = NonNullable<Visited["last"]>;

/** What was visited since the page was opened, for a browser without storage. */
let own: Visited = { last: null, seen: [] };

/** Reads the storage anew each time: another window may have written to it. */
function read(): Visited {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? own : v.parse(stored, JSON.parse(text));
  } catch {
    // Unreadable or without storage.
    return own;
  }
}

/** The place to go on at; null in a browser that has been nowhere. */
export const lastPlace = (): LastPlace | null => read().last;

/** Whether one of a unit's scenes was seen. */
export const hasSeen = (unit: string): boolean => read().seen.some((name) => name.startsWith(`${unit}/`));

export const wasSeen = (unit: string, scene: string): boolean => read().seen.includes(`${unit}/${scene}`);

/** Keeps a place as the last one, and its scene, if it is one, as seen. */
export function keepVisit(last: LastPlace, scene: string | null): void {
  const { seen } = read();
  const name = `${last.id}/${scene}`;
  own = { last, seen: scene === null || seen.includes(name) ? seen : [...seen, name] };
  try {
    localStorage.setItem(KEY, JSON.stringify(own));
  } catch {
    // Full or refused: it lasts until the page is closed.
  }
}
