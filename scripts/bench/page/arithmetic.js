/** A worker that only multiplies and adds in registers: what several of them do at once is what this machine's cores are good for. */

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
