/** Returns what a property says: frameworks set properties to what a template has in the place of an attribute, which may be JSON. */
export const parsed = (value: unknown): unknown => (typeof value === "string" ? readJson(value) : value);

/** Returns what an attribute says as JSON; the text itself where it is none, which is refused where it is read. */
export function readJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A list as JSON, or words with spaces between them. */
export function readWords(text: string | null): unknown {
  const read = readJson(text);
  return typeof read === "string" ? read.split(/\s+/).filter(Boolean) : read;
}
