import { describe, expect, it } from "vitest";
import { fitted, newWork, readWork, type Work, withAnswer } from "./work.ts";
import { newer, readWorks, writeWorks } from "./work-file.ts";

const key = { exercise: "attention-steps", difficulty: "easy", seed: 7 } as const;
const work: Work = {
  ...newWork(key),
  answers: { "attention.scores": ["1", "", "3/8"] },
  hints: { "attention.scores": 2 },
  right: 1,
  asked: 18,
  at: 1000,
};

describe("work that is read again", () => {
  it("comes back as it was", () => {
    expect(readWork(JSON.parse(JSON.stringify(work)))).toEqual({ kind: "whole", work });
  });

  it("keeps of a damaged entry what can be understood", () => {
    const damaged = {
      ...key,
      answers: { "attention.scores": ["1", 5, null, "x".repeat(2000)], "../../../": ["1"], weights: "2" },
      hints: { "attention.scores": 99, "attention.weights": 1 },
      at: "yesterday",
    };
    expect(readWork(damaged)).toEqual({
      kind: "damaged",
      work: { ...newWork(key), answers: { "attention.scores": ["1", "", "", ""] }, hints: { "attention.weights": 1 } },
    });
  });

  it("is not understood without an exercise, a difficulty and a seed", () => {
    for (const value of [null, 7, "text", [], {}, { ...key, seed: -1 }, { ...key, difficulty: "none" }]) {
      expect(readWork(value)).toEqual({ kind: "unreadable" });
    }
  });
});

describe("answers", () => {
  it("are put into their cell and leave the others", () => {
    const next = withAnswer(work, "attention.scores", 4, 3, "2");
    expect(next.answers["attention.scores"]).toEqual(["1", "", "3/8", "2"]);
    expect(withAnswer(work, "attention.scaled", 2, 0, "5").answers["attention.scaled"]).toEqual(["5", ""]);
  });

  it("are cut to what the exercise asks", () => {
    const asked = [
      { step: "attention.scores", cells: 2 },
      { step: "attention.weights", cells: 1 },
    ];
    expect(fitted(work, asked).answers).toEqual({ "attention.scores": ["1", ""], "attention.weights": [""] });
  });
});

describe("a file of answers", () => {
  it("is read as it was written", () => {
    expect(readWorks(writeWorks([work]))).toEqual({ ok: true, works: [work], damaged: 0, unreadable: 0 });
  });

  it("is refused as a whole only when it is no such file, or a newer one", () => {
    for (const text of ["", "{", "null", "[]", "{}", '{"format":"attograph-progress","version":"1","works":[]}']) {
      expect(readWorks(text)).toEqual({ ok: false, problem: "no-progress-file" });
    }
    const file = JSON.parse(writeWorks([work]));
    expect(readWorks(JSON.stringify({ ...file, version: 2 }))).toEqual({ ok: false, problem: "too-new" });
    expect(readWorks(JSON.stringify({ ...file, works: [work, 7, { ...work, hints: 7 }] }))).toMatchObject({
      ok: true,
      damaged: 1,
      unreadable: 1,
    });
  });

  it("brings what was changed later than what is there", () => {
    const known = new Map([["attention-steps easy 7", work]]);
    const later = { ...work, at: 2000 };
    const other = { ...work, seed: 8, at: 0 };
    expect(newer(known, [work, later, other])).toEqual([later, other]);
  });
});
