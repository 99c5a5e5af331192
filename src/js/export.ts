/** Writes a trace for other programs. Nothing here is loaded by the other entries. */
export { csv, csvField, csvOfSteps } from "./export/csv.js";
export { json } from "./export/json.js";
export { type LatexOptions, latex, latexOfCell } from "./export/latex.js";
export { arrayLiteral } from "./export/python/numbers.js";
export { type CodeOptions, isOnGraph, numpy, pyg, pytorch } from "./export/python/program.js";
