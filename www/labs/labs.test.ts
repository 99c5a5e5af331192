import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";

import type { LabSpec } from "../src/labs/lab.ts";
import { labStateAddress } from "../src/labs/lab-address.ts";
import {
  isNameable,
  type LabState,
  otherValues,
  readState,
  startOf,
  valueBeside,
  withGraph,
  withNames,
  withSpot,
  withValue,
  writeState,
} from "../src/labs/lab-state.ts";
import { type Lab, openLibrary } from "../src/library.ts";
import { labelsOf } from "../src/numbers/labels.ts";
import { Collecting } from "../src/stage/collecting.ts";
import { factAt } from "../src/stage/facts.ts";
import { GRAPH, StageRuns } from "../src/stage/runs.ts";
import { withCell } from "../src/stage/setting.ts";
import type { Setting } from "../src/stage/stage.ts";
import { decodePlace } from "../src/state/link.ts";
import type { Inputs, TensorValue } from "../src/state/state.ts";
import { graph } from "../src/state/values.ts";
import { LABS } from "./index.ts";

type Texts = { readonly [key: string]: Texts | string };

const LANGUAGES = ["en", "ko"] as const;

function textsOf(language: string): Texts {
  const folder = new URL(`../text/${language}/labs/`, import.meta.url);
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Texts);
  return Object.assign({}, ...files) as Texts;
}

const texts = Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language)]));

function leavesOf(tree: Texts | string | undefined, path: readonly string[] = []): string[] {
  if (typeof tree !== "object") return [path.join(".")];
  return Object.entries(tree).flatMap(([key, below]) => leavesOf(below, [...path, key]));
}

function textAt(language: string, path: readonly string[]): string | undefined {
  const found = path.reduce<Texts | string | undefined>(
    (tree, key) => (typeof tree === "object" ? tree[key] : undefined),
    texts[language],
  );
  return typeof found === "string" ? found : undefined;
}

let lab: Lab;
beforeAll(async () => {
  lab = await openLibrary();
});

type Rest<Call> = Call extends (first: never, ...rest: infer Left) => unknown ? Left : never;

const settingOf = ({ values, inputs }: LabState): Setting => ({ values, inputs });

/** The stops of a lab's track; none without one. */
function stopsOf({ track, controls }: LabSpec): readonly number[] {
  const control = controls.find(({ id }) => id === track?.control);
  return control?.kind === "stops" ? control.stops : [];
}

/** The settings of a lab at its start and in its experiments, of both runs where two are compared. */
function settingsOf(spec: LabSpec): Setting[] {
  const read = reader(spec);
  return [startOf(spec), ...spec.experiments.map(({ state }) => read(state))].flatMap((state) => {
    if (!state) throw new Error("an experiment has no such state");
    const other = otherValues(spec, state);
    return [settingOf(state), ...(other ? [{ values: other, inputs: state.inputs }] : [])];
  });
}

/** A lab as it is for each choice of each of its controls, and in its experiments. */
function variantsOf(spec: LabSpec): { readonly setting: Setting; readonly at: LabSpec }[] {
  const runs = new StageRuns(lab, spec);
  const start = startOf(spec);
  const choices = spec.controls.flatMap((control) =>
    control.kind === "choice" ? control.choices.map((choice) => withValue(spec, start, control.id, choice)) : [],
  );
  return [...settingsOf(spec), ...choices.map(settingOf)].map((setting) => ({ setting, at: runs.stageAt(setting) }));
}

const edited = (state: LabState, ...change: Rest<typeof withCell>): LabState => ({
  ...state,
  inputs: withCell(state.inputs, ...change),
});

const withFirstCell = (state: LabState, name: string, now: TensorValue) =>
  edited(state, name, now, { index: now.shape.map(() => 0), value: 1 });

function reader(spec: LabSpec) {
  const runs = new StageRuns(lab, spec);
  return (written: Inputs) => readState(runs, written);
}

const labs = await LABS.all();

it("labs are numbered from 1, without a gap", () => {
  expect(labs.map(({ number }) => number)).toEqual(labs.map((_, at) => at + 1));
});

it("all labs have the same texts in both languages", () => {
  const [english, korean] = LANGUAGES.map((language) => leavesOf(texts[language]).sort());
  expect(korean).toEqual(english);
});

it("what nodes have received of each other is said of nodes, and what they are of their features", () => {
  const spec = labs.find(({ id }) => id === "depth");
  if (!spec) throw new Error("there is no lab on depth");
  const runs = new StageRuns(lab, spec);
  const start = settingOf(startOf(spec));
  const axesOf = (run: string) => runs.at(start, run).steps.get("steps[3]/propagation.state")?.axes;
  expect([axesOf("gcn-heard"), axesOf("gcn-state")]).toEqual([
    ["target", "source"],
    ["target", "feature"],
  ]);
});

it("the walks of the drawn graph come back to the nodes of its triangle alone, as the lab says", () => {
  const spec = labs.find(({ id }) => id === "graph");
  const state = spec && reader(spec)(spec.experiments.find(({ id }) => id === "drawn")?.state ?? {});
  if (!spec || !state) throw new Error("the lab has no such experiment");
  const { steps } = new StageRuns(lab, spec).at(settingOf(state), "walk");
  const returns = steps.get(`steps[${Number(state.values.rounds) - 1}]/random-walk.returns`)?.data ?? [];
  expect([...returns].map((chance) => chance > 0)).toEqual([true, true, true, false, false, false, false]);
});

describe.each(labs.map((spec) => [spec.id, spec] as const))("the lab %s", (id, spec) => {
  it("runs at its start, in each of its experiments, and at every place of its series", () => {
    const runs = new StageRuns(lab, spec);
    for (const { setting, at } of variantsOf(spec))
      for (const [name, fact] of Object.entries(at.facts))
        expect(Number.isFinite(factAt(runs, setting, fact)), name).toBe(true);
    for (const setting of settingsOf(spec)) {
      const series = runs.stageAt(setting).series ?? [];
      const collected = new Collecting(runs, setting, series).go(Number.POSITIVE_INFINITY);
      for (const { id, at } of series) {
        for (const [place, value] of at.entries())
          expect(Number.isFinite(collected?.get(id)?.[place]), `${id} at ${value}`).toBe(true);
      }
    }
  });

  it("draws steps that its runs have", () => {
    const runs = new StageRuns(lab, spec);
    const inputs = [...Object.keys(spec.inputs), ...(spec.draws ? [GRAPH] : [])];
    for (const { setting, at } of variantsOf(spec)) {
      const series = (at.series ?? []).flatMap((one) => [one.id, `${one.id}.places`]);
      for (const one of at.shown) {
        const { steps } = runs.at(setting, one.run);
        const drawn = "picture" in one ? Object.entries(one.picture) : [["step", one.table] as const];
        for (const [key, value] of drawn) {
          // The places of curves are a step, those of a graph are numbers.
          const isStep = /^(?:step|points|directions|buckets|order|chunk)$/.test(key);
          if (isStep || (key === "places" && typeof value === "string"))
            expect(
              [value].flat().some((step) => steps.has(String(step)) || series.includes(String(step))),
              `${key}: ${value}`,
            ).toBe(true);
          if (key === "steps")
            for (const step of value as string[]) expect(steps.has(step) || series.includes(step), step).toBe(true);
          if (/input$/i.test(key)) expect(inputs).toContain(value);
        }
      }
    }
  });

  it("has a text for everything that it shows, which names only its facts", () => {
    const variants = variantsOf(spec);
    const facts = new Set(variants.flatMap(({ at }) => Object.keys(at.facts)));
    const keys = [
      ["title"],
      ["question"],
      ...spec.controls.map((control) => ["controls", control.id]),
      ...spec.controls.filter(({ kind }) => kind === "seed").map((control) => ["draw", control.id]),
      ...spec.controls.flatMap((control) =>
        control.kind === "choice" ? control.choices.map((choice) => ["choices", control.id, choice]) : [],
      ),
      // A number may have a word instead.
      ...spec.controls
        .flatMap((control) =>
          control.kind === "stops" ? control.stops.map((stop) => ["choices", control.id, String(stop)]) : [],
        )
        .filter((key) => textAt(LANGUAGES[0], [id, ...key]) !== undefined),
      // A track names its stops, and says what is new at one in the words of a term or in those that it has from there on.
      ...stopsOf(spec).flatMap((stop) => [
        ["track", String(stop)],
        ...(spec.track?.formulaAt(stop) ?? [])
          .flat()
          .flatMap((one) => [
            ["terms", one.id],
            ["terms", `${one.id}-${stop}`],
          ])
          .filter((key) => textAt(LANGUAGES[0], [id, ...key]) !== undefined),
      ]),
      ...variants.flatMap(({ at }) => [
        ...at.shown.map(({ caption = "" }) => ["captions", caption]),
        ...at.listed.map((fact) => ["facts", fact]),
        ...at.says.map((one) => ["says", one.id]),
        ...(at.series ?? []).map((one) => ["series", one.id]),
      ]),
      ...spec.experiments.flatMap((one) => [
        ["experiments", one.id, "title"],
        ["experiments", one.id, "text"],
      ]),
    ];
    for (const language of LANGUAGES) {
      const used = new Set(keys.map((key) => [id, ...key].join(".")));
      expect(
        leavesOf(texts[language])
          .filter((key) => key.startsWith(`${id}.`))
          .sort(),
      ).toEqual([...used].sort());
      for (const key of keys) {
        const text = textAt(language, [id, ...key]) ?? "";
        const named = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
        expect([...facts]).toEqual(expect.arrayContaining(named));
      }
    }
  });

  it("keeps its whole state in the address", () => {
    const read = reader(spec);
    const runs = new StageRuns(lab, spec);
    let state = startOf(spec);
    expect(writeState(spec, state)).toEqual({});
    for (const control of spec.controls)
      state = withValue(spec, state, control.id, valueBeside(control, state.values[control.id] ?? control.start));
    for (const name of Object.keys(spec.inputs)) {
      const now = runs.input(settingOf(state), name);
      state = edited(state, name, now, { index: now.shape.map((length) => length - 1), value: 0.25 });
      expect(runs.input(settingOf(state), name).data.at(-1)).toBe(0.25);
    }
    if (spec.draws) {
      const drawn = graph(3, [[2, 0]]);
      state = withSpot(withSpot(withGraph(state, drawn), 2, { x: 0, y: 1000 }), 0, { x: 481, y: 37 });
      expect(runs.given(settingOf(state)).graph()).toEqual(drawn);
    }
    const [first] = spec.controls.filter((control) => !("resets" in control));
    if (first) state = withValue(spec, state, first.id, first.start, true);
    const { place, problem } = decodePlace(labStateAddress(id, writeState(spec, state)), []);
    expect([place.practice?.section, place.practice?.id, problem]).toEqual(["labs", id, null]);
    expect(read(place.changes)).toEqual(state);
  });

  it("calls tokens and nodes as the reader does where they can be named, and the address keeps it", () => {
    const read = reader(spec);
    const runs = new StageRuns(lab, spec);
    const start = startOf(spec);
    const renamed = spec.named?.of(runs.given(start));
    if (!spec.named || !renamed) {
      expect(read({ names: "a, b" })).toBeNull();
      return;
    }
    const { axis, count } = renamed;
    const shown = (state: LabState) => labelsOf(runs.namesAt(state), axis, count);
    const before = shown(start);
    const state = withNames(start, ["α", "", "γ"]);
    const { place } = decodePlace(labStateAddress(id, writeState(spec, state)), []);
    expect(read(place.changes)).toEqual(state);
    expect(shown(state)).toEqual(before.map((name, at) => ({ 0: "α", 2: "γ" })[at] ?? name));
    expect(withNames(state, [])).toEqual(start);
    expect(read({ names: " , " })).toEqual(start);
    expect(read({ names: 3 })).toBeNull();
    for (const control of spec.controls) {
      const others = spec.named.resetBy?.includes(control.id) === true;
      const another = valueBeside(control, control.start);
      expect(withValue(spec, state, control.id, another).names).toEqual(others ? null : state.names);
      const beside = withValue(spec, state, control.id, another, true);
      expect([beside.names, isNameable(spec, beside)]).toEqual(others ? [null, false] : [state.names, true]);
    }
  });

  it("refuses what does not fit", () => {
    const read = reader(spec);
    const [control] = spec.controls;
    const wrong: Inputs[] = [
      { "no-such-control": 1 },
      { [control?.id ?? ""]: "no such value" },
      { [control?.id ?? ""]: 1e9 + 0.5 },
      { [`other.${control?.id}`]: 1e9 + 0.5 },
      ...Object.keys(spec.inputs).flatMap((name) => [{ [name]: 1 }, { [name]: { shape: [1, 1], data: [1] } }]),
      { graph: graph(spec.draws ? 2 : 3, [[2, 0]]) },
      { graph: { shape: [1], data: [1] } },
      ...[
        [0, 481, 1001],
        [0, 481, 0.5],
        [0, -1, 37],
        [99, 481, 37],
        [1, 481, 37, 0, 481, 37],
        [1, 481, 37, 1, 481, 37],
        [],
      ].map((data) => ({ places: { shape: [data.length / 3, 3], data } })),
      { places: { shape: [3], data: [0, 481, 37] } },
      { places: { shape: [1, 2], data: [0, 481] } },
      { places: 3 },
      Object.fromEntries(spec.controls.slice(0, 2).map((one) => [`other.${one.id}`, one.start])),
    ];
    for (const state of wrong) expect(read(state), JSON.stringify(state)).toBeNull();
  });

  it("keeps moved nodes while their graph is the same one", () => {
    const moved = withSpot(withSpot(startOf(spec), 1, { x: 100, y: 900 }), 3, { x: 500, y: 500 });
    const here = (state: LabState) => [...state.spots.keys()];
    for (const control of spec.controls) {
      const another = valueBeside(control, control.start);
      const follows = "resets" in control && control.resets?.includes(GRAPH) === true;
      expect(here(withValue(spec, moved, control.id, another))).toEqual(follows ? [] : [1, 3]);
      expect(here(withValue(spec, moved, control.id, another, true))).toEqual([1, 3]);
      const drawn = withGraph(moved, graph(4, []), moved.spots);
      expect(here(withValue(spec, drawn, control.id, another, true))).toEqual(follows ? [] : [1, 3]);
    }
    expect(here(withGraph(moved, graph(3, []), moved.spots))).toEqual([1]);
    expect(here(withGraph(moved, graph(5, [])))).toEqual([]);
  });

  it("drops a changed input when its shape changes, and refuses one that only one of two runs would have", () => {
    const runs = new StageRuns(lab, spec);
    for (const control of spec.controls) {
      const resets = "resets" in control ? (control.resets ?? []) : [];
      for (const name of resets) {
        const start = startOf(spec);
        const edited =
          name === GRAPH
            ? withGraph(start, graph(3, [[2, 0]]))
            : withFirstCell(start, name, runs.input(settingOf(start), name));
        const next = withValue(spec, edited, control.id, valueBeside(control, control.start));
        expect(next.inputs).not.toHaveProperty(name);
      }
    }
  });
});
