import { html, type TemplateResult } from "lit";
import { plainSymbol } from "../numbers/symbol.ts";

/** The symbol above a table: shown as mathematics, and plain text for assistive technology, since the name of a grid may not contain markup. */
export function caption(tex: string): TemplateResult {
  return html`<span slot="caption"
    ><span class="unseen">${plainSymbol(tex)}</span><ag-formula aria-hidden="true" .tex=${tex}></ag-formula
  ></span>`;
}
