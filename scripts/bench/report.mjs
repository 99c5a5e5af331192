/** The results as a table. */

const NAMES = {
  attograph: "Attograph",
  simd: "Attograph without relaxed SIMD",
  former: "Attograph, formerly",
  onnx: "ONNX Runtime Web",
  tensorflow: "TensorFlow.js",
  ordinary: "TensorFlow.js, ordinary call",
  jax: "jax-js",
  plain: "plain JavaScript",
  scipy: "SciPy, natively",
};

const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

const rate = (operations, time) => (operations === null ? "" : ` (${(operations / time / 1e6).toFixed(1)})`);

function cell({ times, spreads, operations }, name) {
  const time = times[name];
  if (time === undefined) return "";
  const ratio = name === "attograph" ? "" : `, ${(time / times.attograph).toFixed(2)} ×`;
  const around = spreads ? ` ± ${(50 * spreads[name]).toFixed(1)} %` : "";
  return `${time.toPrecision(3)} ms${around}${rate(operations, time)}${ratio}`;
}

const milliseconds = (time) => `${time.toPrecision(3)} ms`;

const table = (lines) => lines.map((line) => `| ${line.join(" | ")} |`).join("\n");

/** The f64 engines, in the browser with the f32 kernels beside them, and natively; what was not measured stays empty. */
function f64Rows({ browser, native }) {
  const gain = ({ reference, nalgebra }) => `${(reference / nalgebra).toFixed(2)} ×`;
  const pair = (times) =>
    times ? [milliseconds(times.reference), milliseconds(times.nalgebra), gain(times)] : ["", "", ""];
  return native.map(({ name, times }) => {
    const page = browser?.find((result) => result.name === name)?.times;
    return [name, ...pair(page), page ? milliseconds(page.cpu) : "", ...pair(times)];
  });
}

function f64Section(f64) {
  const f64Head = ["work", "reference", "nalgebra", "gain", "f32", "reference, natively", "nalgebra, natively", "gain"];
  return `
The f64 engines: the reference, which sums in index order and computes every trace, and nalgebra, which computes what \`lab.run\` returns in f64, counts and
permutation tests. In Chromium a time is that of \`lab.run\`, from JavaScript's numbers to JavaScript's numbers; the f32 kernel on the same input is beside
it. Natively it is that of \`catalog::evaluate\`. Medians, in turns (\`npm run bench -- --f64\`; ${f64.date}, ${f64.machine}):

${table([f64Head, f64Head.map(() => "---"), ...f64Rows(f64)])}
`;
}

/** Layers on a large graph, along its edges. */
function graphSection({ date, machine, scipy, nodes, edges, width, cases }) {
  const head = [
    "algorithm",
    "f64, `lab.run`",
    "f32, `lab.run`",
    "f64, natively",
    "SciPy, natively",
    "SciPy / natively",
  ];
  const rows = cases.map(({ work, times }) => [
    `\`${work}\``,
    ...[times.f64, times.f32, times.native, times.scipy].map(milliseconds),
    `${(times.scipy / times.native).toFixed(2)} ×`,
  ]);
  return `
Graphs along their edges: ${nodes} nodes, ${edges} edges, ${width} features. A time is from the list of edges to the result, so with the matrix that is made of it; by \`lab.run\` in Node. SciPy ${scipy}
computes the same in f64, in one thread. Medians of five, in turns (\`npm run bench -- --graph\`; ${date}, ${machine}):

${table([head, head.map(() => "---"), ...rows])}
`;
}

/** How long a gradient takes beside its run. */
function gradientSection({ date, machine, cases }) {
  const head = ["algorithm", "steps of the run", "steps of both", "the run", "both", "ratio", "both, with every step"];
  const rows = cases.map(({ algorithm, steps, milliseconds: times, timesForward }) => [
    `\`${algorithm}\``,
    String(steps.forward),
    String(steps.withGradient),
    milliseconds(times.forward),
    milliseconds(times.withGradient),
    `${timesForward.toFixed(2)} ×`,
    milliseconds(times.everyStep),
  ]);
  return `
Gradients: a trace of a run, and a trace of both the run and its way back to every input, natively by the reference. With every step, softmax and normalization are gone back
through step by step. The shortest of 15 times, in turns (\`npm run bench -- --gradient\`; ${date}, ${machine}):

${table([head, head.map(() => "---"), ...rows])}
`;
}

/** The kernels for the graphics processor, on one of a server: natively, beside PyTorch, and in Chromium, beside SIMD. */
function gpuSection({ date, machine, limit, native, pytorch, page }) {
  const head = ["work", "natively", "10⁹ operations a second", "of the limit", "PyTorch"];
  const rows = native.map(([name, time, perSecond], at) => [
    name,
    milliseconds(time),
    perSecond.toFixed(0),
    `${((100 * perSecond) / limit).toFixed(0)} %`,
    milliseconds(pytorch.times[at]),
  ]);
  const pageHead = ["work, by `lab.run` in Chromium", "SIMD, one core", "GPU", "gain"];
  const pageRows = page.map(([name, cpu, gpu]) => [
    name,
    milliseconds(cpu),
    milliseconds(gpu),
    `${(cpu / gpu).toFixed(1)} ×`,
  ]);
  return `
Kernels for the graphics processor (${date}, ${machine}). Natively a time is from the first command to the end of the last, with the memory of the results, operands on the device, median of nine
(\`npm run bench:gpu\`); the limit is ${(limit / 1000).toFixed(1)} · 10¹² operations a second, of chains of multiply-and-add. PyTorch ${pytorch.version} computes the same in f32, by the vendor's
kernels. wgpu has each loop count its turns in case it never ends, which costs attention a third to a half of its rate. In Chromium a time is from JavaScript's numbers to JavaScript's numbers; most of the
GPU's is what carries them there and back (\`ATTOGRAPH_GPU=hardware npm run bench:gpu:page\`):

${table([head, head.map(() => "---"), ...rows])}

${table([pageHead, pageHead.map(() => "---"), ...pageRows])}
`;
}

/** How the package loads, and the bytes of a first visit. */
function loadSection({ date, machine, visits, parts }) {
  const names = Object.keys(visits[0].times);
  const head = ["entry", ...names];
  const rows = visits.map(({ where, entry, times }) => [
    `${entry}, ${where}`,
    ...names.map((name) => milliseconds(times[name])),
  ]);
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const bytes = [...parts, { name: "together", gzip: sum("gzip"), brotli: sum("brotli") }];
  return `
Loading: fresh pages of Chromium with the files on the same machine, and fresh processes of Node; medians of nine. The first trace is one of scaled dot-product attention
(${date}, ${machine}):

${table([head, head.map(() => "---"), ...rows])}

What a first visit by the default entry loads, in bytes; JavaScript as a bundler ships it:

${table([["part", "gzip", "brotli"], ["---", "---", "---"], ...bytes.map(({ name, gzip, brotli }) => [name, gzip, brotli])])}
`;
}

/** How long the first scene takes until it can be used. */
function sceneSection({ date, machine, times }) {
  const said = Object.entries(times).map(([name, time]) => `${milliseconds(time)} ${name}`);
  return `
The first scene of the course: fresh pages of Chromium with nothing cached and the files on the same machine; medians of nine (${date}, ${machine}):
${said.join(", ")}.
`;
}

/** Writes Markdown. */
export function writeReport({
  date,
  machine,
  versions,
  missing,
  results,
  long,
  pool,
  browser,
  f64,
  graph,
  load,
  scene,
  gradient,
  gpu,
}) {
  const names = Object.keys(NAMES).filter((name) => results.some(({ times }) => name in times));
  const head = ["work", "roofline", "part of it", ...names.map((name) => NAMES[name])];
  const rows = results.map(({ name, operations, times, spreads, roofline }) => [
    name,
    roofline.toFixed(1),
    operations === null ? "" : `${Math.round((operations / times.attograph / 1e6 / roofline) * 100)} %`,
    ...names.map((engine) => cell({ times, spreads, operations }, engine)),
  ]);
  const list = Object.entries(versions).filter(([, version]) => version);
  const longHead = ["tokens", "full", "by hash, 4 rounds", "full / hash", "window of 512", "memory", "scores alone"];
  const longRows = long.map(({ tokens, memory, times }) => [
    String(tokens),
    ...[times.full, times.hash].map((time) => (time === undefined ? "" : `${time.toPrecision(3)} ms`)),
    times.full === undefined ? "" : (times.full / times.hash).toFixed(2),
    `${times.window.toPrecision(3)} ms`,
    ...(memory === undefined ? ["", ""] : [megabytes(memory), megabytes(4 * tokens ** 2)]),
  ]);
  const poolHead = ["work", "one engine", "two workers", "gain", "gain of two cores on arithmetic alone"];
  const poolRows = pool.map(({ name, times, gain, cores }) => [
    name,
    ...[times.one, times.two].map((time) => `${time.toPrecision(3)} ms`),
    `${gain.toFixed(2)} ×`,
    `${cores.toFixed(2)} ×`,
  ]);
  return `# Benchmarks

Written by \`npm run bench\`. Median times in headless Chromium, one thread, and after ± half of the range in which the middle half of eleven turns lies. In parentheses: 10⁹ operations a second. After the comma: the engine's time divided by
Attograph's. The engines take turns within one run, and their results are compared before they are timed. The roofline is the larger of two probes that run in
the same turns: chains of multiply-and-add in registers, and a 4 × 8 tile in the first-level cache. Operands are uploaded before the timing where an engine allows it.
TensorFlow.js is measured twice: with the key transposed beforehand, which is its best form, and as \`tf.matMul(q, k, false, true)\`, its ordinary call.
\`Right factor laid out\` is a product with weights, which Attograph packs once; the peers are called as in the row above.
Engines without a causal form add −10⁹ to the scores. SciPy runs natively, outside of the browser, in turns with the page.
\`Formerly\` is the package of an earlier commit in the same turns (\`npm run bench -- --former <commit>\`). Times vary with the load of the machine; compare the ratios
within a row.

${date}, ${machine}
${browser}
${list.map(([name, version]) => `${NAMES[name]} ${version}`).join(", ")}
${Object.entries(missing)
  .map(([name, reason]) => `${NAMES[name]} did not start: ${reason}\n`)
  .join("")}
${table([head, head.map(() => "---"), ...rows])}

Long sequences, width 64. \`memory\` is the growth of the engine's memory during full attention, including the result; \`scores alone\` is the size of the
matrix of scores, which it never stores:

${table([longHead, longHead.map(() => "---"), ...longRows])}

One engine and a pool of two workers, whose results have the same bits. The last column is the upper limit on this machine: chains of multiply-and-add in one
worker and in two at once, measured in the same turns:

${table([poolHead, poolHead.map(() => "---"), ...poolRows])}
${f64 ? f64Section(f64) : ""}${graph ? graphSection(graph) : ""}${gradient ? gradientSection(gradient) : ""}${gpu ? gpuSection(gpu) : ""}${load ? loadSection(load) : ""}${scene ? sceneSection(scene) : ""}`;
}
