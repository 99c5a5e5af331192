/** Which cells are outlined because another was made of them. */
import type { Cell } from "../library.ts";

export interface Mark {
  readonly index: readonly number[];
  readonly role: number;
  /** In a product, which of its factors this is; a step that is two of them is drawn twice. */
  readonly factor?: number;
}

/** By step. The role is the operand's position: within a product its factor, elsewhere its place among the steps that are read. */
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
