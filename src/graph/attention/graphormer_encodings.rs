//! The encodings that Graphormer adds to attention: of distances, of the edges along a path, and of degrees.

use crate::trace::{ADD, Cost, Function, Op, Reduction, Rule, SourceCell, StepSpec};

use crate::graph::structure::shortest_path_distances::Ways;

pub(in crate::graph) const SPATIAL: &str = "Ying et al. 2021, eq. (6)";
const EDGES: &str = "Ying et al. 2021, eq. (7)";
const CENTRALITY_SOURCE: &str = "Ying et al. 2021, eq. (5)";

/// One learned number for each distance; the last is for pairs without a path.
pub static SPATIAL_BIAS: StepSpec =
    StepSpec::given("graphormer.spatial-bias", "b", "l", &["distance"], r"b \in \mathbb{R}^{L}", SPATIAL);

/// The length of the table of biases.
pub static TABLE_LENGTH: StepSpec = StepSpec {
    id: "graphormer.table-length",
    symbol: "L",
    op: Op::Size('l'),
    index: "",
    axes: &[],
    reads: &["l"],
    formula: r"b \in \mathbb{R}^{L}",
    source: SPATIAL,
};

/// Which entry of the table each pair takes.
pub static ENTRY: StepSpec = StepSpec {
    id: "graphormer.entry",
    symbol: r"\phi",
    op: Op::Map(&ENTRY_OF_DISTANCE),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", ""],
    formula: r"\phi(i, j)",
    source: SPATIAL,
};

/// The bias of each pair.
pub static BIAS: StepSpec = StepSpec {
    id: "graphormer.bias",
    symbol: r"b_\phi",
    op: Op::Gather,
    index: "ij",
    axes: &["query", "key"],
    reads: &["l", "ij"],
    formula: r"b_{\phi(i, j)}",
    source: SPATIAL,
};

/// What is known about each edge, in the order of the graph's list.
pub static EDGE_FEATURES: StepSpec = StepSpec::given(
    "graphormer.edge-features",
    r"X^{\text{e}}",
    "ge",
    &["edge", "feature"],
    r"x_e \in \mathbb{R}^{d_E}",
    EDGES,
);

/// One learned vector for each position on a path.
pub static EDGE_PROJECTION: StepSpec = StepSpec::given(
    "graphormer.edge-projection",
    r"w^{\text{e}}",
    "ne",
    &["position", "feature"],
    r"w_n \in \mathbb{R}^{d_E}",
    EDGES,
);

/// Which edge carries each message.
pub static MESSAGE_EDGES: StepSpec =
    StepSpec::given("graphormer.message-edges", r"\epsilon", "m", &["message"], r"\epsilon(u, v)", EDGES);

/// What each edge contributes at each position of a path.
pub static EDGE_SCORES: StepSpec = StepSpec {
    id: "graphormer.edge-scores",
    symbol: r"x_e \cdot w_n",
    op: Op::Contract,
    index: "gn",
    axes: &["edge", "position"],
    reads: &["ge", "ne"],
    formula: r"x_e \cdot w_n",
    source: EDGES,
};

/// The mean of the contributions along a shortest path.
pub static EDGE_ENCODING: StepSpec = StepSpec {
    id: "graphormer.edge-encoding",
    symbol: "c",
    op: Op::Rule(&MEAN_ALONG_PATH),
    index: "ij",
    axes: &["query", "key"],
    reads: &["mp", "m", "gn"],
    formula: r"c_{ij} = \frac{1}{N} \sum_{n=1}^{N} x_{e_n} \cdot w_n",
    source: EDGES,
};

/// The scores with the edge encoding added.
pub static EDGE_BIASED: StepSpec = StepSpec {
    id: "graphormer.edge-biased",
    symbol: r"S + B + C",
    op: Op::Map(&ADD),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "ij"],
    formula: r"S / \sqrt{d} + b_{\phi(i, j)} + c_{ij}",
    source: EDGES,
};

/// One learned vector for each degree.
pub static CENTRALITY: StepSpec = StepSpec::given(
    "graphormer.centrality",
    "z",
    "zd",
    &["degree", "feature"],
    r"z_{\deg} \in \mathbb{R}^{d}",
    CENTRALITY_SOURCE,
);

/// The length of the table of degrees.
pub static DEGREES: StepSpec = StepSpec {
    id: "graphormer.degrees",
    symbol: "Z",
    op: Op::Size('z'),
    index: "",
    axes: &[],
    reads: &["zd"],
    formula: r"z \in \mathbb{R}^{Z \times d}",
    source: CENTRALITY_SOURCE,
};

/// How many nodes each node sends to.
pub static OUT_DEGREE: StepSpec = StepSpec {
    id: "graphormer.out-degree",
    symbol: r"\deg^+",
    op: Op::Reduce(Reduction::Sum),
    index: "v",
    axes: &["node"],
    reads: &["uv"],
    formula: r"\deg^+(v) = \sum_u N_{uv}",
    source: CENTRALITY_SOURCE,
};

/// Which entry of the table each node takes.
pub static DEGREE_ENTRY: StepSpec = StepSpec {
    id: "graphormer.degree-entry",
    symbol: r"\deg",
    op: Op::Map(&AT_MOST_LAST),
    index: "v",
    axes: &["node"],
    reads: &["v", ""],
    formula: r"\min(\deg(v), Z - 1)",
    source: CENTRALITY_SOURCE,
};

/// The vector of each node's degree.
pub static NODE_CENTRALITY: StepSpec = StepSpec {
    id: "graphormer.node-centrality",
    symbol: r"z_{\deg(v)}",
    op: Op::Gather,
    index: "vd",
    axes: &["node", "feature"],
    reads: &["zd", "v"],
    formula: r"z_{\deg(v)}",
    source: CENTRALITY_SOURCE,
};

/// The features with the vector of the degree added.
pub static CENTERED: StepSpec = StepSpec {
    id: "graphormer.with-centrality",
    symbol: "H",
    op: Op::Map(&ADD),
    index: "vd",
    axes: &["node", "feature"],
    reads: &["vd", "vd"],
    formula: r"h_v = x_v + z_{\deg(v)}",
    source: CENTRALITY_SOURCE,
};

/// The place of a distance a in a table of length b: the last for −1, at most the one before it for any other.
pub static ENTRY_OF_DISTANCE: Function = Function {
    name: "entry-of-distance",
    template: "entry({0}; {1})",
    arity: 2,
    cost: Cost { additions: 1, comparisons: 2, ..Cost::NONE },
    apply: |x, _| match x {
        [distance, length] if *distance < 0.0 => length - 1.0,
        [distance, length] => distance.min(length - 2.0),
        _ => f64::NAN,
    },
};

/// The place a in a list of length b, at most the last.
pub static AT_MOST_LAST: Function = Function {
    name: "at-most-last",
    template: "min({0}, {1} − 1)",
    arity: 2,
    cost: Cost { additions: 1, comparisons: 1, ..Cost::NONE },
    apply: |x, _| match x {
        [place, length] => place.min(length - 1.0),
        _ => f64::NAN,
    },
};

/// The mean, along one shortest path, of what its n-th edge contributes at position n; 0 where there is no edge to follow.
pub static MEAN_ALONG_PATH: Rule = Rule {
    name: "mean-along-path",
    template: "mean({*})",
    cumulative: false,
    work: |operands, shape| match (operands, shape) {
        ([messages, ..], [nodes, _]) => Ways::work(messages, *nodes, *nodes).saturating_mul(2),
        _ => 0,
    },
    fill: |operands, shape| {
        let ([messages, edges, scores], Some(&nodes)) = (operands, shape.first()) else { return Vec::new() };
        let ways = Ways::new(messages, nodes);
        let mut cells = Vec::with_capacity(shape.iter().product());
        for start in 0..nodes {
            let reached = ways.from(start);
            cells.extend((0..nodes).map(|end| {
                let path = reached.path(end);
                let on_path = along(&path, edges.data(), scores.shape());
                mean(on_path.map(|offset| scores.data().get(offset).copied().unwrap_or(f64::NAN)))
            }));
        }
        cells
    },
    reads: |operands, shape, index| {
        let ([messages, edges, scores], Some(&nodes), [start, end]) = (operands, shape.first(), index) else {
            return Vec::new();
        };
        let path = Ways::new(messages, nodes).from(*start).path(*end);
        along(&path, edges.data(), scores.shape()).map(|offset| SourceCell { operand: 2, offset }).collect()
    },
    value: |values, _, _| mean(values.iter().copied()),
};

/// Where the contributions of a path's first edges stand, as far as there are positions.
fn along<'a>(path: &'a [usize], edges: &'a [f64], shape: &[usize]) -> impl Iterator<Item = usize> + 'a {
    let positions = shape.last().copied().unwrap_or_default();
    let edge = |message: &usize| edges.get(*message).copied().unwrap_or_default() as usize;
    path.iter().map(edge).zip(0..positions).map(move |(edge, position)| edge * positions + position)
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    if count == 0.0 { 0.0 } else { sum / count }
}
