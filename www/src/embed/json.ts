/** What attributes say as JSON. */
import { GivenProblem } from "./problem.ts";

/**
 * Returns what a property says: frameworks set properties to what a template has in the place of an attribute, which is the text of the attribute. Refuses a text that is no
 * JSON.
 */
export function parsed(attribute: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new GivenProblem(attribute, "given.json", { reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Returns what an attribute says as JSON; the text itself where it is none, which is refused where it is read. */
export function readJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A list as JSON, or words with spaces between them. What begins as a list and is none stays a text. */
export function readWords(text: string | null): unknown {
  const read = readJson(text);
  return typeof read === "string" && !/^\s*[[{]/.test(read) ? read.split(/\s+/).filter(Boolean) : read;
}
