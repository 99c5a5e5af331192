/** A worker that only multiplies and adds in registers: the rate of several of them is the peak rate of this machine's cores. */

let chains;

addEventListener("message", async ({ data }) => {
  if (!chains) {
    const answer = await fetch("/probe.wasm");
    const { instance } = await WebAssembly.instantiate(await answer.arrayBuffer());
    ({ chains } = instance.exports);
  }
  chains(data);
  postMessage(null);
});
