/** The letter before a statement of a poll. Pure. */

const FIRST = "a".charCodeAt(0);

/** Returns the statement's own letter, or that of its place where its source has a number for it. */
export function statementLetter(options: readonly string[], option: string): string {
  return /^\d+$/.test(option) ? String.fromCharCode(FIRST + options.indexOf(option)) : option;
}
