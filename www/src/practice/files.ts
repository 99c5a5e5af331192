/** Files that leave the page and come in. */

/** Hands a text over as a file. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the text by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file of progress is small; what is larger is another file. */
const LARGEST = 20_000_000;

/** The text of the chosen file; null where none was chosen or it is too large. The field is emptied, so that the same file can be chosen again. */
export async function chosenText(field: HTMLInputElement): Promise<string | null> {
  const file = field.files?.[0];
  if (!file || file.size > LARGEST) return null;
  const text = await file.text();
  field.value = "";
  return text;
}
