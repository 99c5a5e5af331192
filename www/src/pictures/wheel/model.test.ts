import { expect, it } from "vitest";
import { turnKey, type WheelMark } from "./model.ts";

const at = (degrees: number) => {
  const angle = (degrees * Math.PI) / 180;
  return { spot: { x: Math.cos(angle), y: Math.sin(angle) } } as WheelMark;
};

it("directions that are turned are found again, and those that are mirrored are others", () => {
  const key = (...degrees: number[]) => turnKey({ directions: degrees.map(at) });
  expect(key(10, 100)).toBe(key(200, 290));
  expect(key(10, 100)).not.toBe(key(10, -80));
  // One direction has no order.
  expect(key(10)).toBe(key(-170));
});
