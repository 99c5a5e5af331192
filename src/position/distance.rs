//! Distance encoding: each node is described by its distances from a few chosen nodes.
//!
//! ```text
//! anchors ─┬─► shortest paths ─► which distance, one-hot ──────────┐
//!          │                                                       ├─► summed over the anchors ─► [n, columns]
//!          └─► random walks of 0, 1, 2, … steps: landing where? ───┘
//! ```
//!
//! If the nodes are renumbered, and the anchors with them, the rows of the encoding are permuted in the same way.
//!
//! Letters: u, v and w nodes, a anchors, c columns, r rounds.
//!
//! Source: Li et al. 2020, *Distance Encoding: Design Provably More Powerful Neural Networks for Graph Representation Learning*, eq. (2) and (3).

use crate::algorithm::{Algorithm, Part, always, choice, graph, include_when, integer_or, output, required, when};
use crate::error::{Error, Result};
use crate::graph::structure::messages::{GivenGraph, MESSAGE_WEIGHTS, MESSAGES, given_graph, given_neighbors};
use crate::graph::structure::shortest_path_distances::Ways;
use crate::op::{Cost, Fill, Function, Obstacle, Op, Reads, Reduction, Rule, Slope, SourceCell, StepSpec, given, step};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

use super::landing::{LANDING_PARTS, SOURCE, WALKING_PARTS, landing};
use super::rows::COLUMNS;

const WAYS: &[&str] = &["distance", "landing"];

/// The chosen nodes.
pub static ANCHORS: StepSpec =
    given("distance-encoding.anchors", "a", &["anchor"]).written("S", r"S \subset \mathcal{V}", SOURCE).names();

/// The number of messages on a shortest path from each anchor to each node; −1 without a path.
pub static DISTANCES: StepSpec =
    step("distance-encoding.distances", Op::Rule(&DISTANCE_FROM_ANCHOR), &["mp", "a"], "av", &["anchor", "node"])
        .written("D", r"D_{av} = \min_{P \subseteq \mathcal{E}, \, P : a \to v} |P|, \enspace a \in S", SOURCE)
        .counts();

/// The distance from which on all distances share a column.
pub static MAX_DISTANCE: StepSpec =
    given("distance-encoding.max-distance", "", &[]).written(r"\delta", r"\delta", SOURCE);

/// The column of each distance.
pub static COLUMN: StepSpec =
    step("distance-encoding.column", Op::Map(&DISTANCE_COLUMN), &["av", ""], "av", &["anchor", "node"]).written(
        r"\min(D, \delta)",
        r"\begin{cases} \min(D_{av}, \delta) & D_{av} \ge 0 \\ \delta + 1 & D_{av} < 0 \end{cases}",
        SOURCE,
    );

/// 1 in that column, 0 elsewhere.
pub static ONE_HOT: StepSpec =
    step("distance-encoding.one-hot", Op::Rule(&COLUMN_IS), &["av"], "avc", &["anchor", "node", "distance"])
        .written(r"\mathbf{1}", r"[\min(D_{av}, \delta) = c]", SOURCE);

/// The number of anchors at each distance.
pub static ENCODING: StepSpec =
    step("distance-encoding.encoding", Op::Reduce(Reduction::Sum), &["avc"], "vc", &["node", "distance"]).written(
        r"\zeta",
        r"\zeta_{vc} = \sum_{a \in S} \mathbf{1}_{avc}",
        SOURCE,
    );

/// Counts the messages on a shortest path from the anchor; −1 where there is none. A cell reads its anchor and the messages on one such path.
static DISTANCE_FROM_ANCHOR: Rule = Rule {
    name: "distance-from-anchor",
    template: "|({*})|",
    work: |operands, shape| match (operands, shape) {
        ([messages, _], [anchors, nodes]) => Ways::work(messages, *nodes, *anchors),
        _ => 0,
    },
    fill: Fill::AtOnce(|operands, shape| {
        let ([messages, anchors], [_, nodes]) = (operands, shape) else { return Vec::new() };
        let ways = Ways::new(messages, *nodes);
        anchors.data().iter().flat_map(|anchor| ways.from(*anchor as usize).distances).collect()
    }),
    reads: Reads::Cells(|operands, shape, index| {
        let ([messages, anchors], [_, nodes], [row, node]) = (operands, shape, index) else { return Vec::new() };
        let anchor = anchors.data().get(*row).copied().unwrap_or_default();
        let path = Ways::new(messages, *nodes).from(anchor as usize).path(*node);
        let ends = |message: usize| [0, 1].map(|end| SourceCell { operand: 0, offset: 2 * message + end });
        std::iter::once(SourceCell { operand: 1, offset: *row }).chain(path.into_iter().flat_map(ends)).collect()
    }),
    value: |values, _, index| match (values, index) {
        ([anchor], [_, node]) if *anchor != *node as f64 => -1.0,
        (values, _) => (values.len() / 2) as f64,
    },
    ..Rule::constant(Obstacle::Distance)
};

/// a, but at most b, and b + 1 for a below 0.
static DISTANCE_COLUMN: Function = Function::binary(
    "distance-column",
    "min({0}, {1})",
    Cost { additions: 1, comparisons: 2, ..Cost::NONE },
    |distance, most| if distance < 0.0 { most + 1.0 } else { distance.min(most) },
)
.slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// 1 where the operand is the number of the column.
static COLUMN_IS: Rule = Rule {
    name: "column-is",
    template: "[{0} = c]",
    reads: Reads::One(|_, shape, offset| Some(SourceCell { operand: 0, offset: offset / shape.last()? })),
    value: |values, _, index| match (values, index.last()) {
        ([column], Some(number)) => f64::from(*number as f64 == *column),
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Comparison)
};

/// The steps of the encoding by distances.
static DISTANCE_PARTS: &[Part] = &[always(&[&DISTANCES, &MAX_DISTANCE, &COLUMN, &ONE_HOT, &ENCODING])];

fn given_anchors(run: &mut Run, anchors: &Tensor, nodes: usize) -> Result<Value> {
    let given = run.given(&ANCHORS, "anchors", anchors)?;
    let is_node = |number: f64| number >= 0.0 && number < nodes as f64 && number.fract() == 0.0;
    match anchors.data().iter().enumerate().find(|(_, number)| !is_node(**number)) {
        Some((place, &value)) => Err(Error::OutOfRange {
            input: "anchors".into(),
            index: vec![place],
            value,
            expected: format!("the number of one of {nodes} nodes, from 0"),
        }
        .into()),
        None => Ok(given),
    }
}

fn distances(run: &mut Run, messages: Value, anchors: Value, most: usize) -> Result<Value> {
    run.bind('c', most.saturating_add(2), "`maxDistance`")?;
    let distances = run.step(&DISTANCES, &[messages, anchors])?;
    let most = run.given_number(&MAX_DISTANCE, "maxDistance", most as f64)?;
    let column = run.step(&COLUMN, &[distances, most])?;
    let one_hot = run.step(&ONE_HOT, &[column])?;
    run.step(&ENCODING, &[one_hot])
}

/// Encodes each node by its distances from a set of anchors.
///
/// `by: "distance"` counts the anchors at each distance: column d for distance d, column `maxDistance` for it and all larger ones, and a last column
/// for anchors without a path. `by: "landing"` sums over the anchors the probability that a random walk of 0, 1, … `steps` steps from there ends at
/// the node. Paths follow the messages. An anchor that is listed twice counts twice.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | graph | n nodes |
/// | anchors | \[a\], whole numbers |
/// | encoding | [n, maxDistance + 2], or [n, steps + 1] |
///
/// # Errors
/// [`Error::OutOfRange`] for an anchor that is no node, [`Error::TooLarge`] for a result beyond the limit.
///
/// # Complexity
/// By distance a breadth-first search for each anchor; by landing a · steps · n² multiplications.
///
/// # Example
/// On a path with its first node as anchor, row v has its 1 at distance v:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let path = Graph::new(3, vec![[0, 1], [1, 2]], false)?;
/// let inputs = Arguments::new().with("graph", path).with("anchors", Tensor::vector(vec![0.0])?).with("maxDistance", 2.0);
/// let trace = catalog::trace("distance-encoding", &inputs)?;
/// assert_eq!(trace.outputs["encoding"].data(), [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "distance-encoding",
    title: "Distance encoding",
    source: SOURCE,
    inputs: &[
        graph("graph"),
        required("anchors", &ANCHORS),
        choice("by", WAYS, "distance"),
        // The largest distance with a column of its own in the authors' program.
        integer_or("maxDistance", 1, 3),
        // The default number of steps of the random walks.
        integer_or("steps", 1, 3),
    ],
    parts: &[
        always(&[&MESSAGES]),
        when("by=landing", &[&MESSAGE_WEIGHTS]),
        always(&[&ANCHORS]),
        include_when("by=distance", "", DISTANCE_PARTS),
        include_when("by=landing", "", LANDING_PARTS),
        WALKING_PARTS,
        when("by=landing", &[&COLUMNS]),
    ],
    outputs: &[output("encoding", &[&ENCODING, &COLUMNS])],
    run: |inputs, run| {
        let graph = inputs.graph("graph")?;
        let anchors = inputs.tensor("anchors")?;
        let most = inputs.integer("maxDistance")?;
        let steps = inputs.integer("steps")?;
        let encoding = if inputs.choice("by")? == "landing" {
            let given: GivenGraph = given_graph(run, graph)?;
            let anchors = given_anchors(run, anchors, graph.nodes())?;
            landing(run, &given, anchors, steps)?
        } else {
            let messages = given_neighbors(run, graph)?;
            let anchors = given_anchors(run, anchors, graph.nodes())?;
            distances(run, messages, anchors, most)?
        };
        Ok(vec![("encoding", encoding)])
    },
};
