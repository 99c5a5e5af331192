//! Graph transformer: multi-head attention masked by the graph.
//!
//! ```text
//! X [n, d] ─► queries, keys, values by head ─► Q_h K_hᵀ/√k ─► only neighbors ─► softmax over sources ─► A_h V_h ─► side by side
//! ```
//!
//! GAT has one matrix for both ends of a message and a learned vector; this has three matrices and a dot product. With all nodes as neighbors it is
//! the attention of a transformer.
//!
//! Source: Shi et al. 2021, *Masked Label Prediction: Unified Message Passing Model for Semi-Supervised Classification*, without
//! edge features and without the gated residual.

use crate::algorithm::{
    Algorithm, Inputs, Outputs, always, choice, flag, graph, integer_or, optional, output, required, when, within,
};
use crate::attention::head_projections::{
    KEY, KEY_BIAS, KEY_BIASED, KEY_HEADS, KEY_PROJECTION, QUERY, QUERY_BIAS, QUERY_BIASED, QUERY_HEADS,
    QUERY_PROJECTION, VALUE, VALUE_BIAS, VALUE_BIASED, VALUE_HEADS, VALUE_PROJECTION,
};
use crate::attention::heads::{
    CONCATENATED, EXPONENTIALS, HEAD_OUTPUT, MASKED, ROW_MAX, ROW_SUM, SCALE, SCALED, SCORES, SOFTMAX, WEIGHTS, WIDTH,
    average_in_heads, bind_heads, scaled_scores_in_heads,
};
use crate::attention::multi_head::X;
use crate::attention::softmax::softmax_rows;
use crate::error::Result;
use crate::graph::structure::adjacency::{NEIGHBORHOOD_PARTS, given_neighborhood};
use crate::graph::structure::messages::{DIRECTIONS, oriented};
use crate::trace::{Notice, Run};

use super::node_projections::{To, given_nodes, project_nodes};

/// Computes in each head softmax over N(v) of q_v·k_u/√k, and the mean of the values v_u with these weights; heads are concatenated.
///
/// N(v) is the set of nodes that send to v, independent of weights. It contains v itself only if v has a loop, or with `selfLoops`.
/// `direction` reverses every message of a directed graph.
/// A node without neighbors gets zeros with a notice. The paper adds a gated residual connection, which keeps the node's own features.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, d] |
/// | wQuery, wKey | [d, heads · k] |
/// | wValue | [d, heads · v] |
/// | bQuery, bKey, bValue | \[heads · k\], \[heads · k\], \[heads · v\] |
/// | weights | [heads, n, n]: `[head, target, source]` |
/// | output | [n, heads · v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; k must be at least 1.
///
/// # Complexity
/// n · d · heads · (2k + v) + n² · heads · (k + v) multiplications. A sparse implementation needs messages in place of n².
///
/// # Example
/// Node 1 attends to 0 and 2, whose keys are ln 1 and ln 3 for a query of 1: weights 1/4 and 3/4.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let feature = |row: [f64; 2]| Tensor::matrix(&[[row[0]], [row[1]]]);
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(3, vec![[0, 1], [2, 1]], true)?)
///     .with("x", Tensor::matrix(&[[0.0, 4.0], [1.0, 0.0], [3f64.ln(), 8.0]])?)
///     .with("wQuery", feature([1.0, 0.0])?)
///     .with("wKey", feature([1.0, 0.0])?)
///     .with("wValue", feature([0.0, 1.0])?);
/// let output = &catalog::trace("graph-transformer-layer", &inputs)?.outputs["output"];
/// assert!((output.get(&[1, 0]).unwrap() - (4.0 * 0.25 + 8.0 * 0.75)).abs() < 1e-14);
/// assert_eq!(output.get(&[0, 0]), Some(0.0)); // nobody sends to node 0
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "graph-transformer-layer",
    title: "Graph transformer",
    source: "Shi et al. 2021",
    inputs: &[
        graph("graph"),
        required("x", &X),
        integer_or("heads", 1, 1),
        required("wQuery", &QUERY_PROJECTION).learned(),
        optional("bQuery", &QUERY_BIAS).learned(),
        required("wKey", &KEY_PROJECTION).learned(),
        optional("bKey", &KEY_BIAS).learned(),
        required("wValue", &VALUE_PROJECTION).learned(),
        optional("bValue", &VALUE_BIAS).learned(),
        flag("selfLoops", false),
        choice("direction", DIRECTIONS, "source-to-target"),
    ],
    parts: &[
        within("graph", "", &NEIGHBORHOOD_PARTS),
        always(&[&X, &QUERY_PROJECTION, &QUERY]),
        when("bQuery", &[&QUERY_BIAS, &QUERY_BIASED]),
        always(&[&QUERY_HEADS, &KEY_PROJECTION, &KEY]),
        when("bKey", &[&KEY_BIAS, &KEY_BIASED]),
        always(&[&KEY_HEADS, &VALUE_PROJECTION, &VALUE]),
        when("bValue", &[&VALUE_BIAS, &VALUE_BIASED]),
        always(&[
            &VALUE_HEADS, &SCORES, &WIDTH, &SCALE, &SCALED, &MASKED, &ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS,
            &HEAD_OUTPUT, &CONCATENATED,
        ]),
    ],
    outputs: &[output("weights", &[&WEIGHTS]), output("output", &[&CONCATENATED])],
    run: layer,
};

fn layer(inputs: &Inputs, run: &mut Run) -> Result<Outputs> {
    bind_heads(run, inputs.integer("heads")?)?;
    let oriented = oriented(inputs)?;
    let graph = oriented.as_ref();
    let neighbors = given_neighborhood(run, graph, inputs.flag("selfLoops")?)?;
    let x = given_nodes(run, inputs, graph)?;
    let query = project_nodes(run, inputs, x, To::Query)?;
    let query = run.step(&QUERY_HEADS, &[query])?;
    let key = project_nodes(run, inputs, x, To::Key)?;
    let key = run.step(&KEY_HEADS, &[key])?;
    let value = project_nodes(run, inputs, x, To::Value)?;
    let value = run.step(&VALUE_HEADS, &[value])?;
    let scaled = scaled_scores_in_heads(run, query, key)?;
    let masked = run.step(&MASKED, &[scaled, neighbors])?;
    let weights = softmax_rows(run, &SOFTMAX, masked, Notice::nodes_without_neighbors)?;
    let heads = average_in_heads(run, weights, value)?;
    Ok(vec![("weights", heads.weights), ("output", heads.concatenated)])
}
