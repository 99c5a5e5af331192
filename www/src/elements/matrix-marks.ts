/** Outlines of cells, and their descriptions for assistive technology. Separate from the cells' contents, so that a hover repaints nothing else. */

/** A cell to outline, and which operand it is. */
export interface Mark {
  readonly index: readonly number[];
  readonly role: number;
}

type Index = readonly number[] | null | undefined;

export interface Marks {
  readonly marked: readonly Mark[];
  readonly pointed: Index;
  readonly selected: Index;
  /** A cell whose new value was refused; the element with the id `problem` contains the reason. */
  readonly invalid: Index;
}

const ROLES = 4;
const CLASSES = ["marked", "pointed", "invalid", ...Array.from({ length: ROLES }, (_, role) => `role-${role}`)];
const ATTRIBUTES = ["aria-selected", "aria-invalid", "aria-describedby"];

export class CellMarks {
  private readonly painted = new Set<HTMLTableCellElement>();

  /** Replaces the outlines. `find` returns the cell of an index, or null where it is not shown. */
  paint(marks: Marks, find: (index: readonly number[]) => HTMLTableCellElement | null): void {
    for (const cell of this.painted) {
      cell.classList.remove(...CLASSES);
      for (const name of ATTRIBUTES) cell.removeAttribute(name);
    }
    this.painted.clear();
    const at = (index: Index, draw: (cell: HTMLTableCellElement) => void) => {
      const cell = index ? find(index) : null;
      if (!cell) return;
      draw(cell);
      this.painted.add(cell);
    };
    for (const { index, role } of marks.marked)
      at(index, (cell) => cell.classList.add("marked", `role-${role % ROLES}`));
    at(marks.pointed, (cell) => cell.classList.add("pointed"));
    at(marks.selected, (cell) => cell.setAttribute("aria-selected", "true"));
    at(marks.invalid, (cell) => {
      cell.classList.add("invalid");
      cell.setAttribute("aria-invalid", "true");
      cell.setAttribute("aria-describedby", "problem");
    });
  }
}
