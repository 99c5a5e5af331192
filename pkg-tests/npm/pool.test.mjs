/** The worker pool in Node: the numbers of one engine to the bit, its errors, and an end for everything that was asked. */
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sharing } from "../../pkg/fast/pool/ops.js";
import { SharedPool } from "../../pkg/fast/pool/shared.js";
import { loadFast, loadPool } from "../../pkg/fast-node.js";
import { load } from "../../pkg/node.js";
import { numbers } from "../../scripts/bench/page/data.js";

const fast = await loadFast();
const pools = await Promise.all([1, 2, 3, 5].map((workers) => loadPool({ workers })));
const [, pool] = pools;
after(() => {
  for (const one of pools) one.dispose();
});

const matrix = (rows, columns, seed) => ({ shape: [rows, columns], data: numbers(rows * columns, seed) });

/** The very bits, −0 and 0 apart. */
function assertSame(found, expected, what) {
  assert.deepEqual(found.shape, expected.shape, what);
  const [bits, others] = [found.data, expected.data].map((data) => Buffer.from(data.buffer));
  assert.ok(bits.equals(others), what);
}

/** Runs the same on an engine or a pool, whose results are awaited, and gives everything back. */
async function evaluate(engine, uploads, compute) {
  const operands = await Promise.all(uploads.map(({ shape, data }) => engine.tensor(shape, data)));
  const made = await compute(engine, ...operands);
  const { shape } = made;
  const data = await made.read();
  for (const handle of [...operands, made]) handle.dispose();
  return { shape, data };
}

async function assertAlike(what, uploads, compute) {
  const expected = await evaluate(fast, uploads, compute);
  for (const own of pools)
    assertSame(await evaluate(own, uploads, compute), expected, `${what}, ${own.workers} workers`);
}

test("attention has the bits of one engine, in all its forms", async () => {
  const shapes = [
    [0, 3, 2, 2, 1, 1],
    [1, 1, 1, 1, 1, 1],
    [2, 70, 8, 4, 2, 1],
    [33, 65, 16, 8, 1, 1],
    [64, 64, 12, 24, 3, 1],
    [100, 130, 64, 40, 4, 2],
    [257, 257, 24, 24, 1, 1],
    [420, 420, 16, 16, 2, 3],
    [1030, 1030, 8, 8, 1, 1],
  ];
  for (const [n, m, d, v, heads, batch] of shapes) {
    const uploads = [matrix(batch * n, heads * d, 1), matrix(batch * m, heads * d, 2), matrix(batch * m, heads * v, 3)];
    const mask = Uint8Array.from(numbers(n * m, 4), (number) => Number(number > -0.5));
    const bias = numbers(n * m, 5);
    for (const options of [
      {},
      { causal: true },
      { window: 40 },
      { window: 7, causal: true },
      { mask },
      { bias, causal: true },
    ]) {
      const what = `[${n}, ${m}, ${d}, ${v}], ${heads} heads, ${batch} sequences, ${Object.entries(options).map(([name, value]) => `${name} ${typeof value === "object" || value}`)}`;
      await assertAlike(what, uploads, (engine, ...operands) =>
        engine.attention(...operands, { heads, batch, ...options }),
      );
    }
  }
});

test("products have the bits of one engine, of uploads, of results and of weights", async () => {
  for (const [m, k, n] of [
    [0, 4, 3],
    [4, 0, 3],
    [4, 3, 0],
    [1, 1, 1],
    [3, 300, 9],
    [130, 7, 33],
    [301, 257, 64],
  ]) {
    const uploads = [matrix(m, k, 1), matrix(k, n, 2), matrix(n, m, 3)];
    await assertAlike(`[${m}, ${k}, ${n}]`, uploads, (engine, a, b) => engine.product(a, b));
    await assertAlike(`[${m}, ${k}, ${n}], of results`, uploads, async (engine, a, b, c) => {
      const ab = await engine.product(a, b);
      const abc = await engine.product(ab, c);
      const result = await engine.product(abc, ab);
      for (const handle of [ab, abc]) handle.dispose();
      return result;
    });
    await assertAlike(`[${m}, ${k}, ${n}], of weights`, uploads, async (engine, a, b) => {
      const weights = await engine.weights(b);
      const result = await engine.product(a, weights);
      weights.dispose();
      return result;
    });
  }
});

/** A graph in which some nodes have many neighbors and some have none. */
function messagesOf(nodes, count) {
  const draws = numbers(2 * count, 9);
  const below = (draw) => Math.min(nodes - 1, Math.floor(((draw + 1) / 2) ** 3 * nodes));
  return Uint32Array.from(nodes === 0 ? [] : draws, below);
}

test("graphs have the bits of one engine, whichever order a convolution takes", async () => {
  for (const [nodes, count, f, g] of [
    [0, 0, 3, 2],
    [1, 0, 3, 2],
    [4, 9, 2, 5],
    [60, 200, 12, 8],
    [60, 200, 8, 12],
    [700, 9000, 33, 40],
    [700, 9000, 40, 33],
  ]) {
    const messages = messagesOf(nodes, count);
    const weights = numbers(count, 6).map(Math.abs);
    const bias = numbers(g, 7);
    const uploads = [matrix(nodes, f, 1), matrix(f, g, 2), matrix(g, f, 3)];
    for (const options of [{}, { weights, selfLoops: false }]) {
      const what = `[${nodes}, ${count}, ${f}, ${g}], ${Object.keys(options)}`;
      const within =
        (compute) =>
        async (engine, ...operands) => {
          const graph = await engine.graph(nodes, messages, options);
          const result = await compute(engine, graph, ...operands);
          graph.dispose();
          return result;
        };
      await assertAlike(
        `${what}, propagated`,
        uploads,
        within((engine, graph, x) => engine.propagate(graph, x)),
      );
      await assertAlike(
        `${what}, two layers`,
        uploads,
        within(async (engine, graph, x, w, back) => {
          const hidden = await engine.convolve(graph, x, w, { bias, relu: true });
          const result = await engine.convolve(graph, hidden, back);
          hidden.dispose();
          return result;
        }),
      );
    }
    const heads = g % 4 === 0 ? 4 : 1;
    const vectors = [matrix(heads, g / heads, 4), matrix(heads, g / heads, 5)];
    await assertAlike(
      `[${nodes}, ${count}, ${f}, ${g}], attention`,
      [uploads[0], uploads[1], ...vectors],
      async (engine, ...operands) => {
        const graph = await engine.graph(nodes, messages);
        const result = await engine.attendToNeighbors(graph, ...operands, 0.1);
        graph.dispose();
        return result;
      },
    );
  }
});

test("a graph has its numbers of nodes and messages", async () => {
  const graph = await pool.graph(5, Uint32Array.of(0, 1, 1, 0, 2, 2));
  assert.deepEqual([graph.nodes, graph.messages], [5, 7]);
  graph.dispose();
});

/** Has handles found that were forgotten; their finalizers run in tasks of their own. */
async function collectGarbage() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  await setImmediate();
}

/** The error of an engine or a pool. */
async function errorOf(act, what) {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return assert.fail(`${what} threw nothing`);
}

test("operands that do not fit give the error of one engine, and the pool works afterwards", async () => {
  const mistakes = [
    (engine, a, b) => engine.product(a, b),
    (engine, a, _, c) => engine.attention(a, c, c),
    (engine, a, b) => engine.attention(a, a, b),
    (engine, a) => engine.attention(a, a, a, { heads: 3 }),
    (engine, a) => engine.attention(a, a, a, { heads: 0 }),
    (engine, a) => engine.attention(a, a, a, { window: -1 }),
    (engine, a) => engine.attention(a, a, a, { mask: new Uint8Array(3) }),
    (engine, a) => engine.attention(a, a, a, { batch: 7 }),
    (engine) => engine.tensor([2, 2], [1]),
    (engine) => engine.tensor([1, 2], [1, Number.NaN]),
    (engine) => engine.tensor([2 ** 20, 2 ** 20], []),
    (engine) => engine.tensor([1.5, 1], []),
    (engine) => engine.tensor(3, []),
    (engine) => engine.graph(2, Uint32Array.of(0, 2)),
    (engine) => engine.graph(2, [0, 1]),
    (engine) => engine.graph(2, Uint32Array.of(0, 1), { weights: new Float32Array(3) }),
    async (engine, a) => engine.propagate(await engine.graph(5, Uint32Array.of(0, 1)), a),
    async (engine, a, b) => engine.convolve(await engine.graph(2, Uint32Array.of(0, 1)), a, b),
    async (engine, a, b) => engine.convolve(await engine.graph(2, Uint32Array.of(0, 1)), b, a),
    async (engine, a) =>
      engine.convolve(await engine.graph(2, Uint32Array.of(0, 1)), a, a, { bias: new Float32Array(1) }),
    async (engine, a, b) => engine.attendToNeighbors(await engine.graph(2, Uint32Array.of(0, 1)), a, b, a, a),
    async (engine, a) => engine.attendToNeighbors(await engine.graph(2, Uint32Array.of(0, 1)), a, a, a, a),
  ];
  for (const mistake of mistakes) {
    const act = async (engine) => {
      const a = await engine.tensor([2, 2], [1, 2, 3, 4]);
      const b = await engine.tensor([3, 2], [1, 2, 3, 4, 5, 6]);
      const c = await engine.tensor([2, 3], [1, 2, 3, 4, 5, 6]);
      return mistake(engine, a, b, c);
    };
    const expected = await errorOf(() => act(fast), mistake);
    const found = await errorOf(() => act(pool), mistake);
    const facts = ({ name, code, message, facts }) => ({ name, code, message, facts });
    assert.deepEqual(facts(found), facts(expected), String(mistake));
    assert.equal(found.name, "AttographError");
  }
  const tensor = await pool.tensor([2, 2], [1, 2, 3, 4]);
  assert.deepEqual([...(await (await pool.product(tensor, tensor)).read())], [7, 10, 15, 22]);
});

test("a handle that was disposed of, or is of another pool or an engine, is refused", async () => {
  const tensor = await pool.tensor([1, 1], [1]);
  const stranger = await pools[0].tensor([1, 1], [1]);
  await assert.rejects(pool.product(tensor, stranger), { code: "foreign-handle" });
  await assert.rejects(pool.product(tensor, fast.tensor([1, 1], [1])), { code: "wrong-type" });
  await assert.rejects(pool.propagate(tensor, tensor), { code: "wrong-type" });
  tensor.dispose();
  tensor.dispose();
  await assert.rejects(tensor.read(), { code: "disposed" });
  await assert.rejects(pool.attention(tensor, tensor, tensor), { code: "disposed" });
  const other = await pool.tensor([1, 1], [1]);
  other[Symbol.dispose]();
  await assert.rejects(other.read(), { code: "disposed" });
});

test("a result may be disposed of while its parts are exchanged for others", async () => {
  const { shape, data } = matrix(64, 64, 1);
  const x = await pool.tensor(shape, data);
  const product = await pool.product(x, x);
  const pending = pool.attention(x, product, product);
  product.dispose();
  await assert.rejects(pending, { code: "disposed" });
  const again = await pool.product(x, x);
  const both = await Promise.all([pool.attention(x, again, again), pool.product(x, again), again.read()]);
  const own = fast.tensor(shape, data);
  assert.deepEqual(await both[1].read(), fast.product(own, fast.product(own, own)).read());
});

test("memory does not grow over thousands of calls, nor with collected handles", { timeout: 240_000 }, async () => {
  const own = await loadPool({ workers: 2 });
  const uploads = await Promise.all([1, 2, 3].map((seed) => own.tensor([64, 32], numbers(64 * 32, seed))));
  const call = async () => {
    const heard = await own.attention(...uploads, { heads: 2 });
    // Its parts are exchanged.
    const product = await own.attention(uploads[0], heard, heard);
    for (const handle of [heard, product]) handle.dispose();
  };
  for (let i = 0; i < 50; i++) await call();
  const before = await own.memory();
  for (let i = 0; i < 3000; i++) await call();
  await errorOf(() => own.attention(...uploads, { heads: 3 }), "three heads");
  assert.equal(await own.memory(), before);
  // 400 times 64 KiB in each of two workers, if none were given back.
  for (let i = 0; i < 400; i++) {
    await own.tensor([128, 128], new Float32Array(128 * 128));
    if (i % 20 === 19) await collectGarbage();
  }
  assert.ok((await own.memory()) < before + 400 * 2 ** 16, `${before}, then ${await own.memory()}`);
  own.dispose();
});

test("the given numbers stay with the caller", async () => {
  const whole = numbers(64, 1);
  const data = whole.subarray(8, 24);
  const tensor = await pool.tensor([4, 4], data);
  assert.equal(whole.length, 64);
  assert.deepEqual(await tensor.read(), data.slice());
});

test("the number of workers is reported, and must not be 0", async () => {
  assert.deepEqual(
    pools.map(({ workers }) => workers),
    [1, 2, 3, 5],
  );
  await assert.rejects(loadPool({ workers: 0 }), { code: "out-of-range" });
  await assert.rejects(loadPool({ workers: "2" }), { code: "wrong-type" });
  await assert.rejects(loadPool({ wasm: "best" }), { code: "wrong-type" });
  const usual = await loadPool();
  assert.ok(usual.workers >= 1 && usual.workers <= 4);
  usual.dispose();
});

test("large operations on the engine's own handles are shared, small ones and those of a pool that ended are not", async () => {
  let shared = 0;
  const count = (workers) => {
    shared += workers;
  };
  const ops = sharing(fast, fast, () => pool, count);
  const [x, w] = [matrix(1200, 520, 1), matrix(520, 500, 2)].map(({ shape, data }) => fast.tensor(shape, data));
  const small = fast.tensor([2, 2], [1, 2, 3, 4]);
  const assertOne = async (result, expected, workers) => {
    assert.deepEqual((await result).read(), expected.read());
    assert.equal(shared, workers);
    shared = 0;
  };
  await assertOne(ops.product(x, w), fast.product(x, w), 2);
  await assertOne(ops.attention(x, x, x, { heads: 2 }), fast.attention(x, x, x, { heads: 2 }), 2);
  await assertOne(ops.attention(x, x, x, { window: 3 }), fast.attention(x, x, x, { window: 3 }), 0);
  await assertOne(ops.product(small, small), fast.product(small, small), 0);
  await assertOne(ops.layerNorm(small), fast.layerNorm(small), 0);
  await assert.rejects(async () => ops.product(w, x), { code: "shape-mismatch" });
  const ended = await loadPool({ workers: 2 });
  ended.dispose();
  await assertOne(sharing(fast, fast, () => ended, count).product(x, w), fast.product(x, w), 0);
});

test("workers are started once, by what is first large enough, and not asked again when they have ended", async () => {
  const opening = [];
  const offering = (open) =>
    new SharedPool(() => {
      opening.push(open());
      return opening.at(-1);
    });
  const offered = offering(() => loadPool({ workers: 2 }));
  const large = fast.tensor([1200, 520], numbers(1200 * 520, 1));
  const small = fast.tensor([2, 2], [1, 2, 3, 4]);
  const workersFor = async (from, x) => {
    let workers = 0;
    const made = await from
      .sharing(fast, fast, (count) => {
        workers = count;
      })
      .attention(x, x, x);
    made.dispose();
    await Promise.allSettled(opening);
    return workers;
  };
  assert.equal(await workersFor(offered, small), 0);
  assert.deepEqual(opening, []);
  // The first does not wait for them.
  assert.equal(await workersFor(offered, large), 0);
  assert.equal(await workersFor(offered, large), 2);
  await offered.dispose();
  assert.equal((await opening[0]).ended, true);
  assert.equal(await workersFor(offered, large), 0);
  assert.equal(opening.length, 1);
  const lonely = offering(() => loadPool({ workers: 1 }));
  const missing = offering(() => Promise.reject(new Error("none")));
  for (const other of [lonely, missing]) for (let i = 0; i < 2; i++) assert.equal(await workersFor(other, large), 0);
});

test("lab.run shares large work once its workers have started, and reports it", { timeout: 240_000 }, async () => {
  const lab = await load({ gpu: "off" });
  const [query, key, value] = [1, 2, 3].map((seed) => matrix(1300, 64, seed));
  const run = () => lab.run("scaled-dot-product-attention", { query, key, value });
  const alone = await run();
  assert.deepEqual([alone.backend, alone.workers], ["cpu", undefined]);
  // One core has nobody to share with.
  const expected = availableParallelism() > 1 ? Math.min(availableParallelism(), 4) : undefined;
  let again = await run();
  for (let i = 0; expected && again.workers === undefined && i < 200; i++) {
    // Workers report when this program has nothing else to do.
    await setImmediate();
    again = await run();
  }
  assert.deepEqual([again.backend, again.workers], ["cpu", expected]);
  assert.deepEqual(again.outputs.output, alone.outputs.output);
});
