import { describe, expect, it } from "vitest";
import { inView } from "./following.ts";
import { clockText, Timer } from "./timer.ts";

describe("the timer", () => {
  it("goes on, stands, and begins again", () => {
    const timer = new Timer();
    expect([timer.running, timer.passed(5000)]).toEqual([false, 0]);
    timer.toggle(1000);
    expect([timer.running, timer.passed(61_000)]).toEqual([true, 60_000]);
    timer.toggle(61_000);
    expect([timer.running, timer.passed(99_000)]).toEqual([false, 60_000]);
    timer.toggle(100_000);
    expect(timer.passed(101_000)).toBe(61_000);
    timer.reset();
    expect(timer.passed(200_000)).toBe(0);
  });

  it("is written in minutes, and in hours from the first on", () => {
    expect([0, 9_999, 545_000, 3_723_000].map(clockText)).toEqual(["0:00", "0:09", "9:05", "1:02:03"]);
  });
});

describe("an address in a view", () => {
  it("keeps everything else", () => {
    expect(inView("#/gcn?step=4&view=present&i=v1.ab", "presenter")).toBe("#/gcn?step=4&i=v1.ab&view=presenter");
    expect(inView("#/units/a/b?view=presenter", "explore")).toBe("#/units/a/b");
    expect(inView("#/units/a/b", "present")).toBe("#/units/a/b?view=present");
  });
});
