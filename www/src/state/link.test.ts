import { deflateSync, strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { decodePlace, encodePlace } from "./link.ts";
import { decodeInputs, encodeInputs } from "./packed.ts";
import { EVERY_ALGORITHM, HOME, type Inputs, LARGEST_SEED, nextSeed, type Place, readSeed } from "./state.ts";

const algorithms = ["gcn-normalization", "gcn-layer", "scaled-dot-product-attention"];

function packed(json: string): string {
  const code = btoa(String.fromCharCode(...deflateSync(strToU8(json))));
  return code.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

describe("a place in the address", () => {
  it("reads as words and numbers while the inputs are the example's", () => {
    const place: Place = {
      ...HOME,
      algorithm: "scaled-dot-product-attention",
      step: 3,
      trail: [{ step: "attention.scores", index: [0, 1] }],
    };
    expect(encodePlace(place, "attention.scores")).toBe("#/algorithms/scaled-dot-product-attention?step=4&cell=0,1");
    expect(encodePlace(place, null)).toBe("#/algorithms/scaled-dot-product-attention?step=4&cell=attention.scores:0,1");
  });

  it("comes back as it went in, with changed inputs, opened cells, seed and view", () => {
    const changes: Inputs = {
      x: { shape: [2, 2], data: [0.1, -2, 1e-300, 3] },
      graph: {
        nodes: 3,
        edges: [
          [0, 1],
          [1, 2],
        ],
        directed: true,
        weights: [0.5, 2],
      },
      heads: 2,
      causal: true,
      combine: "mean",
      mask: null,
      wQuery: { shape: [0, 3], data: [] },
      "attention.wKey": { shape: [0, 3], data: [] },
    };
    const place: Place = {
      practice: null,
      algorithm: "gcn-layer",
      step: 7,
      trail: [
        { step: "gcn.output", index: [0, 1] },
        { step: "gcn.count", index: [] },
        { step: "gcn.x", index: [12, 0, 3] },
      ],
      changes,
      seed: 41,
      words: null,
      front: "sentence",
      backward: { at: [0, 1], every: true },
      view: "present",
    };
    expect(decodePlace(encodePlace(place, "gcn.output"), algorithms)).toEqual({
      place: { ...place, trail: [{ step: "", index: [0, 1] }, ...place.trail.slice(1)] },
      problem: null,
    });
    expect(decodePlace(encodePlace(place), algorithms)).toEqual({ place, problem: null });
  });

  it("opens with the former names of inputs", () => {
    const tensor = { shape: [1, 2], data: [3, 4] };
    const former = encodeInputs({
      "params.wQuery": tensor,
      "params.attention.wKey": tensor,
      heads: 2,
      "params.w1": null,
    });
    expect(decodeInputs(former)).toEqual({ wQuery: tensor, "attention.wKey": tensor, heads: 2, w1: null });
  });

  it("holds every seed that the page can have", () => {
    for (const seed of [0, 10_000_000_000, LARGEST_SEED]) {
      const place: Place = { ...HOME, algorithm: "scaled-dot-product-attention", seed };
      expect(decodePlace(encodePlace(place), algorithms)).toEqual({ place, problem: null });
    }
    expect(nextSeed(9_999_999_999)).toBe(10_000_000_000);
    expect(nextSeed(LARGEST_SEED)).toBe(0);
    expect(readSeed(String(LARGEST_SEED + 1))).toBeNull();
    // Each seed gives 64 seeds of the library, which requires whole numbers that are represented exactly.
    expect(Number.isSafeInteger((LARGEST_SEED + 1) * 64)).toBe(true);
  });

  it("names an exercise by id, difficulty and seed, and its solution by a step and a cell", () => {
    const practice = { section: "exercises", id: "attention-steps", difficulty: "hard", solution: false } as const;
    const exercise: Place = { ...HOME, practice, seed: 7 };
    expect(encodePlace(exercise)).toBe("#/exercises/attention-steps?difficulty=hard&seed=7");
    const solution: Place = {
      ...exercise,
      practice: { ...practice, solution: true },
      step: 3,
      trail: [{ step: "attention.scores", index: [0, 1] }],
    };
    expect(encodePlace(solution, "attention.scores")).toBe(
      "#/exercises/attention-steps/solution?step=4&cell=0,1&difficulty=hard&seed=7",
    );
    const list: Place = { ...HOME, practice: { ...practice, id: null, difficulty: "easy" } };
    for (const place of [exercise, solution, list]) {
      expect(decodePlace(encodePlace(place), algorithms)).toEqual({ place, problem: null });
    }
    expect(decodePlace("#/exercises/attention-steps/nowhere", algorithms).problem).toBe("unknown-lesson");
    expect(decodePlace("#/exercises?difficulty=none", algorithms).problem).toBe("unreadable");
    expect(decodePlace("#/algorithms/gcn-layer?difficulty=hard", algorithms).problem).toBe("unreadable");
  });

  it("is the home when it is empty", () => {
    for (const hash of ["", "#", "#/"]) expect(decodePlace(hash, algorithms)).toEqual({ place: HOME, problem: null });
    expect(encodePlace(HOME)).toBe("#/");
  });

  it("leads to the nearest default when the page does not exist", () => {
    expect(decodePlace("#/nothing", algorithms)).toEqual({ place: HOME, problem: "unknown-lesson" });
    expect(decodePlace("#/constructor", algorithms).problem).toBe("unknown-lesson");
    const list = { ...HOME, algorithm: EVERY_ALGORITHM };
    expect(decodePlace("#/algorithms", algorithms)).toEqual({ place: list, problem: null });
    for (const path of ["#/algorithms/nothing?step=2", "#/algorithms/gcn-layer/more"])
      expect(decodePlace(path, algorithms)).toEqual({ place: list, problem: "unknown-lesson" });
    for (const path of ["#/gcn/nothing?step=2", "#/gcn/gcn-layer/more"])
      expect(decodePlace(path, algorithms)).toEqual({ place: HOME, problem: "unknown-lesson" });
  });

  it("of a former lesson is that of its algorithm, with the lesson's inputs and what was changed in them", () => {
    const w = { shape: [1, 1], data: [5] };
    const { place, problem } = decodePlace(
      `#/gcn/gcn-layer?step=3&cell=0,1&seed=4&i=${encodeInputs({ w })}`,
      algorithms,
    );
    expect(problem).toBeNull();
    expect(place).toMatchObject({ algorithm: "gcn-layer", step: 2, trail: [{ step: "", index: [0, 1] }], seed: 4 });
    expect(place.changes).toMatchObject({ w, activation: "relu", x: { shape: [6, 2] } });
    expect(decodePlace("#/gcn?view=present", algorithms)).toEqual({
      place: { ...HOME, algorithm: "gcn-normalization", view: "present" },
      problem: null,
    });
  });

  it.each([
    "step=0",
    "step=-1",
    "step=1.5",
    "step=x",
    "step=",
    "step=99999999999",
    "cell=a,b",
    "cell=1,",
    "cell=-1",
    "cell=<b>:0",
    "seed=-4",
    "seed=1e3",
    "view=upside-down",
    "nonsense=1",
    "i=",
    "i=v1.",
    "i=v1.!!!!",
    "i=v1.AAAA",
    "i=abc",
    "path=;",
    `path=${Array(20_000).fill("attention.scores:0,0").join(";")}`,
    `i=v1.${packed("{")}`,
    `i=v1.${packed('{"inputs":{"x":{"shape":[2],"data":[1]}}}')}`,
    `i=v1.${packed('{"inputs":{"a b":1}}')}`,
    `i=v1.${packed('{"inputs":{"x":{"shape":[1],"data":[null]}}}')}`,
    `i=v1.${packed('{"inputs":{"x":1},"more":2}')}`,
    `i=v1.${packed("[]")}`,
  ])("gives the part's default for the garbled ?%s", (query) => {
    expect(decodePlace(`#/algorithms/scaled-dot-product-attention?${query}`, algorithms)).toEqual({
      place: { ...HOME, algorithm: "scaled-dot-product-attention" },
      problem: "unreadable",
    });
  });

  it("never throws, wherever a good address is cut or a letter of it is changed", () => {
    const good = encodePlace({
      ...HOME,
      algorithm: "gcn-layer",
      step: 2,
      changes: { x: { shape: [3], data: [1, 2, 3] } },
    });
    for (let at = 0; at < good.length; at += 1) {
      for (const hash of [good.slice(0, at), `${good.slice(0, at)}~${good.slice(at + 1)}`]) {
        expect(() => decodePlace(hash, algorithms)).not.toThrow();
      }
    }
  });

  it("says when the inputs were written by a newer page", () => {
    expect(decodePlace("#/algorithms/gcn-layer?i=v2.AAAA", algorithms)).toEqual({
      place: { ...HOME, algorithm: "gcn-layer" },
      problem: "too-new",
    });
  });

  it("does not unpack a small address into a huge text", () => {
    expect(() => decodeInputs(`v1.${packed(`{"inputs":{"x":"${"a".repeat(5_000_000)}"}}`)}`)).toThrow();
  });

  it("keeps every digit of a number", () => {
    const inputs: Inputs = { x: { shape: [3], data: [0.1 + 0.2, 5e-324, -1.7976931348623157e308] } };
    expect(decodeInputs(encodeInputs(inputs))).toEqual(inputs);
  });

  it("writes and reads the place of a scene, with its answer or without, and of its steps", () => {
    const practice = {
      section: "units",
      id: "self-attention",
      difficulty: "easy",
      solution: false,
      scene: "long-key",
    } as const;
    const scene = { ...HOME, practice };
    const answer = { ...HOME, practice: { ...practice, solution: true } };
    expect(encodePlace(scene)).toBe("#/units/self-attention/long-key");
    expect(encodePlace(answer)).toBe("#/units/self-attention/long-key/answer");
    const steps = { ...HOME, practice: { ...practice, steps: true }, step: 3 };
    expect(encodePlace(steps)).toBe("#/units/self-attention/long-key/steps?step=4");
    for (const place of [scene, answer, steps])
      expect(decodePlace(encodePlace(place), algorithms)).toEqual({ place, problem: null });
    expect(decodePlace("#/units/self-attention/long-key/other", algorithms).problem).toBe("unknown-lesson");
  });
});
