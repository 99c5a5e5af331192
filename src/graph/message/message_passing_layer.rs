//! Message passing: a projection of each node plus a projection of the aggregate of its neighbors.
//!
//! ```text
//! graph ─► neighbors of v ─► sum, mean or max of their x_u ─► V ─┐
//!                                                                ├─► + ─► + b ─► σ ─► h_v
//!                                                      x_v ─► U ─┘
//! ```
//!
//! Source: Morris et al. 2019, *Weisfeiler and Leman Go Neural*; Gilmer et al. 2017, eqs. (1) and (2).

use crate::algorithm::{Algorithm, always, choice, graph, include, optional, output, required, when};
use crate::graph::structure::adjacency::ADJACENCY;
use crate::graph::structure::messages::{DIRECTIONS, MESSAGE_WEIGHTS, MESSAGES, given_graph, oriented};

use super::aggregation::{
    AGGREGATED, AGGREGATIONS, ARRIVALS, LARGEST, MAXIMUM, MEAN_SHARES, MESSAGE_COUNTS, SENT, SOURCES, TARGETS,
    WEIGHTED, aggregate,
};
use super::update::{
    ACTIVATIONS, BIAS, FEATURES, FINISH, FROM_NEIGHBORS, GIVEN, NEIGHBOR_PROJECTION, OUTPUTS, SELF_PROJECTION, Update,
    activate,
};

/// Computes h_v = σ(U x_v + V · aggregate of x_u over the neighbors u + b), with rows for nodes: X U + M V.
///
/// The neighbors of v are the nodes that send it a message; v itself is one only where the graph has a loop, so it has a matrix of its own
/// (leave `wSelf` out for a layer without this self term; with `wSelf` = `wNeighbor` and a sum it equals a loop). A message that is listed twice
/// counts twice, an edge weight multiplies the features, and a mean divides by the number of messages. Without neighbors the aggregate is 0.
/// `direction` reverses every message of a directed graph.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | wNeighbor, wSelf | [f, g] |
/// | b | \[g\] |
/// | output | [n, g] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// n² · f + 2 n · f · g multiplications. A sparse run (`catalog::SPARSE`) needs messages · f in place of n² · f.
///
/// # Example
/// The middle of a path receives 1 and 3, so the mean is 2; its own 10 is added.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(3, vec![[0, 1], [1, 2]], false)?)
///     .with("x", Tensor::matrix(&[[1.0], [10.0], [3.0]])?)
///     .with("aggregation", "mean")
///     .with("wNeighbor", Tensor::matrix(&[[1.0]])?)
///     .with("wSelf", Tensor::matrix(&[[1.0]])?);
/// let trace = catalog::trace("message-passing-layer", &inputs)?;
/// assert_eq!(trace.outputs["output"].data(), [11.0, 12.0, 13.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "message-passing-layer",
    title: "Message passing",
    source: "Morris et al. 2019",
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        choice("aggregation", AGGREGATIONS, "sum"),
        required("wNeighbor", &NEIGHBOR_PROJECTION).learned(),
        optional("wSelf", &SELF_PROJECTION).learned(),
        optional("b", &BIAS).learned(),
        choice("activation", ACTIVATIONS, "none"),
        choice("direction", DIRECTIONS, "source-to-target"),
    ],
    parts: &[
        always(&[&MESSAGES, &MESSAGE_WEIGHTS]),
        include("", GIVEN),
        when("aggregation=max", &[&SOURCES, &SENT, &WEIGHTED, &TARGETS, &LARGEST, &MAXIMUM]),
        when("!aggregation=max", &[&ADJACENCY]),
        when("aggregation=mean", &[&MESSAGE_COUNTS, &ARRIVALS, &MEAN_SHARES]),
        when("!aggregation=max", &[&AGGREGATED]),
        always(&[&FROM_NEIGHBORS]),
        include("", FINISH),
    ],
    outputs: &[output("output", OUTPUTS)],
    run: |inputs, run| {
        let graph = given_graph(run, oriented(inputs)?.as_ref())?;
        let update = Update::given(run, inputs)?;
        let aggregation = inputs.choice("aggregation")?;
        let aggregated = aggregate(run, &graph, update.features(), aggregation)?;
        let sum = update.join(run, aggregated)?;
        Ok(vec![("output", activate(run, inputs, sum)?)])
    },
};
