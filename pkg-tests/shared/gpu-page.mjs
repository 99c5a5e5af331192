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
