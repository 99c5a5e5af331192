/** Writes a text into an element of one text. What stands there is changed in place: a text that is put in its place would be laid out anew though it is the same. */
export function write(element: Element, text: string): void {
  const { firstChild } = element;
  if (text !== "" && firstChild instanceof Text) {
    if (firstChild.data !== text) firstChild.data = text;
  } else if (element.textContent !== text) element.textContent = text;
}

/** Gives an element a class; the same one again would have its styles looked for again. */
export function dress(element: Element, name: string): void {
  if (element.className !== name) element.className = name;
}
