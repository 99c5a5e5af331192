/** Positions, columns and pairs of columns are counted from 0, as in the formulas. */
export const fromZero = { from: 0 };
