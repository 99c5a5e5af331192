/**
 * Measures the peak rate of WebAssembly on this machine: two loops that only multiply and add, in registers and the L1 cache.
 *
 *   chains   independent chains of multiply-and-add, no memory at all
 *   tile     4 rows × 8 columns on 64-deep panels in the first cache, as a matrix product's inner kernel reads them
 *
 * The larger of both is the roofline of a run.
 */
import binaryen from "binaryen";

const CHAINS = 10;
const DEPTH = 64;

/** a · b + c, fused where `relaxed`. */
const timesPlus = (relaxed) => (a, b, c) =>
  relaxed ? `(f32x4.relaxed_madd ${a} ${b} ${c})` : `(f32x4.add (f32x4.mul ${a} ${b}) ${c})`;

const range = (count) => Array.from({ length: count }, (_, i) => i);
const get = (name) => `(local.get $${name})`;
const set = (name, value) => `(local.set $${name} ${value})`;
const vectors = (names) => names.map((name) => `(local $${name} v128)`).join(" ");

/** Repeats the body `times` times (a local). */
const loop = (name, body) => `(loop $${name} ${body}
  (br_if $${name} (local.tee $times (i32.sub ${get("times")} (i32.const 1)))))`;

/** Each iteration: CHAINS operations on four numbers. */
function chains(relaxed) {
  const names = range(CHAINS).map((i) => `c${i}`);
  const step = names.map((name) => set(name, timesPlus(relaxed)(get(name), get("a"), get("b")))).join("\n");
  const start = names.map((name, i) => set(name, `(f32x4.splat (f32.const 1.${i}))`)).join("\n");
  const total = names.map(get).reduce((sum, name) => `(f32x4.add ${sum} ${name})`);
  return `(func (export "chains") (param $times i32) (result f32) ${vectors(["a", "b", ...names])}
    ${set("a", "(f32x4.splat (f32.const 0.999))")} ${set("b", "(f32x4.splat (f32.const 0.001))")} ${start}
    ${loop("more", step)} (f32x4.extract_lane 0 ${total}))`;
}

/** Each iteration: 8 · DEPTH operations on four numbers. */
function tile(relaxed) {
  const sums = range(4).flatMap((row) => [`s${row}l`, `s${row}h`]);
  const step = (k) =>
    [
      set("l", `(v128.load offset=${8192 + k * 32} ${get("p")})`),
      set("h", `(v128.load offset=${8208 + k * 32} ${get("p")})`),
      ...range(4).flatMap((row) => [
        set("x", `(v128.load32_splat offset=${k * 4 + row * DEPTH * 4} ${get("q")})`),
        set(`s${row}l`, timesPlus(relaxed)(get("x"), get("l"), get(`s${row}l`))),
        set(`s${row}h`, timesPlus(relaxed)(get("x"), get("h"), get(`s${row}h`))),
      ]),
    ].join("\n");
  const total = sums.map(get).reduce((sum, name) => `(f32x4.add ${sum} ${name})`);
  const inner = `${set("p", "(i32.const 0)")} ${set("q", "(i32.const 0)")} (loop $depth
    ${range(8).map(step).join("\n")}
    ${set("p", `(i32.add ${get("p")} (i32.const 256))`)}
    (br_if $depth (i32.lt_u (local.tee $q (i32.add ${get("q")} (i32.const 32))) (i32.const ${DEPTH * 4}))))`;
  return `(func (export "tile") (param $times i32) (result f32) (local $p i32) (local $q i32) ${vectors(["l", "h", "x", ...sums])}
    ${loop("more", inner)} (f32x4.extract_lane 0 ${total}))`;
}

/** Assembles the probe; its functions take the number of iterations. `operations` is the number of multiplications and additions of one iteration. */
export function assembleProbe(relaxed) {
  const module = binaryen.parseText(`(module (memory 1) ${chains(relaxed)} ${tile(relaxed)})`);
  module.setFeatures(binaryen.Features.All);
  const bytes = module.emitBinary();
  module.dispose();
  return { bytes, operations: { chains: CHAINS * 8, tile: DEPTH * 64 } };
}
