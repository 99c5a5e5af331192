//! Graphormer's attention: every node attends to every node, and encodings of the graph are added to the scores.
//!
//! ```text
//! x (+ vector of the degree) ─► Q, K ─► Q Kᵀ/√d ─► + b[distance] ─► (+ mean along the shortest path) ─► softmax ─► weights ─► (A V)
//! ```
//!
//! Source: Ying et al. 2021, *Do Transformers Really Perform Bad for Graph Representation?*, eqs. (5) to (7).

use crate::algorithm::{
    Algorithm, Inputs, Outputs, always, graph, optional, output, required, when, within, within_when,
};
use crate::attention::head_projections::{KEY, KEY_PROJECTION, QUERY, QUERY_PROJECTION, VALUE, VALUE_PROJECTION};
use crate::attention::multi_head::X;
use crate::attention::scaled_dot_product::{BIASED, OUTPUT, SCALE, SCALED, SCORES, WIDTH, scaled_scores};
use crate::attention::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, SOFTMAX, WEIGHTS, softmax_rows};
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::graph::structure::adjacency::NEIGHBORS;
use crate::graph::structure::messages::{MESSAGES, given_neighbors};
use crate::graph::structure::shortest_path_distances::{DISTANCES, distances};
use crate::op::StepSpec;
use crate::tensor::Tensor;
use crate::trace::{Notice, Run, Value};

use super::graphormer_encodings::{
    BIAS, CENTERED, CENTRALITY, DEGREE_ENTRY, DEGREES, EDGE_BIASED, EDGE_ENCODING, EDGE_FEATURES, EDGE_PROJECTION,
    EDGE_SCORES, ENTRY, IN_DEGREE, MESSAGE_EDGES, NODE_CENTRALITY, OUT_DEGREE, SPATIAL, SPATIAL_BIAS, TABLE_LENGTH,
};
use super::node_projections::{To, given_nodes, project_nodes};

/// Computes softmax(Q Kᵀ/√d + b_φ + c) for one head, where φ is the distance from i to j and c the mean of x_e·w_n along the shortest path.
///
/// The last entry of `spatialBias` is for pairs without a path; a distance beyond the table takes the entry before it. The edge encoding needs both
/// `edgeFeatures` (a row for each edge, in the order of the list) and `wEdge`: w_n belongs to the position n on the path, not to an edge. Where there
/// are several shortest paths, the one is taken that a search along the list of edges finds first. A path longer than `wEdge` counts with its first
/// edges, and the mean is theirs; i = j and pairs without a path get 0. `centrality` holds a vector for each degree that is added to the features; a
/// higher degree takes the last. In a directed graph it is for the in-degree and `outCentrality` for the out-degree; the distance follows the edges
/// from i to j.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes, g edges |
/// | x | [n, d] |
/// | wQuery, wKey | [d, k] |
/// | spatialBias | \[distances + 1\], at least 2 |
/// | wValue | [d, v] |
/// | edgeFeatures, wEdge | [g, e], [positions, e] |
/// | centrality, outCentrality | [degrees, d] |
/// | scores, weights | [n, n]; the scores with everything added |
/// | output | [n, v], with `wValue` |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; k must be at least 1.
///
/// # Complexity
/// n · d · (2k + v) + n² · (k + v) multiplications, n · (n + messages) steps for the distances, n² · positions additions for the edge encoding.
///
/// # Example
/// With queries of 0 only the distances count: on a path, a bias of ln 2 for neighbors gives them twice the weight of the node itself.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let zero = Tensor::matrix(&[[0.0]])?;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(3, vec![[0, 1], [1, 2]], false)?)
///     .with("x", Tensor::matrix(&[[1.0], [2.0], [3.0]])?)
///     .with("wQuery", zero.clone())
///     .with("wKey", zero)
///     .with("spatialBias", Tensor::vector(vec![0.0, 2f64.ln(), 0.0, 9.0])?);
/// let weights = &catalog::trace("graphormer-attention", &inputs)?.outputs["weights"];
/// for (found, expected) in weights.data().iter().zip([0.25, 0.5, 0.25, 0.4, 0.2, 0.4]) {
///     assert!((found - expected).abs() < 1e-15);
/// }
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "graphormer-attention",
    title: "Graphormer attention",
    source: SPATIAL,
    inputs: &[
        graph("graph"),
        required("x", &X),
        required("wQuery", &QUERY_PROJECTION).learned(),
        required("wKey", &KEY_PROJECTION).learned(),
        required("spatialBias", &SPATIAL_BIAS).learned(),
        optional("wValue", &VALUE_PROJECTION).learned(),
        optional("edgeFeatures", &EDGE_FEATURES),
        optional("wEdge", &EDGE_PROJECTION).learned(),
        optional("centrality", &CENTRALITY).learned(),
        optional("outCentrality", &CENTRALITY).learned(),
    ],
    parts: &[
        within("graph", "", &[always(&[&MESSAGES, &DISTANCES])]),
        always(&[&X]),
        within_when(
            "centrality",
            "centrality",
            "",
            &[always(&[&CENTRALITY, &NEIGHBORS, &IN_DEGREE, &DEGREES, &DEGREE_ENTRY, &NODE_CENTRALITY, &CENTERED])],
        ),
        within_when(
            "outCentrality",
            "out-centrality",
            "",
            &[always(&[&CENTRALITY, &NEIGHBORS, &OUT_DEGREE, &DEGREES, &DEGREE_ENTRY, &NODE_CENTRALITY, &CENTERED])],
        ),
        always(&[
            &QUERY_PROJECTION, &QUERY, &KEY_PROJECTION, &KEY, &SCORES, &WIDTH, &SCALE, &SCALED, &SPATIAL_BIAS,
            &TABLE_LENGTH, &ENTRY, &BIAS, &BIASED,
        ]),
        within_when(
            "edgeFeatures",
            "edges",
            "",
            &[when(
                "wEdge",
                &[&EDGE_FEATURES, &EDGE_PROJECTION, &MESSAGE_EDGES, &EDGE_SCORES, &EDGE_ENCODING, &EDGE_BIASED],
            )],
        ),
        always(&[&ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS]),
        when("wValue", &[&VALUE_PROJECTION, &VALUE, &OUTPUT]),
    ],
    outputs: &[
        output("scores", &[&EDGE_BIASED, &BIASED]),
        output("weights", &[&WEIGHTS]),
        output("output", &[&OUTPUT]),
    ],
    run: attention,
};

fn attention(inputs: &Inputs, run: &mut Run) -> Result<Outputs> {
    run.bind('h', 1, "one head")?;
    let graph = inputs.graph("graph")?;
    let (messages, distances) = run.within("graph", |run| {
        let messages = given_neighbors(run, graph)?;
        Ok((messages, distances(run, messages)?))
    })?;
    let mut x = given_nodes(run, inputs, graph)?;
    for (group, name, degree) in
        [("centrality", "centrality", &IN_DEGREE), ("out-centrality", "outCentrality", &OUT_DEGREE)]
    {
        if let Some(table) = inputs.optional_tensor(name)? {
            x = run.within(group, |run| add_centrality(run, graph, messages, x, (name, table, degree)))?;
        }
    }
    let query = project_nodes(run, inputs, x, To::Query)?;
    let key = project_nodes(run, inputs, x, To::Key)?;
    let scaled = scaled_scores(run, query, key)?;

    let table = run.given(&SPATIAL_BIAS, "spatialBias", inputs.tensor("spatialBias")?)?;
    require_entries(run, 'l', 2, "spatialBias")?;
    let length = run.step(&TABLE_LENGTH, &[table])?;
    let entry = run.step(&ENTRY, &[distances, length])?;
    let bias = run.step(&BIAS, &[table, entry])?;
    let mut scores = run.step(&BIASED, &[scaled, bias])?;
    match (inputs.optional_tensor("edgeFeatures")?, inputs.optional_tensor("wEdge")?) {
        (Some(features), Some(projection)) => {
            scores = run.within("edges", |run| add_edges(run, graph, messages, scores, [features, projection]))?;
        }
        // Each is used only with the other.
        (Some(_), None) => run.notice(Notice::unused_weights("edgeFeatures")),
        (None, Some(_)) => run.notice(Notice::unused_weights("wEdge")),
        (None, None) => {}
    }
    let weights = softmax_rows(run, &SOFTMAX, scores, Notice::fully_masked_rows)?;
    let mut outputs = vec![("scores", scores), ("weights", weights)];
    if inputs.has("wValue") {
        let value = project_nodes(run, inputs, x, To::Value)?;
        outputs.push(("output", run.step(&OUTPUT, &[weights, value])?));
    }
    Ok(outputs)
}

/// Validates that a table is not empty.
fn require_entries(run: &Run, letter: char, minimum: usize, input: &str) -> Result<()> {
    let length = run.size(letter)?;
    if length >= minimum {
        return Ok(());
    }
    Err(Error::OutOfRange {
        input: input.into(),
        index: Vec::new(),
        value: length as f64,
        expected: format!("a table of at least {minimum}"),
    }
    .into())
}

fn add_centrality(
    run: &mut Run,
    graph: &Graph,
    messages: Value,
    x: Value,
    (name, table, degree): (&str, &Tensor, &'static StepSpec),
) -> Result<Value> {
    run.bind('u', graph.nodes(), "`graph.nodes`")?;
    run.bind('v', graph.nodes(), "`graph.nodes`")?;
    let width = run.tensor(x)?.shape().last().copied().unwrap_or_default();
    run.bind('d', width, "`x`")?;
    let table = run.given(&CENTRALITY, name, table)?;
    require_entries(run, 'z', 1, name)?;
    let neighbors = run.step(&NEIGHBORS, &[messages])?;
    let degree = run.step(degree, &[neighbors])?;
    let degrees = run.step(&DEGREES, &[table])?;
    let entry = run.step(&DEGREE_ENTRY, &[degree, degrees])?;
    let vectors = run.step(&NODE_CENTRALITY, &[table, entry])?;
    run.step(&CENTERED, &[x, vectors])
}

fn add_edges(
    run: &mut Run,
    graph: &Graph,
    messages: Value,
    scores: Value,
    [features, projection]: [&Tensor; 2],
) -> Result<Value> {
    run.bind('i', graph.nodes(), "`graph.nodes`")?;
    run.bind('j', graph.nodes(), "`graph.nodes`")?;
    run.bind('g', graph.edges().len(), "`graph.edges`")?;
    let features = run.given(&EDGE_FEATURES, "edgeFeatures", features)?;
    let projection = run.given(&EDGE_PROJECTION, "wEdge", projection)?;
    let edges = run.given(&MESSAGE_EDGES, "graph", &Tensor::vector(message_edges(graph))?)?;
    let contributions = run.step(&EDGE_SCORES, &[features, projection])?;
    let encoding = run.step(&EDGE_ENCODING, &[messages, edges, contributions])?;
    run.step(&EDGE_BIASED, &[scores, encoding])
}

/// The number of the edge that carries each message, in the order of [`Graph::messages`].
fn message_edges(graph: &Graph) -> Vec<f64> {
    let carried = |&[source, target]: &[usize; 2]| if graph.directed() || source == target { 1 } else { 2 };
    let numbered = graph.edges().iter().enumerate();
    numbered.flat_map(|(number, edge)| std::iter::repeat_n(number as f64, carried(edge))).collect()
}
