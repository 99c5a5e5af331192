import { LitElement } from "lit";

/** An element without a shadow tree, so that the page's style sheet applies to its content. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
