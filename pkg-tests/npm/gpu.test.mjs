/** How the GPU is opened, waited for and given up: with an engine and a WebGPU that do what a test wants. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { AttographError } from "../../pkg/errors.js";
import { GpuDevice } from "../../pkg/fast/gpu/device.js";
import { FastGpu } from "../../pkg/fast/gpu/gpu.js";
import { loadFast } from "../../pkg/fast-node.js";
import { load } from "../../pkg/node.js";

const never = new Promise(() => {});

/** Node has no WebGPU, and its older versions have no `navigator`. */
const pretend = (navigator) =>
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true, writable: true });

beforeEach(() => pretend({ gpu: {} }));
afterEach(() => mock.timers.reset());

/** A device that was opened and is never lost. */
const opened = (work) => ({ name: "fake", software: false, untilLost: () => never, giveBack() {}, ...work });

/** An engine with a fake GPU, and the number of requests for an adapter. */
function engineWith(findAdapter) {
  const engine = {
    generation: 1,
    asked: 0,
    ask(question) {
      try {
        return question({
          findAdapter: () => {
            engine.asked++;
            return findAdapter();
          },
        });
      } catch (thrown) {
        if (thrown instanceof AttographError) throw thrown;
        engine.generation++;
        const reason = thrown.message;
        throw new AttographError("trapped", `the computation was stopped by a trap: ${reason}`, { reason });
      }
    },
  };
  return engine;
}

/** Lets every promise that can settle do so. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test("a GPU that never responds is waited for once, for five seconds", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const engine = engineWith(() => never);
  const device = new GpuDevice(engine, false);
  let error = null;
  device
    .use(() => never)
    .catch((thrown) => {
      error = thrown;
    });
  await settle();
  mock.timers.tick(4999);
  await settle();
  assert.equal(error, null);
  mock.timers.tick(1);
  await settle();
  assert.equal(error?.code, "gpu-timed-out");
  assert.match(error.facts.reason, /did not respond within 5 s/);
  assert.deepEqual(device.state, { reason: error.message });
});

test("after a failure the rest of a run goes to SIMD at once, with one notice", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const engine = Object.assign(
    engineWith(() => never),
    { product: () => "by SIMD" },
  );
  const notices = [];
  const gpu = new FastGpu(new GpuDevice(engine, false), engine, (notice) => notices.push(notice));
  const first = gpu.product();
  await settle();
  mock.timers.tick(5000);
  assert.equal(await first, "by SIMD");
  assert.equal(await gpu.product(), "by SIMD");
  assert.equal(engine.asked, 1);
  assert.deepEqual(notices, [{ code: "gpu-timed-out", reason: "it did not respond within 5 s" }]);
});

test("after three failures in a row the notice keeps the reason, and the GPU is not tried again", async () => {
  const reasons = ["first", "second", "third"];
  const engine = engineWith(() =>
    Promise.reject({ code: "gpu-refused", message: "m", facts: { reason: reasons[engine.asked - 1] } }),
  );
  const device = new GpuDevice(engine, false);
  const found = [];
  for (let round = 0; round < 6; round++) {
    const error = await device.use(() => never).catch((thrown) => thrown);
    found.push([error.code, error.facts.reason]);
  }
  const last = ["gpu-refused", "third (not tried again after 3 consecutive failures)"];
  assert.deepEqual(found, [...reasons.map((reason) => ["gpu-refused", reason]), last, last, last]);
  assert.equal(engine.asked, 3);
});

test("failures are counted across engines, and a success ends the count", async () => {
  const record = { failures: 0, last: null };
  const failing = () =>
    new GpuDevice(
      engineWith(() => Promise.reject(new Error("no"))),
      false,
      record,
    );
  for (let round = 0; round < 2; round++)
    await assert.rejects(
      failing().use(() => never),
      { code: "gpu-absent" },
    );
  const working = engineWith(async () => ({ open: async () => opened({}) }));
  assert.equal(await new GpuDevice(working, false, record).use(async () => 7), 7);
  assert.deepEqual(record, { failures: 0, last: null });
  for (let round = 0; round < 4; round++)
    await assert.rejects(
      failing().use(() => never),
      { code: "gpu-absent" },
    );
  assert.equal(record.failures, 3);
  assert.equal(record.last.facts.reason, "no");
});

test("an exception of any WebGPU method is a refusal with its message", async () => {
  const thrower = () => {
    throw new RangeError("not here\nat some line");
  };
  const ways = {
    "finding an adapter": [engineWith(thrower), () => never],
    "opening a device": [engineWith(async () => ({ open: thrower })), () => never],
    "sending work": [engineWith(async () => ({ open: async () => opened({}) })), thrower],
  };
  for (const [way, [engine, work]] of Object.entries(ways)) {
    const error = await new GpuDevice(engine, false).use(work).catch((thrown) => thrown);
    assert.equal(error.code, "gpu-refused", way);
    assert.equal(error.facts.reason, "not here", way);
  }
});

test("a refusal of the engine is not counted as a failure of the GPU", async () => {
  const engine = engineWith(() => never);
  engine.ask = () => {
    throw new AttographError("trapped", "earlier");
  };
  const record = { failures: 0, last: null };
  await assert.rejects(
    new GpuDevice(engine, false, record).use(() => never),
    { code: "trapped" },
  );
  assert.deepEqual(record, { failures: 0, last: null });
});

test("without WebGPU there is a notice, and an empty reason is replaced by the message", async () => {
  pretend({});
  const engine = await loadFast();
  const notices = [];
  const gpu = new FastGpu(new GpuDevice(engine, false), engine, (notice) => notices.push(notice));
  const x = engine.tensor([1, 1], [2]);
  assert.deepEqual([...(await gpu.product(x, x)).read()], [4]);
  assert.deepEqual(notices, [{ code: "gpu-absent", reason: "there is no WebGPU here" }]);
  pretend({ gpu: {} });
  const silent = engineWith(() => Promise.reject({ code: "gpu-lost", message: "it was lost", facts: { reason: "" } }));
  const other = new FastGpu(new GpuDevice(silent, false), engine, (notice) => notices.push(notice));
  await other.product(x, x);
  assert.deepEqual(notices[1], { code: "gpu-lost", reason: "it was lost" });
});

test("a GPU that was turned off and is asked for gives a notice, whichever engine computes instead", async () => {
  const lab = await load({ gpu: "off" });
  const x = [[1, 2]];
  const notice = { code: "gpu-absent", reason: "it was turned off" };
  const found = async (id, inputs, options) => {
    const { backend, notices } = await lab.run(id, inputs, options);
    return [backend, notices];
  };
  assert.deepEqual(await found("layer-norm", { x }, { backend: "gpu" }), ["cpu", [notice]]);
  assert.deepEqual(await found("image-patches", { image: [x], patch: 1 }, { backend: "gpu" }), ["nalgebra", [notice]]);
  assert.deepEqual(await found("image-patches", { image: [x], patch: 1 }, { backend: "cpu" }), ["nalgebra", []]);
});
