import type { FastTensor } from "./handle.js";
import type { Ops, Projections } from "./ops.js";
import type { AttentionOptions } from "./options.js";

/** Multi-head self-attention put together from products and attention, whose results are disposed of when the output is there. */
export async function attendByParts(
  ops: Ops,
  x: FastTensor,
  projections: Projections,
  options: AttentionOptions = {},
): Promise<FastTensor> {
  const parts: FastTensor[] = [];
  const keep = (part: FastTensor): FastTensor => {
    parts.push(part);
    return part;
  };
  try {
    const query = keep(await ops.product(x, projections.query));
    const key = keep(await ops.product(x, projections.key));
    const value = keep(await ops.product(x, projections.value));
    const heard = keep(await ops.attention(query, key, value, options));
    return await ops.product(heard, projections.output);
  } finally {
    for (const part of parts) part.dispose();
  }
}
