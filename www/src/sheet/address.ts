/** Sheets in the address: `#/exercises/sheet` composes one, and `#/exercises/sheet.v1.…` is one to work on. */
import { readSheet, type Sheet } from "attograph/sheet";
import { COMPOSER, SHEET } from "../practice/sheet-id.ts";
import { sectionAddress } from "../state/addresses.ts";
import { packText, unpackText } from "../state/packed.ts";

/** The address of a sheet, or of the page that composes one. */
export const sheetAddress = (sheet: Sheet | null): string =>
  sectionAddress("exercises", sheet ? SHEET + packText(JSON.stringify(sheet)) : COMPOSER);

/** Reads the sheet of an address; null where the address is damaged. */
export function sheetIn(id: string): Sheet | null {
  try {
    return readSheet(JSON.parse(unpackText(id.slice(SHEET.length))));
  } catch {
    return null;
  }
}
