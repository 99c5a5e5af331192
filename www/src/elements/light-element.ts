import { LanguageElement } from "./language-element.ts";

/** An element without a shadow tree, so that the style sheet of the page, or of the frame that it is in, applies to its content. */
export class LightElement extends LanguageElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
