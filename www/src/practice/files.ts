/** Saves and opens files. */

/** Saves a text, or what else a file has, as a file. */
export function saveFile(name: string, content: string | Blob, type = "application/json"): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the text by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A larger file is not a file of progress. */
export const LARGEST_MEGABYTES = 20;

export type ChosenText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: "too-large" | "unreadable" };

/** Reads the chosen file; null where none was chosen. The field is cleared, so that the same file can be chosen again. */
export async function chosenText(field: HTMLInputElement): Promise<ChosenText | null> {
  const file = field.files?.[0];
  if (!file) return null;
  const read = await readChosen(file);
  field.value = "";
  return read;
}

/** Reads a file that was chosen or dropped. */
export async function readChosen(file: File): Promise<ChosenText> {
  try {
    if (file.size > LARGEST_MEGABYTES * 1_000_000) return { ok: false, problem: "too-large" };
    return { ok: true, text: await file.text() };
  } catch {
    return { ok: false, problem: "unreadable" };
  }
}
