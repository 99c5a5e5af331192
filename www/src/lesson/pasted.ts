/** Inputs that were pasted or read from a file, and what is said about them for as long as they have these values. */
import type { PasteDetail } from "../elements/events.ts";
import type { InputValue } from "../state/state.ts";

export class Pasted {
  readonly #marks = new Map<string, PasteDetail>();

  get isEmpty(): boolean {
    return this.#marks.size === 0;
  }

  mark(detail: PasteDetail): void {
    this.#marks.set(detail.input, detail);
  }

  /** What is said about the value of an input; null where that is another than the pasted one. */
  describe(input: string, value: InputValue | undefined): string | null {
    const found = this.#marks.get(input);
    return found && found.value === value ? found.describe() : null;
  }
}

/** The file that is dragged over an input. */
export function isFileDrag(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
