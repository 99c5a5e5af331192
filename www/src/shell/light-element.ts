import { LitElement } from "lit";
import { frameOf } from "../elements/around.ts";
import { inLanguage } from "../text.ts";

/** An element without a shadow tree, so that the style sheet of the page, or of the frame that it is in, applies to its content. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override performUpdate(): void {
    const frame = frameOf(this);
    if (frame) inLanguage(frame.language, () => super.performUpdate());
    else super.performUpdate();
  }
}
