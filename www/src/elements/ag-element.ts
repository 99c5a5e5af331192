import { LitElement } from "lit";
import { property } from "lit/decorators.js";
import { t } from "../text.ts";
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

/** An element with texts in the page's language. */
export class AgElement extends LitElement {
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
}
