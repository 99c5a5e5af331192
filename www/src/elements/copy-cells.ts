/**
 * Copies the digits of cells to the clipboard: those of the selected text, separated by tabs and line ends, or those of the cell with the focus.
 * Returns whether there was anything to copy.
 */
export function copyCells(event: ClipboardEvent, table: HTMLTableElement, root: ShadowRoot | null): boolean {
  const rows: string[] = [];
  const selection = selectionOf(root);
  const marked = selection !== null && !selection.isCollapsed;
  for (const row of marked ? table.rows : []) {
    const cells = [...row.cells].filter(
      (cell) => cell.dataset.value !== undefined && selection?.containsNode(cell, true),
    );
    if (cells.length > 0) rows.push(cells.map((cell) => cell.dataset.value).join("\t"));
  }
  const focused = root?.activeElement?.closest("td")?.dataset.value;
  const text = rows.length > 0 ? rows.join("\n") : focused;
  if (text === undefined) return false;
  event.clipboardData?.setData("text/plain", text);
  return true;
}

/** In Chromium the shadow root has the selection inside of it, in other browsers the document. */
function selectionOf(root: ShadowRoot | null): Selection | null {
  const own = root as (ShadowRoot & { getSelection?: () => Selection | null }) | null;
  return own?.getSelection?.() ?? document.getSelection();
}
