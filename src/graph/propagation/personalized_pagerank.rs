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

/// The share of the start in Gasteiger et al. 2019, section 3.
const ALPHA_OF_PAPER: f64 = 0.1;

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
/// steps · n² · f multiplications. A sparse implementation needs messages in place of n².
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
        number_or("alpha", ALPHA_OF_PAPER),
        integer_or("steps", 1, 10),
        flag("selfLoops", true),
    ],
    parts: &[
        always(&[&MESSAGES, &MESSAGE_WEIGHTS, &FEATURES, &ALPHA, &KEEP]),
        include("", NORMALIZATION),
        include("", PARTS),
    ],
    outputs: &[output("output", &[&STATE])],
    run: |arguments, run| {
        let options = Options { self_loops: arguments.flag("selfLoops", true)?, ..Options::default() };
        let steps = arguments.optional_integer("steps", 1)?.unwrap_or(10);
        let graph = given_graph(run, arguments.graph("graph")?)?;
        let features = run.given(&FEATURES, "x", arguments.tensor("x")?)?;
        let mixing = Mixing::given(run, arguments, ALPHA_OF_PAPER, false)?;
        let matrix = normalize(run, &graph, &options)?.adjacency;
        Ok(vec![("output", propagate(run, matrix, features, &mixing, steps)?.state)])
    },
};
