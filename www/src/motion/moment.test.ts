import { expect, test } from "vitest";
import { momentNow } from "./moment.ts";

test("what comes in one task comes together, and what comes after it does not, without a frame between them", async () => {
  const first = momentNow();
  expect(momentNow()).toBe(first);
  await Promise.resolve();
  const second = momentNow();
  expect(second).not.toBe(first);
  expect(momentNow()).toBe(second);
});
