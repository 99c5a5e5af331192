import { html, type TemplateResult } from "lit";

/** What was typed, with the character marked at which it could not be read on; spaces around it do not count. */
export function typedText(text: string, place: number): TemplateResult {
  const signs = [...text.trim()];
  const [before, here, after] = [signs.slice(0, place), signs[place] ?? "␣", signs.slice(place + 1)];
  return html`<p class="typed" aria-hidden="true"><code>${before.join("")}<mark>${here}</mark>${after.join("")}</code></p>`;
}
