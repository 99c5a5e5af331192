//! The gradient of a readout that takes the mean of all nodes: each node gets its share, and all the same.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::super::matrices::{at, column, entries, matrix, of, of_vector};
use super::super::{Back, Difficulty, Exercise, Misconception, UPSTREAM, drawing};

/// Gradient of the sum over the nodes, gradient of each node.
pub static EXERCISE: Exercise = Exercise {
    id: "readout-gradient-steps",
    algorithm: "graph-readout",
    back: Some(Back { of: None, wrt: &["x"] }),
    asked: &[SUM, NODES],
    decimals: 2,
    draw,
    misconceptions: &[
        COUNT_FORGOTTEN, MULTIPLIED_BY_THE_COUNT, DIVIDED_BY_FEATURES, FIRST_NODE_ONLY, DIVIDED_TWICE, TIMES_THE_NODE,
    ],
};

const SUM: &str = "gradient/readout.sum";
const NODES: &str = "gradient/readout.features";

const COUNT_FORGOTTEN: Misconception =
    Misconception::step("count-forgotten", SUM, |run| sum(run, |gradient, _, _| gradient));

const MULTIPLIED_BY_THE_COUNT: Misconception =
    Misconception::step("multiplied-by-the-count", SUM, |run| sum(run, |gradient, nodes, _| gradient * nodes));

const DIVIDED_BY_FEATURES: Misconception =
    Misconception::step("divided-by-features", SUM, |run| sum(run, |gradient, _, features| gradient / features));

const FIRST_NODE_ONLY: Misconception = Misconception::step("first-use-only", NODES, |run| {
    nodes(run, |gradient, node, _, _| if node == 0 { gradient } else { 0.0 })
});

const DIVIDED_TWICE: Misconception =
    Misconception::step("divided-again", NODES, |run| nodes(run, |gradient, _, count, _| gradient / count));

const TIMES_THE_NODE: Misconception =
    Misconception::step("term-as-a-factor", NODES, |run| nodes(run, |gradient, _, _, feature| gradient * feature));

/// A function of each gradient of the result, the number of nodes and that of features.
fn sum(run: &Trace, slope: fn(f64, f64, f64) -> f64) -> Result<Tensor> {
    let features = matrix(run, "readout.features")?;
    let (count, width) = (features.nrows() as f64, features.ncols() as f64);
    of_vector(&column(run, "gradient/readout.mean")?.map(|gradient| slope(gradient, count, width)))
}

/// A function of the gradient of the sum, the node, the number of nodes, and the node's own feature.
fn nodes(run: &Trace, share: fn(f64, usize, f64, f64) -> f64) -> Result<Tensor> {
    let (features, gradients) = (matrix(run, "readout.features")?, column(run, SUM)?);
    let count = features.nrows() as f64;
    of(&entries(&features, |node, f, feature| share(at(&gradients, f, 0), node, count, feature)))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (nodes, range) = match difficulty {
        Difficulty::Easy => (4, (0, 5)),
        Difficulty::Medium => (5, (-3, 5)),
        Difficulty::Hard => (5, (-2, 2)),
    };
    let x = drawing::numbers(random, difficulty, &[nodes, 3], range)?;
    let upstream = drawing::numbers(random, difficulty, &[3], (-6, 6))?;
    Ok(Arguments::new().with("x", x).with("aggregation", "mean").with(UPSTREAM, upstream))
}
