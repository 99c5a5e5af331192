/** The buttons that choose the slice of a tensor with more than two axes. */
import { html, type TemplateResult } from "lit";

/** Returns the requested positions where they exist, else those shown before, else the first. */
export function sliceFor(shape: readonly number[], wanted: readonly number[], before: readonly number[]): number[] {
  return shape.slice(0, Math.max(0, shape.length - 2)).map((size, axis) => {
    const position = wanted[axis] ?? before[axis] ?? 0;
    return position >= 0 && position < size ? position : 0;
  });
}

/** The positions on a leading axis in whose slices there are marked cells. */
export const markedSlices = (
  marked: readonly { readonly index: readonly number[] }[],
  axis: number,
): ReadonlySet<number> => new Set(marked.map(({ index }) => index[axis] ?? 0));

/** Up to so many slices have a button each; of more, the number is typed. */
const MOST_BUTTONS = 32;

/** A group of buttons, or a field for the number of the slice. `marked` are the positions in whose slices there are marked cells. */
export function slicePicker(
  name: string,
  labels: readonly string[],
  chosen: number,
  marked: ReadonlySet<number>,
  choose: (position: number) => void,
): TemplateResult {
  if (labels.length > MOST_BUTTONS) {
    const choice = (event: Event) => {
      const field = event.currentTarget as HTMLInputElement;
      const position = field.valueAsNumber - 1;
      if (Number.isInteger(position) && position >= 0 && position < labels.length) choose(position);
      else field.value = String(chosen + 1);
    };
    return html`<label class="slices"><span>${name}</span>
      <input type="number" min="1" max=${labels.length} step="1" .value=${String(chosen + 1)} @change=${choice} />
      <span>${labels[chosen]} / ${labels.length}</span></label>`;
  }
  const buttons = labels.map(
    (label, position) => html`<button
      type="button"
      class=${marked.has(position) ? "marked" : ""}
      aria-pressed=${position === chosen ? "true" : "false"}
      aria-label=${`${name} ${label}`}
      @click=${() => choose(position)}
    >${label}</button>`,
  );
  return html`<div class="slices" role="group" aria-label=${name}><span aria-hidden="true">${name}</span>${buttons}</div>`;
}
