//! Attention masked by a graph: each node attends to the nodes that the adjacency allows.
//!
//! ```text
//! X ─► Q, K, V ─► Q Kᵀ/√d ─► −∞ where no message travels ─► softmax over sources ─► A V
//!                    │         (the lecture: ⊙ 0 there, which leaves exp 0 = 1)   │
//!      edge weights: + Â                                                   exp ⊙ Â, then divided anew by its sum
//! ```
//!
//! Sources: Dwivedi & Bresson 2021, *A Generalization of Transformer Networks to Graphs*, whose attention runs over the edges alone; here with one
//! head. The multiplication before the softmax comes from a lecture.

use crate::algorithm::{
    Algorithm, Inputs, Outputs, always, choice, flag, graph, output, required, when, within, within_when,
};
use crate::attention::head_projections::{KEY, KEY_PROJECTION, QUERY, QUERY_PROJECTION, VALUE, VALUE_PROJECTION};
use crate::attention::mask::MASKED;
use crate::attention::multi_head::X;
use crate::attention::scaled_dot_product::{BIASED, OUTPUT, SCALE, SCALED, SCORES, WIDTH, scaled_scores};
use crate::attention::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, WEIGHTS};
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::graph::structure::adjacency::{ADDED_LOOPS, ADJACENCY, NEIGHBORHOOD, NEIGHBORS, WITH_LOOPS};
use crate::graph::structure::messages::{
    DIRECTIONS, MESSAGE_WEIGHTS, MESSAGES, given_messages, given_neighbors, given_weights, oriented,
};
use crate::op::{EmptyRow, MULTIPLY, Op, StepSpec, step};
use crate::trace::{Notice, Run, Value};

use super::node_projections::{To, given_nodes, project_nodes};

/// The scores times the edge weights, before the softmax.
pub static FACTORED_SCORES: StepSpec =
    step("graph-attention.factored-scores", Op::Map(&MULTIPLY), &["ij", "ij"], "ij", &["target", "source"]).written(
        r"S \odot \hat{A}",
        r"#1S \odot #2\hat{A}",
        "CPSC 483 (Yale), Transformers and GNNs; a defect that is shown",
    );

/// The scores times the adjacency, before the softmax.
pub static HADAMARD: StepSpec =
    StepSpec { id: "graph-attention.hadamard", symbol: r"S \odot N", formula: r"#1S \odot #2N", ..FACTORED_SCORES };

/// The exponentials times the edge weights.
pub static WEIGHTED_EXPONENTIALS: StepSpec =
    step("graph-attention.weighted-exponentials", Op::Map(&MULTIPLY), &["ij", "ij"], "ij", &["target", "source"])
        .written(r"E \odot \hat{A}", r"E_{ij} \leftarrow E_{ij} #2\hat{A}_{ij}", "Softmax with prior weights");

/// Computes softmax(Q Kᵀ/√d + M) V with M = 0 where there is a message and −∞ elsewhere, for one head.
///
/// `masking` decides how pairs without a message are treated. `minus-infinity` (the default) gives them weight 0. `hadamard` multiplies their scores
/// by 0, as a lecture does: such a pair still gets exp(0 − maximum), so attention leaks along edges that do not exist.
///
/// `edgeWeights` decides how the weights of edges are used, with Â the adjacency in which an added loop weighs 1. `none` (the default): nothing.
/// `bias`: Â is added to the scores. `factor`: the exponentials are multiplied by Â and divided anew by their sum; no weight may be negative.
/// `score-factor`: the scores are multiplied by Â before the softmax, as a lecture does; a weight of 0 then leaves exp(0).
///
/// `direction` reverses every message of a directed graph. N(v) is a set and contains v (unless `selfLoops` is false); repeated edges add up in Â. A
/// node without neighbors gets zeros with a notice, and so does one whose edges all have weight 0 as factors.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, d] |
/// | wQuery, wKey | [d, k] |
/// | wValue | [d, v] |
/// | scores | [n, n]: `[target, source]`, scaled, before any mask or weight |
/// | weights | [n, n] |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; k must be at least 1. [`Error::OutOfRange`] for a negative factor.
///
/// # Complexity
/// n · d · (2k + v) + n² · (k + v) multiplications. A sparse implementation needs messages in place of n².
///
/// # Example
/// Scores of 0 on a path: with the mask the neighbors have equal weights, with the multiplication all nodes do.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let zero = Tensor::matrix(&[[0.0]])?;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(3, vec![[0, 1], [1, 2]], false)?)
///     .with("x", Tensor::matrix(&[[1.0], [2.0], [3.0]])?)
///     .with("wQuery", zero.clone())
///     .with("wKey", zero.clone())
///     .with("wValue", zero);
/// let first_row = |masking: &str| {
///     let trace = catalog::trace("graph-masked-attention", &inputs.clone().with("masking", masking));
///     trace.map(|trace| trace.outputs["weights"].data()[..3].to_vec())
/// };
/// assert_eq!(first_row("minus-infinity")?, [0.5, 0.5, 0.0]);
/// assert!(first_row("hadamard")?[2] > 0.3); // node 2 is no neighbor of node 0
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "graph-masked-attention",
    title: "Graph-masked attention",
    source: "Dwivedi & Bresson 2021, whose attention runs over the edges alone",
    inputs: &[
        graph("graph"),
        required("x", &X),
        required("wQuery", &QUERY_PROJECTION).learned(),
        required("wKey", &KEY_PROJECTION).learned(),
        required("wValue", &VALUE_PROJECTION).learned(),
        choice("masking", &MASKINGS, "minus-infinity"),
        choice("edgeWeights", &EDGE_WEIGHTS, "none"),
        flag("selfLoops", true),
        choice("direction", DIRECTIONS, "source-to-target"),
    ],
    parts: &[
        within(
            "graph",
            "",
            &[
                always(&[&MESSAGES, &NEIGHBORS]),
                when("selfLoops", &[&ADDED_LOOPS, &NEIGHBORHOOD]),
                within_when(
                    "!edgeWeights=none",
                    "weights",
                    "",
                    &[always(&[&MESSAGE_WEIGHTS, &ADJACENCY]), when("selfLoops", &[&WITH_LOOPS])],
                ),
            ],
        ),
        always(&[
            &X, &QUERY_PROJECTION, &QUERY, &KEY_PROJECTION, &KEY, &VALUE_PROJECTION, &VALUE, &SCORES, &WIDTH, &SCALE,
            &SCALED,
        ]),
        when("edgeWeights=bias", &[&BIASED]),
        when("edgeWeights=score-factor", &[&FACTORED_SCORES]),
        when("masking=minus-infinity", &[&MASKED]),
        when("masking=hadamard", &[&HADAMARD]),
        always(&[&ROW_MAX, &EXPONENTIALS]),
        when("edgeWeights=factor", &[&WEIGHTED_EXPONENTIALS]),
        always(&[&ROW_SUM, &WEIGHTS, &OUTPUT]),
    ],
    outputs: &[output("scores", &[&SCALED]), output("weights", &[&WEIGHTS]), output("output", &[&OUTPUT])],
    run: attention,
};

static MASKINGS: [&str; 2] = ["minus-infinity", "hadamard"];
static EDGE_WEIGHTS: [&str; 4] = ["none", "bias", "factor", "score-factor"];

fn attention(inputs: &Inputs, run: &mut Run) -> Result<Outputs> {
    let hadamard = inputs.choice("masking")? == "hadamard";
    let edge_weights = inputs.choice("edgeWeights")?;
    run.bind('h', 1, "one head")?;
    let oriented = oriented(inputs)?;
    let graph = oriented.as_ref();
    let weighted = edge_weights != "none";
    let Seen { neighbors, weights } =
        run.within("graph", |run| see(run, graph, inputs.flag("selfLoops")?, weighted))?;
    let x = given_nodes(run, inputs, graph)?;
    let query = project_nodes(run, inputs, x, To::Query)?;
    let key = project_nodes(run, inputs, x, To::Key)?;
    let value = project_nodes(run, inputs, x, To::Value)?;
    let scaled = scaled_scores(run, query, key)?;

    let mut factors = None;
    let scores = match (weights, edge_weights) {
        (Some(weights), "bias") => run.step(&BIASED, &[scaled, weights])?,
        (Some(weights), "score-factor") => run.step(&FACTORED_SCORES, &[scaled, weights])?,
        (weights, _) => {
            factors = weights;
            scaled
        }
    };
    let masked = run.step(if hadamard { &HADAMARD } else { &MASKED }, &[scores, neighbors])?;
    let row_max = run.step(&ROW_MAX, &[masked])?;
    run.check_empty_rows(row_max, Notice::nodes_without_neighbors)?;
    let mut exponentials = run.step(&EXPONENTIALS, &[masked, row_max])?;
    if let Some(factors) = factors {
        check_factors(graph)?;
        exponentials = run.step(&WEIGHTED_EXPONENTIALS, &[exponentials, factors])?;
    }
    let row_sum = run.step(&ROW_SUM, &[exponentials])?;
    if factors.is_some() {
        check_row_sums(run, row_max, row_sum)?;
    }
    let weights = run.step(&WEIGHTS, &[exponentials, row_sum])?;
    let output = run.step(&OUTPUT, &[weights, value])?;
    Ok(vec![("scores", scaled), ("weights", weights), ("output", output)])
}

/// The parts of the graph that attention uses.
struct Seen {
    /// [n, n]: the neighborhood.
    neighbors: Value,
    /// [n, n]: the weights, if an option needs them; an added loop has weight 1, as an edge without a weight has.
    weights: Option<Value>,
}

fn see(run: &mut Run, graph: &Graph, self_loops: bool, weighted: bool) -> Result<Seen> {
    let messages = if weighted { given_messages(run, graph)? } else { given_neighbors(run, graph)? };
    let mut neighbors = run.step(&NEIGHBORS, &[messages])?;
    let mut loops = None;
    if self_loops {
        let added = run.step(&ADDED_LOOPS, &[messages])?;
        neighbors = run.step(&NEIGHBORHOOD, &[neighbors, added])?;
        loops = Some(added);
    }
    if !weighted {
        return Ok(Seen { neighbors, weights: None });
    }
    let weights = run.within("weights", |run| {
        run.bind('u', graph.nodes(), "`graph.nodes`")?;
        run.bind('v', graph.nodes(), "`graph.nodes`")?;
        let weights = given_weights(run, graph)?;
        let adjacency = run.step(&ADJACENCY, &[messages, weights])?;
        match loops {
            Some(loops) => run.step(&WITH_LOOPS, &[adjacency, loops]),
            None => Ok(adjacency),
        }
    })?;
    Ok(Seen { neighbors, weights: Some(weights) })
}

/// Validates that no factor is negative.
fn check_factors(graph: &Graph) -> Result<()> {
    let weights = graph.weights().unwrap_or_default();
    match weights.iter().enumerate().find(|(_, weight)| **weight < 0.0) {
        None => Ok(()),
        Some((edge, &value)) => Err(Error::OutOfRange {
            input: "graph.weights".into(),
            index: vec![edge],
            value,
            expected: "at least 0".into(),
        }
        .into()),
    }
}

/// Handles nodes whose neighbors all have weight 0 as the run's policy requires: by an error, or by a notice.
fn check_row_sums(run: &mut Run, row_max: Value, row_sum: Value) -> Result<()> {
    let (maxima, sums) = (run.tensor(row_max)?.data(), run.tensor(row_sum)?.data());
    let silent = |(maximum, sum): (&f64, &f64)| *maximum != f64::NEG_INFINITY && *sum == 0.0;
    let nodes: Vec<usize> =
        (0..).zip(maxima.iter().zip(sums)).filter(|(_, row)| silent(*row)).map(|(node, _)| node).collect();
    match nodes.first() {
        None => Ok(()),
        Some(&node) if run.settings().empty_row == EmptyRow::Error => {
            Err(Error::FullyMaskedRow { row: vec![node] }.into())
        }
        Some(_) => {
            run.notice(Notice::nodes_without_neighbors(nodes));
            Ok(())
        }
    }
}
