/** Why an expression is not right: the position of a syntax error, or a point at which it fails. */
import { html, nothing, type TemplateResult } from "lit";
import type { Derivation, DerivationMark } from "../library.ts";
import { formatCell } from "../numbers/format.ts";
import { t } from "../text.ts";
import { expectation } from "./marks.ts";
import { typedText } from "./typed-text.ts";

type Point = Extract<DerivationMark, { kind: "undefined" }>["at"];

/** `equation`: the equation that the entry has to satisfy, if the reader has asked for it; it may give the answer away. */
export function derivationNotes(
  derivation: Derivation,
  mark: DerivationMark,
  text: string,
  equation: readonly [string, string] | null,
): TemplateResult | typeof nothing {
  switch (mark.kind) {
    case "empty":
      return nothing;
    case "right":
      return html`<p class="point-verdict">${t("checks.right")}</p>`;
    case "unreadable":
      return html`<div class="note unreadable">
        <p>${t("practice.unreadableText", { place: mark.place + 1, expected: expectation(mark.expected) })}</p>
        ${typedText(text, mark.place)}
      </div>`;
    case "undefined":
      return html`<div class="mistakes"><p>${t("practice.undefinedAt", { values: numbersAt(mark.at) })}</p>${mark.at.some(({ value }) => typeof value !== "number") ? matricesAt(mark.at) : nothing}</div>`;
    case "depends":
      return depends(mark);
    case "unequal":
      return unequal(derivation, mark, equation);
  }
}

function depends({
  symbol,
  at,
  other,
  here,
  there,
  cell,
}: Extract<DerivationMark, { kind: "depends" }>): TemplateResult {
  const numbers = { symbol, here: formatCell(here), there: formatCell(there) };
  const sentence =
    typeof other === "number" && !cell
      ? t("practice.depends", { ...numbers, values: numbersAt(at), other: formatCell(other) })
      : t("practice.dependsInCell", { ...numbers, ...place(cell) });
  return html`<div class="mistakes"><p>${sentence}</p>${cell ? matricesAt(at) : nothing}</div>`;
}

function unequal(
  { id: derivation }: Derivation,
  { at, found, expected, cell, sides, mistake }: Extract<DerivationMark, { kind: "unequal" }>,
  equation: readonly [string, string] | null,
): TemplateResult {
  const numbers = { found: formatCell(found), expected: formatCell(expected) };
  return html`<div class="mistakes">
    ${mistake ? named(mistake, `derivations.${derivation}.mistakes.${mistake}`) : nothing}
    <p>${
      cell
        ? t("practice.unequalInCell", { ...numbers, ...place(cell) })
        : t("practice.unequal", { ...numbers, values: numbersAt(at) })
    }</p>
    ${
      sides && equation
        ? html`<p class="equation">${equation[0]} = ${formatCell(sides[0])}, ${equation[1]} = ${formatCell(sides[1])}</p>`
        : nothing
    }
    ${cell ? matricesAt(at) : nothing}
  </div>`;
}

/** The recognized mistake, where there is one. */
function named(mistake: string, key: string): TemplateResult {
  return html`<p class="mistake" data-mistake=${mistake}><strong>${t(`${key}.name`)}</strong> ${t(`${key}.explanation`)}</p>`;
}

/** Rows and columns are shown from 1. */
function place(cell: readonly [number, number] | null): { row: number; column: number } {
  return { row: (cell?.[0] ?? 0) + 1, column: (cell?.[1] ?? 0) + 1 };
}

/** `ω = 1.5, k = 3` */
function numbersAt(at: Point): string {
  const numbers = at.flatMap(({ symbol, value }) =>
    typeof value === "number" ? [`${symbol} = ${formatCell(value)}`] : [],
  );
  return numbers.join(", ");
}

/** The point at which it failed: numbers in a line, matrices on request. */
function matricesAt(at: Point): TemplateResult {
  const numbers = numbersAt(at);
  const matrices = at.flatMap(({ symbol, value }) => (typeof value === "number" ? [] : [{ symbol, value }]));
  return html`<details class="point">
    <summary>${t("practice.atMatrices")}</summary>
    ${numbers === "" ? nothing : html`<p>${numbers}</p>`}
    <div class="given-tables">
      ${matrices.map(({ symbol, value }) => html`<ag-matrix size="small" .tensor=${value} .name=${symbol}></ag-matrix>`)}
    </div>
  </details>`;
}
