/** Computes a large run beside the page, with a library of its own, so that the page can be used meanwhile and the run can be stopped. */
import { load } from "attograph/slim";
import { fetched } from "../background.ts";
import { problemOf } from "../library.ts";
import { nested } from "../state/inputs.ts";
import type { Order, Report } from "./report.ts";

const tell = (report: Report): void => postMessage(report);

addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  try {
    const lab = await load({ bytes: await fetched(data.library) });
    const { algorithm, inputs } = data.run;
    const { outputs, notices, milliseconds } = await lab.run(algorithm, nested(inputs), { limit: false });
    tell({ results: { outputs, notices, milliseconds } });
  } catch (error) {
    tell({ problem: problemOf(error) });
  }
});
