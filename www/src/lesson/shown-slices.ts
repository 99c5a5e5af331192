/** The shown position of each leading axis, such as a head, by the name of the axis: the same in every table and picture. */
import type { ReactiveControllerHost } from "lit";
import type { ElementEvents } from "../elements/events.ts";
import type { Cell } from "../library.ts";
import type { CellRef } from "../state/state.ts";
import type { LessonModel } from "./model.ts";

export class ShownSlices {
  at: Readonly<Record<string, number>> = {};

  constructor(private readonly host: ReactiveControllerHost & { readonly model: LessonModel }) {}

  /** Shows the slice of a cell in its table, and the slices that it reads from in the others. For the update that is beginning. */
  showCell(ref: CellRef, cell: Cell | null): void {
    this.at = { ...this.at, ...slicesOf(ref, cell, (id) => this.host.model.steps.get(id)?.axes ?? []) };
  }

  readonly show = (event: CustomEvent<ElementEvents["ag-slice"]>): void => {
    const step = this.host.model.steps.get(event.detail.step);
    const leading = step?.axes.slice(0, -2) ?? [];
    const next = Object.fromEntries(leading.map((axis, at) => [axis, event.detail.slice[at] ?? 0]));
    this.at = { ...this.at, ...next };
    this.host.requestUpdate();
  };

  readonly follow = (event: CustomEvent<ElementEvents["ag-cursor"]>): void => {
    this.at = { ...this.at, [event.detail.axis]: event.detail.position };
    this.host.requestUpdate();
  };
}

/** Returns the slices of what a cell reads, by axis: where it reads from several, as the color of a node from the counts of all, the one of its own name. */
export function slicesOf(
  ref: CellRef,
  cell: Cell | null,
  axesOf: (step: string) => readonly string[],
): Readonly<Record<string, number>> {
  const own = new Map(axesOf(ref.step).map((axis, at) => [axis, ref.index[at]]));
  const shown: Record<string, number> = {};
  for (const { step, index } of [ref, ...(cell?.terms.flat() ?? [])])
    for (const [at, axis] of axesOf(step).slice(0, -2).entries()) {
      const position = index[at] ?? 0;
      if (!(axis in shown) || position === own.get(axis)) shown[axis] = position;
    }
  return shown;
}
