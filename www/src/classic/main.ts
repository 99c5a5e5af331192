/** The elements and the plugin for reveal.js in one script. `starter.js` runs it and uses what it leaves. */
import AttographReveal from "../embed/reveal.ts";

declare global {
  // A global variable has to be declared by `var`.
  var attographClassic: { readonly AttographReveal: () => unknown; readonly define: () => Promise<unknown> };
}

globalThis.attographClassic = { AttographReveal, define: () => import("../embed/index.ts") };
