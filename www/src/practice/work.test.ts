import { describe, expect, it } from "vitest";
import { differences, fitted, merge, newWork, readWork, type Work, withAnswer, withAnswers } from "./work.ts";
import { readWorks, writeWorks } from "./work-file.ts";

const key = { exercise: "attention-steps", difficulty: "easy", seed: 7 } as const;
const work: Work = {
  ...newWork(key),
  answers: { "attention.scores": ["1", "", "3/8"] },
  times: { "attention.scores": [900, 0, 1000] },
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
    const next = withAnswer(work, "attention.scores", 4, 3, "2", 1100);
    expect(next.answers["attention.scores"]).toEqual(["1", "", "3/8", "2"]);
    expect(next.times["attention.scores"]).toEqual([900, 0, 1000, 1100]);
    expect(withAnswer(work, "attention.scaled", 2, 0, "5", 1100).answers["attention.scaled"]).toEqual(["5", ""]);
  });

  it("that change get a later time than before, even when the clock went back", () => {
    const emptied = withAnswers(work, { "attention.scores": ["", "", "3/8"] }, 5);
    expect(emptied.times["attention.scores"]).toEqual([901, 0, 1000]);
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
});

describe("two versions of the work on one exercise", () => {
  const step = "attention.scores";
  const left = { ...withAnswer(work, step, 3, 1, "left", 2000), at: 2000 };
  const right = { ...withAnswer(work, step, 3, 0, "right", 3000), at: 3000, hints: { [step]: 1 } };

  it("are merged cell by cell: each cell keeps the text that was changed later", () => {
    expect(merge(left, right).answers[step]).toEqual(["right", "left", "3/8"]);
    expect(merge(left, right).hints[step]).toBe(2);
  });

  it("give the same in either order, and nothing new when merged again", () => {
    const merged = merge(left, right);
    expect(merge(right, left)).toEqual(merged);
    expect(merge(merged, left)).toEqual(merged);
    expect(merge(merged, right)).toEqual(merged);
    expect(merge({ ...left, at: 3000 }, right)).toEqual(merge(right, { ...left, at: 3000 }));
  });

  it("decide alike when both cells were changed at the same time", () => {
    const one = withAnswer(work, step, 3, 1, "a", 2000);
    const other = withAnswer(work, step, 3, 1, "b", 2000);
    expect(merge(one, other).answers[step]).toEqual(merge(other, one).answers[step]);
  });

  it("keep a cell empty that was emptied later", () => {
    const emptied = withAnswers(left, { [step]: ["1", "", "3/8"] }, 2500);
    expect(merge(left, emptied).answers[step]).toEqual(["1", "", "3/8"]);
  });

  it("are merged by the time of the last change where one comes from a version without times", () => {
    const { times: _, ...old } = work;
    const read = readWork(old);
    expect(read.kind).toBe("whole");
    if (read.kind !== "whole") return;
    expect(merge(read.work, left).answers[step]).toEqual(["1", "left", "3/8"]);
    const older = withAnswer({ ...newWork(key), at: 500 }, step, 3, 0, "9", 500);
    expect(merge(older, read.work).answers[step]).toEqual(["1", "", "3/8"]);
  });

  it("differ in as many cells as have other texts", () => {
    expect(differences(left, right)).toBe(2);
    expect(differences(left, left)).toBe(0);
  });
});
