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
