import { expect, test } from "vitest";
import { openLibrary } from "./library.ts";

test("the library is opened once: every call returns the same object", async () => {
  const [first, second] = await Promise.all([openLibrary(), openLibrary()]);
  expect(second).toBe(first);
  expect(await openLibrary()).toBe(first);
});
