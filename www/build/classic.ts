import type { Plugin } from "vite";

/** Fails where a bundle is more than one script, or where the script is no classic one, or one that cannot be written within a page. */
export function oneScript(): Plugin {
  return {
    name: "attograph-one-script",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const [script, ...others] = Object.values(bundle);
        if (script?.type !== "chunk" || others.length > 0)
          this.error(`not one script: ${Object.keys(bundle).join(", ")}`);
        const held = /<\/?script|\bimport\.meta\b|\bimport\(/i.exec(script.code);
        if (held) this.error(`the script holds ${held[0]}, which no classic script within a page may`);
      },
    },
  };
}
