/** What lets any program import the elements: a server, which has no document, and any bundler, which has to read the names of what is loaded. */
import type { Plugin } from "vite";

/** What modules do with the document while they are loaded, as they are written, and what they do where there is none. Those of the page ask `window.ts`. */
const DOCUMENTLESS: readonly { readonly module: RegExp; readonly does: string; readonly instead: string }[] = [
  {
    module: /\/@lit\/reactive-element\/reactive-element\.js$/,
    does: "extends HTMLElement{",
    instead: "extends(globalThis.HTMLElement??class{}){",
  },
  {
    module: /\/@lit\/reactive-element\/decorators\/custom-element\.js$/,
    does: "customElements.define(",
    instead: "globalThis.customElements?.define(",
  },
  {
    module: /\/@lit\/reactive-element\/css-tag\.js$/,
    does: "t=>t instanceof CSSStyleSheet?(",
    instead: "t=>globalThis.CSSStyleSheet&&t instanceof CSSStyleSheet?(",
  },
  {
    module: /\/lit-html\/lit-html\.js$/,
    does: "=document,",
    instead: "=globalThis.document??{createTreeWalker(){}},",
  },
  {
    module: /\/formula\/ag-formula\.ts$/,
    does: "extends HTMLElement",
    instead: "extends (globalThis.HTMLElement ?? class {})",
  },
  {
    module: /\/formula\/ag-formula\.ts$/,
    does: "customElements.define(",
    instead: "globalThis.customElements?.define(",
  },
  {
    module: /\/labs\/ag-terms\.ts$/,
    does: "extends HTMLElement",
    instead: "extends (globalThis.HTMLElement ?? class {})",
  },
  {
    module: /\/labs\/ag-terms\.ts$/,
    does: "customElements.define(",
    instead: "globalThis.customElements?.define(",
  },
];

/** Lets these modules be loaded where there is no document. Fails if one of them is no longer as the table says. */
export function withoutDocument(): Plugin {
  const missing = new Set(DOCUMENTLESS);
  return {
    name: "attograph-without-document",
    transform(code, id) {
      const entries = DOCUMENTLESS.filter(({ module, does }) => module.test(id) && code.includes(does));
      for (const entry of entries) missing.delete(entry);
      const changed = entries.reduce((text, { does, instead }) => text.replaceAll(does, instead), code);
      return entries.length === 0 ? null : { code: changed, map: null };
    },
    buildEnd(error) {
      if (error) return;
      for (const { module, does } of missing) this.error(`no ${module} has ${does}: see anywhere.ts`);
    },
  };
}

/**
 * Replaces what loads modules at addresses that are made while the program runs, of which bundlers warn: Vite's own around each `import()`, which would load style
 * sheets first, and the library's, which loads files beside it as long as it is no part of anything else.
 */
export const literalImports: Plugin = {
  name: "attograph-literal-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
  transform(code, id) {
    if (!/\/pkg\/beside\.js$/.test(id)) return null;
    const literal = code.replace(/return import\(.*\bhref\);/, "throw new Error(advice);");
    if (literal === code) this.error("beside.js no longer imports by an address: see anywhere.ts");
    return literal;
  },
};

/** How the address of a file is written: bundlers know this form, and take the file along. */
export const literalAddress = (file: string): { readonly runtime: string } => ({
  runtime: `new URL(${JSON.stringify(`./${file}`)}, import.meta.url).href`,
});
