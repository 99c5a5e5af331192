/** Arrows of graphs lead from who sends to who receives, and the texts have these two words for it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settingOf, stageOf } from "../src/course/scene-stage.ts";
import { nodeAxes } from "../src/elements/graph-axes.ts";
import { openLibrary } from "../src/library.ts";
import { labelOf } from "../src/numbers/labels.ts";
import { StageRuns } from "../src/stage/runs.ts";
import { UNITS } from "./index.ts";

const units = await UNITS.all();
const lab = await openLibrary();

const textsOf = (language: string, unit: string) =>
  JSON.parse(readFileSync(new URL(`../text/${language}/units/${unit}.json`, import.meta.url), "utf8"))[unit]
    .scenes as Record<string, { readonly captions: Readonly<Record<string, string>> }>;

/** Where the picture of a graph is about one node, to which its arrows lead: what its captions say, and that node's name. */
const found = units.flatMap((unit) =>
  unit.scenes.flatMap((scene) =>
    scene.shown.flatMap((one) => {
      if (!("picture" in one) || one.picture.kind !== "graph" || one.picture.into === undefined) return [];
      const { into, step } = one.picture;
      const runs = new StageRuns(lab, stageOf(scene));
      const setting = settingOf(scene, "answer");
      const run = one.run ?? runs.main;
      const of = runs.at(setting, run).steps.get(step);
      if (!of) throw new Error(`${unit.id}/${scene.id} has no step ${step}`);
      const [axis = 0] = nodeAxes(of, of.shape.at(-1) ?? 0);
      const name = labelOf(runs.namesAt(setting, run), of.axes[axis], into);
      return [
        {
          place: `${unit.id}/${scene.id}/${one.caption}`,
          unit: unit.id,
          scene: scene.id,
          caption: one.caption ?? "",
          name,
        },
      ];
    }),
  ),
);

describe("the direction of arrows", () => {
  it("is that of what is received, and a caption names who receives", () => {
    expect(found.length).toBeGreaterThan(20);
    const wrong = found.filter(({ unit, scene, caption, name }) => {
      const said = textsOf("en", unit)[scene]?.captions[caption] ?? "";
      const [before = "", after] = said.split(/\b(?:receives?|has something)\b/);
      return after === undefined || !before.includes(name);
    });
    expect(wrong.map(({ place, name }) => `${place}: ${name}`)).toEqual([]);
  });

  it("has one pair of words: no caption of such a picture says that somebody gives", () => {
    const wrong = found.filter(({ unit, scene, caption }) => {
      const [english, korean] = ["en", "ko"].map((language) => textsOf(language, unit)[scene]?.captions[caption] ?? "");
      return /\bgives?\b/.test(english ?? "") || /(?:에게|에) 주는/.test(korean ?? "");
    });
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  it("is said where such a picture first comes", () => {
    const [first] = found.filter(({ unit }) => unit === "graph-attention");
    const said = textsOf("en", first?.unit ?? "")[first?.scene ?? ""]?.captions[first?.caption ?? ""] ?? "";
    expect(said).toContain("Arrows show who sends to whom");
  });
});
