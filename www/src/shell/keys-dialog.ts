import { html, type TemplateResult } from "lit";
import { t } from "../text.ts";

const ROWS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [["→", "←"], "step"],
  [["Page Down", "Page Up"], "clicker"],
  [["Home", "End"], "ends"],
  [["Space"], "play"],
  [[".", ","], "playCells"],
  [["]", "["], "chapters"],
  [["↑", "↓", "←", "→"], "cells"],
  [["Enter"], "open"],
  [["Backspace"], "previous"],
  [["F2", "0 … 9"], "edit"],
  [["Ctrl Z", "Ctrl Y"], "undo"],
  [["A"], "answer"],
  [["P"], "present"],
  [["B"], "black"],
  [["Ctrl P"], "print"],
  [["Esc"], "leave"],
  [["/"], "search"],
  [["?"], "keys"],
];

/** The list of keys, as a dialog that the browser closes on Escape. */
export function keysDialog(): TemplateResult {
  return html`<dialog class="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">${t("ui.keysTitle")}</h2>
    <dl>
      ${ROWS.map(
        ([keys, meaning]) => html`<div>
          <dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
          <dd>${t(`ui.key.${meaning}`)}</dd>
        </div>`,
      )}
    </dl>
    <form method="dialog"><button>${t("ui.close")}</button></form>
  </dialog>`;
}
