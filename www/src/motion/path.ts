/** Paths between two others of the same commands. Pure. */
import { mixed, type Spot, type Way } from "./way.ts";

interface Command {
  readonly letter: string;
  readonly numbers: readonly number[];
}

const COMMAND = /([a-z])([^a-z]*)/gi;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
/** Where the points of a command begin among its numbers; the others are lengths, angles and flags. */
const POINTS: Readonly<Record<string, readonly number[]>> = { M: [0], L: [0], C: [0, 2, 4], Q: [0, 2], A: [5] };
/** The flags of an arc, which have no value between theirs. */
const FLAGS = [3, 4];

function commandsOf(path: string): Command[] {
  // An exponent's letter is none of a command.
  return [...path.replace(/e(?=[-+]?\d)/gi, "\u0001").matchAll(COMMAND)].map(([, letter = "", rest = ""]) => ({
    letter,
    numbers: (rest.replaceAll("\u0001", "e").match(NUMBER) ?? []).map(Number),
  }));
}

/** Returns the points that a path names by their places. */
export function pointsOf(path: string): Spot[] {
  return commandsOf(path).flatMap(({ letter, numbers }) =>
    (POINTS[letter] ?? []).map((at) => ({ x: numbers[at] ?? 0, y: numbers[at + 1] ?? 0 })),
  );
}

const isAlike = (one: readonly Command[], other: readonly Command[]) =>
  one.length === other.length &&
  one.every(({ letter, numbers }, at) => letter === other[at]?.letter && numbers.length === other[at]?.numbers.length);

/** Returns the path after a share of the way from one to another; null where they have other commands. */
export function pathBetween(from: string, to: string, share: number, way: Way): string | null {
  const [before, after] = [commandsOf(from), commandsOf(to)];
  if (!isAlike(before, after)) return null;
  return after.map((command, at) => between(before[at] ?? command, command, share, way)).join("");
}

function between(from: Command, to: Command, share: number, way: Way): string {
  const numbers = to.numbers.map((number, at) => {
    const before = from.numbers[at] ?? number;
    if (to.letter.toUpperCase() === "A" && FLAGS.includes(at)) return share < 0.5 ? before : number;
    return mixed(before, number, share);
  });
  for (const at of POINTS[to.letter] ?? []) {
    const spot = (all: readonly number[]) => ({ x: all[at] ?? 0, y: all[at + 1] ?? 0 });
    const { x, y } = way(spot(from.numbers), spot(to.numbers), share);
    numbers[at] = x;
    numbers[at + 1] = y;
  }
  return `${to.letter}${numbers.map((number) => +number.toFixed(3)).join(" ")}`;
}
