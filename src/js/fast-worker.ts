/** A worker of the pool in browsers. Built into one file that imports nothing, so that it starts wherever a bundler puts it. */
import { type Order, serve } from "./fast-pool-serve.js";

/** As much of a worker's global scope as is used here; the types of the page have another. */
interface Scope {
  postMessage(message: unknown, handedOver: readonly ArrayBufferLike[]): void;
  onmessage: ((event: { readonly data: Order }) => void) | null;
}

const scope = globalThis as unknown as Scope;
const receive = serve((answer, handedOver) => scope.postMessage(answer, handedOver));
scope.onmessage = ({ data }) => receive(data);
