/** The cells that the reader chooses, opens from one another, and lets go. */
import type { CellPlace } from "../elements/events.ts";
import type { Action } from "../state/reducer.ts";
import type { CellRef } from "../state/state.ts";
import { type LessonModel, positionToOpen } from "./model.ts";
import type { Pointing } from "./pointing.ts";

interface ChoicesHost {
  readonly model: LessonModel;
  readonly dispatch: (action: Action) => void;
}

export class Choices {
  constructor(
    private readonly host: ChoicesHost,
    private readonly pointing: Pointing,
  ) {}

  choose({ step, index }: CellRef): void {
    this.pointing.rest();
    this.host.dispatch({ type: "select", cell: { step, index } });
  }

  readonly select = (event: CustomEvent<CellPlace>): void => {
    if (event.detail.step !== "") this.choose(event.detail);
  };

  readonly open = (event: CustomEvent<CellPlace>): void => {
    const cell = { step: event.detail.step, index: event.detail.index };
    this.host.dispatch({ type: "open", cell, position: positionToOpen(this.host.model, cell) });
  };

  readonly back = (event: CustomEvent<{ depth: number }>): void => {
    const { depth } = event.detail;
    const cell = this.host.model.trail[depth];
    if (cell) this.host.dispatch({ type: "back", depth, position: positionToOpen(this.host.model, cell) });
  };

  readonly close = (): void => {
    this.host.dispatch({ type: "select", cell: null });
  };
}
