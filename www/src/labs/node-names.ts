/** Returns the names of a graph's nodes once one is removed, or the last ones, or others are added: these are called by the first numbers that are free. Pure. */
export function namesAfter(names: readonly string[], nodes: number, removed: number | null): readonly string[] {
  const kept = names.filter((_, node) => node !== removed).slice(0, nodes);
  for (let number = kept.length + 1; kept.length < nodes; number += 1) {
    if (!kept.includes(String(number))) kept.push(String(number));
  }
  return kept;
}
