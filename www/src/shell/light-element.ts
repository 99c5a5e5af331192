import { LitElement } from "lit";

/** An element whose content stands in the page itself, so that the page's own style sheet reaches it. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
