/** An extension of Chromium: its page is under the policy that the third version of its manifest has by default, and comes from the extension itself. */
import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, onPath } from "../../../scripts/chromium.mjs";
import { withStudy } from "../kinds.mjs";
import { html, LAZY, pageModule } from "../study.mjs";
import { visit } from "../visit.mjs";

/** Chromium without windows, as the other rows have it, knows no extensions. */
const WITH_EXTENSIONS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The id of an extension that was loaded from a folder: what its path hashes to, in letters from a to p. */
const idOf = (folder) =>
  [...createHash("sha256").update(folder).digest("hex").slice(0, 32)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
    .join("");

const MANIFEST = {
  manifest_version: 3,
  name: "Consumer",
  version: "1.0",
  content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'" },
};

/** Opens a browser with an extension; it is closed with its one visitor. */
async function withExtension(folder) {
  const executablePath = onPath(WITH_EXTENSIONS);
  if (!executablePath) throw new Error(`one of ${WITH_EXTENSIONS.join(", ")} is needed`);
  const context = await chromium.launchPersistentContext("", {
    executablePath,
    ignoreDefaultArgs: ["--disable-extensions"],
    args: [...CHROMIUM_FLAGS, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
  });
  return { newContext: async () => context };
}

export const extension = [
  {
    name: "an extension's page, Vite 8",
    install: { vite: "8.3.8" },
    files: withStudy({
      "index.html": html('<script type="module" src="main.js"></script>'),
      "main.js": pageModule("attograph", LAZY),
      "public/manifest.json": JSON.stringify(MANIFEST),
    }),
    expects: { from: "file", engine: "workers" },
    async find(project) {
      await project.run(["vite", "build"]);
      const folder = await realpath(project.at("dist"));
      const address = `chrome-extension://${idOf(folder)}/`;
      const found = await visit(await withExtension(folder), `${address}index.html`, { origins: [address] });
      return { emitted: await project.measure("dist"), ...found };
    },
  },
];
