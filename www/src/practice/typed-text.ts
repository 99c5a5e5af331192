import { html, type TemplateResult } from "lit";

/** The typed text with the character of the syntax error marked; spaces around the text are ignored. */
export function typedText(text: string, place: number): TemplateResult {
  const signs = [...text.trim()];
  const [before, here, after] = [signs.slice(0, place), signs[place] ?? "␣", signs.slice(place + 1)];
  return html`<p class="typed" aria-hidden="true"><code>${before.join("")}<mark>${here}</mark>${after.join("")}</code></p>`;
}
