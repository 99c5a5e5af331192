import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { AgElement } from "../elements/ag-element.ts";
import { elementStyles } from "../elements/element-styles.ts";
import { offlineText } from "./words.ts";

/** Asks whether to use a newer version of the page. While something is presented it says nothing. */
@customElement("ag-update")
export class UpdateElement extends AgElement {
  static override styles = [
    elementStyles,
    css`
      .question {
        position: fixed;
        z-index: 10;
        inset-block-end: 1rem;
        inset-inline-end: 1rem;
        max-inline-size: min(26rem, 100% - 2rem);
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 0.75rem;
        padding: 0.75rem 1rem;
        border: 1px solid var(--line);
        border-radius: 6px;
        background: var(--paper);
        box-shadow: 0 0.25rem 1rem rgb(0 0 0 / 18%);
      }
      p {
        flex: 1 1 12rem;
        margin: 0;
      }
      button {
        min-block-size: 2.75rem;
        padding-inline: 0.75rem;
      }
      .use {
        border-color: currentcolor;
        font-weight: 600;
      }
      /* The player is at the bottom of a phone. */
      @media (max-width: 40rem) {
        .question {
          inset-block: 0.5rem auto;
          inset-inline: 0.5rem;
          max-inline-size: none;
        }
      }
      @media print {
        .question {
          display: none;
        }
      }
    `,
  ];

  /** Changes to the newer version. */
  @property({ attribute: false }) use: () => void = () => {};

  @state() private presenting = false;
  @state() private dismissed = false;

  readonly #observer = new MutationObserver(() => this.#look());
  readonly #look = (): void => {
    this.presenting = document.documentElement.dataset.view === "present" || document.fullscreenElement !== null;
  };

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-view"] });
    document.addEventListener("fullscreenchange", this.#look);
    this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
    document.removeEventListener("fullscreenchange", this.#look);
  }

  protected override render(): TemplateResult {
    return html`<div role="status">${this.presenting || this.dismissed ? nothing : this.#question()}</div>`;
  }

  #question(): TemplateResult {
    return html`<div class="question">
      <p>${offlineText("there")}</p>
      <button type="button" class="use" data-action="use-update" @click=${this.use}>${offlineText("use")}</button>
      <button type="button" data-action="later" @click=${() => {
        this.dismissed = true;
      }}>${offlineText("later")}</button>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-update": UpdateElement;
  }
}
