import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { constants, gzipSync } from "node:zlib";
import { minify } from "rolldown/utils";
import type { Plugin } from "vite";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The library's file as the package holds it within its JavaScript: the base64 of its gzip, the only text of that length. */
const LIBRARY = /(["'`])([A-Za-z0-9+/]{100000,}=*)\1/;

const packed = (text: string): string => gzipSync(text, { level: constants.Z_BEST_COMPRESSION }).toString("base64");

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Only the scripts and the style sheet of this very file; nothing is requested. */
const policy = (scripts: readonly string[], styles: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(styles)}`,
    "img-src data: blob:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

/** Writes `attograph.html`: script, style sheet and library compressed as text, and a small script that decodes and starts them. */
export function singleFilePlugin(): Plugin {
  let library = "";
  return {
    name: "attograph-single",
    enforce: "post",
    transform(code, id) {
      const found = /\/pkg\/inline\.js$/.test(id) ? LIBRARY.exec(code)?.[2] : undefined;
      if (found === undefined) return null;
      library = found;
      return code.replace(LIBRARY, 'document.getElementById("attograph-library").textContent');
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const files = Object.values(bundle);
        const script = files.find((file) => file.type === "chunk");
        const style = files.find((file) => file.type === "asset" && file.fileName.endsWith(".css"));
        if (files.length !== 2 || script?.type !== "chunk" || style?.type !== "asset" || library === "")
          this.error(`not one script, one style sheet and the library: ${Object.keys(bundle).join(", ")}`);
        const starter = (await readFile(folder("../src/single/starter.js"), "utf8")).trim();
        const { code: start } = await minify("starter.js", starter);
        const styles = String(style.source);
        const icon = await readFile(folder("../public/icon.svg"), "base64");
        const data = { library, styles: packed(styles), script: packed(script.code) };
        const page = `<!doctype html>
<html lang="en" data-theme="auto" data-view="explore">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy([start, script.code], styles)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Attograph</title>
<link rel="icon" href="data:image/svg+xml;base64,${icon}">
${Object.entries(data)
  .map(([name, text]) => `<script type="text/plain" id="attograph-${name}">${text}</script>`)
  .join("\n")}
</head>
<body>
<noscript>Attograph computes in your browser and needs JavaScript.</noscript>
<script>${start}</script>
</body>
</html>
`;
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: "asset", fileName: "attograph.html", source: page });
      },
    },
  };
}
