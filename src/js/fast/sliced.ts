import type { PlatformSignal } from "../platform.js";
import type { FastEngine } from "./engine.js";
import type { FastTensor } from "./handle.js";
import { NAMES, OWN, workOf } from "./operations.js";
import { type OperationName, type Ops, opsBy, perform } from "./ops.js";
import { type Cuts, cutEvenly, cutQueries, type Visible } from "./pool/cuts.js";

/** About how many operations on numbers are done without a turn for others: 15 ms where 35 · 10⁹ are done in a second. */
const SLICE = 5e8;

/** The operations whose rows can be computed alone, and where they are cut. */
const CUTS: Partial<Record<OperationName, (given: readonly unknown[], parts: number) => Cuts>> = {
  product: ([left], parts) => cutEvenly((left as FastTensor).shape[0], parts),
  attention: ([query, key, , options], parts) => {
    const { batch = 1, window, causal = false } = (options ?? {}) as Partial<Visible>;
    const visible = { batch, causal, ...(window !== undefined && { window }) };
    return cutQueries((query as FastTensor).shape[0], (key as FastTensor).shape[0], visible, parts);
  },
};

/** Waits until other work of the page has had its turn. A timer would wait for milliseconds. */
const turn = (): Promise<void> =>
  new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go();
    };
    port2.postMessage(null);
  });

/**
 * The operations of the SIMD engine, long products and attention cut into slices, between which other work of the page has its turn. The numbers are those of
 * one call, to the bit. Once `signal` is aborted, what is under way ends at its next slice, with the signal's reason.
 */
export function sliced(engine: FastEngine, signal: PlatformSignal | null): Ops {
  const run = (name: OperationName, given: readonly unknown[]): FastTensor | Promise<FastTensor> => {
    const parts = CUTS[name] ? Math.ceil(workOf(name, given) / SLICE) : 1;
    const cuts = parts > 1 ? (CUTS[name]?.(given, parts) ?? []) : [];
    return cuts.length > 2 ? inSlices(engine, name, given, cuts, signal) : (perform(engine, name, given) as FastTensor);
  };
  return opsBy(OWN, run);
}

/** The same operations, none of which begins once `signal` is aborted. */
export function heeding(ops: Ops, signal: PlatformSignal | null): Ops {
  if (!signal) return ops;
  return opsBy(
    NAMES.filter((name) => ops[name] !== undefined),
    (name, given) => {
      signal.throwIfAborted();
      return perform(ops, name, given);
    },
  );
}

async function inSlices(
  engine: FastEngine,
  name: OperationName,
  given: readonly unknown[],
  cuts: Cuts,
  signal: PlatformSignal | null,
): Promise<FastTensor> {
  let whole: FastTensor | null = null;
  try {
    for (const [part, first] of cuts.slice(0, -1).entries()) {
      const end = cuts[part + 1] ?? first;
      if (end === first) continue;
      const rows = engine.rows(name, given, first, end);
      whole ??= engine.blank([cuts.at(-1) ?? 0, rows.shape[1]]);
      engine.place(whole, first, rows);
      rows.dispose();
      await turn();
      signal?.throwIfAborted();
    }
    return whole as FastTensor;
  } catch (thrown) {
    whole?.dispose();
    throw thrown;
  }
}
