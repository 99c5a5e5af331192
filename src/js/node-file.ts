import { readFile } from "node:fs/promises";

/** Reads a WebAssembly file from the package's folder. */
export async function readPackaged(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await readFile(new URL(name, import.meta.url)));
}
