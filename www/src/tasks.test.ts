import { afterEach, describe, expect, test, vi } from "vitest";
import { allTurns, ownTask, turn } from "./tasks.ts";

/** Whether a promise is settled before the present task ends. */
async function isSettledNow(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  for (let microtask = 0; microtask < 100; microtask += 1) await Promise.resolve();
  return settled;
}

afterEach(() => vi.unstubAllGlobals());

describe("a task of its own", () => {
  test("begins after the present one, with what every browser has", async () => {
    vi.stubGlobal("scheduler", undefined);
    const next = ownTask();
    expect(await isSettledNow(next)).toBe(false);
    await next;
  });

  test("is what the browser offers, where it does", async () => {
    const yields = vi.fn(() => Promise.resolve());
    vi.stubGlobal("scheduler", { yield: yields });
    await ownTask();
    expect(yields).toHaveBeenCalledTimes(1);
  });
});

describe("turns", () => {
  test("each is a task of its own, in the order in which they were asked for", async () => {
    vi.stubGlobal("scheduler", undefined);
    const told: string[] = [];
    const say = async (name: string) => {
      await turn();
      told.push(name);
      // Another turn is not in this task.
      for (let microtask = 0; microtask < 100; microtask += 1) await Promise.resolve();
      told.push(`${name} is over`);
    };
    const all = [say("first"), say("second"), say("third")];
    expect(told).toEqual([]);
    await Promise.all(all);
    expect(told).toEqual(["first", "first is over", "second", "second is over", "third", "third is over"]);
  });

  test("all are over only when those are that were asked for meanwhile", async () => {
    const told: string[] = [];
    void turn().then(() => {
      void turn().then(() => told.push("second"));
      told.push("first");
    });
    await allTurns();
    expect(told).toEqual(["first", "second"]);
  });
});
