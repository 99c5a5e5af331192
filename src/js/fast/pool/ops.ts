import type { FastEngine } from "../engine.js";
import { FastTensor } from "../handle.js";
import { OPERATIONS, OWN, workOf } from "../operations.js";
import { type OperationName, type Ops, opsBy, perform } from "../ops.js";
import type { PoolTensor } from "./handle.js";
import type { FastPool } from "./pool.js";

/**
 * The operations of the SIMD engine, `alone`, the large ones done by several workers. Operands and results are the engine's, and so are the numbers, to the bit;
 * what the workers do not do, for whatever reason, the engine does. `workers` gives them, if they have started; it is called only for what is large enough.
 * `shared` is called with how many did an operation.
 */
export function sharing(
  engine: FastEngine,
  alone: Ops,
  workers: () => FastPool | null,
  shared: (workers: number) => void,
): Ops {
  const run = (name: OperationName, given: readonly unknown[]): FastTensor | Promise<FastTensor> => {
    const here = () => perform(alone, name, given) as FastTensor | Promise<FastTensor>;
    const { sharedFrom } = OPERATIONS[name];
    const pool = sharedFrom && workOf(name, given) >= sharedFrom ? workers() : null;
    return pool ? share(engine, pool, name, given, shared).catch(here) : here();
  };
  return opsBy(OWN, run);
}

/** Has a pool compute an operation of handles of the engine. */
async function share(
  engine: FastEngine,
  pool: FastPool,
  name: OperationName,
  given: readonly unknown[],
  shared: (workers: number) => void,
): Promise<FastTensor> {
  const uploads = new Map<FastTensor, PoolTensor>();
  const upload = async (value: unknown): Promise<unknown> => {
    if (!(value instanceof FastTensor)) return value;
    const made = uploads.get(value) ?? (await pool.tensor(value.shape, value.read()));
    uploads.set(value, made);
    return made;
  };
  try {
    const operands: unknown[] = [];
    for (const value of given) operands.push(await upload(value));
    const compute = pool[name as "product"] as (...given: unknown[]) => Promise<PoolTensor>;
    const result = await compute.apply(pool, operands);
    const numbers = await result.read().finally(() => result.dispose());
    const tensor = engine.tensor(result.shape, numbers);
    shared(pool.workers);
    return tensor;
  } finally {
    for (const handle of uploads.values()) handle.dispose();
  }
}
