/** How wide words are in a drawing, estimated: lengths of a drawing may not depend on which font a machine has. */

/** Letters of these scripts are as wide as they are high. */
const FULL_WIDTH = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/;
const NARROW = /[ijlt.,:;'|!()[\]·fr]/;
const WIDE = /[mwMW%@−—…→←↑↓]/;

/** Returns the width of a text, in multiples of the type size. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text)
    width += FULL_WIDTH.test(sign) ? 1 : NARROW.test(sign) ? 0.36 : WIDE.test(sign) ? 0.88 : 0.62;
  return width;
}

/** Returns the largest width of some texts. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
}

/** Returns a text that is no wider than the room: cut, with an ellipsis, where it is. */
export function fitted(text: string, room: number): string {
  // A room that was made for this text holds it, whatever multiplying and dividing have left of its last digits.
  if (widthOf(text) <= room + 1e-9) return text;
  const signs = [...text];
  while (signs.length > 1 && widthOf(`${signs.join("")}…`) > room) signs.pop();
  return `${signs.join("").trimEnd()}…`;
}
