/** Reads data of other programs. Nothing here is loaded by the other entries. */
export { type ReadOptions, read, sniff } from "./import/read.js";
export type { Format, Imported, ImportedGraph } from "./import/types.js";
