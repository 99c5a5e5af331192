import { LitElement } from "lit";
import { inLanguage } from "../text.ts";
import { frameOf } from "./around.ts";

/** An element that is updated in the language of the page, or of the frame that it is in. */
export class LanguageElement extends LitElement {
  protected override performUpdate(): void {
    const frame = frameOf(this);
    if (frame) inLanguage(frame.language, () => super.performUpdate());
    else super.performUpdate();
  }
}
