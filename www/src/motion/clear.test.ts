import { expect, test } from "vitest";
import { type Journey, type Word, waiting } from "./clear.ts";
import { straight } from "./way.ts";

const from =
  (x: number, y: number): Journey =>
  (share) =>
    straight({ x, y }, { x: 0, y: 0 }, share);

const word = (x: number, y: number, more: Partial<Word> = {}): Word => ({
  box: { left: x, top: y, right: x + 20, bottom: y + 10 },
  journey: null,
  named: false,
  fresh: false,
  ...more,
});

test("of two words of which one passes through the other, the one that moves waits", () => {
  const still = word(50, 0);
  const mover = word(100, 0, { journey: from(-100, 0) });
  expect([...waiting([still, mover])]).toEqual([mover]);
});

test("two that change places both wait; two that move beside each other do not", () => {
  const [one, other] = [word(0, 0, { journey: from(60, 0) }), word(60, 0, { journey: from(-60, 0) })];
  expect(waiting([one, other]).size).toBe(2);
  const below = word(60, 30, { journey: from(-60, 0) });
  expect(waiting([one, below]).size).toBe(0);
});

test("of words that pass through each other while all of them go, the one that goes further is seen", () => {
  const far = word(0, 60, { journey: from(0, -60) });
  const others = [0, 20, 40].map((y) => word(0, y, { journey: from(0, 20) }));
  expect([...waiting([...others, far])]).toEqual(others);
  expect([...waiting([far, ...others])]).toEqual(others);
});

test("what was not there before waits for what passes through its place", () => {
  const fresh = word(50, 0, { fresh: true });
  const mover = word(100, 0, { journey: from(-100, 0) });
  expect([...waiting([fresh, mover])]).toEqual([fresh]);
  expect([...waiting([mover, fresh])]).toEqual([fresh]);
});

test("the name of a node goes with its node, and what it passes through waits for it", () => {
  const label = word(50, 0);
  const name = word(100, 0, { journey: from(-100, 0), named: true });
  expect([...waiting([label, name])]).toEqual([label]);
});

test("of two nodes that change places, the one that is drawn later passes above the other, with its name", () => {
  const [one, other] = [60, -60].map((x) => word(x < 0 ? 60 : 0, 0, { journey: from(x, 0), named: true }));
  expect([...waiting([one, other] as [Word, Word])]).toEqual([one]);
});

test("what lies over something at its place does not wait", () => {
  expect(waiting([word(0, 0), word(5, 0, { journey: from(-40, 0) })]).size).toBe(0);
});

test("a short word on a long way is seen to pass through another wherever that is", () => {
  const mover = { ...word(0, 0, { journey: from(1000, 0) }), box: { left: 0, top: 0, right: 14, bottom: 10 } };
  for (let left = 150; left < 900; left += 10) {
    const still = { ...word(0, 0), box: { left, top: 0, right: left + 14, bottom: 10 } };
    expect([...waiting([still, mover])], `${left}`).toEqual([mover]);
  }
});
