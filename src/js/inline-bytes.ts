import { fromBase64 } from "./source.js";
import type { Topic } from "./topics.js";

/** The package's own base64 copies, which are imported only here, and only when they are needed. */
const COPIES: Record<Topic, () => Promise<{ readonly default: string }>> = {
  attention: () => import("./base64-attention.js"),
  transformer: () => import("./base64-transformer.js"),
  position: () => import("./base64-position.js"),
  graph: () => import("./base64-graph.js"),
  "graph-attention": () => import("./base64-graph-attention.js"),
  sparse: () => import("./base64-sparse.js"),
  "attention-practice": () => import("./base64-attention-practice.js"),
  "transformer-practice": () => import("./base64-transformer-practice.js"),
  "graph-practice": () => import("./base64-graph-practice.js"),
  "graph-attention-practice": () => import("./base64-graph-attention-practice.js"),
  "sparse-practice": () => import("./base64-sparse-practice.js"),
  "hashing-practice": () => import("./base64-hashing-practice.js"),
  "sequence-errata": () => import("./base64-sequence-errata.js"),
  "graph-errata": () => import("./base64-graph-errata.js"),
  polls: () => import("./base64-polls.js"),
  derivations: () => import("./base64-derivations.js"),
};

/** A `simd` file. */
export async function inlineBytes(topic: Topic): Promise<Uint8Array<ArrayBuffer>> {
  return fromBase64((await COPIES[topic]()).default);
}
