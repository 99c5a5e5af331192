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
    const next: Record<string, number> = {};
    for (const { step: id, index } of [ref, ...(cell?.terms.flat() ?? [])]) {
      const leading = this.host.model.steps.get(id)?.axes.slice(0, -2) ?? [];
      for (const [position, axis] of leading.entries()) next[axis] ??= index[position] ?? 0;
    }
    this.at = { ...this.at, ...next };
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
