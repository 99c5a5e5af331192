/** A page whose lab may use a GPU, and how that is lost. */
import { openPlain } from "./plain.mjs";

/** A page with a lab, and inputs for attention. */
export async function openLab(t, where, gpu) {
  const opened = await openPlain(t, where);
  await opened.page.evaluate(async (gpu) => {
    const lab = await test.attograph.load({ gpu });
    const matrix = (rows, columns, seed) => lab.random([rows, columns], { seed });
    const attend = (n, options) => {
      const [query, key, value] = [1, 2, 3].map((seed) => matrix(n, 16, seed));
      return lab.run("scaled-dot-product-attention", { query, key, value }, options);
    };
    const difference = (a, b) => Math.max(...a.map((number, place) => Math.abs(number - b[place])));
    Object.assign(globalThis, { lab, matrix, attend, difference });
  }, gpu);
  return opened;
}

/** Returns a function that gives all tests of a file that leave the page as it is the same one: a program compiles each kernel anew for each page. */
export function sharedLab(where) {
  let opened;
  // It is closed with its browser.
  return () => {
    opened ??= openLab({ after() {} }, where, "software");
    return opened;
  };
}

/**
 * To be run in a page: once `fallSilent()` is called, whoever waits for a GPU that does not respond waits no longer. `globalThis.waited` lists the waits that
 * came to their end, by how many milliseconds they were to last.
 */
export function skipWaits() {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const pending = new Map();
  const waited = [];
  let silent = false;
  const fallSilent = () => {
    silent = true;
    for (const end of pending.values()) set(end);
  };
  globalThis.setTimeout = (act, wait, ...rest) => {
    if (!(wait >= 5000)) return set(act, wait, ...rest);
    const end = () => {
      if (!pending.delete(timer)) return;
      waited.push(wait);
      act();
    };
    const timer = set(end, silent ? 0 : wait);
    pending.set(timer, end);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    pending.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, { fallSilent, waited });
}

/** To be run in a page: loses the device as soon as a result is to be read. */
export function loseWhenRead() {
  const map = GPUBuffer.prototype.mapAsync;
  const request = GPUAdapter.prototype.requestDevice;
  let device;
  GPUAdapter.prototype.requestDevice = async function (...options) {
    device = await request.apply(this, options);
    return device;
  };
  GPUBuffer.prototype.mapAsync = function (...range) {
    device.destroy();
    return map.apply(this, range);
  };
}
