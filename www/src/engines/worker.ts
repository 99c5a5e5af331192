/**
 * Measures beside the page, so that nothing that the page shows has to wait. It has a library of its own, made of the files that the page names: the page
 * has them in its cache.
 */
import { loadPool } from "attograph/fast";
import { load } from "attograph/slim";
import { problemOf } from "../library.ts";
import { measure } from "./measure.ts";
import type { Order, Report } from "./report.ts";

const tell = (report: Report): void => postMessage(report);

async function compiled(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  try {
    const { wasm, files } = data;
    const [bytes, fast] = await Promise.all([compiled(files.lab), compiled(files.fast)]);
    const opening = {
      alone: () => load({ bytes, fast, wasm }),
      together: async () => {
        const pool = await loadPool({ bytes: fast, wasm });
        return load({ bytes, fast, wasm, pool: async () => pool });
      },
    };
    await measure(opening, data, tell);
  } catch (error) {
    tell({ problem: problemOf(error) });
  }
});
