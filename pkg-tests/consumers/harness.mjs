/** Packs the package once, and runs consumers with it, each in a folder of its own. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.mjs";
import { installPacked } from "../shared/packed.mjs";
import { examine } from "./examine.mjs";
import { Project } from "./project.mjs";

/** Opens a harness; `close` removes everything that it has made. */
export async function openHarness() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium found: set ATTOGRAPH_CHROMIUM to one.");
  const packed = await installPacked();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const root = await mkdtemp(join(tmpdir(), "attograph-consumers-"));
  let made = 0;
  return {
    packed,
    version: browser.version(),
    /** Runs a consumer; returns what it found, and what is wrong with that. */
    async run({ files, install, find, expects }) {
      made += 1;
      const folder = join(root, String(made));
      await mkdir(folder);
      try {
        const { installed, tarball } = packed;
        const project = await Project.create(folder, { files, install, installed, tarball });
        const found = await find(project, { browser });
        return { found, wrong: await examine(found, expects) };
      } catch ({ message }) {
        return { found: null, wrong: [message] };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async close() {
      await browser.close();
      await packed.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
