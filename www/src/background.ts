/** Workers of the page: how one is started under the page's policy, and how it reads the library's files. */

/** As much of Trusted Types as is used here. */
interface Vouching {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: Vouching };
/** The page's policy allows workers only from addresses that a policy of Trusted Types returns; these are written by the build. */
const policy = trustedTypes?.createPolicy("attograph-page", { createScriptURL: (address) => address });

/** Returns an address that the build wrote, as a script's address has to be given. */
export const vouched = (address: string): string => policy?.createScriptURL(address) ?? address;

/** Starts a worker from an address that the build wrote. `hear` gets its messages, `fail` the reason if it does not start. */
export function startWorker<Message>(
  address: string,
  hear: (message: Message) => void,
  fail: (message: string) => void,
): Worker {
  const worker = new Worker(vouched(address), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message || "the worker did not start");
  };
  return worker;
}

/** An address that a worker can fetch: a worker's own base is another. */
export const absolute = (address: string): string => new URL(address, document.baseURI).href;

/** Fetches a file of the build. */
export async function fetched(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server returned ${response.status}`);
  return response.arrayBuffer();
}
