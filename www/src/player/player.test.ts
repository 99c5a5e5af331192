import { describe, expect, it } from "vitest";
import { commandFor, type KeyPress, lessonCommandFor } from "./keys.ts";
import { atEnd, atStart, back, first, jump, last, next, playerAt, scrub } from "./player.ts";

describe("the player", () => {
  it("steps forward and back through every position", () => {
    let player = playerAt(0, 4);
    const seen = [player.position];
    while (!atEnd(player)) {
      player = next(player);
      seen.push(player.position);
    }
    expect(seen).toEqual([0, 1, 2, 3]);
    while (!atStart(player)) player = back(player);
    expect(player.position).toBe(0);
  });

  it("stays at either end", () => {
    expect(back(playerAt(0, 3)).position).toBe(0);
    expect(next(playerAt(2, 3)).position).toBe(2);
  });

  it("goes to the first and the last step", () => {
    expect(last(playerAt(1, 9)).position).toBe(8);
    expect(first(playerAt(7, 9)).position).toBe(0);
  });

  it("keeps a jump within the trace", () => {
    const player = playerAt(2, 5);
    expect(jump(player, 3).position).toBe(3);
    expect(jump(player, 99).position).toBe(4);
    expect(jump(player, -1).position).toBe(0);
    expect(jump(player, Number.NaN).position).toBe(0);
  });

  it("scrubs to the nearest step", () => {
    const player = playerAt(0, 5);
    expect([0, 0.1, 0.13, 0.5, 1, 2].map((fraction) => scrub(player, fraction).position)).toEqual([0, 0, 1, 2, 4, 4]);
  });

  it("rests at 0 in a trace without steps", () => {
    expect(next(playerAt(0, 0)).position).toBe(0);
  });
});

describe("the keys", () => {
  const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
    key,
    ctrl: false,
    shift: false,
    alt: false,
    ...more,
  });

  it("step with the arrows on the page, and leave the arrows to a matrix and to a field", () => {
    expect(commandFor(press("ArrowRight"), "page")).toBe("next");
    expect(commandFor(press("ArrowLeft"), "page")).toBe("back");
    expect(commandFor(press("ArrowRight"), "grid")).toBeNull();
    expect(commandFor(press("Home"), "text")).toBeNull();
  });

  it("step with a clicker's keys everywhere", () => {
    for (const focus of ["page", "grid", "text"] as const) {
      expect(commandFor(press("PageDown"), focus)).toBe("next");
      expect(commandFor(press("PageUp"), focus)).toBe("back");
    }
  });

  it("leave letters to a field", () => {
    expect(commandFor(press("p"), "text")).toBeNull();
    expect(commandFor(press("?"), "text")).toBeNull();
    expect(commandFor(press("?"), "grid")).toBe("keys");
    expect(commandFor(press("p"), "page")).toBe("present");
  });

  it("undo and redo, but let a field undo its own typing", () => {
    expect(commandFor(press("z", { ctrl: true }), "page")).toBe("undo");
    expect(commandFor(press("Z", { ctrl: true, shift: true }), "grid")).toBe("redo");
    expect(commandFor(press("y", { ctrl: true }), "page")).toBe("redo");
    expect(commandFor(press("z", { ctrl: true }), "text")).toBeNull();
  });

  it("leave letters to a list to choose from, whose choice can be undone", () => {
    expect(commandFor(press("b"), "list")).toBeNull();
    expect(commandFor(press("PageDown"), "list")).toBe("next");
    expect(commandFor(press("z", { ctrl: true }), "list")).toBe("undo");
  });

  it("make the screen black, also on a Korean keyboard", () => {
    for (const key of ["b", "B", "ㅠ"]) expect(commandFor(press(key), "page")).toBe("black");
  });

  it("leave the browser's own shortcuts alone", () => {
    expect(commandFor(press("ArrowLeft", { alt: true }), "page")).toBeNull();
    expect(commandFor(press("f", { ctrl: true }), "page")).toBeNull();
    expect(commandFor(press("P", { ctrl: true, shift: true }), "page")).toBeNull();
  });

  it("print by the keys that print elsewhere, in a field as well", () => {
    expect(commandFor(press("p", { ctrl: true }), "page")).toBe("print");
    expect(commandFor(press("p", { ctrl: true }), "text")).toBe("print");
  });

  it("play with the space bar where it does nothing else, and move by cells and chapters outside of fields", () => {
    expect(lessonCommandFor(press(" "), "page", true)).toBe("play");
    expect(lessonCommandFor(press(" "), "page", false)).toBeNull();
    expect(lessonCommandFor(press(" "), "grid", true)).toBeNull();
    for (const [key, command] of [
      [".", "cell-next"],
      [",", "cell-back"],
      ["]", "chapter-next"],
      ["[", "chapter-back"],
    ] as const) {
      expect(lessonCommandFor(press(key), "grid", false)).toBe(command);
      expect(lessonCommandFor(press(key), "text", true)).toBeNull();
      expect(lessonCommandFor(press(key, { ctrl: true }), "page", true)).toBeNull();
      expect(commandFor(press(key), "page")).toBeNull();
    }
  });
});
