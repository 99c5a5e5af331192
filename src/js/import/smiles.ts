import { graphOf, type NamedEdge } from "./graph.js";
import { placeOf, Scanner } from "./place.js";
import { type Imported, MOST } from "./types.js";

const ORGANIC = /Cl|Br|[BCNOPSFI]|[bcnops]/y;
const BRACKET = /\[([A-Z][a-z]?|[bcnops])(?:H\d*)?(?:[+-]\d*|\++|-+)?\]/y;
const BONDS: Readonly<Record<string, number>> = { "-": 1, "=": 2, "#": 3, ":": 1.5 };

/**
 * Reads a molecule in SMILES (Weininger 1988): atoms are nodes, named by their element, bonds are edges, whose weights are their orders. The organic subset, atoms
 * in brackets with hydrogens and a charge, branches, rings and aromatic atoms; isotopes, chirality and several molecules are refused by their place.
 */
export function readSmiles(given: string): Imported {
  const text = given.trimEnd();
  const scanner = new Scanner("smiles", text);
  scanner.skipSpace();
  const names: string[] = [];
  const list: NamedEdge[] = [];
  const branches: number[] = [];
  const rings = new Map<string, { atom: number; bond: number | undefined; at: number }>();
  let previous = -1;
  let bond: number | undefined;
  const connect = (from: number, to: number, order: number | undefined, at: number): void => {
    const isAromatic = [from, to].every((atom) => /^[a-z]/.test(names[atom] ?? ""));
    list.push({
      source: `${from}`,
      target: `${to}`,
      weight: order ?? (isAromatic ? 1.5 : 1),
      place: placeOf(text, at),
    });
  };
  while (!scanner.done) {
    const at = scanner.at;
    const atom = scanner.take(ORGANIC)?.[0] ?? scanner.take(BRACKET)?.[1];
    if (atom !== undefined) {
      const number = names.push(atom) - 1;
      if (number >= MOST) throw scanner.error("fewer atoms", at);
      if (previous >= 0) connect(previous, number, bond, at);
      [previous, bond] = [number, undefined];
      continue;
    }
    if (previous < 0) throw scanner.error("an atom");
    const sign = scanner.take(/[-=#:]/y)?.[0];
    if (sign !== undefined) {
      if (bond !== undefined) throw scanner.error("an atom", at);
      bond = BONDS[sign];
      continue;
    }
    const ring = scanner.take(/%(\d\d)|(\d)/y);
    if (ring) {
      const digit = ring[1] ?? ring[2] ?? "";
      const start = rings.get(digit);
      if (start && start.atom === previous) throw scanner.error("the end of the ring at another atom", at);
      if (start) {
        connect(start.atom, previous, bond ?? start.bond, at);
        rings.delete(digit);
      } else rings.set(digit, { atom: previous, bond, at });
      bond = undefined;
      continue;
    }
    if (bond !== undefined) throw scanner.error("an atom behind the bond");
    if (scanner.take(/\(/y)) branches.push(previous);
    else if (branches.length > 0 && scanner.take(/\)/y)) previous = branches.pop() ?? -1;
    else throw scanner.error("an atom, a bond, a ring or a branch of the organic subset");
  }
  if (names.length === 0 || bond !== undefined) throw scanner.error("an atom");
  if (branches.length > 0) throw scanner.error("the end of the branch");
  for (const { at } of rings.values()) throw scanner.error("a ring that is closed", at);
  const numbered = graphOf("smiles", list, { names: names.map((_, number) => `${number}`), directed: false });
  return { ...numbered, names };
}
