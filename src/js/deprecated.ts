const said = new Set<string>();

/** Says once on the console that a name has been replaced. */
export function deprecated(old: string, present: string): void {
  if (said.has(old)) return;
  said.add(old);
  console.warn(`attograph: \`${old}\` is now \`${present}\`; the old name is accepted until version 1.0`);
}
