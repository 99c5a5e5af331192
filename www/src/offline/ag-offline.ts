import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { AgElement } from "../elements/ag-element.ts";
import { offlineText } from "./words.ts";

/** Says that the page is stored on this device, once it is. */
@customElement("ag-offline")
export class OfflineElement extends AgElement {
  @state() private ready = false;

  readonly #observer = new MutationObserver(() => this.#look());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-offline"] });
    this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  #look(): void {
    this.ready = document.documentElement.dataset.offline === "ready";
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.ready ? html`<span role="status">${offlineText("ready")}</span>` : nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-offline": OfflineElement;
  }
}
