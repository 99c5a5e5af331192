/** The fewest characters of a name for which a longer name that begins with it counts as close. */
const SHORTEST_START = 3;

/**
 * Returns the known name that is closest to an unknown one, as `nearest` in `src/error/unknown.rs` does: the first that differs in the fewest characters,
 * at most a third of the name, or else the first that begins with the name or ends with a dot and the name; null if there is none.
 */
export function nearest(name: string, known: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(name.length / 3));
  let closest: string | null = null;
  let least = Math.min(most, name.length - 1) + 1;
  for (const one of known) {
    if (Math.abs(one.length - name.length) > most) continue;
    const found = distance(name, one);
    if (found < least) [closest, least] = [one, found];
  }
  const within = (one: string): boolean =>
    one.endsWith(`.${name}`) || (name.length >= SHORTEST_START && one.startsWith(name));
  return closest ?? known.find(within) ?? null;
}

/** Returns the known names that are most like a name, the closest first. */
export function mostAlike(name: string, known: readonly string[], count: number): readonly string[] {
  const distances = new Map(known.map((one) => [one, distance(name, one)]));
  return [...known].sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0)).slice(0, count);
}

/** Returns how many characters must be inserted, removed or replaced to turn one name into the other. */
function distance(from: string, to: string): number {
  const row = Array.from({ length: to.length }, (_, place) => place + 1);
  for (let i = 0; i < from.length; i++) {
    let [diagonal, left] = [i, i + 1];
    for (const [j, above] of row.entries()) {
      left = Math.min(diagonal + (from[i] === to[j] ? 0 : 1), above + 1, left + 1);
      diagonal = above;
      row[j] = left;
    }
  }
  return row.at(-1) ?? from.length;
}
