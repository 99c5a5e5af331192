import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { CellPlace } from "../elements/events.ts";
import { LightElement } from "../elements/light-element.ts";
import { run } from "../lesson/run.ts";
import { type Lab, stepsById, type TraceStep } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { lessonOn } from "../practice/solution.ts";
import { NO_CHANGES } from "../state/state.ts";
import { t } from "../text.ts";

export interface CellOfRun {
  /** The key of the run, so that it is computed once. */
  readonly key: string;
  readonly algorithm: string;
  readonly inputs: object;
  readonly step: string;
  readonly index: readonly number[];
}

/** The arithmetic of one number of a run, down to its inputs. */
@customElement("ag-run-cell")
export class RunCellElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) place!: CellOfRun;
  @state() private trail!: readonly CellPlace[];

  protected override willUpdate(changed: PropertyValues): void {
    const before = changed.get("place") as CellOfRun | undefined;
    const { key, step, index } = this.place;
    if (before && before.key === key && before.step === step && before.index.join() === index.join()) return;
    if (changed.has("place")) this.trail = [{ step, index }];
  }

  protected override render(): TemplateResult | typeof nothing {
    const { key, algorithm, inputs } = this.place;
    const lesson = lessonOn(this.lab, key, () => ({ algorithm, inputs, start: null }));
    if (!lesson) return nothing;
    const { trace } = run(this.lab, lesson, NO_CHANGES);
    const shown = this.trail.at(-1);
    if (!trace || !shown) return nothing;
    return html`<div
      @ag-open=${(event: CustomEvent<CellPlace>) => {
        const { step, index } = event.detail;
        this.trail = [...this.trail, { step, index }];
      }}
      @ag-back=${(event: CustomEvent<{ depth: number }>) => {
        this.trail = this.trail.slice(0, event.detail.depth + 1);
      }}
    >
      <ag-inspector
        .trail=${this.trail}
        .cell=${this.lab.cell(trace, shown.step, shown.index)}
        .steps=${stepsById(trace)}
        .labels=${(step: TraceStep, axis: number, position: number) => labelOf(lesson.labels, step.axes[axis], position)}
        .text=${t}
      ></ag-inspector>
    </div>`;
  }
}
