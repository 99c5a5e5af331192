/** The copy of the library's file, and nothing else of the inline entry: bundlers leave out of an imported module what nothing uses, but not of one that is imported later. */
export { library } from "./inline.js";
