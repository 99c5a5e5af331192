import { expect, it } from "vitest";
import { caretOf, placeAfterKey } from "./answer-keys.ts";

const inside = { atStart: false, atEnd: false };

it("up and down leave a cell always, left and right only at the ends of its text", () => {
  expect(placeAfterKey("ArrowDown", inside, [0, 1], 3, 3)).toEqual([1, 1]);
  expect(placeAfterKey("ArrowUp", inside, [2, 1], 3, 3)).toEqual([1, 1]);
  expect(placeAfterKey("ArrowLeft", inside, [1, 1], 3, 3)).toBeNull();
  expect(placeAfterKey("ArrowRight", inside, [1, 1], 3, 3)).toBeNull();
  expect(placeAfterKey("ArrowLeft", { atStart: true, atEnd: false }, [1, 1], 3, 3)).toEqual([1, 0]);
  expect(placeAfterKey("ArrowRight", { atStart: false, atEnd: true }, [1, 1], 3, 3)).toEqual([1, 2]);
  expect(placeAfterKey("Home", { atStart: true, atEnd: true }, [1, 1], 3, 3)).toBeNull();
});

it("a text that is selected as a whole has its caret at both ends", () => {
  expect(caretOf({ value: "12", selectionStart: 0, selectionEnd: 2 })).toEqual({ atStart: true, atEnd: true });
  expect(caretOf({ value: "", selectionStart: 0, selectionEnd: 0 })).toEqual({ atStart: true, atEnd: true });
  expect(caretOf({ value: "12", selectionStart: 1, selectionEnd: 1 })).toEqual({ atStart: false, atEnd: false });
  expect(caretOf({ value: "12", selectionStart: 2, selectionEnd: 2 })).toEqual({ atStart: false, atEnd: true });
});
