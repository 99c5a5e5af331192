/** What sheets are called where exercises have their ids. */
export const COMPOSER = "sheet";
/** The beginning of a sheet that is in the address as a whole. */
export const SHEET = "sheet.";

export const isSheet = (id: string | null): id is string => id === COMPOSER || id?.startsWith(SHEET) === true;
