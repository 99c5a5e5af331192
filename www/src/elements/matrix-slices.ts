/** The buttons that choose the slice of a tensor with more than two axes. */
import { html, type TemplateResult } from "lit";

/** Returns the requested positions where they exist, else those shown before, else the first. */
export function sliceFor(shape: readonly number[], wanted: readonly number[], before: readonly number[]): number[] {
  return shape.slice(0, Math.max(0, shape.length - 2)).map((size, axis) => {
    const position = wanted[axis] ?? before[axis] ?? 0;
    return position >= 0 && position < size ? position : 0;
  });
}

/** One group of buttons. */
export function slicePicker(
  name: string,
  labels: readonly string[],
  chosen: number,
  choose: (position: number) => void,
): TemplateResult {
  const buttons = labels.map(
    (label, position) => html`<button
      type="button"
      aria-pressed=${position === chosen ? "true" : "false"}
      aria-label=${`${name} ${label}`}
      @click=${() => choose(position)}
    >${label}</button>`,
  );
  return html`<div class="slices" role="group" aria-label=${name}><span aria-hidden="true">${name}</span>${buttons}</div>`;
}
