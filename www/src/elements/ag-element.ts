import { property } from "lit/decorators.js";
import { t } from "../text.ts";
import { frameOf } from "./around.ts";
import { LanguageElement } from "./language-element.ts";
import type { Lookup } from "./lookup.ts";

const shown = new Set<AgElement>();
let observer: MutationObserver | null = null;

/** The page's language is an attribute of its root element; when that changes, every element that is shown renders again. */
function observeLanguage(): void {
  if (observer) return;
  observer = new MutationObserver(() => {
    for (const element of shown) element.requestUpdate("text", null);
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["lang"] });
}

/** Every element that is shown within another renders again: its language has changed. */
export function renderWithin(frame: Element): void {
  for (const element of shown) if (frameOf(element) === frame) element.requestUpdate("text", null);
}

/** An element with texts, which it renders again when its language changes. */
export class AgElement extends LanguageElement {
  @property({ attribute: false }) text: Lookup = t;

  override connectedCallback(): void {
    super.connectedCallback();
    observeLanguage();
    shown.add(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    shown.delete(this);
  }

  /** Draws at once what has changed, not after this task. */
  drawNow(): void {
    if (this.isUpdatePending) this.performUpdate();
  }
}
