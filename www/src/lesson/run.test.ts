import { beforeAll, describe, expect, it } from "vitest";
import { exampleOf } from "../../examples/index.ts";
import { type Lab, openLibrary } from "../library.ts";
import { type Inputs, isTensor, NO_CHANGES } from "../state/state.ts";
import type { Lesson } from "./lesson.ts";
import { agree, run } from "./run.ts";

let lab: Lab;
let example: Lesson;
beforeAll(async () => {
  lab = await openLibrary();
  example = await exampleOf("alibi-bias");
});

/** A lesson of its own, since what a reader agrees to holds for one lesson. */
const fresh = (): Lesson => ({ ...example });
const length = (tokens: number): Inputs => ({ length: tokens });

describe("a run that keeps the page from answering", () => {
  it("is computed at once up to the lengths that a page has to show", () => {
    expect(run(lab, fresh(), NO_CHANGES).problem).toBeNull();
    expect(run(lab, fresh(), length(500)).problem).toBeNull();
  });

  it("is asked about beyond, though it takes less than a second", () => {
    const { trace, problem } = run(lab, fresh(), length(1000));
    expect(trace).toBeNull();
    expect(problem?.code).toBe("over-limit");
    expect(problem?.run?.changes).toEqual(length(1000));
    expect(problem?.run?.waits?.seconds).toBeLessThan(2);
  });

  it("is computed once the reader agrees, as is every other one of the lesson that takes no longer", () => {
    const lesson = fresh();
    const changes = length(1000);
    const waits = run(lab, lesson, changes).problem?.run?.waits;
    if (!waits) throw new Error("the reader cannot wait");
    agree(lesson, waits);
    const outcome = run(lab, lesson, changes);
    expect(outcome.problem).toBeNull();
    expect(outcome.trace?.steps.length).toBeGreaterThan(0);
    expect(run(lab, lesson, length(999)).problem).toBeNull();
    expect(run(lab, lesson, length(1100)).problem?.code).toBe("over-limit");
    expect(run(lab, fresh(), changes).problem?.code).toBe("over-limit");
  });

  it("is not drawn at all where it takes too much for a page", () => {
    const { problem } = run(lab, fresh(), length(3000));
    expect(problem?.code).toBe("over-limit");
    expect(problem?.run?.waits).toBeNull();
  });
});

it("1 000 rows of 64 numbers are computed without a question", async () => {
  const lesson = await exampleOf("layer-norm");
  const width = 64;
  const x = { shape: [1000, width], data: Array.from({ length: 64_000 }, (_, at) => (at * 37) % 101) };
  const of = (value: number) => ({ shape: [width], data: Array(width).fill(value) });
  const changes = {
    x,
    ...("gamma" in lesson.inputs && { gamma: of(1) }),
    ...("beta" in lesson.inputs && { beta: of(0) }),
  };
  const { trace, problem } = run(lab, lesson, changes);
  expect(problem).toBeNull();
  expect(isTensor(x) && trace?.steps.some(({ shape }) => shape.join() === "1000,64")).toBe(true);
});
