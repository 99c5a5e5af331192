/** What the reader changes: cells, options and the graph of the inputs, and why a change was refused. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { EditDetail } from "../elements/events.ts";
import type { CatalogInput, Lab } from "../library.ts";
import type { Action } from "../state/reducer.ts";
import type { GraphValue, Inputs, InputValue } from "../state/state.ts";
import { t } from "../text.ts";
import type { CellError } from "./ag-inputs.ts";
import { type EditResult, tryCell } from "./edits.ts";
import { tryFitting } from "./fitting.ts";
import type { LessonModel } from "./model.ts";
import { inputLabel, readOption } from "./options.ts";

interface ChangesHost extends ReactiveControllerHost {
  readonly lab: Lab;
  readonly model: LessonModel;
  readonly dispatch: (action: Action) => void;
}

export class Changes implements ReactiveController {
  cellError: CellError | null = null;
  optionErrors: Readonly<Record<string, string>> = {};
  editingGraph = false;
  /** Why the last change of the graph was refused. */
  graphProblem = "";
  /** Further changes that an option caused, and the inputs for which this message is valid. */
  #note: { readonly changes: Inputs; readonly text: string } | null = null;
  /** The inputs after the last change, until the model has them: two changes may come before that. */
  #latest: Inputs | null = null;
  #model: LessonModel | null = null;

  constructor(private readonly host: ChangesHost) {
    host.addController(this);
  }

  hostUpdate(): void {
    if (this.#model !== this.host.model) this.#latest = null;
    this.#model = this.host.model;
  }

  get optionNote(): string {
    return this.#note?.changes === this.host.model.changes ? this.#note.text : "";
  }

  /** Another run is shown. */
  forgetRefusals(): void {
    this.graphProblem = "";
    this.cellError = null;
    this.optionErrors = {};
  }

  get #changes(): Inputs {
    return this.#latest ?? this.host.model.changes;
  }

  /** Returns the message of a change that was refused; null for one that was taken over. */
  #take(result: EditResult): string | null {
    if (!result.ok) return result.message;
    this.#latest = result.changes;
    this.host.dispatch({ type: "edit", changes: result.changes });
    return null;
  }

  #fit(values: Readonly<Record<string, InputValue>>) {
    const { lab, model } = this.host;
    return tryFitting(lab, model.lesson, model.entry, this.#changes, values);
  }

  readonly edit = (event: CustomEvent<EditDetail>): void => {
    event.stopPropagation();
    const { input, index, text } = event.detail;
    const { lab, model } = this.host;
    const message = this.#take(tryCell(lab, model.lesson, this.#changes, { input, index, text }));
    this.cellError = message === null ? null : { input, index, message };
    this.host.requestUpdate();
  };

  readonly option = (input: CatalogInput, change: InputValue | { readonly typed: string }): void => {
    const value =
      typeof change === "object" && change !== null && "typed" in change ? readOption(input, change.typed) : change;
    if (typeof value === "object" && value !== null && "refused" in value) this.#refuse(input, value.refused);
    else {
      const result = this.#fit({ [input.name]: value });
      const message = this.#take(result);
      if (message !== null) this.#refuse(input, t("ui.refused", { reason: message }));
      const fitted = (result.fitted ?? []).map((name) => inputLabel(name)).join(", ");
      if (result.ok)
        this.#note = fitted === "" ? null : { changes: result.changes, text: t("ui.fitted", { inputs: fitted }) };
    }
    this.host.requestUpdate();
  };

  #refuse({ name }: CatalogInput, message: string): void {
    this.optionErrors = { ...this.optionErrors, [name]: message };
  }

  readonly editGraph = async (): Promise<void> => {
    await import("../elements/graph-editor.ts");
    this.editingGraph = !this.editingGraph;
    this.graphProblem = "";
    this.host.requestUpdate();
  };

  readonly graph = (graph: GraphValue): void => {
    const name = this.host.model.lesson.graph;
    if (name === undefined) return;
    const message = this.#take(this.#fit({ [name]: graph }));
    this.graphProblem = message === null ? "" : t("ui.refused", { reason: message });
    this.host.requestUpdate();
  };
}
