/** The cells that are outlined because another cell was computed from them. */
import type { Cell } from "../library.ts";

export interface Mark {
  readonly index: readonly number[];
  readonly role: number;
  /** The factor of a product, or the term of a sum of whole tables; a step that is two of these is drawn twice. */
  readonly factor?: number;
}

/** Marks by step. The role is the operand's position: its factor in a product, elsewhere its position among the operands. */
export function marksOf(
  cell: Cell | null,
  reads: readonly { readonly step: string }[],
): ReadonlyMap<string, readonly Mark[]> {
  const marks = new Map<string, Mark[]>();
  for (const [at, term] of (cell?.terms ?? []).entries()) {
    for (const [factor, { step, index }] of term.entries()) {
      const place = reads.findIndex((read) => read.step === step);
      const role = cell?.op === "contract" ? factor : Math.max(0, place);
      const list = marks.get(step) ?? [];
      if (cell?.op === "contract") list.push({ index, role, factor });
      else list.push(cell?.op === "map" ? { index, role, factor: at } : { index, role });
      marks.set(step, list);
    }
  }
  return marks;
}

/** The marks of one operand on the stage. Numbers that are two factors of a product are drawn twice, each with its own; a list can be drawn once for both. */
export function marksOn(
  {
    step,
    operand,
  }: { readonly step: { readonly id: string; readonly shape: readonly number[] }; readonly operand: number | null },
  marks: ReadonlyMap<string, readonly Mark[]>,
  reads: readonly { readonly step: string }[],
  once: boolean,
): readonly Mark[] {
  const twice = reads.filter((read) => read.step === step.id).length > 1 && !(once && isDrawnOnce(step));
  return (marks.get(step.id) ?? []).filter(({ factor }) => !twice || factor === undefined || factor === operand);
}

/** Whether the numbers of a step that is read twice can be shown once, and as their symbol the second time. */
export const isDrawnOnce = ({ shape }: { readonly shape: readonly number[] }): boolean => shape.length <= 1;
