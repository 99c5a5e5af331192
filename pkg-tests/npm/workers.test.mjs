/** Workers that end: every pending call still settles, and a program ends when it has no pending calls. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import threads from "node:worker_threads";

const entry = new URL("../../pkg/fast-node.js", import.meta.url).href;

/** Every worker that is started from here on. */
const started = [];
const Original = threads.Worker;
threads.Worker = class extends Original {
  constructor(...given) {
    super(...given);
    started.push(this);
  }

  postMessage(request, handedOver) {
    super.postMessage({ ...request, ...this.instead }, handedOver);
  }
};
syncBuiltinESMExports();
const { loadPool } = await import(entry);

/** Two workers that have a matrix. */
async function open() {
  const pool = await loadPool({ workers: 2 });
  const workers = started.splice(0);
  const x = await pool.tensor([256, 64], new Float32Array(256 * 64).fill(0.5));
  return { pool, workers, x };
}

const codes = (promises) =>
  Promise.all(
    promises.map((promise) =>
      promise.then(
        () => "done",
        ({ name, code }) => `${name} ${code}`,
      ),
    ),
  );

test("a worker that ends, ends the pool: pending and later calls reject", { timeout: 120_000 }, async () => {
  const { pool, workers, x } = await open();
  const read = x.read();
  const pending = [pool.attention(x, x, x), pool.memory(), pool.graph(3, Uint32Array.of(0, 1))];
  workers[1].terminate();
  const found = await codes(pending);
  assert.ok(found.includes("AttographError worker-lost"), found);
  assert.ok(
    found.every((code) => ["done", "AttographError worker-lost"].includes(code)),
    found,
  );
  await codes([read]);
  await assert.rejects(pool.product(x, x), { code: "worker-lost", facts: { reason: "it exited with code 1" } });
  await assert.rejects(pool.tensor([1, 1], [1]), { code: "worker-lost" });
  x.dispose();
  pool.dispose();
});

test("disposing of a pool rejects pending calls", { timeout: 120_000 }, async () => {
  const { pool, x } = await open();
  const pending = [pool.attention(x, x, x), x.read(), pool.memory()];
  pool.dispose();
  assert.deepEqual(await codes(pending), Array(3).fill("AttographError disposed"));
  await assert.rejects(pool.tensor([1, 1], [1]), { code: "disposed" });
  pool[Symbol.dispose]();
});

test("an instance that traps ends the pool", { timeout: 120_000 }, async () => {
  const { pool, workers, x } = await open();
  // No request makes a kernel trap; an instance of a module without kernels stands for one that does.
  const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  workers[1].instead = { job: "open", given: [empty] };
  await assert.rejects(pool.memory(), { code: "trapped" });
  await assert.rejects(pool.product(x, x), { code: "trapped" });
});

test("where a worker cannot be started, loading rejects with the reason", async () => {
  const Recording = threads.Worker;
  threads.Worker = class {
    constructor() {
      throw new Error("no workers here");
    }
  };
  syncBuiltinESMExports();
  try {
    await assert.rejects(loadPool(), {
      code: "load-failed",
      message: "the worker pool could not be loaded: no workers here",
      facts: { reason: "no workers here" },
    });
  } finally {
    threads.Worker = Recording;
    syncBuiltinESMExports();
  }
});

test("a worker that ends while it starts rejects the load", { timeout: 120_000 }, async () => {
  const loading = loadPool({ workers: 2 });
  const failed = assert.rejects(loading, {
    code: "load-failed",
    message: /could not be loaded: a worker of the pool ended/,
  });
  while (started.length === 0) await new Promise((done) => setImmediate(done));
  started.splice(0)[0].terminate();
  await failed;
});

test("a program ends without disposing of its pool, after its pending calls", {
  timeout: 120_000,
}, async () => {
  const text = `import { loadPool } from ${JSON.stringify(entry)};
    const pool = await loadPool({ workers: 2 });
    const x = await pool.tensor([2, 2], [1, 2, 3, 4]);
    console.log(...(await (await pool.product(x, x)).read()));`;
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", text], {
    cwd: folder,
  });
  assert.equal(stdout, "7 10 15 22\n");
});
