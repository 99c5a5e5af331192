//! Random features: numbers drawn for each node, by which nodes with equal neighborhoods can be distinguished.
//!
//! ```text
//! seed ─► PCG 32 ─► normal numbers, row by row ─► [n, width]
//! ```
//!
//! They do not depend on the graph; they identify each node, differently with each seed. A network that uses them is trained with
//! many seeds, so that it learns to distinguish nodes by them without relying on their values.
//!
//! Letters: v nodes, c columns.
//!
//! Source: Sato et al. 2021, *Random Features Strengthen Graph Neural Networks*; the generator is that of [`crate::random`].

use crate::algorithm::{Algorithm, always, graph, integer, integer_or, output};
use crate::graph::structure::messages::{MESSAGES, given_neighbors};
use crate::op::{Fill, Obstacle, Op, Reads, Rule, StepSpec, given, step};
use crate::random::Random;

const SOURCE: &str = "Sato et al. 2021, with normal numbers in place of the paper's uniform ones";

/// The seed of the numbers.
pub static SEED: StepSpec = given("random-features.seed", "", &[]).written("s", "s", SOURCE);

/// The numbers.
pub static FEATURES: StepSpec = step("random-features.features", Op::Rule(&DRAW), &[""], "vc", &["node", "feature"])
    .written("R", r"R_{vc} \sim \mathcal{N}(0, 1)", SOURCE);

/// Normal numbers in row-major order, from a seed.
static DRAW: Rule = Rule {
    name: "draw-normal",
    template: "normal(seed {0})",
    fill: Fill::AtOnce(|operands, shape| {
        let seed = operands.first().and_then(|seed| seed.data().first()).copied().unwrap_or_default();
        let mut random = Random::new(seed as u64);
        (0..shape.iter().product::<usize>()).map(|_| random.normal()).collect()
    }),
    reads: Reads::All,
    value: |values, shape, index| {
        let mut random = Random::new(values.first().copied().unwrap_or_default() as u64);
        let place = shape.iter().zip(index).fold(0, |place, (length, position)| place * length + position);
        (0..place).for_each(|_| {
            random.normal();
        });
        random.normal()
    },
    ..Rule::constant(Obstacle::Draw)
};

/// Draws normal features for every node: mean 0, variance 1, the same for the same seed.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | graph | n nodes; its edges and weights play no part |
/// | features | [n, width] |
///
/// # Errors
/// [`crate::error::Error::TooLarge`] for a result beyond the limit.
///
/// # Complexity
/// n · width draws.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// let inputs = Arguments::new().with("graph", Graph::new(2, vec![[0, 1]], false)?).with("width", 1.0).with("seed", 7.0);
/// let draw = |inputs: &Arguments| Ok::<_, Box<attograph::error::Error>>(catalog::trace("random-features", inputs)?.outputs["features"].clone());
/// let features = draw(&inputs)?;
/// assert_ne!(features.data()[0], features.data()[1]); // the two ends of an edge look alike, and now do not
/// assert_eq!(features, draw(&inputs)?);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "random-features",
    title: "Random features",
    source: SOURCE,
    inputs: &[graph("graph"), integer("width", 0), integer_or("seed", 0, 0)],
    parts: &[always(&[&MESSAGES, &SEED, &FEATURES])],
    outputs: &[output("features", &[&FEATURES])],
    run: |inputs, run| {
        let width = inputs.integer("width")?;
        given_neighbors(run, inputs.graph("graph")?)?;
        let seed = inputs.integer("seed")?;
        let seed = run.given_number(&SEED, "seed", seed as f64)?;
        run.bind('c', width, "`width`")?;
        Ok(vec![("features", run.step(&FEATURES, &[seed])?)])
    },
};
