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

/** Returns a function that starts workers from their file beside this one. It imports nothing: whether a bundler takes it for a worker or copies it, it runs. */
export async function fromFile(): Promise<StartWorker> {
  const { href } = new URL("./attograph-worker.js", import.meta.url);
  return from(href, "module");
}

/** Returns a function that starts workers from the text of that file within the JavaScript: for pages of another origin, and bundles without that file. */
export async function fromText(): Promise<StartWorker> {
  const { default: text } = await import("./worker-text.js");
  // No module: a page without an origin, such as one of `file:`, starts only classic workers from a text.
  return from(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), "classic");
}

/** Where neither is possible. */
export const ADVICE =
  "workers need a policy (CSP) with `worker-src 'self'` and attograph-worker.js of the package on the page's own server, or one with `worker-src blob:`";

/** Returns a function that starts workers whose script has an address. */
function from(address: string, type: WorkerType): StartWorker {
  return (receive, lost) => {
    const name = `attograph-${Math.random()}`;
    const worker = new Worker(vouched(address), { type, name });
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
}

/** Waits for the lock that a worker has while it lives. */
function watch(name: string, lost: (reason: string) => void): void {
  navigator.locks?.request(name, () => lost("it ended unexpectedly")).catch(() => {});
}
