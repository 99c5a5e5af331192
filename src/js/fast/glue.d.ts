/** The generated half of the fast engine's bindings: holds one WebAssembly instance and its handles. */

/** Anything that lives in WebAssembly's memory until it is freed. */
export interface Held {
  free(): void;
}

/** A matrix. */
export interface HeldTensor extends Held {
  readonly rows: number;
  readonly columns: number;
  read(): Float32Array;
  /** Copies rows in, from row `first` on. */
  place(first: number, numbers: Float32Array): void;
  /** A copy of some of the rows. */
  slice(first: number, end: number): HeldTensor;
}

/** A right factor, packed. */
export interface HeldWeights extends Held {
  readonly rows: number;
  readonly columns: number;
  /** The matrix as it was before it was packed. */
  unpacked(): HeldTensor;
}

/** A graph, normalized. */
export interface HeldGraph extends Held {
  readonly nodes: number;
  readonly messages: number;
  /** Where to cut the targets into parts of about equal work. */
  cuts(parts: number): Uint32Array;
  /** The graph as some of its targets hear it. */
  block(first: number, end: number): HeldGraph;
}

type MaybeVector = Float32Array | undefined;

/** Weights, and what is added. */
type HeldLinear = [weights: HeldTensor, bias: MaybeVector];

/** An encoder layer with its weights. */
export interface HeldEncoder extends Held {
  run(x: HeldTensor, heads: number, batch: number, causal: boolean, mask: Uint8Array | undefined): HeldTensor;
}

/** An adapter of a graphics processor; opening a device consumes it. */
export interface HeldAdapter extends Held {
  open(): Promise<HeldProcessor>;
}

/** A graphics processor that was opened. What it answers are promises of new tensors. */
export interface HeldProcessor extends Held {
  readonly name: string;
  readonly software: boolean;
  /** Rejected when the device goes away. */
  untilLost(): Promise<never>;
  giveBack(): void;
  product(left: HeldTensor, right: HeldTensor): Promise<HeldTensor>;
  attention(
    query: HeldTensor,
    key: HeldTensor,
    value: HeldTensor,
    heads: number,
    batch: number,
    before: number,
    after: number,
    mask: Uint8Array | undefined,
    bias: Float32Array | undefined,
  ): Promise<HeldTensor>;
  multiHeadAttention(
    x: HeldTensor,
    query: HeldTensor,
    key: HeldTensor,
    value: HeldTensor,
    output: HeldTensor,
    heads: number,
    batch: number,
    before: number,
    after: number,
    mask: Uint8Array | undefined,
    bias: Float32Array | undefined,
  ): Promise<HeldTensor>;
  encode(
    encoder: HeldEncoder,
    x: HeldTensor,
    heads: number,
    batch: number,
    causal: boolean,
    mask: Uint8Array | undefined,
  ): Promise<HeldTensor>;
  hashAttention(
    queryKey: HeldTensor,
    value: HeldTensor,
    rotations: HeldTensor,
    heads: number,
    rounds: number,
    chunkLength: number,
    factors: Uint32Array,
    causal: boolean,
  ): Promise<HeldTensor>;
  layerNorm(
    x: HeldTensor,
    gamma: Float32Array | undefined,
    beta: Float32Array | undefined,
    epsilon: number,
  ): Promise<HeldTensor>;
  feedForward(
    x: HeldTensor,
    w1: HeldTensor,
    b1: Float32Array | undefined,
    w2: HeldTensor,
    b2: Float32Array | undefined,
  ): Promise<HeldTensor>;
  propagate(graph: HeldGraph, x: HeldTensor): Promise<HeldTensor>;
  convolve(
    graph: HeldGraph,
    x: HeldTensor,
    w: HeldTensor,
    b: Float32Array | undefined,
    relu: boolean,
  ): Promise<HeldTensor>;
  convolveSparse(
    graph: HeldGraph,
    x: Held,
    w: HeldTensor,
    b: Float32Array | undefined,
    relu: boolean,
  ): Promise<HeldTensor>;
  attendToNeighbors(
    graph: HeldGraph,
    x: HeldTensor,
    w: HeldTensor,
    attentionSource: HeldTensor,
    attentionTarget: HeldTensor,
    negativeSlope: number,
  ): Promise<HeldTensor>;
}

/** The classes and functions of one instance. */
export interface FastGlue {
  initSync(source: { module: WebAssembly.Module }): { readonly memory: WebAssembly.Memory };
  readonly Tensor: {
    new (rows: number, columns: number, numbers: Float32Array): HeldTensor;
    /** Zeros, for rows that come in parts. */
    blank(rows: number, columns: number): HeldTensor;
  };
  readonly Weights: new (matrix: HeldTensor) => HeldWeights;
  readonly Graph: new (
    nodes: number,
    messages: Uint32Array,
    weights: Float32Array | undefined,
    selfLoops: boolean,
  ) => HeldGraph;
  readonly SparseTensor: new (rows: number, columns: number, places: Uint32Array, values: Float32Array) => Held;
  findAdapter(software: boolean): Promise<HeldAdapter>;
  product(left: HeldTensor, right: HeldTensor): HeldTensor;
  weightedProduct(left: HeldTensor, right: HeldWeights): HeldTensor;
  attention(
    query: HeldTensor,
    key: HeldTensor,
    value: HeldTensor,
    heads: number,
    batch: number,
    before: number,
    after: number,
    mask: Uint8Array | undefined,
    bias: Float32Array | undefined,
    first: number,
    end: number,
  ): HeldTensor;
  windowAttention(
    query: HeldTensor,
    key: HeldTensor,
    value: HeldTensor,
    half: number,
    dilation: number,
    globals: Uint32Array,
    causal: boolean,
  ): HeldTensor;
  blockAttention(
    query: HeldTensor,
    key: HeldTensor,
    value: HeldTensor,
    blockLength: number,
    pairs: Uint32Array,
  ): HeldTensor;
  hashAttention(
    queryKey: HeldTensor,
    value: HeldTensor,
    rotations: HeldTensor,
    heads: number,
    rounds: number,
    chunkLength: number,
    factors: Uint32Array,
    causal: boolean,
  ): HeldTensor;
  readonly Encoder: new (
    ...parameters: [
      ...query: HeldLinear,
      ...key: HeldLinear,
      ...value: HeldLinear,
      ...output: HeldLinear,
      ...first: HeldLinear,
      ...second: HeldLinear,
      ...norms: [gamma1: MaybeVector, beta1: MaybeVector, gamma2: MaybeVector, beta2: MaybeVector],
      normFirst: boolean,
      epsilon: number,
    ]
  ) => HeldEncoder;
  layerNorm(
    x: HeldTensor,
    residual: Float32Array | undefined,
    gamma: Float32Array | undefined,
    beta: Float32Array | undefined,
    epsilon: number,
  ): HeldTensor;
  feedForward(
    x: HeldTensor,
    w1: HeldWeights,
    b1: Float32Array | undefined,
    w2: HeldWeights,
    b2: Float32Array | undefined,
  ): HeldTensor;
  propagate(graph: HeldGraph, x: HeldTensor, b: Float32Array | undefined, relu: boolean): HeldTensor;
  transform(
    graph: HeldGraph,
    x: HeldTensor,
    w: HeldTensor,
    b: Float32Array | undefined,
    first: number,
    end: number,
  ): HeldTensor;
  convolve(graph: HeldGraph, x: HeldTensor, w: HeldTensor, b: Float32Array | undefined, relu: boolean): HeldTensor;
  convolveSparse(graph: HeldGraph, x: Held, w: HeldTensor, b: Float32Array | undefined, relu: boolean): HeldTensor;
  attendToNeighbors(
    graph: HeldGraph,
    x: HeldTensor,
    w: HeldTensor,
    attentionSource: HeldTensor,
    attentionTarget: HeldTensor,
    negativeSlope: number,
  ): HeldTensor;
  transformForAttention(
    graph: HeldGraph,
    x: HeldTensor,
    w: HeldTensor,
    attentionSource: HeldTensor,
    attentionTarget: HeldTensor,
    first: number,
    end: number,
  ): HeldTensor;
  listen(
    graph: HeldGraph,
    first: number,
    h: HeldTensor,
    w: HeldTensor,
    attentionSource: HeldTensor,
    attentionTarget: HeldTensor,
    negativeSlope: number,
  ): HeldTensor;
  /** How a result is compared: at how many rows at most, and by the bounds of a GPU's functions or a CPU's. */
  readonly Look: new (
    rows: number,
    gpu: boolean,
  ) => Held;
  // Each check answers deviation, bound, rows, and 1 for within.
  checkProduct(look: Held, found: HeldTensor, left: HeldTensor, right: HeldTensor): Float64Array;
  checkAttention(
    look: Held,
    found: HeldTensor,
    query: HeldTensor,
    key: HeldTensor,
    value: HeldTensor,
    heads: number,
    batch: number,
    before: number,
    after: number,
    mask: Uint8Array | undefined,
    bias: Float32Array | undefined,
  ): Float64Array;
  checkWindowAttention(
    look: Held,
    found: HeldTensor,
    query: HeldTensor,
    key: HeldTensor,
    value: HeldTensor,
    half: number,
    dilation: number,
    globals: Uint32Array,
    causal: boolean,
  ): Float64Array;
  checkHashAttention(
    look: Held,
    found: HeldTensor,
    queryKey: HeldTensor,
    value: HeldTensor,
    rotations: HeldTensor,
    heads: number,
    rounds: number,
    chunkLength: number,
    factors: Uint32Array,
    causal: boolean,
  ): Float64Array;
  checkConvolution(
    look: Held,
    found: HeldTensor,
    graph: HeldGraph,
    x: HeldTensor,
    w: HeldTensor,
    b: Float32Array | undefined,
    relu: boolean,
  ): Float64Array;
  checkNeighbors(
    look: Held,
    found: HeldTensor,
    graph: HeldGraph,
    x: HeldTensor,
    w: HeldTensor,
    attentionSource: HeldTensor,
    attentionTarget: HeldTensor,
    negativeSlope: number,
  ): Float64Array;
  checkNorm(
    look: Held,
    found: HeldTensor,
    x: HeldTensor,
    gamma: Float32Array | undefined,
    beta: Float32Array | undefined,
    epsilon: number,
  ): Float64Array;
  checkFeedForward(
    look: Held,
    found: HeldTensor,
    x: HeldTensor,
    w1: HeldTensor,
    b1: Float32Array | undefined,
    w2: HeldTensor,
    b2: Float32Array | undefined,
  ): Float64Array;
}

/** Makes glue that no instance is tied to yet. */
export function createGlue(): FastGlue;
