import { LitElement } from "lit";
import { turn } from "../tasks.ts";
import { inLanguage } from "../text.ts";
import { frameOf } from "./around.ts";

/** An element that is updated in the language of the page, or of the frame that it is in. */
export class LanguageElement extends LitElement {
  /** Whether it is first drawn in a task of its own: nothing moves when it appears, and all parts of the page together take longer than the page may stand still. */
  protected readonly aside: boolean = false;

  protected override scheduleUpdate() {
    return this.aside && !this.hasUpdated ? turn().then(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }

  protected override performUpdate(): void {
    const frame = frameOf(this);
    if (frame) inLanguage(frame.language, () => super.performUpdate());
    else super.performUpdate();
  }
}
