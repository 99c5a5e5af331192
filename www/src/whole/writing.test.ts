import { expect, test } from "vitest";
import { chosenOf, sectionsOf } from "./writing.ts";

test("the parts of the words follow each other from 0 to 1, each as long as its share", () => {
  const sections = sectionsOf([0.25, 0.5, 0.25]);
  expect(sections).toEqual([
    { at: 0, from: 0, to: 0.25 },
    { at: 1, from: 0.25, to: 0.75 },
    { at: 2, from: 0.75, to: 1 },
  ]);
  // What is lost by rounding belongs to the last word.
  expect(sectionsOf([0.1, 0.2, 0.3, 0.4 - 1e-12]).at(-1)?.to).toBe(1);
});

test("a drawn number falls on one part, a border on the part that begins there; without a number the longest is chosen, of equal ones the first", () => {
  const sections = sectionsOf([0.25, 0, 0.5, 0.25]);
  const chosen = [0, 0.2499, 0.25, 0.7499, 0.75, 0.9999].map((drawn) => chosenOf(sections, drawn)?.at);
  expect(chosen).toEqual([0, 0, 2, 2, 3, 3]);
  expect(chosenOf(sections, null)?.at).toBe(2);
  expect(chosenOf(sectionsOf([0.5, 0.5]), null)?.at).toBe(0);
});
