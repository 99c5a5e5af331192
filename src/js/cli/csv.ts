/** Tables as CSV (RFC 4180), of which a spreadsheet runs nothing, and which a terminal shows as they are. */
import { neutralized } from "../spreadsheet.js";

/** Longer texts are cut: no cell of a table needs more, and spreadsheets have limits of their own. */
const MAX_LENGTH = 500;

/** Control characters, which a terminal obeys, and those that turn the direction of text around. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Writes a control character as JSON would. */
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A text on one line, without anything that a terminal obeys. */
export const plain = (text: string): string => text.replace(CONTROLS, escaped);

/** Writes a field. What a spreadsheet would run as a formula, such as a file name, gets an apostrophe in front. */
function writeField(field: string | number): string {
  if (typeof field === "number") return String(field);
  const text = neutralized(plain(field.length > MAX_LENGTH ? `${field.slice(0, MAX_LENGTH)}…` : field));
  return /[",;|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a row, with the end of its line. */
export const writeRow = (fields: readonly (string | number)[]): string => `${fields.map(writeField).join(",")}\r\n`;
