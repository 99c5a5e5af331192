import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { lessonModel, settle } from "../lesson/model.ts";
import type { Pane } from "../lesson/panes.ts";
import type { Lab } from "../library.ts";
import type { Language } from "../state/language.ts";
import type { Action } from "../state/reducer.ts";
import { HOME, initialState } from "../state/state.ts";
import { Store } from "../state/store.ts";
import { t } from "../text.ts";
import { ALGORITHM, friendsLesson } from "./friends.ts";

const PANES: ReadonlySet<Pane> = new Set<Pane>(["graph", "arithmetic", "player"]);

/** A graph that can be drawn otherwise: who listens to whom, and what each number was computed from. */
@customElement("ag-friends")
export class FriendsElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: Language;

  /** Which step and which number are shown, and how the graph was changed. */
  #store: Store | null = null;

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.#store) return;
    const { place } = settle(this.lab, { ...HOME, algorithm: ALGORITHM }, friendsLesson());
    this.#store = new Store({ ...initialState(this.language, "auto"), ...place });
    this.#store.subscribe(() => this.requestUpdate());
  }

  readonly #dispatch = (action: Action): void => this.#store?.dispatch(action);

  protected override render(): TemplateResult {
    const state = this.#store?.state;
    const model = state ? lessonModel(this.lab, state, friendsLesson()) : null;
    if (!state || !model) return html``;
    return html`
      <p class="friends">${t("home.friends")}</p>
      <ag-lesson
        .language=${this.language}
        .lab=${this.lab}
        .state=${state}
        .model=${model}
        .dispatch=${this.#dispatch}
        .panes=${PANES}
      ></ag-lesson>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-friends": FriendsElement;
  }
}
