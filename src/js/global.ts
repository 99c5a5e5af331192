/** The classic script `attograph.global.js`: the entry `attograph/inline`, as a variable of the page. */
import { AttographError, load } from "./inline.js";

declare global {
  /** What `attograph.global.js` defines. */
  var attograph: { readonly load: typeof load; readonly AttographError: typeof AttographError };
}

globalThis.attograph = { load, AttographError };
