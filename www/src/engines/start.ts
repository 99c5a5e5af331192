import { absolute, startWorker } from "../background.ts";
import { FILES } from "./files.ts";
import type { Order, Report } from "./report.ts";
import workerAddress from "./worker.ts?worker&url";

/** Starts measuring in a worker. Returns a function that stops it. */
export function startMeasuring(computation: string, size: number, hear: (report: Report) => void): () => void {
  const fail = (message: string): void => hear({ problem: { code: "load-failed", facts: {}, message } });
  const worker = startWorker<Report>(workerAddress, hear, fail);
  const { library, simd, relaxed } = FILES;
  const files = { library: absolute(library), simd: absolute(simd), relaxed: absolute(relaxed) };
  const order: Order = { computation, size, files };
  worker.postMessage(order);
  return () => worker.terminate();
}
