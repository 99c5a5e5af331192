//! Graph isomorphism layer: a sum over neighbors, which distinguishes multisets that a mean or a maximum does not, and a network.
//!
//! ```text
//! X ─► sum over the neighbors ─┐
//!                              ├─► + ─► W₁ ─► ReLU ─► W₂ ─► [n, o]
//! X ─► (1 + ε) X ──────────────┘
//! ```
//!
//! Source: Xu et al. 2019, *How Powerful are Graph Neural Networks?*, eq. (4.1).

use crate::algorithm::{Algorithm, Parameters, always, choice, graph, number_or, optional, output, required, within};
use crate::graph::structure::messages::{MESSAGES, given_neighbors};
use crate::op::{ADD, Cost, Function, MULTIPLY, Op, Slope, StepSpec, given, step};
use crate::transformer::feed_forward::{
    ACTIVATIONS, Activation, FIRST, FIRST_BIAS, OUTPUT, OUTPUT_BIASED, PARTS, SECOND, SECOND_BIAS, feed_forward,
};

use super::aggregation::{AGGREGATED, MESSAGE_COUNTS};
use super::update::FEATURES;

const SOURCE: &str = "Xu et al. 2019, eq. (4.1)";

/// ε, by which the factor of a node's own features exceeds 1.
pub static EPSILON: StepSpec = given("isomorphism.epsilon", "", &[]).written(r"\epsilon", r"\epsilon", SOURCE);

/// The factor of a node's own features.
pub static OWN_FACTOR: StepSpec = step("isomorphism.own-factor", Op::Map(&ONE_PLUS), &[""], "", &[])
    .written(r"1 + \epsilon", r"1 + \epsilon", SOURCE);

/// A node's own features, times the factor.
pub static OWN: StepSpec = step("isomorphism.own", Op::Map(&MULTIPLY), &["", "vf"], "vf", &["target", "feature"])
    .written(r"(1 + \epsilon) X", r"(1 + \epsilon)\, x_v", SOURCE);

/// The sum of the node and its neighbors.
pub static SUMMED: StepSpec = step("isomorphism.summed", Op::Map(&ADD), &["vf", "vf"], "vf", &["target", "feature"])
    .written(r"S", r"(1 + \epsilon)\, x_v + \sum_{u \in N(v)} x_u = (1 + \epsilon)\, x_v + M_v", SOURCE);

/// 1 + a
pub static ONE_PLUS: Function =
    Function::unary("one-plus", "1 + {0}", Cost::ADDITION, |number| 1.0 + number).slopes(&[Slope::One]);

/// Computes MLP((1 + ε) x_v + Σ x_u) over the neighbors u of v, with a network of two layers.
///
/// A sum distinguishes two neighbors with feature 1 from one; a mean and a maximum do not. Edge weights are ignored, a message that is listed twice
/// counts twice. The MLP is the catalog's feed-forward network.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | w1, b1 | [f, h], \[h\] |
/// | w2, b2 | [h, o], \[o\] |
/// | output | [n, o] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// n² · f + n · h · (f + o) multiplications. A sparse run (`catalog::SPARSE`) needs messages in place of n².
///
/// # Example
/// Node 0 has one neighbor, node 1 has two, all features are 1. The sums differ where the means would not.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let one = Tensor::matrix(&[[1.0]])?;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(3, vec![[0, 1], [1, 2]], false)?)
///     .with("x", Tensor::matrix(&[[1.0], [1.0], [1.0]])?)
///     .with("w1", one.clone())
///     .with("w2", one);
/// let trace = catalog::trace("graph-isomorphism-layer", &inputs)?;
/// assert_eq!(trace.outputs["output"].data(), [2.0, 3.0, 2.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "graph-isomorphism-layer",
    title: "Graph isomorphism layer",
    source: SOURCE,
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        number_or("epsilon", 0.0),
        required("w1", &FIRST).learned_in_params(),
        optional("b1", &FIRST_BIAS).learned_in_params(),
        required("w2", &SECOND).learned_in_params(),
        optional("b2", &SECOND_BIAS).learned_in_params(),
        choice("activation", ACTIVATIONS, "relu"),
    ],
    parts: &[
        always(&[&MESSAGES, &FEATURES, &EPSILON, &MESSAGE_COUNTS, &AGGREGATED, &OWN_FACTOR, &OWN, &SUMMED]),
        within("mlp", "", PARTS),
    ],
    outputs: &[output("output", &[&OUTPUT_BIASED, &OUTPUT])],
    run: |arguments, run| {
        let activation = Activation::read(arguments)?;
        let messages = given_neighbors(run, arguments.graph("graph")?)?;
        let features = run.given(&FEATURES, "x", arguments.tensor("x")?)?;
        let epsilon = run.given_number(&EPSILON, "epsilon", arguments.number("epsilon")?)?;
        let counts = run.step(&MESSAGE_COUNTS, &[messages])?;
        let aggregated = run.step(&AGGREGATED, &[counts, features])?;
        let factor = run.step(&OWN_FACTOR, &[epsilon])?;
        let own = run.step(&OWN, &[factor, features])?;
        let sum = run.step(&SUMMED, &[own, aggregated])?;
        let params = Parameters::new(arguments, "");
        let width = run.size('f')?;
        let output = run.within("mlp", |run| {
            run.bind('f', width, "`x`")?;
            feed_forward(run, sum, activation, &params)
        })?;
        Ok(vec![("output", output)])
    },
};
