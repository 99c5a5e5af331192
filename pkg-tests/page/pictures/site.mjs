/** A page with nothing but a picture, built from the sources as the page is, and served under its policy. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { openFolder } from "../../shared/browser.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the page and starts server and browser; the result is what `openPage` takes. */
export async function buildPictures() {
  const folder = await mkdtemp(join(tmpdir(), "attograph-pictures-"));
  await build({
    configFile: at("../../../www/vite.config.ts"),
    root: at("."),
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true, minify: false },
  });
  const site = await openFolder(folder);
  return {
    ...site,
    close: async () => {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
