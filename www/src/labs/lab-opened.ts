/** The number of a lab whose arithmetic is open, and the one that is pointed to. */
import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { LabCell } from "../../labs/lab.ts";
import type { CellPlace } from "../elements/events.ts";
import type { Lab } from "../library.ts";
import { arithmeticOf, cellOf, type Opened, openedBy, placed } from "./lab-arithmetic.ts";
import type { RunName } from "./lab-numbers.ts";
import type { LabRuns, Setting } from "./lab-runs.ts";

export class LabOpened implements ReactiveController {
  #opened: Opened | null = null;
  #pointed: CellPlace | LabCell | null = null;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {}

  /** Another lab is entered. */
  enter(): void {
    this.#pointed = null;
  }

  get pointed(): CellPlace | LabCell | null {
    return this.#pointed;
  }

  /** The cell of a run that is open. */
  selected(run: RunName): CellPlace | LabCell | null {
    return this.#opened?.run === run ? cellOf(this.#opened) : null;
  }

  open(run: RunName, runs: LabRuns, setting: Setting, cell: CellPlace | LabCell): void {
    const opened = openedBy(runs.specAt(setting), runs, setting, cell);
    this.#set(opened && { ...opened, run });
  }

  readonly close = (): void => this.#set(null);

  /** A picture says what is pointed to. */
  readonly hover = (event: CustomEvent<CellPlace | null>): void => {
    this.#pointed = event.detail?.step ? placed(event as CustomEvent<CellPlace>) : null;
    this.host.requestUpdate();
  };

  /** The arithmetic of the number that is open in a run. */
  arithmetic(run: RunName, lab: Lab, runs: LabRuns, setting: Setting): TemplateResult | typeof nothing {
    const opened = this.#opened;
    if (opened?.run !== run) return nothing;
    const go = (trail: readonly CellPlace[]) => this.#set({ ...opened, trail });
    return arithmeticOf({ lab, spec: runs.specAt(setting), runs, setting, opened, close: this.close, go });
  }

  #set(opened: Opened | null): void {
    this.#opened = opened;
    this.host.requestUpdate();
  }
}
