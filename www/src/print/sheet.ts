/** What all sheets share: the header of a page, the bar that is on the screen alone, and addresses to type. */
import { html, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import type { Lab } from "../library.ts";
import { t } from "../text.ts";

/** Returns an address of the page as a reader types it, without changed inputs: these are printed. */
export function shortAddress(full: string): string {
  const hash = full.replace(/[?&]i=.*$/, "");
  const { protocol, host, pathname } = location;
  return protocol === "file:" ? hash : `${host}${pathname.replace(/index\.html$/, "")}${hash}`;
}

/** Nobody types more. */
const LONGEST_TYPED = 120;

/** A text as a string of CSS. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n]/g, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;
}

/** Whether an element, or one that it is made of, has drawn its picture. */
function isDrawn(element: Element): boolean {
  return [...(element.shadowRoot?.querySelectorAll("*") ?? [])].some(
    (part) => part.matches("svg, canvas") || isDrawn(part),
  );
}

/**
 * @fires ag-sheet-drawn - once, when all pictures are drawn and the fonts are there, so that it can be printed
 */
export abstract class SheetElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  /** The title at the head of every page. */
  protected abstract get heading(): string;

  /** The address of what is printed. */
  protected abstract get address(): string;

  protected abstract contents(): TemplateResult;

  readonly #header = new CSSStyleSheet();

  override connectedCallback(): void {
    super.connectedCallback();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#header];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#header);
  }

  protected override firstUpdated(): void {
    void this.#tellDrawn();
  }

  async #tellDrawn(): Promise<void> {
    const isWaiting = () =>
      [...this.querySelectorAll(".handout figure > *")].some((one) => one.localName.startsWith("ag-") && !isDrawn(one));
    while (this.isConnected && isWaiting()) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    if (this.isConnected) this.dispatchEvent(new CustomEvent("ag-sheet-drawn", { bubbles: true }));
  }

  protected override updated(): void {
    const typed = shortAddress(this.address);
    const box = "font: 8pt var(--ag-font-sans, sans-serif); color: #333;";
    this.#header.replaceSync(`@page {
      @top-left { content: ${quoted(`${this.heading} · ${t("ui.name")}`)}; ${box} }
      @top-right { content: counter(page) " / " counter(pages); ${box} }
      @bottom-left { content: ${quoted(typed.length > LONGEST_TYPED ? "" : typed)}; ${box} }
    }`);
  }

  protected override render(): TemplateResult {
    return html`<div class="handout-bar">
        <button type="button" data-action="print" @click=${() => window.print()}>${t("ui.print")}</button>
        <a href=${this.address}>${t("ui.printBack")}</a>
      </div>
      <article class="handout">${this.contents()}</article>`;
  }
}
