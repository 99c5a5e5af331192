/** The library of a notebook: its WebAssembly file comes from the kernel, beside this script. Stands in the place of `attograph`. */
import { load as loadFrom } from "attograph/slim";

export * from "attograph/slim";

let file: Uint8Array<ArrayBuffer> | null = null;
let loaded: ReturnType<typeof loadFrom> | null = null;

/** Passes the file, before anything is loaded. */
export function useFile(bytes: Uint8Array<ArrayBuffer>): void {
  file = bytes;
}

/** Loads the library, once for all figures of the page. */
export const load: typeof loadFrom = () => {
  if (!file) throw new Error("the kernel has not sent the file of the library");
  loaded ??= loadFrom({ bytes: file });
  return loaded;
};
