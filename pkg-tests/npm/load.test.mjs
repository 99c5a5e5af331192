/** Loading: once, again after a failure, and never with an instance that fails its self-test. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadFast, loadPool } from "../../pkg/fast-node.js";
import { load as loadInline } from "../../pkg/inline.js";
import { load } from "../../pkg/node.js";
import { load as loadSlim } from "../../pkg/slim.js";

const file = new URL("../../pkg/attograph.wasm", import.meta.url);
const fastFile = new URL("../../pkg/attograph-fast-simd.wasm", import.meta.url);
const bytes = await readFile(file);
const { version } = JSON.parse(await readFile(new URL("../../pkg/package.json", import.meta.url), "utf8"));

test("calls share one load", async () => {
  const [first, second] = [load(), load()];
  assert.equal(first, second);
  assert.equal(await first, await load());
});

test("the engine reports its version, its GPU and the reason", async () => {
  const { engine } = await load();
  assert.equal(engine.gpu, null);
  assert.match(engine.reason, /a GPU is looked for when work is large enough/);
  assert.equal(engine.version, version);
  assert.match((await load({ gpu: "off" })).engine.reason, /turned off/);
});

const dataAddress = `data:application/wasm;base64,${bytes.toString("base64")}`;

test("the inline entry needs no file, the slim entry takes bytes, a module, a Response, an address or a promise", async () => {
  assert.match((await loadInline()).engine.reason, /within the JavaScript/);
  const module = new WebAssembly.Module(bytes);
  for (const source of [bytes, Promise.resolve(bytes), module, new Response(bytes), file, file.href, dataAddress]) {
    const lab = await loadSlim({ bytes: source });
    assert.equal(lab.catalog().length, (await load()).catalog().length);
  }
});

test("a load that failed can be tried again", async () => {
  await assert.rejects(loadSlim(), { code: "load-failed" });
  await assert.rejects(loadSlim({ bytes: Uint8Array.of(1, 2, 3) }), { code: "load-failed" });
  await assert.rejects(loadSlim({ bytes: Promise.reject(new Error("offline")) }), {
    code: "load-failed",
    message: /offline/,
  });
  await assert.rejects(loadSlim({ bytes: new Response("", { status: 404 }) }), { code: "load-failed", message: /404/ });
  assert.ok(await loadSlim({ bytes }));
});

const FAST = "a file of the fast engine: attograph-fast-simd.wasm or attograph-fast-relaxed.wasm";
const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** What is given in place of the library's file, and what the error says that it is. */
const WRONG = {
  "the file of the fast engine": [fastFile, `attograph.wasm was expected, but this is ${FAST}`],
  "a page": [new TextEncoder().encode("\n<!doctype html>"), /but this is a page in HTML/],
  "a page that a server sends": [
    new Response("<html>", { headers: { "content-type": "text/html" } }),
    /a page in HTML/,
  ],
  "a file that is cut off": [bytes.subarray(0, 5000), /attograph\.wasm \(5000 bytes\) is cut off or damaged/],
  "a file that is cut off while it is sent": [
    new Response(bytes.subarray(0, 5000), { headers: { "content-type": "application/wasm" } }),
    /attograph\.wasm is cut off or damaged/,
  ],
  "a compressed file": [Uint8Array.of(0x1f, 0x8b, 8, 0), /still compressed by gzip/],
  "an empty file": [new Uint8Array(), /an empty file/],
  "another WebAssembly file": [empty, /but this is no WebAssembly file of attograph/],
  "an address without a file": [new URL("absent.wasm", file), /absent\.wasm cannot be requested: .*ENOENT/],
  "an address that is relative to nothing": ["attograph.wasm", /attograph\.wasm cannot be requested/],
};

for (const [name, [source, said]] of Object.entries(WRONG)) {
  test(`${name} in place of the library's is refused with what it is`, async () => {
    const error = await loadSlim({ bytes: source }).catch((error) => error);
    assert.equal(error.code, "load-failed");
    if (typeof said === "string") assert.equal(error.facts.reason, said);
    else assert.match(error.facts.reason, said);
  });
}

test("the library's file in place of the fast engine's is refused with what it is", async () => {
  const reason = "attograph-fast-simd.wasm was expected, but this is attograph.wasm, the file of the library";
  for (const load of [loadFast, loadPool])
    await assert.rejects(load({ bytes, wasm: "simd" }), { code: "load-failed", facts: { reason } });
  const lab = await loadSlim({ bytes, fast: bytes });
  assert.equal(await lab.fast(), null);
  assert.ok(lab.engine.reason.includes(reason), lab.engine.reason);
  assert.equal((await lab.backends()).find(({ backend }) => backend === "cpu").reason, reason);
});

test("the inline entry takes no address and no file of the fast engine", async () => {
  await assert.rejects(loadInline({ bytes: file }), { code: "load-failed", message: /requests nothing/ });
  const lab = await loadInline({ fast: fastFile });
  assert.equal(await lab.fast(), null);
  assert.match(lab.engine.reason, /takes the module of the fast engine/);
});

test("the options of the fast engine and of the pool are checked", async () => {
  for (const load of [loadFast, loadPool]) {
    const known = load === loadFast ? ["wasm", "bytes"] : ["wasm", "bytes", "workers"];
    await assert.rejects(load({ threads: 2 }), {
      code: "unknown-option",
      facts: { option: "threads", known, nearest: null },
    });
    await assert.rejects(load({ bytes: 5 }), { code: "wrong-type" });
    await assert.rejects(load({ wasm: "scalar" }), { code: "wrong-type" });
  }
});

test("options are checked", async () => {
  await assert.rejects(load({ gpu: "yes" }), { code: "wrong-type" });
  await assert.rejects(load({ fast: {} }), { code: "wrong-type", message: /the module `attograph\/fast`/ });
  await assert.rejects(load({ bytes: {} }), { code: "wrong-type", message: /a Response, a URL/ });
  // Earlier versions had a file for each topic in two variants.
  for (const given of [{ topics: ["graph"] }, { wasm: "simd" }]) {
    const [option] = Object.keys(given);
    const known = ["bytes", "fast", "pool", "gpu", "text"];
    await assert.rejects(load(given), { code: "unknown-option", facts: { option, known, nearest: null } });
  }
});

test("labs of different options share one instance, and bytes have one of their own", async () => {
  const x = [[1, 2]];
  const trace = (lab) => lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x });
  const { compile } = WebAssembly;
  let compiled = 0;
  WebAssembly.compile = (source) => {
    compiled += 1;
    return compile(source);
  };
  try {
    const labs = await Promise.all([load({ gpu: "off" }), load({ gpu: "software" }), loadSlim({ bytes })]);
    assert.equal(compiled, 1);
    for (const lab of labs) assert.deepEqual(trace(lab).outputs, trace(labs[0]).outputs);
  } finally {
    WebAssembly.compile = compile;
  }
});

test("a lab that is given the fast engine's file has an engine of its own, all others share one", async () => {
  const fast = await readFile(fastFile);
  const shared = await (await load()).fast();
  const [first, second] = [await loadSlim({ bytes, fast }), await loadSlim({ bytes, fast })];
  const engines = [await first.fast(), await second.fast()];
  assert.equal(new Set([shared, ...engines]).size, 3);
  assert.equal(await first.fast(), engines[0]);
  assert.equal(await (await load({ gpu: "off" })).fast(), shared);
  assert.equal(await (await loadSlim({ bytes })).fast(), null);
  const x = { shape: [300, 4], data: new Float64Array(1200).fill(0.5) };
  engines[1].layerNorm = () => assert.fail("the second lab's engine");
  assert.equal((await first.run("layer-norm", { x }, { backend: "cpu" })).backend, "cpu");
  assert.equal((await second.run("layer-norm", { x }, { backend: "cpu" })).backend, "nalgebra");
  assert.notEqual(await load({ fast }), await load());
});

test("a lab takes the module of the fast engine, a promise of it, or a function that imports it when it is needed", async () => {
  const module = await import("../../pkg/fast-node.js");
  let imported = 0;
  const later = async () => {
    imported += 1;
    return module;
  };
  for (const fast of [module, Promise.resolve(module), () => module, later]) {
    const lab = await load({ fast });
    assert.equal(imported, 0);
    const { backend } = await lab.run("layer-norm", { x: [[1, 2]] }, { backend: "cpu" });
    assert.equal(backend, "cpu");
    await lab.run("layer-norm", { x: [[1, 2]] }, { backend: "cpu" });
  }
  assert.equal(imported, 1);
  const failing = await load({ fast: () => Promise.reject(new Error("offline")) });
  assert.equal((await failing.run("layer-norm", { x: [[1, 2]] }, { backend: "cpu" })).backend, "nalgebra");
  assert.match(failing.engine.reason, /offline/);
});
