import { html, type TemplateResult } from "lit";
import { plainSymbol } from "../numbers/symbol.ts";

/** The symbol above a table: drawn as mathematics, and spoken as plain text, since a grid's name may hold no markup of its own. */
export function caption(tex: string): TemplateResult {
  return html`<span slot="caption"
    ><span class="unseen">${plainSymbol(tex)}</span><ag-formula aria-hidden="true" .tex=${tex}></ag-formula
  ></span>`;
}
