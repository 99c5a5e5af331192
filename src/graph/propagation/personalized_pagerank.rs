//! Personalized PageRank as a propagation: features reach distant nodes, and each node keeps a share of its own.
//!
//! ```text
//! graph ─► Ŝ ─┐
//!          X ─┴─► Z ← (1−α) Ŝ Z + α X, again and again
//! ```
//!
//! Source: Gasteiger et al. 2019, *Predict then Propagate: Graph Neural Networks meet Personalized PageRank*, eq. (4).

use crate::algorithm::{Algorithm, always, flag, graph, include, integer_or, number_or, output, required};
use crate::graph::convolution::gcn_normalization::{NORMALIZATION, Options, normalize};
use crate::graph::structure::messages::{MESSAGE_WEIGHTS, MESSAGES, given_graph};

use super::restart::{ALPHA, FEATURES, KEEP, Mixing, PARTS, STATE, propagate};

/// Repeats Z ← (1−α) Ŝ Z + α X from Z = X, with the GCN normalization Ŝ.
///
/// With `alpha` 0 this is plain propagation; with 1 nothing changes. Nothing is learned: X is the output of a network.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | output | [n, f] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit, those of [`crate::graph::convolution::gcn_normalization::normalize_adjacency`],
/// and [`crate::error::Error::OutOfRange`] for an `alpha` outside 0 to 1 or more `steps` than [`crate::graph::rounds::MAX_ROUNDS`].
///
/// # Complexity
/// steps · n² · f multiplications. A sparse run (`catalog::SPARSE`) needs messages in place of n².
///
/// # Example
/// Each of two nodes tends to nine tenths of their mean plus a tenth of its own feature:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(2, vec![[0, 1]], false)?)
///     .with("x", Tensor::matrix(&[[1.0], [0.0]])?)
///     .with("alpha", 0.1)
///     .with("steps", 10.0);
/// let trace = catalog::trace("personalized-pagerank-propagation", &inputs)?;
/// let output = trace.outputs["output"].data();
/// assert!((output[0] - 0.55).abs() < 1e-12 && (output[1] - 0.45).abs() < 1e-12);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "personalized-pagerank-propagation",
    title: "Personalized PageRank propagation",
    source: "Gasteiger et al. 2019, eq. (4)",
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        // The share of the start in Gasteiger et al. 2019, section 3.
        number_or("alpha", 0.1),
        integer_or("steps", 1, 10),
        flag("selfLoops", true),
    ],
    parts: &[
        always(&[&MESSAGES, &MESSAGE_WEIGHTS, &FEATURES, &ALPHA, &KEEP]),
        include("", NORMALIZATION),
        include("", PARTS),
    ],
    outputs: &[output("output", &[&STATE])],
    run: |inputs, run| {
        let options = Options { self_loops: inputs.flag("selfLoops")?, ..Options::default() };
        let steps = inputs.integer("steps")?;
        let graph = given_graph(run, inputs.graph("graph")?)?;
        let features = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
        let mixing = Mixing::given(run, inputs, false)?;
        let matrix = normalize(run, &graph, &options)?.adjacency;
        Ok(vec![("output", propagate(run, matrix, features, &mixing, steps)?.state)])
    },
};
