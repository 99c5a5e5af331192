/** A worker of the pool in browsers, by a name that tells whose it is wherever a bundler puts it. Built into one file that imports nothing, so that it starts there. */
import { type JobRequest, serve } from "./serve.js";

/** As much of a worker's global scope as is used here; the types of the page have another. */
interface Scope {
  readonly name: string;
  readonly navigator: { readonly locks?: LockManager };
  postMessage(message: unknown, handedOver: readonly ArrayBufferLike[]): void;
  onmessage: ((event: { readonly data: JobRequest }) => void) | null;
}

const scope = globalThis as unknown as Scope;

/** A lock that this worker has for as long as it lives: nothing else tells a page that a worker has ended. Where there are no locks it does without. */
const alive = new Promise<void>((held) => {
  const keep = (): Promise<never> => {
    held();
    return new Promise(() => {});
  };
  if (scope.navigator.locks) scope.navigator.locks.request(scope.name, keep).catch(held);
  else held();
});

const receive = serve((result, handedOver) => scope.postMessage(result, handedOver));
scope.onmessage = ({ data }) => void alive.then(() => receive(data));
