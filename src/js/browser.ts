/** The entry for browsers and bundlers: fetches the WebAssembly file, and falls back to the copy within the JavaScript. */
import { cureFor, type EntryFile, importBeside } from "./beside.js";
import { FastEngines, type FastModule } from "./fast/engines.js";
import { loader } from "./load.js";
import { request } from "./request.js";
import { passTexts } from "./text/open.js";

export * from "./public.js";

const entry: EntryFile = { address: import.meta.url, name: "browser.js" };

// Not imported by its name: a bundler would emit it, which makes the bundle of everyone larger by a half.
const fast = (path: string): Promise<FastModule> =>
  importBeside(
    entry,
    path,
    'this bundle has no fast engine; `load({ fast: () => import("attograph/fast") })` puts it there',
  );

/** Loads the library. Calls share one load; a load that failed can be tried again. */
export const load = loader(
  {
    // Written out in full, because bundlers recognize exactly this form; inside a function, so that nothing is computed before it is needed.
    file: () => new URL("./attograph.wasm", import.meta.url),
    copy: async () => (await import("./copy.js")).library(),
    cure: () => cureFor(entry, "attograph.wasm"),
    request,
    importLanguage: (name) => importBeside(entry, `./text/${name}.js`, `this bundle has none; ${passTexts(name)}`),
  },
  new FastEngines(() => fast("./fast.js")),
);
