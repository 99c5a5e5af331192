/** Returns what an attribute says as JSON; the text itself where it is none, which is refused where it is read. */
export function readJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
