/** The lecturer's own notes, kept in the browser, one for each place. */
import * as v from "valibot";
import { remember, remembered } from "../state/preferences.ts";

const KEY = "attograph.notes";
const stored = v.record(v.string(), v.string());

/** Reads the storage anew each time: another window may have written to it. */
function read(): Record<string, string> {
  try {
    return v.parse(stored, JSON.parse(remembered(KEY) ?? "{}"));
  } catch {
    return {};
  }
}

export function noteOf(place: string): string {
  return read()[place] ?? "";
}

/** Keeps a note; an empty one is forgotten. */
export function keepNote(place: string, text: string): void {
  const { [place]: _, ...others } = read();
  remember(KEY, JSON.stringify(text.trim() === "" ? others : { ...others, [place]: text }));
}

const FORMAT = "attograph-notes";
const file = v.object({ format: v.literal(FORMAT), version: v.literal(1), notes: stored });

/** All notes as a file, to take them to another device. */
export const writeNotes = (): string => `${JSON.stringify({ format: FORMAT, version: 1, notes: read() }, null, 2)}\n`;

/** Takes the notes of a file in; of two notes on one place both are kept. Returns how many places have changed; null where it is no such file. */
export function takeNotes(text: string): number | null {
  let notes: Record<string, string>;
  try {
    ({ notes } = v.parse(file, JSON.parse(text)));
  } catch {
    return null;
  }
  let changed = 0;
  for (const [place, note] of Object.entries(notes)) {
    const before = noteOf(place);
    if (note.trim() === "" || before.includes(note)) continue;
    keepNote(place, before === "" ? note : `${before}\n\n${note}`);
    changed += 1;
  }
  return changed;
}
