//! Receptive field: the nodes that can influence each node after a number of layers.
//!
//! ```text
//! layer 0   every node itself
//! layer 1   … and its neighbors
//! layer 2   … and their neighbors          one hop a layer, whatever the layers compute
//! ```
//!
//! Source: Kipf & Welling 2017, section 2.1: K layers see the neighborhood of K hops.

use crate::algorithm::{Algorithm, always, flag, graph, integer_or, output, rounds, when};
use crate::graph::structure::messages::{MESSAGES, given_neighbors};
use crate::op::derivatives::POSITIVE;
use crate::op::{Op, Reduction, StepSpec, step};

use crate::graph::rounds::check_rounds;
use crate::graph::structure::adjacency::{ADDED_LOOPS, IDENTITY, NEIGHBORHOOD, NEIGHBORS, neighborhood};

const SOURCE: &str = "Kipf & Welling 2017, section 2.1";

/// For each pair of nodes, the number of neighbors of the first that the second has reached.
pub static WAYS: StepSpec = step("reach.ways", Op::Contract, &["vw", "wu"], "vu", &["target", "source"])
    .written(r"\hat{N} R", r"#1\hat{N} \, #2R", SOURCE);

/// 1 where there is at least one, 0 elsewhere.
pub static REACHED: StepSpec = step("reach.reached", Op::Map(&POSITIVE), &["vu"], "vu", &["target", "source"]).written(
    r"R",
    r"R^{(k+1)}_{vu} = [(\hat{N} R)_{vu} > 0]",
    SOURCE,
);

/// The number of nodes that reach each node.
pub static FIELD_SIZE: StepSpec = step("reach.field-size", Op::Reduce(Reduction::Sum), &["vu"], "v", &["target"])
    .written(r"|R_v|", r"\sum_u #1R_{vu}", SOURCE);

/// Finds the nodes that can influence each node after some layers: `reached[v, u]` is 1 where u can influence v.
///
/// Information moves at most one hop in each layer, so a node that is k hops away needs k layers. With `selfLoops` a node keeps its own information;
/// without, it depends after k layers on exactly those nodes from which a path of k messages leads to it.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | reached | [n, n]: `[target, source]` |
/// | size | \[n\]: the number of nodes that reach each node |
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when n² numbers a layer are too many, [`crate::error::Error::OutOfRange`] for more layers than
/// [`crate::graph::rounds::MAX_ROUNDS`].
///
/// # Complexity
/// layers · n³ multiplications.
///
/// # Example
/// On a path of four nodes the last reaches the first after three layers, not after two.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// let path = Graph::new(4, vec![[0, 1], [1, 2], [2, 3]], false)?;
/// for (layers, size) in [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 4.0)] {
///     let inputs = Arguments::new().with("graph", path.clone()).with("layers", layers);
///     assert_eq!(catalog::trace("receptive-field", &inputs)?.outputs["size"].get(&[0]), Some(size));
/// }
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "receptive-field",
    title: "Receptive field",
    source: SOURCE,
    inputs: &[graph("graph"), integer_or("layers", 0, 1), flag("selfLoops", true)],
    parts: &[
        always(&[&MESSAGES, &NEIGHBORS]),
        when("selfLoops", &[&ADDED_LOOPS, &NEIGHBORHOOD]),
        always(&[&IDENTITY]),
        rounds("layers", "", &[always(&[&WAYS, &REACHED])]),
        always(&[&FIELD_SIZE]),
    ],
    outputs: &[output("reached", &[&REACHED, &IDENTITY]), output("size", &[&FIELD_SIZE])],
    run: |inputs, run| {
        let layers = inputs.integer("layers")?;
        let messages = given_neighbors(run, inputs.graph("graph")?)?;
        let heard = neighborhood(run, messages, inputs.flag("selfLoops")?)?;
        check_rounds("layers", layers, run.tensor(heard)?.element_count())?;
        let mut reached = run.step(&IDENTITY, &[])?;
        for layer in 0..layers {
            reached = run.round("layers", layer, |run| {
                let ways = run.step(&WAYS, &[heard, reached])?;
                run.step(&REACHED, &[ways])
            })?;
        }
        let size = run.step(&FIELD_SIZE, &[reached])?;
        Ok(vec![("reached", reached), ("size", size)])
    },
};
