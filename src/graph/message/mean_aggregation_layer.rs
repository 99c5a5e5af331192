//! A layer with the mean over the neighbors: GraphSAGE, and the first graph network of many lectures.
//!
//! ```text
//! graph ─► counts A ─► d = row sums ─► D⁻¹A ─► D⁻¹A X ─► W ─┐
//!                                                           ├─► + ─► + b ─► σ ─► H
//!                                                 X ─► B ───┘
//! ```
//!
//! Source: Hamilton et al. 2017, *Inductive Representation Learning on Large Graphs*, algorithm 1 with a mean and a sum in place of the
//! concatenation.

use crate::algorithm::{Algorithm, always, choice, graph, include, optional, output, required};
use crate::graph::structure::messages::{DIRECTIONS, MESSAGES, given_neighbors, oriented};

use super::aggregation::{AGGREGATED, ARRIVALS, MEAN_SHARES, MESSAGE_COUNTS, mean};
use super::update::{
    ACTIVATIONS, BIAS, FEATURES, FINISH, FROM_NEIGHBORS, GIVEN, NEIGHBOR_PROJECTION, OUTPUTS, SELF_PROJECTION, Update,
    activate,
};

/// Computes H = σ(D⁻¹A X W + X B + b): node by node, W times the mean of the neighbors plus B times the node itself.
///
/// W is `wNeighbor`, B is `wSelf`; leave `wSelf` out for a layer without self term. Edge weights are ignored. A message that is listed twice counts
/// twice, and a node without neighbors has a mean of 0. `direction` reverses every message of a directed graph.
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
/// A star: the center gets the mean of its three leaves; each leaf gets the center.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(4, vec![[0, 1], [0, 2], [0, 3]], false)?)
///     .with("x", Tensor::matrix(&[[9.0], [1.0], [2.0], [6.0]])?)
///     .with("wNeighbor", Tensor::matrix(&[[1.0]])?);
/// let trace = catalog::trace("mean-aggregation-layer", &inputs)?;
/// assert_eq!(trace.outputs["output"].data()[1..], [9.0, 9.0, 9.0]);
/// assert!((trace.outputs["output"].data()[0] - 3.0).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "mean-aggregation-layer",
    title: "Mean of the neighbors",
    source: "Hamilton et al. 2017, algorithm 1",
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        required("wNeighbor", &NEIGHBOR_PROJECTION).learned(),
        optional("wSelf", &SELF_PROJECTION).learned(),
        optional("b", &BIAS).learned(),
        choice("activation", ACTIVATIONS, "none"),
        choice("direction", DIRECTIONS, "source-to-target"),
    ],
    parts: &[
        always(&[&MESSAGES]),
        include("", GIVEN),
        always(&[&MESSAGE_COUNTS, &ARRIVALS, &MEAN_SHARES, &AGGREGATED, &FROM_NEIGHBORS]),
        include("", FINISH),
    ],
    outputs: &[output("output", OUTPUTS)],
    run: |inputs, run| {
        let messages = given_neighbors(run, oriented(inputs)?.as_ref())?;
        let update = Update::given(run, inputs)?;
        let counts = run.step(&MESSAGE_COUNTS, &[messages])?;
        let aggregated = mean(run, counts, counts, update.features())?;
        let sum = update.join(run, aggregated)?;
        Ok(vec![("output", activate(run, inputs, sum)?)])
    },
};
