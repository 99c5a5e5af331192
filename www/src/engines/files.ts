/** Where the build put the library's files that are needed here. */
import relaxedAttention from "attograph/attograph-attention-relaxed.wasm?url";
import simdAttention from "attograph/attograph-attention-simd.wasm?url";
import relaxedFast from "attograph/attograph-fast-relaxed.wasm?url";
import simdFast from "attograph/attograph-fast-simd.wasm?url";
import relaxedGraph from "attograph/attograph-graph-relaxed.wasm?url";
import simdGraph from "attograph/attograph-graph-simd.wasm?url";
import relaxedSparse from "attograph/attograph-sparse-relaxed.wasm?url";
import simdSparse from "attograph/attograph-sparse-simd.wasm?url";
import relaxedTransformer from "attograph/attograph-transformer-relaxed.wasm?url";
import simdTransformer from "attograph/attograph-transformer-simd.wasm?url";

export const FILES = {
  simd: {
    attention: simdAttention,
    transformer: simdTransformer,
    graph: simdGraph,
    sparse: simdSparse,
    fast: simdFast,
  },
  relaxed: {
    attention: relaxedAttention,
    transformer: relaxedTransformer,
    graph: relaxedGraph,
    sparse: relaxedSparse,
    fast: relaxedFast,
  },
};
