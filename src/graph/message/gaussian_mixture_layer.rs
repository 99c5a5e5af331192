//! Gaussian mixture layer: each message is weighted by several Gaussian kernels of the degrees of its two ends.
//!
//! ```text
//! graph ─► degrees ─► p_uv = (d_u^-½, d_v^-½) ─► exp(−½ |p − μ_k|² / σ_k²) ─┐
//!                                                          X ─► X W_k ─────┴─► Σ_k Σ_u ─► + X U + b ─► σ
//! ```
//!
//! Source: Monti et al. 2017, *Geometric Deep Learning on Graphs and Manifolds Using Mixture Model CNNs* (MoNet), eqs. (9) to (12).

use crate::algorithm::{Algorithm, always, choice, graph, include, optional, output, required, when};
use crate::graph::convolution::gcn_normalization::PLAIN_ROOT;
use crate::graph::structure::adjacency::{SUM_OF_MESSAGES, matching};
use crate::graph::structure::messages::{MESSAGES, given_neighbors};
use crate::op::derivatives::MINUS_HALF_OF;
use crate::op::{
    Cost, DIVIDE, Fill, Function, Local, MULTIPLY, Op, Reads, Reduction, Rule, SUBTRACT, Slope, SourceCell, StepSpec,
    given, step,
};
use crate::tensor::Tensor;

use super::aggregation::{ARRIVALS, MESSAGE_COUNTS};
use super::update::{
    ACTIVATIONS, BIAS, BIASED, COMBINED, FEATURES, FINISH, RELU_STEP, SELF_PROJECTION, SIGMOID_STEP, TANH_STEP,
    activate, finish,
};

const COORDINATES_SOURCE: &str = "Monti et al. 2017, without the learned tanh layer over the coordinates";
const KERNEL_SOURCE: &str = "Monti et al. 2017, eq. (11)";
const SOURCE: &str = "Monti et al. 2017, eq. (9)";

/// The center of each kernel.
pub static MEAN: StepSpec =
    given("gaussian.mean", "kp", &["kernel", "end"]).written(r"\mu", r"\mu_k \in \mathbb{R}^2", KERNEL_SOURCE);

/// The width of each kernel.
pub static SIGMA: StepSpec =
    given("gaussian.sigma", "kp", &["kernel", "end"]).written(r"\sigma", r"\sigma_k \in \mathbb{R}^2", KERNEL_SOURCE);

/// One learned matrix for each kernel.
pub static PROJECTION: StepSpec = given("gaussian.projection", "kfg", &["kernel", "feature", "output-feature"])
    .written(r"W", r"W_k \in \mathbb{R}^{f \times g}", SOURCE);

/// The coordinates of each message, one for each end.
pub static COORDINATES: StepSpec = step("gaussian.coordinates", Op::Gather, &["v", "mp"], "mp", &["message", "end"])
    .written(r"p", r"p_{uv} = (d_u^{-1/2},\, d_v^{-1/2}), \enspace (u, v) \in \mathcal{E}", COORDINATES_SOURCE);

/// The differences from each center.
pub static DIFFERENCE: StepSpec =
    step("gaussian.difference", Op::Map(&SUBTRACT), &["mp", "kp"], "kmp", &["kernel", "message", "end"])
        .written(r"p - \mu", r"p_{uv} - \mu_k", KERNEL_SOURCE);

/// The squared differences.
pub static SQUARE: StepSpec =
    step("gaussian.square", Op::Map(&MULTIPLY), &["kmp", "kmp"], "kmp", &["kernel", "message", "end"])
        .written(r"(p - \mu)^2", r"(p_{uv} - \mu_k)^2", KERNEL_SOURCE);

/// The width, squared.
pub static VARIANCE: StepSpec = step("gaussian.variance", Op::Map(&MULTIPLY), &["kp", "kp"], "kp", &["kernel", "end"])
    .written(r"\sigma^2", r"\sigma_k^2", KERNEL_SOURCE);

/// The variance, plus a small number so that it is not 0.
pub static SAFE_VARIANCE: StepSpec =
    step("gaussian.safe-variance", Op::Map(&NEVER_ZERO), &["kp"], "kp", &["kernel", "end"])
        .written(r"\sigma^2 + \epsilon", r"\sigma_k^2 + 10^{-15}", KERNEL_SOURCE);

/// The squares divided by each kernel's variance.
pub static SCALED: StepSpec =
    step("gaussian.scaled-square", Op::Map(&DIVIDE), &["kmp", "kp"], "kmp", &["kernel", "message", "end"]).written(
        r"(p - \mu)^2 / \sigma^2",
        r"(p_{uv} - \mu_k)^2 / (\sigma_k^2 + \epsilon)",
        KERNEL_SOURCE,
    );

/// The sum over both ends.
pub static DISTANCE: StepSpec =
    step("gaussian.distance", Op::Reduce(Reduction::Sum), &["kmp"], "km", &["kernel", "message"]).written(
        r"\delta",
        r"\delta_{k} = \sum_i (p_{uv} - \mu_k)_i^2 / \sigma_{ki}^2",
        KERNEL_SOURCE,
    );

/// The weight of each message in each kernel.
pub static KERNEL: StepSpec = step("gaussian.kernel", Op::Map(&BELL), &["km"], "km", &["kernel", "message"]).written(
    r"w_k",
    r"w_k(p_{uv}) = \exp(-\tfrac{1}{2} \delta_k)",
    KERNEL_SOURCE,
);

/// The weights as one adjacency for each kernel.
pub static KERNEL_ADJACENCY: StepSpec = step(
    "gaussian.kernel-adjacency",
    Op::Rule(&SUM_OF_MESSAGES_BY_KERNEL),
    &["mp", "km"],
    "kvu",
    &["kernel", "target", "source"],
)
.written(r"A_k", r"A^k_{vu} = \sum_{(u, v) \in \mathcal{E}} w_k", SOURCE);

/// The features of each node, projected for each kernel.
pub static TRANSFORMED: StepSpec =
    step("gaussian.transformed", Op::Contract, &["uf", "kfg"], "kug", &["kernel", "source", "output-feature"])
        .written(r"X W_k", r"X W_k", SOURCE);

/// The sum over each node's neighbors and all kernels.
pub static HEARD: StepSpec = step("gaussian.heard", Op::Contract, &["kvu", "kug"], "vg", &["target", "output-feature"])
    .written(r"\textstyle\sum_k A_k X W_k", r"\sum_k A^k X W_k", SOURCE);

/// 10⁻¹⁵ + a
static NEVER_ZERO: Function =
    Function::unary("never-zero", "10⁻¹⁵ + {0}", Cost::ADDITION, |variance| 1e-15 + variance).slopes(&[Slope::One]);

/// exp(−a / 2)
static BELL: Function =
    Function::unary("bell", "exp(−{0} / 2)", Cost { multiplications: 1, functions: 1, ..Cost::NONE }, |distance| {
        libm::exp(-0.5 * distance)
    })
    .slopes(&[Slope::By(&MINUS_HALF_OF, &[Local::Result])]);

/// As [`SUM_OF_MESSAGES`], for each kernel separately.
static SUM_OF_MESSAGES_BY_KERNEL: Rule = Rule {
    name: "sum-of-messages-by-kernel",
    template: "sum({*})",
    fill: Fill::AtOnce(|operands, shape| match (operands, shape) {
        ([messages, numbers], [kernels, nodes @ ..]) => {
            let count = messages.data().len() / 2;
            let of_kernel = |kernel: usize| {
                let row = numbers.data().iter().skip(kernel * count).take(count).copied().collect();
                Tensor::vector(row).map(|row| SUM_OF_MESSAGES.tensor(&[messages, &row], nodes)).unwrap_or_default()
            };
            (0..*kernels).flat_map(of_kernel).collect()
        }
        _ => Vec::new(),
    }),
    reads: Reads::Cells(|operands, _, index| match (operands, index) {
        ([messages, _], [kernel, ends @ ..]) => {
            let start = kernel * (messages.data().len() / 2);
            matching(operands, ends).map(|message| SourceCell { operand: 1, offset: start + message }).collect()
        }
        _ => Vec::new(),
    }),
    value: |values, _, _| values.iter().fold(0.0, |sum, number| sum + number),
    ..Rule::copies(&[1])
};

/// Computes Σ_k Σ_u w_k(p_uv) x_u W_k + x_v U + b over the messages u → v, with Gaussian kernels w_k(p) = exp(−½ Σ_i (p_i − μ_ki)² / (10⁻¹⁵ +
/// σ_ki²)).
///
/// The coordinates of a message are p = (d_u^-½, d_v^-½), the degrees counting arriving messages; a degree of 0 gives 0. Edge weights play no part, a
/// message that is listed twice counts twice. `wSelf`, `b` and `activation` are as in the message passing layer.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | mu, sigma | [kernels, 2] |
/// | w | [kernels, f, g] |
/// | wSelf, b | [f, g], \[g\] |
/// | output | [n, g] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// kernels · (n · f · g + n² · g) multiplications. A sparse implementation needs messages in place of n².
///
/// # Example
/// Both ends of a single edge have degree 1, so its coordinates are (1, 1). A kernel with this center gives it weight 1.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(2, vec![[0, 1]], false)?)
///     .with("x", Tensor::matrix(&[[3.0], [5.0]])?)
///     .with("mu", Tensor::matrix(&[[1.0, 1.0]])?)
///     .with("sigma", Tensor::matrix(&[[1.0, 1.0]])?)
///     .with("wNeighbor", Tensor::new(vec![1, 1, 1], vec![2.0])?);
/// let trace = catalog::trace("gaussian-mixture-layer", &inputs)?;
/// assert_eq!(trace.outputs["output"].data(), [10.0, 6.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gaussian-mixture-layer",
    title: "Gaussian mixture",
    source: "Monti et al. 2017, eq. (11)",
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        required("mu", &MEAN).learned(),
        required("sigma", &SIGMA).learned(),
        required("wNeighbor", &PROJECTION).learned().formerly("w"),
        optional("wSelf", &SELF_PROJECTION).learned(),
        optional("b", &BIAS).learned(),
        choice("activation", ACTIVATIONS, "none"),
    ],
    parts: &[
        always(&[&MESSAGES, &FEATURES, &MEAN, &SIGMA, &PROJECTION]),
        when("wSelf", &[&SELF_PROJECTION]),
        when("b", &[&BIAS]),
        always(&[
            &MESSAGE_COUNTS, &ARRIVALS, &PLAIN_ROOT, &COORDINATES, &DIFFERENCE, &SQUARE, &VARIANCE, &SAFE_VARIANCE,
            &SCALED, &DISTANCE, &KERNEL, &KERNEL_ADJACENCY, &TRANSFORMED, &HEARD,
        ]),
        include("", FINISH),
    ],
    outputs: &[output("output", &[&RELU_STEP, &SIGMOID_STEP, &TANH_STEP, &BIASED, &COMBINED, &HEARD])],
    run: |inputs, run| {
        let messages = given_neighbors(run, inputs.graph("graph")?)?;
        let features = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
        let mean = run.given(&MEAN, "mu", inputs.tensor("mu")?)?;
        let sigma = run.given(&SIGMA, "sigma", inputs.tensor("sigma")?)?;
        let projection = run.given(&PROJECTION, "wNeighbor", inputs.tensor("wNeighbor")?)?;
        let own = match inputs.optional_tensor("wSelf")? {
            Some(own) => Some((features, run.given(&SELF_PROJECTION, "wSelf", own)?)),
            None => None,
        };
        let bias = match inputs.optional_tensor("b")? {
            Some(bias) => Some(run.given(&BIAS, "b", bias)?),
            None => None,
        };
        let counts = run.step(&MESSAGE_COUNTS, &[messages])?;
        let degree = run.step(&ARRIVALS, &[counts])?;
        let root = run.step(&PLAIN_ROOT, &[degree])?;
        let coordinates = run.step(&COORDINATES, &[root, messages])?;
        let difference = run.step(&DIFFERENCE, &[coordinates, mean])?;
        let square = run.step(&SQUARE, &[difference, difference])?;
        let variance = run.step(&VARIANCE, &[sigma, sigma])?;
        let variance = run.step(&SAFE_VARIANCE, &[variance])?;
        let scaled = run.step(&SCALED, &[square, variance])?;
        let distance = run.step(&DISTANCE, &[scaled])?;
        let kernel = run.step(&KERNEL, &[distance])?;
        let adjacency = run.step(&KERNEL_ADJACENCY, &[messages, kernel])?;
        let transformed = run.step(&TRANSFORMED, &[features, projection])?;
        let heard = run.step(&HEARD, &[adjacency, transformed])?;
        let sum = finish(run, heard, own, bias)?;
        Ok(vec![("output", activate(run, inputs, sum)?)])
    },
};
