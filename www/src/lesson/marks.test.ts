import { beforeAll, expect, it } from "vitest";
import { EXAMPLE_IDS, exampleOf } from "../../examples/index.ts";
import { type Cell, type Lab, openLibrary, stepsById, type TraceStep } from "../library.ts";
import { arrange, type Piece } from "./arrangement.ts";
import { isDrawnOnce, marksOf, marksOn } from "./marks.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLibrary();
});

const textOf = (step: string, index: readonly number[]) => `${step} ${index.join(",")}`;

/** Some cells all over a step. */
function cellsOf({ shape, data }: TraceStep): number[][] {
  const most = Math.min(data.length, 12);
  return Array.from({ length: most }, (_, at) => {
    let place = Math.floor((at * data.length) / most);
    return shape.reduceRight<number[]>((index, length) => {
      index.unshift(place % length);
      place = Math.floor(place / length);
      return index;
    }, []);
  });
}

/** What the tables of a stage mark, by table; a table that is shown as its symbol marks nothing. */
function litOn(pieces: readonly Piece[], cell: Cell, step: TraceStep, once: boolean) {
  const marks = marksOf(cell, step.reads);
  const shown = pieces.filter((piece) => piece.kind === "matrix" && piece.operand !== null) as Extract<
    Piece,
    { kind: "matrix" }
  >[];
  return shown.flatMap((piece, at) => {
    const repeated = once && isDrawnOnce(piece.step) && shown.findIndex((other) => other.step === piece.step) < at;
    return repeated
      ? []
      : [{ piece, lit: marksOn(piece, marks, step.reads, once).map(({ index }) => textOf(piece.step.id, index)) }];
  });
}

it.each(EXAMPLE_IDS)(
  "the tables of %s light what the arithmetic of a cell names, each operand its own numbers",
  async (id) => {
    const { algorithm, inputs } = await exampleOf(id);
    const present = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
    const trace = lab.trace(algorithm, present);
    const steps = stepsById(trace);
    for (const step of steps.values()) {
      for (const index of cellsOf(step)) {
        const cell = lab.cell(trace, step.id, index);
        const pieces = arrange(step, steps, cell);
        const named = new Set(cell.terms.flat().map((operand) => textOf(operand.step, operand.index)));
        for (const once of [false, true]) {
          const tables = litOn(pieces, cell, step, once);
          const what = `${step.id} [${index}]${once ? ", presented" : ""}`;
          expect(new Set(tables.flatMap(({ lit }) => lit)), what).toEqual(named);
          for (const { piece, lit } of tables) {
            const drawn = tables.filter((other) => other.piece.step === piece.step).length;
            const reads = step.reads.filter((read) => read.step === piece.step.id).length;
            if (!["contract", "map"].includes(cell.op) || drawn < 2 || reads < 2) continue;
            const at = piece.operand ?? 0;
            const factor = cell.op === "map" ? (cell.terms[at] ?? []) : cell.terms.flatMap((term) => term[at] ?? []);
            const own = factor.map((operand) => textOf(operand.step, operand.index));
            expect(new Set(lit), `${what}, operand ${piece.operand}`).toEqual(new Set(own));
          }
        }
      }
    }
  },
);
