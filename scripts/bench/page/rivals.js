/** A common interface to the engines: uploads the operands once, and returns a function that computes and waits for the result. */

const address = (path) => new URL(path, location.href).href;

async function openScript(path) {
  await new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = path;
    script.onload = done;
    script.onerror = () => fail(new Error(`${path} did not load`));
    document.head.append(script);
  });
}

/** A mask as numbers to add to the scores. */
const biasOf = (mask) => Float32Array.from(mask, (keeps) => (keeps ? 0 : -1e9));

/** The options of attention as a mask, for engines without these options; null for none. */
function maskOf(n, { causal, mask } = {}) {
  if (mask) return mask;
  return causal ? Uint8Array.from({ length: n * n }, (_, place) => Number(place % n <= Math.floor(place / n))) : null;
}

/** This project's engine from a folder; operands are handles, results are disposed of. */
async function openFast(folder = "/pkg", options = {}) {
  const { loadFast } = await import(`${folder}/fast.js`);
  const fast = await loadFast(options);
  const upload = ({ rows, columns, data }) => fast.tensor([rows, columns], data);
  const call = (compute) => ({
    run: () => compute().dispose(),
    answer: () => compute().read(),
  });
  return {
    version: fast.wasm,
    /** By how many bytes the memory of an engine grows with one call. */
    growth: async (q, k, v) => {
      const own = await loadFast();
      const operands = [q, k, v].map(({ rows, columns, data }) => own.tensor([rows, columns], data));
      const before = own.memory;
      own.attention(...operands);
      return own.memory - before;
    },
    propagate: ({ nodes, messages }, x) => {
      const [graph, features] = [fast.graph(nodes, messages), upload(x)];
      return call(() => fast.propagate(graph, features));
    },
    product: (a, b, laidOut) => {
      const [left, right] = [upload(a), upload(b)];
      const factor = laidOut ? fast.weights(right) : right;
      return call(() => fast.product(left, factor));
    },
    attention: (q, k, v, heads, options = {}) => {
      const [query, key, value] = [upload(q), upload(k), upload(v)];
      return call(() => fast.attention(query, key, value, { heads, ...options }));
    },
    gcn: ({ nodes, messages, places, values, features, w1, w2 }) => {
      const graph = fast.graph(nodes, messages);
      const x = fast.sparse([nodes, features], places, values);
      const [first, second] = [upload(w1), upload(w2)];
      return call(() => {
        const hidden = fast.convolve(graph, x, first, { relu: true });
        const output = fast.convolve(graph, hidden, second);
        hidden.dispose();
        return output;
      });
    },
    gcnDense: ({ nodes, messages, x, w1, w2 }) => {
      const graph = fast.graph(nodes, messages);
      const [dense, first, second] = [upload(x), upload(w1), upload(w2)];
      return call(() => {
        const hidden = fast.convolve(graph, dense, first, { relu: true });
        const output = fast.convolve(graph, hidden, second);
        hidden.dispose();
        return output;
      });
    },
    hash: (queryKey, value, rotations, options) => {
      const [own, values, turns] = [upload(queryKey), upload(value), upload(rotations)];
      return call(() => fast.hashAttention(own, values, turns, options));
    },
  };
}

/** What is measured of other forms of the engine. */
const SIMD = ["version", "product", "attention"];

/** The same without relaxed SIMD, as on engines that have none. */
const openSimd = async () => {
  const engine = await openFast("/pkg", { wasm: "simd" });
  return Object.fromEntries(SIMD.map((name) => [name, engine[name]]));
};

/** ONNX Runtime Web, one thread. */
async function openOnnx() {
  const ort = await import("/peers/onnxruntime-web/dist/ort.wasm.min.mjs");
  ort.env.wasm.wasmPaths = address("/peers/onnxruntime-web/dist/");
  ort.env.wasm.numThreads = 1;
  const session = async (name) =>
    ort.InferenceSession.create(new Uint8Array(await (await fetch(`/models/${name}.onnx`)).arrayBuffer()), {
      executionProviders: ["wasm"],
    });
  const tensor = ({ rows, columns, data }, batched) =>
    new ort.Tensor("float32", data, batched ? [1, rows, columns] : [rows, columns]);
  const bind = async (name, feeds) => {
    const model = await session(name);
    const [result] = model.outputNames;
    return {
      run: async () => {
        await model.run(feeds);
      },
      answer: async () => (await model.run(feeds))[result].data,
    };
  };
  return {
    version: ort.env.versions.web ?? ort.env.versions.common,
    product: (a, b) => bind("product", { a: tensor(a), b: tensor(b) }),
    attention: (q, k, v, heads, options) => {
      if (heads !== 1) return bind("heads", { q: tensor(q, true), k: tensor(k, true), v: tensor(v, true) });
      const feeds = { q: tensor(q), k: tensor(k), v: tensor(v) };
      const mask = maskOf(q.rows, options);
      if (!mask) return bind("attention", feeds);
      return bind("masked", { ...feeds, bias: tensor({ rows: q.rows, columns: k.rows, data: biasOf(mask) }) });
    },
    gcnDense: ({ s, x, w1, w2 }) => bind("gcn", { s: tensor(s), x: tensor(x), w1: tensor(w1), w2: tensor(w2) }),
  };
}

/** TensorFlow.js with its wasm backend, one thread. */
async function openTensorflow() {
  await openScript("/peers/@tensorflow/tfjs-core/dist/tf-core.min.js");
  await openScript("/peers/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js");
  const { tf } = globalThis;
  tf.wasm.setWasmPaths(address("/peers/@tensorflow/tfjs-backend-wasm/dist/"));
  tf.wasm.setThreadsCount?.(1);
  await tf.setBackend("wasm");
  await tf.ready();
  const tensor = ({ rows, columns, data }) => tf.tensor2d(data, [rows, columns]);
  // Reading is left out of the time, as with the other engines: the backend computes at once, and disposing shows that it did.
  const call = (compute) => ({
    run: () => tf.dispose(tf.tidy(compute)),
    answer: async () => {
      const result = tf.tidy(compute);
      const data = await result.data();
      result.dispose();
      return data;
    },
  });
  return {
    version: tf.version_core,
    product: (a, b) => {
      const [left, right] = [tensor(a), tensor(b)];
      return call(() => tf.matMul(left, right));
    },
    attention: (q, k, v, heads, options) => {
      if (heads !== 1) return null;
      // The key is turned over beforehand, in the tensor's favour: products with a turned factor run through a scalar loop.
      const [query, key, value] = [tensor(q), tf.transpose(tensor(k)), tensor(v)];
      const mask = maskOf(q.rows, options);
      const bias = mask && tensor({ rows: q.rows, columns: k.rows, data: biasOf(mask) });
      const scaled = () => tf.mul(tf.matMul(query, key), q.columns ** -0.5);
      return call(() => tf.matMul(tf.softmax(bias ? tf.add(scaled(), bias) : scaled()), value));
    },
    // The usual way to write it.
    ordinaryAttention: (q, k, v, heads, options) => {
      if (options) return null;
      const split = (x) => tf.transpose(tf.reshape(tensor(x), [x.rows, heads, x.columns / heads]), [1, 0, 2]);
      const [query, key, value] = [q, k, v].map(heads === 1 ? tensor : split);
      const scale = (q.columns / heads) ** -0.5;
      return call(() => {
        const heard = tf.matMul(tf.softmax(tf.mul(tf.matMul(query, key, false, true), scale)), value);
        return heads === 1 ? heard : tf.reshape(tf.transpose(heard, [1, 0, 2]), [q.rows, v.columns]);
      });
    },
    gcnDense: ({ s, x, w1, w2 }) => {
      const [spread, features, first, second] = [s, x, w1, w2].map(tensor);
      return call(() => {
        const hidden = tf.relu(tf.matMul(spread, tf.matMul(features, first)));
        return tf.matMul(spread, tf.matMul(hidden, second));
      });
    },
  };
}

/** jax-js with its wasm backend, each function compiled by `jit`. */
async function openJax() {
  const jax = await import("/peers/@jax-js/jax/dist/index.js");
  await jax.init("wasm");
  jax.defaultDevice("wasm");
  const { numpy: np, nn } = jax;
  const array = ({ rows, columns, data }, ...shape) =>
    np.array(data.slice()).reshape(shape.length ? shape : [rows, columns]);
  const call = (compute, operands) => {
    const compiled = jax.jit(compute);
    const start = () => compiled(...operands.map((operand) => operand.ref));
    return {
      run: async () => (await start().blockUntilReady()).dispose(),
      answer: async () => start().data(),
    };
  };
  return {
    version: "0.1.25",
    product: (a, b) => call((left, right) => np.matmul(left, right), [array(a), array(b)]),
    attention: (q, k, v, heads, options) => {
      if (options) return null;
      const split = (x) => array(x, 1, x.rows, heads, x.columns / heads);
      return call((query, key, value) => nn.dotProductAttention(query, key, value), [split(q), split(k), split(v)]);
    },
    gcnDense: null,
  };
}

/** A plain JavaScript loop over compressed rows. */
async function openPlain() {
  function spread({ starts, columns, values }, x, width) {
    const rows = starts.length - 1;
    const result = new Float32Array(rows * width);
    for (let row = 0; row < rows; row++) {
      for (let place = starts[row]; place < starts[row + 1]; place++) {
        const [from, to, value] = [columns[place] * width, row * width, values[place]];
        for (let column = 0; column < width; column++) result[to + column] += value * x[from + column];
      }
    }
    return result;
  }
  function multiply(x, rows, depth, w, width) {
    const result = new Float32Array(rows * width);
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < depth; k++) {
        const value = x[row * depth + k];
        for (let column = 0; column < width; column++) result[row * width + column] += value * w[k * width + column];
      }
    }
    return result;
  }
  return {
    version: "",
    propagate: ({ adjacency }, x) => {
      const compute = () => spread(adjacency, x.data, x.columns);
      return { run: compute, answer: compute };
    },
    gcn: ({ nodes, adjacency, sparse, w1, w2 }) => {
      const compute = () => {
        const hidden = spread(adjacency, spread(sparse, w1.data, w1.columns), w1.columns);
        for (let i = 0; i < hidden.length; i++) if (hidden[i] < 0) hidden[i] = 0;
        return spread(adjacency, multiply(hidden, nodes, w2.rows, w2.data, w2.columns), w2.columns);
      };
      return { run: compute, answer: compute };
    },
  };
}

/** SciPy, outside of the browser, which already has its operands. It returns only the rows that are compared. */
function openScipy(version) {
  const ask = (command) => globalThis.askNative(command);
  const run = async (times) => (await ask({ act: "time", times })).milliseconds;
  run.timesItself = true;
  return {
    version,
    propagate: (_graph, _x, every) => ({ run, answer: async () => (await ask({ act: "answer", every })).numbers }),
  };
}

/** Opens every engine; one that does not start is omitted, with the reason. `native` is SciPy's version, or why it is not available. */
/** Opens the engines; `former` is the name of the commit of a former package, if one takes part. */
export async function openEngines(native, former) {
  const openers = { attograph: () => openFast(), simd: openSimd, onnx: openOnnx, tensorflow: openTensorflow };
  Object.assign(openers, {
    ordinary: ({ tensorflow }) => ({ version: "", attention: tensorflow.ordinaryAttention }),
    jax: openJax,
    plain: openPlain,
    scipy: () => {
      if (native.missing) throw native.missing;
      return openScipy(native.version);
    },
  });
  if (former) openers.former = async () => ({ ...(await openFast("/former")), version: former });
  const engines = {};
  const missing = {};
  for (const [name, open] of Object.entries(openers)) {
    try {
      engines[name] = await open(engines);
    } catch (problem) {
      missing[name] = String(problem);
    }
  }
  return { engines, missing };
}
