/** What exercises and polls are made of, loaded with the first one. */
import "../elements/inspector.ts";
import "../elements/matrix.ts";
import "../formula/ag-formula.ts";

export { POLLS } from "../lecture/contents.ts";
export { bring, readQuestions } from "../lecture/own.ts";
export { EXERCISES } from "../practice/contents.ts";
export { refusalOf } from "../practice/own-inputs.ts";
