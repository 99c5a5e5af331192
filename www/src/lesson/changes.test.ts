import { beforeEach, describe, expect, it } from "vitest";
import type { EditDetail } from "../elements/events.ts";
import type { Lab } from "../library.ts";
import type { Action } from "../state/reducer.ts";
import { type Inputs, isTensor, NO_CHANGES } from "../state/state.ts";
import { Changes } from "./changes.ts";
import type { Lesson } from "./lesson.ts";
import type { LessonModel } from "./model.ts";

const lesson: Lesson = {
  algorithm: "any",
  labels: {},
  inputs: { x: { shape: [2, 2], data: [1, 2, 3, 4] } },
};
const lab = { trace: () => ({ steps: [] }) } as unknown as Lab;

function edit(index: readonly number[], text: string): CustomEvent<EditDetail> {
  return { detail: { input: "x", index, text }, stopPropagation() {} } as unknown as CustomEvent<EditDetail>;
}

describe("changes of the inputs", () => {
  let seen: Inputs[];
  let changes: Changes;
  const host = {
    lab,
    model: { lesson, changes: NO_CHANGES } as unknown as LessonModel,
    dispatch: (action: Action) => {
      if (action.type === "edit") seen.push(action.changes);
    },
    addController() {},
    removeController() {},
    requestUpdate() {},
    updateComplete: Promise.resolve(true),
  };
  const data = (inputs: Inputs | undefined) => {
    const x = inputs?.x;
    return isTensor(x) ? x.data : null;
  };

  beforeEach(() => {
    seen = [];
    host.model = { lesson, changes: NO_CHANGES } as unknown as LessonModel;
    changes = new Changes(host);
    changes.hostUpdate();
  });

  it("are all kept when two come before the page is rendered again, as in a drag of an arrow", () => {
    changes.edit(edit([0, 0], "7"));
    changes.edit(edit([0, 1], "8"));
    expect(data(seen.at(-1))).toEqual([7, 8, 3, 4]);
  });

  it("begin with the inputs that are shown after another model came, such as by undo", () => {
    changes.edit(edit([0, 0], "7"));
    host.model = { lesson, changes: NO_CHANGES } as unknown as LessonModel;
    changes.hostUpdate();
    changes.edit(edit([0, 1], "8"));
    expect(data(seen.at(-1))).toEqual([1, 8, 3, 4]);
  });

  it("that are refused change nothing and say why", () => {
    changes.edit(edit([1, 1], "four"));
    expect(seen).toEqual([]);
    expect(changes.cellError?.index).toEqual([1, 1]);
  });
});
