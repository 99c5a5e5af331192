import { readFile } from "node:fs/promises";

/** What to change where a bundler moved the JavaScript away from the WebAssembly files. */
export const LEAVE_OUT =
  'leave the package out of the bundle of the server (Next: `serverExternalPackages: ["attograph"]`, esbuild: `--external:attograph`)';

/** Reads a WebAssembly file from the package's folder. */
export async function readPackaged(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(name, import.meta.url));
}
