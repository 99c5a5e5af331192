/** Pages with nothing but a picture or a map, built from the sources as the page is, and served under its policy. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { openFolder } from "../../shared/browser.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the page of pictures and starts server and browser; the result is what `openPage` takes. */
export const buildPictures = () => buildAlone(at("."));

/** Does so with the page in a folder. */
export async function buildAlone(root) {
  const folder = await mkdtemp(join(tmpdir(), "attograph-alone-"));
  await build({
    configFile: at("../../../www/vite.config.ts"),
    root,
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
