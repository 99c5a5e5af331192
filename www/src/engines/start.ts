import { FILES } from "./files.ts";
import type { Order, Report } from "./report.ts";
import workerAddress from "./worker.ts?worker&url";

/** The part of Trusted Types that is used here. */
interface Vouching {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: Vouching };
/** The page's policy requires a trusted address for a worker: this one is written by the build. */
const vouching = trustedTypes?.createPolicy("attograph-page", { createScriptURL: (address) => address });

/** Starts measuring in a worker. Returns a function that stops it. */
export function startMeasuring(computation: string, size: number, hear: (report: Report) => void): () => void {
  const worker = new Worker(vouching?.createScriptURL(workerAddress) ?? workerAddress, { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Report>) => hear(data);
  worker.onerror = (event) => {
    event.preventDefault();
    hear({ problem: { code: "load-failed", facts: {}, message: event.message || "the worker did not start" } });
  };
  const absolute = (address: string): string => new URL(address, document.baseURI).href;
  const { library, simd, relaxed } = FILES;
  const files = { library: absolute(library), simd: absolute(simd), relaxed: absolute(relaxed) };
  const order: Order = { computation, size, files };
  worker.postMessage(order);
  return () => worker.terminate();
}
