/** The fast engine for Node. */
import { availableParallelism } from "node:os";
import { type TransferListItem, Worker } from "node:worker_threads";
import { compile } from "./compile.js";
import type { FastEngine } from "./fast/engine.js";
import { type FastOptions, openFast } from "./fast/load.js";
import { openPool, type PoolOptions } from "./fast/pool/load.js";
import type { FastPool } from "./fast/pool/pool.js";
import type { StartWorker } from "./fast/pool/workers.js";
import { LEAVE_OUT, readPackaged } from "./node-file.js";
import { request } from "./request.js";
import { decode, opener } from "./source.js";

export * from "./fast/public.js";

const open = opener(
  {
    file: readPackaged,
    copy: async () => decode((await import("./base64-fast.js")).default),
    cure: () => LEAVE_OUT,
    request,
  },
  compile,
);

/** Loads the fast engine; every call gives one with memory of its own. */
export function loadFast(options?: FastOptions): Promise<FastEngine> {
  return openFast(open, options);
}

/** Starts workers that compute with the fast engine on several cores; every call starts its own. */
export function loadPool(options?: PoolOptions): Promise<FastPool> {
  return openPool(open, { ways: [async () => startWorker] }, availableParallelism(), options);
}

const startWorker: StartWorker = (receive, lost) => {
  const worker = new Worker(new URL("./fast/pool/attograph-worker-node.js", import.meta.url), {
    // This program's options may be about this program, such as where its text comes from.
    execArgv: [],
    // It prints nothing; streams of its own spare this program's a listener for each worker.
    stdout: true,
    stderr: true,
  });
  worker.on("message", receive);
  worker.on("messageerror", (problem) => lost(problem.message));
  worker.on("error", (problem) => lost(problem.message));
  worker.on("exit", (code) => lost(`it exited with code ${code}`));
  worker.unref();
  return {
    send: (request, handedOver) => worker.postMessage(request, handedOver as readonly TransferListItem[]),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    close: () => void worker.terminate(),
  };
};
