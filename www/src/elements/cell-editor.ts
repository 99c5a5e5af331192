/** Edits one cell of a table: an input field in the cell until the edit is accepted or canceled. */
export interface CellEdit {
  readonly text: string;
  /** Where the focus goes: forward with Tab, back with Shift+Tab, to the cell, or nowhere because it has already moved. */
  readonly move: "next" | "previous" | "stay" | "away";
}

export class CellEditor {
  private input: HTMLInputElement | null = null;

  get open(): boolean {
    return this.input !== null;
  }

  /** Opens over a cell. `close` receives the edit, or null when it was canceled or nothing was changed. */
  start(
    cell: HTMLElement,
    { text, typed, label }: { text: string; typed: string | null; label: string },
    close: (edit: CellEdit | null, move: CellEdit["move"]) => void,
  ): void {
    this.input?.blur();
    const input = document.createElement("input");
    this.input = input;
    input.type = "text";
    input.inputMode = "text";
    input.autocomplete = "off";
    input.spellcheck = false;
    input.setAttribute("aria-label", label);
    input.value = typed ?? text;
    const finish = (keep: boolean, move: CellEdit["move"]) => {
      if (this.input !== input) return;
      this.input = null;
      const value = input.value.trim();
      input.remove();
      close(keep && value !== text ? { text: value, move } : null, move);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.isComposing) return;
      if (event.key === "Escape") finish(false, "stay");
      else if (event.key === "Enter") finish(true, "stay");
      else if (event.key === "Tab") finish(true, event.shiftKey ? "previous" : "next");
      else return;
      event.preventDefault();
    });
    for (const name of ["click", "dblclick", "copy"]) input.addEventListener(name, (event) => event.stopPropagation());
    input.addEventListener("blur", () => finish(true, "away"));
    cell.append(input);
    input.focus({ preventScroll: true });
    if (typed === null) input.select();
  }
}
