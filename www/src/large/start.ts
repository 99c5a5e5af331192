import library from "attograph/attograph.wasm?url";
import { absolute, startWorker } from "../background.ts";
import type { LargeRun } from "../library.ts";
import type { Order, Report } from "./report.ts";
import workerAddress from "./worker.ts?worker&url";

/** Starts a run in a worker. Returns a function that stops it. */
export function startLargeRun(run: LargeRun, hear: (report: Report) => void): () => void {
  const fail = (message: string): void => hear({ problem: { code: "load-failed", facts: {}, message } });
  const worker = startWorker<Report>(workerAddress, hear, fail);
  const order: Order = { run, library: absolute(library) };
  worker.postMessage(order);
  return () => worker.terminate();
}
