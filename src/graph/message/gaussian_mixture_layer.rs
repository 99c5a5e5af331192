//! Gaussian mixture layer: every message passes several bell-shaped kernels, which open where its two ends' degrees lie.
//!
//! ```text
//! graph ─► degrees ─► p_uv = (d_u^-½, d_v^-½) ─► exp(−½ |p − μ_k|² / σ_k²) ─┐
//!                                                          X ─► X W_k ─────┴─► Σ_k Σ_u ─► + X U + b ─► σ
//! ```
//!
//! Source: Monti et al. 2017, *Geometric Deep Learning on Graphs and Manifolds Using Mixture Model CNNs* (MoNet), eqs. (9) to (12).

use crate::algorithm::{Algorithm, Output, always, choice, graph, include, optional, required, when};
use crate::graph::convolution::gcn_normalization::DEG_INV_SQRT;
use crate::graph::structure::adjacency::{SUM_OF_MESSAGES, matching};
use crate::graph::structure::messages::{MESSAGES, given_neighbors};
use crate::tensor::Tensor;
use crate::trace::{Cost, DIVIDE, Function, MULTIPLY, Op, Reduction, Rule, SUBTRACT, SourceCell, StepSpec, each_once};

use super::aggregation::{ARRIVALS, MESSAGE_COUNTS};
use super::update::{
    ACTIVATIONS, BIAS, BIASED, COMBINED, FEATURES, FINISH, RELU_STEP, SELF_PROJECTION, SIGMOID_STEP, TANH_STEP,
    activate, finish,
};

const COORDINATES_SOURCE: &str = "Monti et al. 2017, eq. (12)";
const KERNEL_SOURCE: &str = "Monti et al. 2017, eq. (11)";
const SOURCE: &str = "Monti et al. 2017, eq. (9)";

/// Where each kernel has its center.
pub static MEAN: StepSpec =
    StepSpec::given("gaussian.mean", r"\mu", "kp", &["kernel", "end"], r"\mu_k \in \mathbb{R}^2", KERNEL_SOURCE);

/// How wide each kernel is.
pub static SIGMA: StepSpec =
    StepSpec::given("gaussian.sigma", r"\sigma", "kp", &["kernel", "end"], r"\sigma_k \in \mathbb{R}^2", KERNEL_SOURCE);

/// One learned matrix a kernel.
pub static PROJECTION: StepSpec = StepSpec::given(
    "gaussian.projection",
    r"W",
    "kfg",
    &["kernel", "feature", "output-feature"],
    r"W_k \in \mathbb{R}^{f \times g}",
    SOURCE,
);

/// Where each message lies: what its two ends contribute.
pub static COORDINATES: StepSpec = StepSpec {
    id: "gaussian.coordinates",
    symbol: r"p",
    op: Op::Gather,
    index: "mp",
    axes: &["message", "end"],
    reads: &["v", "mp"],
    formula: r"p_{uv} = (d_u^{-1/2},\, d_v^{-1/2})",
    source: COORDINATES_SOURCE,
};

/// How far it is from each center.
pub static DIFFERENCE: StepSpec = StepSpec {
    id: "gaussian.difference",
    symbol: r"p - \mu",
    op: Op::Map(&SUBTRACT),
    index: "kmp",
    axes: &["kernel", "message", "end"],
    reads: &["mp", "kp"],
    formula: r"p_{uv} - \mu_k",
    source: KERNEL_SOURCE,
};

/// The same, squared.
pub static SQUARE: StepSpec = StepSpec {
    id: "gaussian.square",
    symbol: r"(p - \mu)^2",
    op: Op::Map(&MULTIPLY),
    index: "kmp",
    axes: &["kernel", "message", "end"],
    reads: &["kmp", "kmp"],
    formula: r"(p_{uv} - \mu_k)^2",
    source: KERNEL_SOURCE,
};

/// The width, squared.
pub static VARIANCE: StepSpec = StepSpec {
    id: "gaussian.variance",
    symbol: r"\sigma^2",
    op: Op::Map(&MULTIPLY),
    index: "kp",
    axes: &["kernel", "end"],
    reads: &["kp", "kp"],
    formula: r"\sigma_k^2",
    source: KERNEL_SOURCE,
};

/// The variance, kept from being 0.
pub static SAFE_VARIANCE: StepSpec = StepSpec {
    id: "gaussian.safe-variance",
    symbol: r"\sigma^2 + \epsilon",
    op: Op::Map(&NEVER_ZERO),
    index: "kp",
    axes: &["kernel", "end"],
    reads: &["kp"],
    formula: r"\sigma_k^2 + 10^{-15}",
    source: KERNEL_SOURCE,
};

/// The squares in units of each kernel's width.
pub static SCALED: StepSpec = StepSpec {
    id: "gaussian.scaled-square",
    symbol: r"(p - \mu)^2 / \sigma^2",
    op: Op::Map(&DIVIDE),
    index: "kmp",
    axes: &["kernel", "message", "end"],
    reads: &["kmp", "kp"],
    formula: r"(p_{uv} - \mu_k)^2 / \sigma_k^2",
    source: KERNEL_SOURCE,
};

/// Both ends together.
pub static DISTANCE: StepSpec = StepSpec {
    id: "gaussian.distance",
    symbol: r"\delta",
    op: Op::Reduce(Reduction::Sum),
    index: "km",
    axes: &["kernel", "message"],
    reads: &["kmp"],
    formula: r"\delta_{k} = \sum_i (p_{uv} - \mu_k)_i^2 / \sigma_{ki}^2",
    source: KERNEL_SOURCE,
};

/// How much each kernel lets through of each message.
pub static KERNEL: StepSpec = StepSpec {
    id: "gaussian.kernel",
    symbol: r"w_k",
    op: Op::Map(&BELL),
    index: "km",
    axes: &["kernel", "message"],
    reads: &["km"],
    formula: r"w_k(p_{uv}) = \exp(-\tfrac{1}{2} \delta_k)",
    source: KERNEL_SOURCE,
};

/// The same as one adjacency a kernel.
pub static KERNEL_ADJACENCY: StepSpec = StepSpec {
    id: "gaussian.kernel-adjacency",
    symbol: r"A_k",
    op: Op::Rule(&SUM_OF_MESSAGES_BY_KERNEL),
    index: "kvu",
    axes: &["kernel", "target", "source"],
    reads: &["mp", "km"],
    formula: r"A^k_{vu} = \sum_{(u, v) \in \mathcal{E}} w_k(p_{uv})",
    source: SOURCE,
};

/// What each node would send to each kernel.
pub static TRANSFORMED: StepSpec = StepSpec {
    id: "gaussian.transformed",
    symbol: r"X W_k",
    op: Op::Contract,
    index: "kug",
    axes: &["kernel", "source", "output-feature"],
    reads: &["uf", "kfg"],
    formula: r"X W_k",
    source: SOURCE,
};

/// The sum over each node's neighbors and all kernels.
pub static HEARD: StepSpec = StepSpec {
    id: "gaussian.heard",
    symbol: r"\textstyle\sum_k A_k X W_k",
    op: Op::Contract,
    index: "vg",
    axes: &["target", "output-feature"],
    reads: &["kvu", "kug"],
    formula: r"\sum_k A^k X W_k",
    source: SOURCE,
};

/// 10⁻¹⁵ + a
static NEVER_ZERO: Function = Function {
    name: "never-zero",
    template: "10⁻¹⁵ + {0}",
    arity: 1,
    cost: Cost::ADDITION,
    apply: |x, _| x.first().map_or(f64::NAN, |variance| 1e-15 + variance),
};

/// exp(−a / 2)
static BELL: Function = Function {
    name: "bell",
    template: "exp(−{0} / 2)",
    arity: 1,
    cost: Cost { multiplications: 1, functions: 1, ..Cost::NONE },
    apply: |x, _| x.first().map_or(f64::NAN, |distance| libm::exp(-0.5 * distance)),
};

/// As [`SUM_OF_MESSAGES`], for each kernel by itself.
static SUM_OF_MESSAGES_BY_KERNEL: Rule = Rule {
    name: "sum-of-messages-by-kernel",
    template: "sum({*})",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| match (operands, shape) {
        ([messages, numbers], [kernels, nodes @ ..]) => {
            let count = messages.data().len() / 2;
            let of_kernel = |kernel: usize| {
                let row = numbers.data().iter().skip(kernel * count).take(count).copied().collect();
                Tensor::vector(row).map(|row| (SUM_OF_MESSAGES.fill)(&[messages, &row], nodes)).unwrap_or_default()
            };
            (0..*kernels).flat_map(of_kernel).collect()
        }
        _ => Vec::new(),
    },
    reads: |operands, _, index| match (operands, index) {
        ([messages, _], [kernel, ends @ ..]) => {
            let start = kernel * (messages.data().len() / 2);
            matching(operands, ends).map(|message| SourceCell { operand: 1, offset: start + message }).collect()
        }
        _ => Vec::new(),
    },
    value: |values, _, _| values.iter().fold(0.0, |sum, number| sum + number),
};

/// Computes Σ_k Σ_u w_k(p_uv) x_u W_k + x_v U + b over the messages u → v, with Gaussian kernels w_k(p) = exp(−½ Σ_i (p_i − μ_ki)² / (10⁻¹⁵ + σ_ki²)).
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
/// Both ends of a single edge have degree 1, so the message lies at (1, 1). A kernel centered there lets it through whole.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(2, vec![[0, 1]], false)?)
///     .with("x", Tensor::matrix(&[[3.0], [5.0]])?)
///     .with("mu", Tensor::matrix(&[[1.0, 1.0]])?)
///     .with("sigma", Tensor::matrix(&[[1.0, 1.0]])?)
///     .with("w", Tensor::new(vec![1, 1, 1], vec![2.0])?);
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
        required("mu", &MEAN),
        required("sigma", &SIGMA),
        required("w", &PROJECTION),
        optional("wSelf", &SELF_PROJECTION),
        optional("b", &BIAS),
        choice("activation", ACTIVATIONS, "none"),
    ],
    parts: &[
        always(&MESSAGES),
        always(&FEATURES),
        always(&MEAN),
        always(&SIGMA),
        always(&PROJECTION),
        when("wSelf", &SELF_PROJECTION),
        when("b", &BIAS),
        always(&MESSAGE_COUNTS),
        always(&ARRIVALS),
        always(&DEG_INV_SQRT),
        always(&COORDINATES),
        always(&DIFFERENCE),
        always(&SQUARE),
        always(&VARIANCE),
        always(&SAFE_VARIANCE),
        always(&SCALED),
        always(&DISTANCE),
        always(&KERNEL),
        always(&KERNEL_ADJACENCY),
        always(&TRANSFORMED),
        always(&HEARD),
        include("", FINISH),
    ],
    outputs: &[Output { name: "output", steps: &[&RELU_STEP, &SIGMOID_STEP, &TANH_STEP, &BIASED, &COMBINED, &HEARD] }],
    run: |arguments, run| {
        let messages = given_neighbors(run, arguments.graph("graph")?)?;
        let features = run.given(&FEATURES, "x", arguments.tensor("x")?)?;
        let mean = run.given(&MEAN, "mu", arguments.tensor("mu")?)?;
        let sigma = run.given(&SIGMA, "sigma", arguments.tensor("sigma")?)?;
        let projection = run.given(&PROJECTION, "w", arguments.tensor("w")?)?;
        let own = match arguments.optional_tensor("wSelf")? {
            Some(own) => Some((features, run.given(&SELF_PROJECTION, "wSelf", own)?)),
            None => None,
        };
        let bias = match arguments.optional_tensor("b")? {
            Some(bias) => Some(run.given(&BIAS, "b", bias)?),
            None => None,
        };
        let counts = run.step(&MESSAGE_COUNTS, &[messages])?;
        let degree = run.step(&ARRIVALS, &[counts])?;
        let root = run.step(&DEG_INV_SQRT, &[degree])?;
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
        Ok(vec![("output", activate(run, arguments, sum)?)])
    },
};
