/** A QR code of a text, drawn by a library that is loaded when the first one is shown. Black on white in every theme, since that is what cameras read. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";

/** The width of the empty margin that a reader needs, in modules. */
const MARGIN = 4;

@customElement("ag-qr")
export class QrElement extends LightElement {
  @property({ attribute: false }) text!: string;
  /** What a screen reader says. */
  @property({ attribute: false }) label!: string;
  @state() private modules: readonly (readonly boolean[])[] = [];

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("text")) void this.#draw(this.text);
  }

  async #draw(text: string): Promise<void> {
    const { encode } = await import("uqr");
    // Another text may have been set meanwhile.
    if (text === this.text) this.modules = encode(text, { ecc: "M", border: MARGIN }).data;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { modules } = this;
    const size = modules.length;
    if (size === 0) return nothing;
    const path = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
    return html`<svg class="qr" role="img" aria-label=${this.label} viewBox=${`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      ${svg`<rect width=${size} height=${size} fill="#fff"></rect><path d=${path} fill="#000"></path>`}
    </svg>`;
  }
}
