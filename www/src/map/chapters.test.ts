import { describe, expect, it } from "vitest";
import facts from "../../generated/facts.json";
import en from "../../text/en/map.json";
import ko from "../../text/ko/map.json";
import { type Chapter, chaptersAround, chaptersOf, isChapter } from "./chapters.ts";
import { sourceOf } from "./graph.ts";
import type { MapStep } from "./trivial.ts";

/** Steps of which each reads the one before; inputs are marked by a star. */
function run(...ids: readonly string[]) {
  const steps = ids.map((id, at): MapStep => {
    const given = id.endsWith("*");
    const before = ids[at - 1]?.replace("*", "");
    const reads = given || before === undefined ? [] : [{ step: before, index: "i" }];
    return { id: id.replace("*", ""), shape: [2], op: given ? "given" : "map", reads };
  });
  return sourceOf(steps);
}

const layer = (number: number) => ["a", "b", "c"].map((name) => `layers[${number}]/${name}`);
const counts = (chapters: readonly Chapter[]) =>
  chapters.map(({ name, steps }) => [Object.values(name)[0], steps.length]);
const ATTENTION = [
  ...["attention.query*", "attention.key*", "attention.value*", "attention.scores", "attention.width"],
  ...["attention.scale", "attention.scaled", "attention.masked", "attention.row-max", "attention.exponentials"],
  ...["attention.row-sum", "attention.weights", "attention.output"],
];

it.each([
  ["English", en],
  ["Korean", ko],
])(
  "has a name in %s for every chapter that a step of the catalog begins, for the whole run and its way back, and for no other",
  (_, { chapters }) => {
    const begun = new Set(["inputs", "forward", "backward", ...Object.values(facts.begins)]);
    expect(Object.keys(chapters).sort()).toEqual([...begun].sort());
  },
);

describe("the chapters of a run", () => {
  it("are none where a run is short", () => {
    expect(chaptersOf(run(...ATTENTION.slice(1)))).toEqual([]);
  });

  it("begin at named steps, and hold every step once and in order", () => {
    const chapters = chaptersOf(run(...ATTENTION));
    expect(counts(chapters)).toEqual([
      ["inputs", 3],
      ["scores", 5],
      ["softmax", 4],
      ["output", 1],
    ]);
    expect(chapters.flatMap(({ steps }) => steps)).toEqual(ATTENTION.map((id) => id.replace("*", "")));
  });

  it("are the parts of a run where it has some, with the steps around them", () => {
    const chapters = chaptersOf(run("x*", "w*", ...layer(0), ...layer(1), ...layer(2), "first", "last"));
    expect(counts(chapters)).toEqual([
      ["inputs", 2],
      [["layers[0]"], 3],
      [["layers[1]"], 3],
      [["layers[2]"], 3],
      ["last", 2],
    ]);
  });

  it("join parts that repeat where there would be too many, and nest in long parts", () => {
    const layers = Array.from({ length: 9 }, (_, number) => layer(number));
    const [inputs, all] = chaptersOf(run("x*", "w*", ...layers.flat()));
    expect(inputs?.steps).toEqual(["x", "w"]);
    expect(all?.name).toEqual({ first: ["layers[0]"], last: ["layers[8]"] });
    expect(all?.items.filter(isChapter).map(({ steps }) => steps)).toEqual(layers);
    const encoder = chaptersOf(run("x*", ...layers.flat().map((id) => `encoder/${id}`), "encoder/end"))[1];
    expect(encoder?.name).toEqual({ part: ["encoder"] });
    expect(encoder?.items.filter(isChapter)).toHaveLength(1);
  });

  it("tell what repeats very often in stretches of round numbers, so that no list is long", () => {
    const layers = Array.from({ length: 1000 }, (_, number) => layer(number));
    const all = chaptersOf(run("x*", "w*", ...layers.flat()))[1];
    const within = (chapter: Chapter | undefined) => chapter?.items.filter(isChapter) ?? [];
    const fifties = within(all);
    expect(fifties).toHaveLength(20);
    expect(fifties[1]?.name).toEqual({ first: ["layers[50]"], last: ["layers[99]"] });
    const fives = within(fifties[1]);
    expect(fives.map(({ steps }) => steps.length)).toEqual(Array.from({ length: 10 }, () => 15));
    expect(within(fives[0]).map(({ steps }) => steps)).toEqual(layers.slice(50, 55));
    const keys = [all, ...fifties, ...fifties.flatMap(within)].map((chapter) => chapter?.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(all?.steps).toEqual(layers.flat());
    const around = chaptersAround(all ? [all] : [], "layers[731]/b");
    expect(around.map(({ steps }) => steps.length)).toEqual([3000, 150, 15, 3]);
  });

  it("put a single input into the stretch that follows it", () => {
    const projected = ["multi-head.query-projection*", "multi-head.query", ...ATTENTION.slice(3)];
    expect(counts(chaptersOf(run("multi-head.x*", ...projected, "end")))[0]).toEqual(["projections", 3]);
  });

  it("around a step are found from the outside in", () => {
    const layers = Array.from({ length: 9 }, (_, number) => layer(number));
    const chapters = chaptersOf(run("x*", "w*", ...layers.flat()));
    const around = chaptersAround(chapters, "layers[4]/b").map(({ name }) => name);
    expect(around).toEqual([{ first: ["layers[0]"], last: ["layers[8]"] }, { part: ["layers[4]"] }]);
    expect(chaptersAround(chapters, "nowhere")).toEqual([]);
  });
});
