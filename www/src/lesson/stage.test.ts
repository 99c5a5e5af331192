import { expect, it } from "vitest";
import type { TraceStep } from "../library.ts";
import type { Piece } from "./arrangement.ts";
import { together } from "./stage.ts";

const sign = (text: string): Piece => ({ kind: "sign", text });
const matrix = (id: string): Piece => ({
  kind: "matrix",
  step: { id } as TraceStep,
  operand: 0,
  transposed: false,
  vertical: false,
});
const written = (pieces: readonly Piece[]) =>
  together(pieces).map((group) => group.map((piece) => (piece.kind === "sign" ? piece.text : piece.step.id)).join(" "));

it("keeps an operand beside its sign and the bracket that closes behind it", () => {
  expect(written([sign("exp("), matrix("S"), sign("−"), matrix("m"), sign(")")])).toEqual(["exp( S", "− m )"]);
  expect(written([sign("max("), matrix("S"), sign(")")])).toEqual(["max( S )"]);
  expect(written([matrix("Q"), sign("·"), matrix("K")])).toEqual(["Q", "· K"]);
  expect(written([])).toEqual([]);
});
