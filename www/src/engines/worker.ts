/**
 * Measures beside the page, so that nothing that the page shows has to wait. It has a library of its own, made of the files that the page names: the page
 * has them in its cache.
 */
import { load } from "attograph/slim";
import { problemOf } from "../library.ts";
import { measure } from "./measure.ts";
import type { Order, Report } from "./report.ts";

const tell = (report: Report): void => postMessage(report);

addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  try {
    const { wasm, files } = data;
    const lab = await load({ bytes: fetch(files.lab), fast: fetch(files.fast), wasm });
    await measure(lab, data, tell);
  } catch (error) {
    tell({ problem: problemOf(error) });
  }
});
