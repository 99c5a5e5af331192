import { afterEach, expect, test, vi } from "vitest";
import { LABS } from "../../labs/index.ts";
import { openLibrary } from "../library.ts";
import { factAt } from "../stage/facts.ts";
import { StageRuns } from "../stage/runs.ts";
import { type Collected, orNone } from "../stage/series.ts";
import { settingWith, startValues } from "../stage/setting.ts";
import { SeriesCollector } from "./lab-series.ts";

afterEach(() => void vi.useRealTimers());

test("a curve is collected in tasks that compute one run or make one graph each, and has the numbers of all its runs", async () => {
  const own = await openLibrary();
  let computed = 0;
  const trace: typeof own.trace = (...given) => {
    computed += 1;
    return own.trace(...given);
  };
  await LABS.open("patterns");
  const spec = LABS.get("patterns");
  if (!spec) throw new Error("there is no lab Patterns");
  const setting = { values: { ...startValues(spec), random: 2, causal: "yes" }, inputs: {} };
  vi.useFakeTimers();
  const collected: Collected[] = [];
  const graph: typeof spec.graph = (...given) => {
    const made = spec.graph?.(...given) ?? null;
    computed += 1;
    return made;
  };
  const runs = new StageRuns({ ...own, trace }, { ...spec, graph });
  new SeriesCollector(runs, (found) => collected.push(found)).ask(setting);
  const tasks: number[] = [];
  while (vi.getTimerCount() > 0) {
    const before = computed;
    vi.advanceTimersToNextTimer();
    tasks.push(computed - before);
  }
  expect(Math.max(...tasks)).toBe(1);
  expect(collected).toHaveLength(1);
  const series = runs.stageAt(setting).series ?? [];
  expect(series.length).toBeGreaterThan(2);
  for (const { id, over, at, of } of series)
    expect(collected[0]?.get(id)).toEqual(
      at.map((value) => orNone(() => factAt(runs, settingWith(runs.stage, setting, over, value), of))),
    );
});
