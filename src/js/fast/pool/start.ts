import type { JobResult } from "./serve.js";
import type { StartWorker } from "./workers.js";

/** As much of Trusted Types as is used here. */
interface Vouching {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: Vouching };
let policy: ReturnType<Vouching["createPolicy"]> | null = null;

/** Where a page demands that scripts' addresses be vouched for, this file vouches for its neighbor; nobody else can make it vouch for anything. */
function vouched(address: string): string {
  if (!trustedTypes) return address;
  policy ??= trustedTypes.createPolicy("attograph", { createScriptURL: (address) => address });
  return policy.createScriptURL(address);
}

/** Starts a worker in a browser. */
export const startWorker: StartWorker = (receive, lost) => {
  // The worker's file imports nothing: whether a bundler takes it for a worker or copies it, it runs.
  const { href } = new URL("./attograph-worker.js", import.meta.url);
  const name = `attograph-${Math.random()}`;
  const worker = new Worker(vouched(href), { type: "module", name });
  let watched = false;
  worker.onmessage = ({ data }: MessageEvent<JobResult>) => {
    if (!watched) watch(name, lost);
    watched = true;
    receive(data);
  };
  worker.onmessageerror = () => lost("a message could not be read");
  worker.onerror = (event) => {
    event.preventDefault();
    lost(event.message || "its script did not start");
  };
  return {
    send: (request, handedOver) => worker.postMessage(request, handedOver as Transferable[]),
    hold: () => {},
    close: () => worker.terminate(),
  };
};

/** Waits for the lock that a worker has while it lives. */
function watch(name: string, lost: (reason: string) => void): void {
  navigator.locks?.request(name, () => lost("it ended without a word")).catch(() => {});
}
