import { expect, test } from "vitest";
import { withoutGloss } from "./gloss.ts";

test("the English term after a Korean one goes, with the joiner behind it", () => {
  expect(withoutGloss("어텐션 벡터(attention vector)\u2060의 출발 쪽 절반")).toBe("어텐션 벡터의 출발 쪽 절반");
  expect(withoutGloss("어텐션 가중치(attention weights)")).toBe("어텐션 가중치");
});

test("what is no translation stays", () => {
  for (const name of ["중심(μ)", "Mask (1: may attend)", "각도(도)", "소프트맥스(x)"])
    expect(withoutGloss(name)).toBe(name);
});
