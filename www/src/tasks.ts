/** Tasks of the page's own thread. The browser draws and answers between two tasks and never within one, so that what takes long is done in several. */

/** `scheduler.yield`, which not every browser has: what follows it comes before other things that wait. */
interface Yielding {
  readonly scheduler?: { readonly yield?: () => Promise<void> };
}

/** Ends the present task; what follows is a task of its own. */
export function ownTask(): Promise<void> {
  const { scheduler } = globalThis as Yielding;
  if (scheduler?.yield) return scheduler.yield();
  // A message comes at once; a timer within a timer waits four milliseconds.
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

let last: Promise<void> = Promise.resolve();

/** Resolves in a task of its own, after all that were asked for before. */
export function turn(): Promise<void> {
  last = last.then(ownTask);
  return last;
}

/** Resolves when every turn that was asked for is over, with those that were asked for meanwhile. */
export async function allTurns(): Promise<void> {
  for (let known: Promise<void> | null = null; known !== last; ) {
    known = last;
    await known;
  }
}
