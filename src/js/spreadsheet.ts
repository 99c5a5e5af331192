/** Texts in tables, of which a spreadsheet runs nothing. */

/** What makes a spreadsheet take a cell for a formula, in the widths that it knows. */
const FORMULA = "=+\\-@＝＋－＠﹦﹢﹣﹫";

/** What a spreadsheet may skip before it looks for a formula. */
const BLANK = "\\s\\u200b-\\u200d\\u2060\\ufeff";

/** Where a formula may begin: at the start of a cell, or after what another setting of the spreadsheet takes for the end of one. */
const START = new RegExp(`(^|[,;|])([${BLANK}]*)(?=[${FORMULA}])`, "gu");

/** A text with an apostrophe before whatever a spreadsheet would run as a formula. Numbers are no texts: a minus sign stays theirs. */
export const neutralized = (text: string): string => text.replace(START, "$1'$2");
