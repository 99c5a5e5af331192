import type { TraceData } from "../../trace-types.js";

/** What a layer of PyTorch Geometric is made from: the variables of a run's inputs, and its options. */
export interface Facts {
  readonly trace: TraceData;
  /** The variable that shows an input, or undefined if the run has none. */
  readonly name: (input: string) => string | undefined;
  /** The shape of an input. */
  readonly shape: (input: string) => readonly number[];
  /** An option that was given, or its default. */
  readonly option: (input: string, fallback: string) => string;
  /** Whether the run has a step. */
  readonly has: (step: string) => boolean;
}

/** The lines that compute `output` by a layer from `edge_index` and `edge_weight`, or null where the options of the run are not the layer's. */
type Layer = (facts: Facts) => readonly string[] | null;

const ACTIVATIONS: Readonly<Record<string, string>> = {
  none: "output",
  elu: "torch.nn.functional.elu(output)",
  gelu: "torch.nn.functional.gelu(output)",
  relu: "torch.relu(output)",
  sigmoid: "torch.sigmoid(output)",
  tanh: "torch.tanh(output)",
};

/** The activation that follows a layer. */
function activated({ option }: Facts, fallback = "none"): string[] {
  const activation = option("activation", fallback);
  return activation === "none" ? [] : [`output = ${ACTIVATIONS[activation]}`];
}

/** An assignment of all parameters of a layer; those that the run lacks are zero. */
function assigned(layer: string, parameters: Readonly<Record<string, string>>): string {
  const entries = Object.entries(parameters).map(([parameter, value]) => `    "${parameter}": ${value},\n`);
  return `${layer}.load_state_dict({\n${entries.join("")}})`;
}

const zeros = (...shape: readonly (number | undefined)[]): string =>
  `torch.zeros(${shape.map((size) => size ?? 0).join(", ")})`;

/** Whether the neighborhoods of the run are those of the layer: no edge is listed twice, and a node without neighbors gets zeros. */
const isPlain = ({ trace, option }: Facts): boolean =>
  trace.notices.every(({ code }) => code !== "duplicate-edge") && option("emptyRow", "zero") !== "nan";

const gcn = (facts: Facts, weight: string, bias: string): string[] => {
  const [features, width] = facts.shape(weight);
  const loops = facts.has("graph.added-loops") ? "True" : "False";
  return [
    `layer = GCNConv(${features}, ${width}, add_self_loops=${loops})`,
    assigned("layer", { "lin.weight": `${facts.name(weight)}.T`, bias: facts.name(bias) ?? zeros(width) }),
  ];
};

const attention = (
  facts: Facts,
  layer: string,
  source: string,
  parameters: (width: number) => Record<string, string>,
) => {
  const [heads = 1, size = 1] = facts.shape(source);
  const concat = facts.option("combine", "concat") === "concat";
  const loops = facts.has("graph.added-loops") ? "True" : "False";
  const options = `heads=${heads}, concat=${concat ? "True" : "False"}, negative_slope=float(${facts.name("negativeSlope")}), add_self_loops=${loops}`;
  return [
    `layer = ${layer}(${facts.shape("x")[1]}, ${size}, ${options})`,
    assigned("layer", { ...parameters(heads * size), bias: facts.name("b") ?? zeros(concat ? heads * size : size) }),
    `output = layer(${facts.name("x")}, edge_index)`,
    ...activated(facts),
  ];
};

/** The layers of PyTorch Geometric, by the algorithm that they compute. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  "gcn-layer": (facts) => {
    const { name, option } = facts;
    const isOwn =
      option("normalization", "symmetric") === "symmetric" &&
      option("degree", "in") === "in" &&
      !facts.has("graph.identity");
    if (!isOwn || !isPlain(facts)) return null;
    return [...gcn(facts, "w", "b"), `output = layer(${name("x")}, edge_index, edge_weight)`, ...activated(facts)];
  },
  "gcn-network": (facts) => {
    if (!isPlain(facts)) return null;
    const lines = [...gcn(facts, "w", "b"), `output = layer(${facts.name("x")}, edge_index, edge_weight)`];
    for (let number = 0; facts.name(`next.w[${number}]`); number++) {
      lines.push(...activated(facts, "relu"), ...gcn(facts, `next.w[${number}]`, `next.b[${number}]`));
      lines.push("output = layer(output, edge_index, edge_weight)");
    }
    return lines;
  },
  "gat-layer": (facts) => {
    const { name } = facts;
    if (!isPlain(facts)) return null;
    return attention(facts, "GATConv", "attentionSource", () => ({
      att_src: `${name("attentionSource")}[None]`,
      att_dst: `${name("attentionTarget")}[None]`,
      "lin.weight": `${name("w")}.T`,
    }));
  },
  "gatv2-layer": (facts) => {
    const { name } = facts;
    if (!isPlain(facts)) return null;
    return attention(facts, "GATv2Conv", "attention", (width) => ({
      att: `${name("attention")}[None]`,
      "lin_l.weight": `${name("wSource")}.T`,
      "lin_l.bias": name("bSource") ?? zeros(width),
      "lin_r.weight": `${name("wTarget")}.T`,
      "lin_r.bias": name("bTarget") ?? zeros(width),
    }));
  },
  "graph-isomorphism-layer": (facts) => {
    const { name, shape } = facts;
    const [features, hidden] = shape("w1");
    const width = shape("w2")[1];
    const activation = facts.option("activation", "relu") === "gelu" ? "GELU" : "ReLU";
    return [
      `network = torch.nn.Sequential(torch.nn.Linear(${features}, ${hidden}), torch.nn.${activation}(), torch.nn.Linear(${hidden}, ${width}))`,
      `layer = GINConv(network, eps=float(${name("epsilon")}))`,
      assigned("network", {
        "0.weight": `${name("w1")}.T`,
        "0.bias": name("b1") ?? zeros(hidden),
        "2.weight": `${name("w2")}.T`,
        "2.bias": name("b2") ?? zeros(width),
      }),
      `output = layer(${name("x")}, edge_index)`,
    ];
  },
  "message-passing-layer": (facts) => {
    const { name, shape, option } = facts;
    const [features, width] = shape("wNeighbor");
    const aggregation = option("aggregation", "sum");
    return [
      `layer = GraphConv(${features}, ${width}, aggr="${aggregation === "sum" ? "add" : aggregation}")`,
      assigned("layer", {
        "lin_rel.weight": `${name("wNeighbor")}.T`,
        "lin_rel.bias": name("b") ?? zeros(width),
        "lin_root.weight": name("wSelf") ? `${name("wSelf")}.T` : zeros(width, features),
      }),
      `output = layer(${name("x")}, edge_index, edge_weight)`,
      ...activated(facts),
    ];
  },
  "mean-aggregation-layer": (facts) => {
    const { name, shape } = facts;
    const [features, width] = shape("wNeighbor");
    return [
      `layer = SAGEConv(${features}, ${width}, aggr="mean")`,
      assigned("layer", {
        "lin_l.weight": `${name("wNeighbor")}.T`,
        "lin_l.bias": name("b") ?? zeros(width),
        "lin_r.weight": name("wSelf") ? `${name("wSelf")}.T` : zeros(width, features),
      }),
      `output = layer(${name("x")}, edge_index)`,
      ...activated(facts),
    ];
  },
  "gaussian-mixture-layer": (facts) => {
    const { name, shape } = facts;
    const [kernels, features, width = 0] = shape("wNeighbor");
    return [
      `arrivals = degree(edge_index[1], ${shape("x")[0]}, dtype=torch.float64)`,
      "root = torch.where(arrivals == 0, 0.0, arrivals ** -0.5)",
      "coordinates = root[edge_index].T",
      `layer = GMMConv(${features}, ${width}, dim=2, kernel_size=${kernels}, aggr="add")`,
      assigned("layer", {
        g: `${name("wNeighbor")}.permute(1, 0, 2).reshape(${features}, ${(kernels ?? 0) * width})`,
        mu: `${name("mu")}`,
        sigma: `${name("sigma")}`,
        "root.weight": name("wSelf") ? `${name("wSelf")}.T` : zeros(width, features),
        bias: name("b") ?? zeros(width),
      }),
      `output = layer(${name("x")}, edge_index, coordinates)`,
      ...activated(facts),
    ];
  },
  "graph-transformer-layer": (facts) => {
    const { name, shape, has, trace } = facts;
    const heads = Number((trace.inputs as { heads?: unknown }).heads ?? 1);
    const [features, width = 0] = shape("wQuery");
    if (!isPlain(facts) || shape("wValue")[1] !== width) return null;
    const loops = has("graph/graph.added-loops");
    return [
      ...(loops ? [`edge_index, _ = add_remaining_self_loops(edge_index, num_nodes=${shape("x")[0]})`] : []),
      `layer = TransformerConv(${features}, ${width / heads}, heads=${heads}, root_weight=False)`,
      assigned("layer", {
        "lin_query.weight": `${name("wQuery")}.T`,
        "lin_query.bias": name("bQuery") ?? zeros(width),
        "lin_key.weight": `${name("wKey")}.T`,
        "lin_key.bias": name("bKey") ?? zeros(width),
        "lin_value.weight": `${name("wValue")}.T`,
        "lin_value.bias": name("bValue") ?? zeros(width),
      }).replace(/\)$/, ", strict=False)"),
      `output = layer(${name("x")}, edge_index)`,
    ];
  },
  "personalized-pagerank-propagation": (facts) => {
    if (!isPlain(facts)) return null;
    const rounds = facts.trace.steps.filter(({ id }) => id.endsWith("/propagation.state")).length;
    const loops = facts.has("graph.added-loops") ? "True" : "False";
    return [
      `layer = APPNP(K=${rounds}, alpha=float(${facts.name("alpha")}), add_self_loops=${loops})`,
      `output = layer(${facts.name("x")}, edge_index, edge_weight)`,
    ];
  },
  "graph-readout": ({ name, shape, option }) => {
    const nodes = shape("x")[0];
    const aggregation = option("aggregation", "sum");
    if (!nodes) return null;
    return [
      `batch = torch.zeros(${nodes}, dtype=torch.long)`,
      `output = global_${aggregation === "sum" ? "add" : aggregation}_pool(${name("x")}, batch)[0]`,
    ];
  },
};

/** Rules that PyTorch Geometric has a function for. */
export const GRAPH_FUNCTIONS: Readonly<Record<string, string>> = {
  "any-message": "(to_dense_adj(edge_index, max_num_nodes={a})[0].T > 0).double()",
  "count-of-messages": "to_dense_adj(edge_index, max_num_nodes={a})[0].T",
  "loop-where-none": "torch.diag((to_dense_adj(edge_index, max_num_nodes={a})[0].diagonal() == 0).double())",
  "sum-of-messages": "to_dense_adj(edge_index, edge_attr={1}, max_num_nodes={a})[0].T",
  "sum-of-messages-by-kernel":
    "torch.stack([to_dense_adj(edge_index, edge_attr=row, max_num_nodes={b})[0].T for row in {1}])",
};

/** Where the names of PyTorch Geometric are imported from. */
export const IMPORTED: Readonly<Record<string, readonly string[]>> = {
  "torch_geometric.nn": [
    "APPNP",
    "GATConv",
    "GATv2Conv",
    "GCNConv",
    "GINConv",
    "GMMConv",
    "GraphConv",
    "SAGEConv",
    "TransformerConv",
    "global_add_pool",
    "global_max_pool",
    "global_mean_pool",
  ],
  "torch_geometric.utils": ["add_remaining_self_loops", "degree", "scatter", "to_dense_adj"],
};
