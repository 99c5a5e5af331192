import { afterEach, expect, test, vi } from "vitest";
import { UNITS } from "../../units/index.ts";
import { openLibrary } from "../library.ts";
import { factAt } from "../stage/facts.ts";
import { StageRuns } from "../stage/runs.ts";
import { orNone } from "../stage/series.ts";
import { settingWith } from "../stage/setting.ts";
import { sceneSeries } from "./scene-series.ts";
import { settingOf, stageOf } from "./scene-stage.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("curves that take long stay those of before until the others are computed, in tasks between which the page answers", async () => {
  const own = await openLibrary();
  let [now, computed] = [0, 0];
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const trace: typeof own.trace = (...given) => {
    now += 5;
    computed += 1;
    return own.trace(...given);
  };
  const unit = await UNITS.open("hashing");
  const scene = unit?.scenes.find(({ id }) => id === "collision");
  if (!scene) throw new Error("there is no scene of collisions");
  const stage = stageOf(scene);
  const runs = new StageRuns({ ...own, trace }, stage);
  const again = vi.fn();
  const drawn = (setting: ReturnType<typeof settingOf>) => {
    const { steps } = sceneSeries({ runs, setting, words: "", again });
    return [...(steps.find(({ id }) => id === "measured")?.data ?? [])];
  };
  const numbersAt = (setting: ReturnType<typeof settingOf>) => {
    const { series = [] } = stage;
    const one = series.find(({ id }) => id === "measured");
    if (!one) throw new Error("nothing is measured");
    return one.at.map((value) => orNone(() => factAt(runs, settingWith(stage, setting, one.over, value), one.of)));
  };
  const first = settingOf(scene, "answer");
  const before = drawn(first);
  expect(before).toEqual(numbersAt(first));
  // The control that a curve runs over changes nothing of it.
  computed = 0;
  expect(drawn(settingWith(stage, first, "angle", 90))).toEqual(before);
  expect(computed).toBe(0);
  const [second, third] = [2, 3].map((draw) => settingWith(stage, first, "draw", draw)) as [typeof first, typeof first];
  expect(drawn(second)).toEqual(before);
  expect(drawn(third)).toEqual(before);
  const tasks = [computed];
  while (vi.getTimerCount() > 0) {
    const done = computed;
    vi.advanceTimersToNextTimer();
    tasks.push(computed - done);
  }
  // No run is begun after 12 milliseconds.
  expect(Math.max(...tasks)).toBe(3);
  expect(again).toHaveBeenCalledTimes(1);
  // What was begun is drawn before what was asked for later.
  const drawnNext = drawn(third);
  expect(drawnNext).toEqual(numbersAt(second));
  expect(drawnNext).not.toEqual(before);
  while (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
  expect(drawn(third)).toEqual(numbersAt(third));
  expect(again).toHaveBeenCalledTimes(2);
  // What is asked for no longer is not drawn any more.
  drawn(first);
  expect(drawn(third)).toEqual(numbersAt(third));
  while (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
  expect(again).toHaveBeenCalledTimes(2);
});
