/**
 * Measures in a worker, so that the page stays responsive. The worker loads the library from the addresses that the page sends, which are in the
 * page's cache.
 */
import { loadPool } from "attograph/fast";
import { load } from "attograph/slim";
import { fetched } from "../background.ts";
import { problemOf } from "../library.ts";
import { measure } from "./measure.ts";
import type { Order, Report } from "./report.ts";

const tell = (report: Report): void => postMessage(report);

/** Compiles the relaxed file where the browser supports its instructions, and the other one elsewhere. */
async function compiledFast({ relaxed, simd }: Order["files"]): Promise<WebAssembly.Module> {
  const bytes = await fetched(relaxed);
  return WebAssembly.compile(WebAssembly.validate(bytes) ? bytes : await fetched(simd));
}

addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  try {
    const { files } = data;
    const library = async () => WebAssembly.compile(await fetched(files.library));
    const [bytes, fast] = await Promise.all([library(), compiledFast(files)]);
    const opening = {
      alone: () => load({ bytes, fast }),
      together: async () => {
        const pool = await loadPool({ bytes: fast });
        return load({ bytes, fast, pool: async () => pool });
      },
    };
    await measure(opening, data, tell);
  } catch (error) {
    tell({ problem: problemOf(error) });
  }
});
