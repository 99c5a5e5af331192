/** Finds the names that an object in a JSON text has twice. One parser silently keeps the last of them; another one may keep the first. */
export function doubledNames(json: string): string[] {
  /** For each object and array that is open the names so far; an array has none. */
  const open: (Set<string> | null)[] = [];
  const doubled = new Set<string>();
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(null);
    else if (character === "}" || character === "]") open.pop();
    else if (character === '"') {
      const end = endOfString(json, at);
      const names = open.at(-1);
      if (names && isName(json, end)) {
        const name: string = JSON.parse(json.slice(at, end));
        if (names.has(name)) doubled.add(name);
        names.add(name);
      }
      at = end - 1;
    }
  }
  return [...doubled];
}

/** The place behind a string that begins at a quotation mark; the text has been parsed before, so that there is one. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Whether a string that ends there is the name of a field. */
function isName(json: string, end: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(json);
}
