/** The cells that are outlined because another cell was computed from them. */
import type { Cell } from "../library.ts";

export interface Mark {
  readonly index: readonly number[];
  readonly role: number;
  /** The factor of a product; a step that is two factors is drawn twice. */
  readonly factor?: number;
}

/** Marks by step. The role is the operand's position: its factor in a product, elsewhere its position among the operands. */
export function marksOf(
  cell: Cell | null,
  reads: readonly { readonly step: string }[],
): ReadonlyMap<string, readonly Mark[]> {
  const marks = new Map<string, Mark[]>();
  for (const term of cell?.terms ?? []) {
    for (const [factor, { step, index }] of term.entries()) {
      const place = reads.findIndex((read) => read.step === step);
      const role = cell?.op === "contract" ? factor : Math.max(0, place);
      const list = marks.get(step) ?? [];
      list.push(cell?.op === "contract" ? { index, role, factor } : { index, role });
      marks.set(step, list);
    }
  }
  return marks;
}
