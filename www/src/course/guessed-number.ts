/** A number that was guessed, drawn beside the one that it is: two bars on one scale, which begin at zero. */
import { html, type TemplateResult } from "lit";
import { styleProperties } from "../elements/style-properties.ts";
import { formatCell } from "../numbers/format.ts";
import { t } from "../text.ts";

/** Where a bar begins and how long it is, as shares of the scale. */
export interface Bar {
  readonly start: number;
  readonly length: number;
}

/** Returns a bar for each number, on a scale that has all of them and zero. */
export function barsOf(numbers: readonly number[]): readonly Bar[] {
  const least = Math.min(0, ...numbers);
  const span = Math.max(0, ...numbers) - least || 1;
  return numbers.map((number) => ({ start: (Math.min(0, number) - least) / span, length: Math.abs(number) / span }));
}

export function guessedNumber(guess: number, right: number): TemplateResult {
  const bars = barsOf([guess, right]);
  const row = (of: "guess" | "right", name: string, number: number, bar: Bar | undefined) =>
    html`<div data-of=${of}>
      <dt>${name}</dt>
      <dd>
        <span class="scale"><span class="bar" ${styleProperties({
          "inset-inline-start": `${100 * (bar?.start ?? 0)}%`,
          "inline-size": `${100 * (bar?.length ?? 0)}%`,
        })}></span></span>
        <span class="number">${formatCell(number)}</span>
      </dd>
    </div>`;
  return html`<dl class="guessed-number">
    ${row("guess", t("course.yourNumber"), guess, bars[0])}
    ${row("right", t("course.holds"), right, bars[1])}
  </dl>`;
}
