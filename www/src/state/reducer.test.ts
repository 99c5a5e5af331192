import { describe, expect, it } from "vitest";
import { type Action, historyOf, reduce } from "./reducer.ts";
import { HOME, type Inputs, initialState, type PageState, type Place } from "./state.ts";

const start = initialState("en", "auto");
const gcn: Place = { ...HOME, algorithm: "gcn-normalization" };
const run = (state: PageState, ...actions: readonly Action[]): PageState => actions.reduce(reduce, state);
const edit = (value: number): Action => ({ type: "edit", changes: { heads: value } });

describe("inputs", () => {
  it("go back and forth through undo and redo", () => {
    const edited = run(start, { type: "visit", place: gcn }, edit(2), edit(3));
    const undone = run(edited, { type: "undo" });
    expect(undone.changes).toEqual({ heads: 2 });
    expect(run(undone, { type: "undo" }).changes).toEqual({});
    expect(run(undone, { type: "redo" }).changes).toEqual({ heads: 3 });
    expect(run(undone, { type: "undo" }, { type: "redo" }, { type: "redo" }).changes).toEqual({ heads: 3 });
  });

  const lab = (changes: Inputs = {}): Action => ({
    type: "visit",
    place: { ...HOME, practice: { section: "labs", id: "hash", difficulty: "easy", solution: false }, changes },
  });
  const frame = (rounds: number, gesture: number): Action => ({ type: "adjust", changes: { rounds }, gesture });

  it("are undone a gesture at a time, however many frames it had", () => {
    const dragged = run(start, lab(), frame(2, 1), frame(3, 1), frame(4, 1), frame(5, 2));
    expect(dragged.changes).toEqual({ rounds: 5 });
    const undone = run(dragged, { type: "undo" });
    expect(undone.changes).toEqual({ rounds: 4 });
    expect(run(undone, { type: "undo" }).changes).toEqual({});
    expect(run(undone, { type: "undo" }, { type: "undo" })).toEqual(run(undone, { type: "undo" }));
    expect(run(undone, { type: "redo" }).changes).toEqual({ rounds: 5 });
  });

  it("begin a new entry after undo, even within a gesture", () => {
    const state = run(start, lab(), frame(2, 1), { type: "undo" }, frame(3, 1), { type: "undo" });
    expect(state.changes).toEqual({});
  });

  it("come back after a link within a lab, and not after one from elsewhere", () => {
    const followed = run(start, lab(), frame(2, 1), lab({ rounds: 8 }));
    expect(run(followed, { type: "undo" }).changes).toEqual({ rounds: 2 });
    const away = run(followed, { type: "visit", place: gcn }, lab({ rounds: 3 }));
    expect(historyOf(away).past).toEqual([]);
  });

  it("stay as they are when there is nothing to undo or redo", () => {
    const edited = run(start, { type: "visit", place: gcn }, edit(2));
    expect(run(edited, { type: "redo" })).toBe(edited);
    expect(run(start, { type: "undo" })).toBe(start);
  });

  it("lose the redone future with a new edit", () => {
    const state = run(start, { type: "visit", place: gcn }, edit(2), { type: "undo" }, edit(5));
    expect(historyOf(state).future).toEqual([]);
    expect(run(state, { type: "undo" }).changes).toEqual({});
  });

  it("come back after a reset by undo, and a reset of nothing leaves no trace", () => {
    const state = run(start, { type: "visit", place: gcn }, edit(2), { type: "reset" });
    expect(state.changes).toEqual({});
    expect(run(state, { type: "undo" }).changes).toEqual({ heads: 2 });
    expect(run(start, { type: "reset" })).toBe(start);
  });

  it("have one history for each lesson, kept while another is visited", () => {
    const away = run(start, { type: "visit", place: gcn }, edit(2), {
      type: "visit",
      place: { ...gcn, algorithm: "gcn-layer" },
    });
    expect(historyOf(away).past).toEqual([]);
    expect(away.kept["algorithms/gcn-normalization"]).toEqual({ heads: 2 });
    const back = run(away, { type: "visit", place: { ...gcn, changes: { heads: 2 } } });
    expect(historyOf(back).past).toHaveLength(1);
  });

  it("start a new history when an address brings others", () => {
    const state = run(start, { type: "visit", place: gcn }, edit(2), {
      type: "visit",
      place: { ...gcn, changes: { heads: 9 } },
    });
    expect(historyOf(state).past).toEqual([]);
    expect(state.changes).toEqual({ heads: 9 });
  });
});

describe("cells", () => {
  const score = { step: "attention.scores", index: [0, 1] };
  const query = { step: "attention.query", index: [0, 0] };

  it("are opened one from the other, and left again", () => {
    const open = run(start, { type: "select", cell: score }, { type: "open", cell: query, position: 0 });
    expect(open.trail).toEqual([score, query]);
    expect(open.step).toBe(0);
    const back = run(open, { type: "back", depth: 0, position: 3 });
    expect(back.trail).toEqual([score]);
    expect(back.step).toBe(3);
  });

  it("are let go by a step", () => {
    expect(run(start, { type: "select", cell: score }, { type: "step", position: 2 }).trail).toEqual([]);
  });
});
