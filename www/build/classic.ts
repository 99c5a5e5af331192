import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { constants, gzipSync } from "node:zlib";
import { minify } from "rolldown/utils";
import type { Plugin } from "vite";

const STARTER = fileURLToPath(new URL("../src/classic/starter.js", import.meta.url));

/** Writes `attograph-elements.js`: the bundle compressed as text, and a small script that decodes and runs it. */
export function classicPlugin(): Plugin {
  return {
    name: "attograph-classic",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const [script, ...others] = Object.values(bundle);
        if (script?.type !== "chunk" || others.length > 0)
          this.error(`not one script: ${Object.keys(bundle).join(", ")}`);
        const text = gzipSync(script.code, { level: constants.Z_BEST_COMPRESSION, memLevel: 9 }).toString("base64");
        const starter = await readFile(STARTER, "utf8");
        const { code } = await minify("starter.js", `(() => { const packed = "${text}";\n${starter} })();`);
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: "asset", fileName: "attograph-elements.js", source: code });
      },
    },
  };
}
