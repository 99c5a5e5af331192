/** Returns names of which no two are equal: one that several have is counted. Pure. */
export function counted(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return number === 1 ? name : `${name}#${number}`;
  });
}
