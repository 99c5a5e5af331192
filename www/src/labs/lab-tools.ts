/** What stands below a lab's controls: the choice of a second run, undo, redo, and the way back to the start. */
import { html, type TemplateResult } from "lit";
import { labAddress } from "../state/addresses.ts";
import type { History } from "../state/state.ts";
import { t } from "../text.ts";
import type { LabSpec } from "./lab.ts";
import type { LabState } from "./lab-state.ts";

export interface ToolsView {
  readonly spec: LabSpec;
  readonly state: LabState;
  /** Begins to compare in a control; null ends it. */
  readonly compare: (control: string | null) => void;
  readonly history: History;
  readonly travel: (type: "undo" | "redo") => void;
}

export function labTools(view: ToolsView): TemplateResult {
  const { history, travel, spec } = view;
  // A button stays in the page when there is nothing to do, so that the focus is not lost.
  const traveler = (type: "undo" | "redo", possible: boolean) => html`<button
    type="button"
    class="quiet"
    data-action=${type}
    aria-disabled=${possible ? "false" : "true"}
    @click=${() => possible && travel(type)}
  >${t(`ui.${type}`)}</button>`;
  return html`<div class="lab-tools">
    ${compareField(view)}
    <div class="lab-travel">
      ${traveler("undo", history.past.length > 0)}
      ${traveler("redo", history.future.length > 0)}
      <a href=${labAddress(spec.id)}>${t("labs.frame.reset")}</a>
    </div>
  </div>`;
}

/** Chooses the control in which two runs differ. */
function compareField({ spec, state, compare }: ToolsView): TemplateResult {
  const chosen = state.other?.control ?? "";
  return html`<label class="lab-compare">
    <span>${t("labs.frame.compare")}</span>
    <select data-control="compare" @change=${(event: Event) => compare((event.currentTarget as HTMLSelectElement).value || null)}>
      <option value="" .selected=${chosen === ""}>${t("labs.frame.alone")}</option>
      ${spec.controls.map(
        ({ id }) =>
          html`<option value=${id} .selected=${id === chosen}>${t("labs.frame.differ", { control: t(`labs.${spec.id}.controls.${id}`) })}</option>`,
      )}
    </select>
  </label>`;
}
