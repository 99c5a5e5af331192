/** The arithmetic of the chosen cell, below the stage. */
import { html, nothing, type TemplateResult } from "lit";
import type { CellPlace } from "../elements/events.ts";
import type { Cell, TraceStep } from "../library.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import type { CellRef } from "../state/state.ts";
import { stepText, t } from "../text.ts";
import type { Choices } from "./choices.ts";
import type { LessonModel } from "./model.ts";
import { isEditable } from "./stage.ts";

export interface ArithmeticView {
  readonly model: LessonModel;
  /** The cells that were opened from one another; empty where none is. */
  readonly trail: readonly CellRef[];
  readonly cell: Cell | null;
  readonly labels: (step: TraceStep, axis: number, position: number) => string;
  /** How many of the terms are shown while the step is played; null for all, with the result. */
  readonly told: number | null;
  /** Whether the step is named where no number is open: nothing else says what its numbers are. */
  readonly named: boolean;
  /** Whether a screen reader is told nothing. */
  readonly quiet: boolean;
  /** The cell that is highlighted in the arithmetic. */
  readonly point: (cell: CellPlace | null) => void;
  readonly choices: Choices;
  /** What is said below the arithmetic; nothing where there is nothing to say. */
  readonly more: unknown;
}

export function arithmeticPanel(view: ArithmeticView): TemplateResult {
  const { model, trail, cell, labels, told, quiet, point, choices, more } = view;
  const open = trail.length > 0;
  return html`<section
    class="inspector"
    data-open=${open ? "true" : "false"}
    aria-label=${t("ui.arithmetic")}
    @ag-open=${choices.open}
    @ag-back=${choices.back}
    @ag-hover=${(event: CustomEvent<CellPlace | null>) => point(event.detail)}
  >
    ${
      open
        ? html`<ag-inspector
              .trail=${trail}
              .cell=${cell}
              .steps=${model.steps}
              .labels=${labels}
              .editable=${(step: TraceStep) => isEditable(model, step)}
              .told=${told}
              .quiet=${quiet}
              .text=${t}
            ></ag-inspector>
            ${more}
            ${quiet ? nothing : html`<button type="button" class="close" aria-label=${t("ui.closeInspector")} @click=${choices.close}>×</button>`}`
        : html`${view.named ? about(model.step) : nothing}<p class="hint">${t("ui.pickCell")}</p>`
    }
  </section>`;
}

/** What the numbers of a step are: its title, and the first sentence of its text. */
function about(step: TraceStep): TemplateResult {
  const { title, text } = stepText(step);
  const [first = ""] = text.match(/^.*?\.(?=\s|$)/s) ?? [text];
  return html`<p class="about"><strong>${plainSymbol(step.symbol)}: ${title}.</strong> ${first}</p>`;
}
