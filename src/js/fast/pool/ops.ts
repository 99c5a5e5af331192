import type { FastEngine } from "../engine.js";
import type { FastTensor } from "../handle.js";
import type { Ops } from "../ops.js";
import { type AttentionOptions, readAttention } from "../options.js";
import type { PoolTensor } from "./handle.js";
import type { FastPool } from "./pool.js";

/**
 * From how many operations on two workers are sooner done than one engine, with the way there and back (measured with the relaxed file). A product moves as
 * many numbers as it has rows and columns: at 512³ the way takes longer than what is saved, at 640³ it gains 1.2 times, at 768³ 1.4. Attention moves fewer
 * for as much work: 768 tokens of width 64 gain 1.2 times, 1024 1.4, 2048 1.6.
 */
const WORTH_SHARING = { product: 5e8, attention: 1.5e8 };

type Upload = (tensor: FastTensor) => Promise<PoolTensor>;

/**
 * The operations of the SIMD engine, the large ones done by several workers. Operands and results are the engine's, and so are the numbers, to the bit;
 * what the workers do not do, for whatever reason, the engine does. `workers` gives them, if they have started; it is asked only by what is large enough.
 * `shared` is told how many did an operation.
 */
export function sharing(engine: FastEngine, workers: () => FastPool | null, shared: (workers: number) => void): Ops {
  const share = async (
    pool: FastPool,
    compute: (upload: Upload) => Promise<PoolTensor>,
    alone: () => FastTensor,
  ): Promise<FastTensor> => {
    const uploads = new Map<FastTensor, PoolTensor>();
    try {
      const result = await compute(async (tensor) => {
        const made = uploads.get(tensor) ?? (await pool.tensor(tensor.shape, tensor.read()));
        uploads.set(tensor, made);
        return made;
      });
      const numbers = await result.read().finally(() => result.dispose());
      const tensor = engine.tensor(result.shape, numbers);
      shared(pool.workers);
      return tensor;
    } catch {
      return alone();
    } finally {
      for (const handle of uploads.values()) handle.dispose();
    }
  };
  return {
    product: (left, right) => {
      const alone = (): FastTensor => engine.product(left, right);
      const pool = 2 * left.shape[0] * left.shape[1] * right.shape[1] >= WORTH_SHARING.product ? workers() : null;
      return pool
        ? share(pool, async (upload) => pool.product(await upload(left), await upload(right)), alone)
        : alone();
    },
    attention: (query, key, value, options = {}) => {
      const alone = (): FastTensor => engine.attention(query, key, value, options);
      const work = 2 * pairsSeen(query, key, options) * (query.shape[1] + value.shape[1]);
      const pool = work >= WORTH_SHARING.attention ? workers() : null;
      if (!pool) return alone();
      return share(
        pool,
        async (upload) => pool.attention(await upload(query), await upload(key), await upload(value), options),
        alone,
      );
    },
    windowAttention: (...given) => engine.windowAttention(...given),
    hashAttention: (...given) => engine.hashAttention(...given),
    convolve: (...given) => engine.convolve(...given),
    attendToNeighbors: (...given) => engine.attendToNeighbors(...given),
    encode: (...given) => engine.encode(...given),
    layerNorm: (...given) => engine.layerNorm(...given),
    feedForward: (...given) => engine.feedForward(...given),
  };
}

/** About how many pairs of a query and a key there are that are seen. */
function pairsSeen(query: FastTensor, key: FastTensor, options: AttentionOptions): number {
  const { batch, before, after } = readAttention(options);
  const keys = key.shape[0] / batch;
  const seen = Math.min(keys, before) + Math.min(keys, after);
  return query.shape[0] * Math.min(keys, seen / (before >= keys ? 2 : 1) + 1);
}
