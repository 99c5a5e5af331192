//! The encodings that Graphormer adds to attention: of distances, of the edges along a path, and of degrees.

use crate::op::{
    ADD, Cost, Fill, Function, Obstacle, Op, Reads, Reduction, Rule, Slope, SourceCell, StepSpec, given, step,
};

use crate::graph::structure::adjacency::PLAIN_DEGREE;
use crate::graph::structure::shortest_path_distances::Ways;

pub(in crate::graph) const SPATIAL: &str = "Ying et al. 2021, eq. (6)";
const EDGES: &str = "Ying et al. 2021, eq. (7)";
const CENTRALITY_SOURCE: &str = "Ying et al. 2021, eq. (5)";

/// One learned bias for each distance; the last is for pairs without a path.
pub static SPATIAL_BIAS: StepSpec =
    given("graphormer.spatial-bias", "l", &["distance"]).written("b", r"b \in \mathbb{R}^{L}", SPATIAL).begins("bias");

/// The length of the table of biases.
pub static TABLE_LENGTH: StepSpec =
    step("graphormer.table-length", Op::Size('l'), &["l"], "", &[]).written("L", r"b \in \mathbb{R}^{L}", SPATIAL);

/// The index in the table for each pair.
pub static ENTRY: StepSpec =
    step("graphormer.entry", Op::Map(&ENTRY_OF_DISTANCE), &["ij", ""], "ij", &["query", "key"]).written(
        r"\phi",
        r"\phi(i, j) = \begin{cases} \min(D_{ij}, L - 2) & D_{ij} \ge 0 \\ L - 1 & D_{ij} < 0 \end{cases}",
        SPATIAL,
    );

/// The bias of each pair.
pub static BIAS: StepSpec = step("graphormer.bias", Op::Gather, &["l", "ij"], "ij", &["query", "key"])
    .written(r"b_\phi", r"b_{\phi(i, j)}", SPATIAL);

/// The features of each edge, in the order of the graph's list.
pub static EDGE_FEATURES: StepSpec = given("graphormer.edge-features", "ge", &["edge", "feature"])
    .written(r"X^{\text{e}}", r"x_e \in \mathbb{R}^{d_E}", EDGES);

/// One learned vector for each position on a path.
pub static EDGE_PROJECTION: StepSpec = given("graphormer.edge-projection", "ne", &["position", "feature"])
    .written(r"w^{\text{e}}", r"w_n \in \mathbb{R}^{d_E}", EDGES);

/// The number of the edge of each message.
pub static MESSAGE_EDGES: StepSpec =
    given("graphormer.message-edges", "m", &["message"]).written(r"\epsilon", r"\epsilon(u, v)", EDGES).names();

/// The contribution of each edge at each position of a path.
pub static EDGE_SCORES: StepSpec =
    step("graphormer.edge-scores", Op::Contract, &["ge", "ne"], "gn", &["edge", "position"]).written(
        r"x_e \cdot w_n",
        r"x_e \cdot w_n = x^{\text{e}}_e \cdot w^{\text{e}}_n",
        EDGES,
    );

/// The mean of the contributions along a shortest path.
pub static EDGE_ENCODING: StepSpec =
    step("graphormer.edge-encoding", Op::Rule(&MEAN_ALONG_PATH), &["mp", "m", "gn"], "ij", &["query", "key"]).written(
        "c",
        r"c_{ij} = \frac{1}{N} \sum_{n=1}^{N} x_e \cdot w_n, \enspace \epsilon \text{ along the path in } \mathcal{E}",
        EDGES,
    );

/// The scores with the edge encoding added.
pub static EDGE_BIASED: StepSpec =
    step("graphormer.edge-biased", Op::Map(&ADD), &["ij", "ij"], "ij", &["query", "key"])
        .written(r"S + B + C", r"#1{S + B} + c_{ij}", EDGES);

/// One learned vector for each degree.
pub static CENTRALITY: StepSpec = given("graphormer.centrality", "zd", &["degree", "feature"])
    .written("z", r"z_{\deg} \in \mathbb{R}^{d}", CENTRALITY_SOURCE);

/// The length of the table of degrees.
pub static DEGREES: StepSpec = step("graphormer.degrees", Op::Size('z'), &["zd"], "", &[])
    .written("Z", r"z \in \mathbb{R}^{Z \times d}", CENTRALITY_SOURCE);

/// The number of nodes that send to each node; no loop is added.
pub static IN_DEGREE: StepSpec =
    StepSpec { symbol: r"\deg^-", formula: r"\deg^-(v) = \sum_u N_{vu}", source: CENTRALITY_SOURCE, ..PLAIN_DEGREE };

/// The number of nodes that each node sends to.
pub static OUT_DEGREE: StepSpec = step("graphormer.out-degree", Op::Reduce(Reduction::Sum), &["uv"], "v", &["node"])
    .written(r"\deg^+", r"\deg^+(v) = \sum_u N_{uv}", CENTRALITY_SOURCE);

/// The index in the table for each node.
pub static DEGREE_ENTRY: StepSpec = step("graphormer.degree-entry", Op::Map(&AT_MOST_LAST), &["v", ""], "v", &["node"])
    .written(r"\deg", r"\min(#1\deg(v), Z - 1)", CENTRALITY_SOURCE);

/// The vector for the degree of each node.
pub static NODE_CENTRALITY: StepSpec =
    step("graphormer.node-centrality", Op::Gather, &["zd", "v"], "vd", &["node", "feature"])
        .written(r"z_{\deg(v)}", r"z_{\deg(v)}", CENTRALITY_SOURCE);

/// The features with the vector of the degree added.
pub static CENTERED: StepSpec =
    step("graphormer.with-centrality", Op::Map(&ADD), &["vd", "vd"], "vd", &["node", "feature"])
        .written("H", r"h_v = #1x_v + z_{\deg(v)}", CENTRALITY_SOURCE);

/// The index of a distance a in a table of length b: the last for −1, at most the one before it for any other.
pub static ENTRY_OF_DISTANCE: Function = Function::binary(
    "entry-of-distance",
    "entry({0}; {1})",
    Cost { additions: 1, comparisons: 2, ..Cost::NONE },
    |distance, length| if distance < 0.0 { length - 1.0 } else { distance.min(length - 2.0) },
)
.slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// The index a in a list of length b, at most the last.
pub static AT_MOST_LAST: Function = Function::binary(
    "at-most-last",
    "min({0}, {1} − 1)",
    Cost { additions: 1, comparisons: 1, ..Cost::NONE },
    |place, length| place.min(length - 1.0),
)
.slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// The mean, along one shortest path, of the contribution of its n-th edge at position n; 0 for a path without edges.
pub static MEAN_ALONG_PATH: Rule = Rule {
    name: "mean-along-path",
    template: "mean({*})",
    work: |operands, shape| match (operands, shape) {
        ([messages, ..], [nodes, _]) => Ways::work(messages, *nodes, *nodes).saturating_mul(2),
        _ => 0,
    },
    fill: Fill::AtOnce(|operands, shape| {
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
    }),
    reads: Reads::Cells(|operands, shape, index| {
        let ([messages, edges, scores], Some(&nodes), [start, end]) = (operands, shape.first(), index) else {
            return Vec::new();
        };
        let path = Ways::new(messages, nodes).from(*start).path(*end);
        along(&path, edges.data(), scores.shape()).map(|offset| SourceCell { operand: 2, offset }).collect()
    }),
    value: |values, _, _| mean(values.iter().copied()),
    ..Rule::means(2, &EDGES_OF_MEAN)
};

/// How many edges of the path such a mean is taken of. A cell reads their messages.
static EDGES_OF_MEAN: Rule = Rule {
    name: "edges-of-mean",
    template: "|({*})|",
    work: |operands, shape| match (operands, shape) {
        ([messages, ..], [nodes, _]) => Ways::work(messages, *nodes, *nodes).saturating_mul(2),
        _ => 0,
    },
    reads: Reads::Cells(|operands, shape, index| {
        let ([messages, _, scores], Some(&nodes), [start, end]) = (operands, shape.first(), index) else {
            return Vec::new();
        };
        let positions = scores.shape().last().copied().unwrap_or_default();
        let path = Ways::new(messages, nodes).from(*start).path(*end);
        let ends = |message: usize| [0, 1].map(|end| SourceCell { operand: 0, offset: 2 * message + end });
        path.into_iter().take(positions).flat_map(ends).collect()
    }),
    value: |values, _, _| (values.len() / 2) as f64,
    ..Rule::constant(Obstacle::Structure)
};

/// The offsets of the contributions of a path's first edges, as far as there are positions.
fn along<'a>(path: &'a [usize], edges: &'a [f64], shape: &[usize]) -> impl Iterator<Item = usize> + 'a {
    let positions = shape.last().copied().unwrap_or_default();
    let edge = |message: &usize| edges.get(*message).copied().unwrap_or_default() as usize;
    path.iter().map(edge).zip(0..positions).map(move |(edge, position)| edge * positions + position)
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    if count == 0.0 { 0.0 } else { sum / count }
}
