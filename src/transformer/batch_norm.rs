//! Batch norm: every feature is brought to mean 0 and variance 1 over all tokens.
//!
//! ```text
//! X [n, d]   1 10     mean of each column   3 30     variance  4 400     (X − mean) / √(variance + ε)   −1 −1
//!            5 50                                                                                        1  1
//! ```
//!
//! What becomes of a token depends on the others that are normalized with it. So after training, the mean and the variance that were met in training
//! take the place of the tokens' own; both may be given. Layer norm needs nothing of the kind.
//!
//! Letters: i tokens, f features.
//!
//! Source: Ioffe & Szegedy 2015, *Batch Normalization*, algorithms 1 and 2.

use crate::algorithm::{Algorithm, Output, Parameters, always, number_or, optional, required, when};
use crate::trace::{ADD, DIVIDE, MULTIPLY, Op, Reduction, SQUARE_ROOT, SUBTRACT, StepSpec};

use super::normalization::{EPSILON, EPSILON_GIVEN, NormalizationSteps, given_epsilon, normalize};

pub(super) const SOURCE: &str = "Ioffe & Szegedy 2015, algorithm 1";
const RUNNING: &str = "Ioffe & Szegedy 2015, algorithm 2";

/// One row a token.
pub static X: StepSpec =
    StepSpec::given("batch-norm.x", r"X", "if", &["token", "feature"], r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The mean of each feature as it was met in training.
pub static RUNNING_MEAN: StepSpec =
    StepSpec::given("batch-norm.running-mean", r"\mu", "f", &["feature"], r"\mu \in \mathbb{R}^{d}", RUNNING);

/// The variance of each feature as it was met in training.
pub static RUNNING_VARIANCE: StepSpec = StepSpec::given(
    "batch-norm.running-variance",
    r"\sigma^2",
    "f",
    &["feature"],
    r"\sigma^2 \in \mathbb{R}^{d}",
    RUNNING,
);

/// The number of tokens.
pub static COUNT: StepSpec = StepSpec {
    id: "batch-norm.count",
    symbol: r"n",
    op: Op::Size('i'),
    index: "",
    axes: &[],
    reads: &["if"],
    formula: r"n",
    source: SOURCE,
};

/// The sum of each feature over all tokens.
pub static SUM: StepSpec = StepSpec {
    id: "batch-norm.sum",
    symbol: r"\sum_i x",
    op: Op::Reduce(Reduction::Sum),
    index: "f",
    axes: &["feature"],
    reads: &["if"],
    formula: r"\sum_i x_{if}",
    source: SOURCE,
};

/// The mean of each feature over all tokens.
pub static MEAN: StepSpec = StepSpec {
    id: "batch-norm.mean",
    symbol: r"\mu",
    op: Op::Map(&DIVIDE),
    index: "f",
    axes: &["feature"],
    reads: &["f", ""],
    formula: r"\mu_f = \frac{1}{n} \sum_i x_{if}",
    source: SOURCE,
};

/// Each number's distance from its mean.
pub static CENTERED: StepSpec = StepSpec {
    id: "batch-norm.centered",
    symbol: r"x - \mu",
    op: Op::Map(&SUBTRACT),
    index: "if",
    axes: &["token", "feature"],
    reads: &["if", "f"],
    formula: r"x_{if} - \mu_f",
    source: SOURCE,
};

/// The squared distances.
pub static SQUARED: StepSpec = StepSpec {
    id: "batch-norm.squared",
    symbol: r"(x - \mu)^2",
    op: Op::Map(&MULTIPLY),
    index: "if",
    axes: &["token", "feature"],
    reads: &["if", "if"],
    formula: r"(x_{if} - \mu_f)^2",
    source: SOURCE,
};

/// The sum of the squared distances.
pub static SQUARE_SUM: StepSpec = StepSpec {
    id: "batch-norm.square-sum",
    symbol: r"\sum_i (x - \mu)^2",
    op: Op::Reduce(Reduction::Sum),
    index: "f",
    axes: &["feature"],
    reads: &["if"],
    formula: r"\sum_i (x_{if} - \mu_f)^2",
    source: SOURCE,
};

/// The mean squared distance (biased: the sum is divided by the count, not by one less).
pub static VARIANCE: StepSpec = StepSpec {
    id: "batch-norm.variance",
    symbol: r"\sigma^2",
    op: Op::Map(&DIVIDE),
    index: "f",
    axes: &["feature"],
    reads: &["f", ""],
    formula: r"\sigma_f^2 = \frac{1}{n} \sum_i (x_{if} - \mu_f)^2",
    source: SOURCE,
};

/// The variance, kept away from 0.
pub static STABILIZED: StepSpec = StepSpec {
    id: "batch-norm.stabilized",
    symbol: r"\sigma^2 + \varepsilon",
    op: Op::Map(&ADD),
    index: "f",
    axes: &["feature"],
    reads: &["f", ""],
    formula: r"\sigma_f^2 + \varepsilon",
    source: SOURCE,
};

/// What the distances are divided by.
pub static DEVIATION: StepSpec = StepSpec {
    id: "batch-norm.deviation",
    symbol: r"\sqrt{\sigma^2 + \varepsilon}",
    op: Op::Map(&SQUARE_ROOT),
    index: "f",
    axes: &["feature"],
    reads: &["f"],
    formula: r"\sqrt{\sigma_f^2 + \varepsilon}",
    source: SOURCE,
};

/// The distances in units of the deviation.
pub static NORMALIZED: StepSpec = StepSpec {
    id: "batch-norm.normalized",
    symbol: r"\hat{x}",
    op: Op::Map(&DIVIDE),
    index: "if",
    axes: &["token", "feature"],
    reads: &["if", "f"],
    formula: r"\hat{x}_{if} = \frac{x_{if} - \mu_f}{\sqrt{\sigma_f^2 + \varepsilon}}",
    source: SOURCE,
};

/// A learned factor for each feature.
pub static GAMMA: StepSpec =
    StepSpec::given("batch-norm.gamma", r"\gamma", "f", &["feature"], r"\gamma \in \mathbb{R}^{d}", SOURCE);

/// The normalized numbers times γ.
pub static SCALED: StepSpec = StepSpec {
    id: "batch-norm.times-gamma",
    symbol: r"\hat{x} \gamma",
    op: Op::Map(&MULTIPLY),
    index: "if",
    axes: &["token", "feature"],
    reads: &["if", "f"],
    formula: r"\hat{x}_{if} \gamma_f",
    source: SOURCE,
};

/// A learned shift for each feature.
pub static BETA: StepSpec =
    StepSpec::given("batch-norm.beta", r"\beta", "f", &["feature"], r"\beta \in \mathbb{R}^{d}", SOURCE);

/// The result with β added.
pub static SHIFTED: StepSpec = StepSpec {
    id: "batch-norm.plus-beta",
    symbol: r"y",
    op: Op::Map(&ADD),
    index: "if",
    axes: &["token", "feature"],
    reads: &["if", "f"],
    formula: r"y_{if} = \hat{x}_{if} \gamma_f + \beta_f",
    source: SOURCE,
};

/// All of them, in order.
pub static STEPS: NormalizationSteps = NormalizationSteps {
    count: &COUNT,
    sum: &SUM,
    mean: &MEAN,
    centered: &CENTERED,
    squared: &SQUARED,
    square_sum: &SQUARE_SUM,
    variance: &VARIANCE,
    stabilized: &STABILIZED,
    deviation: &DEVIATION,
    normalized: &NORMALIZED,
    gamma: &GAMMA,
    scaled: &SCALED,
    beta: &BETA,
    shifted: &SHIFTED,
};

/// Brings every feature to mean 0 and variance 1 over the tokens, then scales and shifts it as learned. The variance is the biased one. A `mean` or a
/// `variance` that is given is used instead of the tokens' own.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | mean, variance, gamma, beta | \[d\] |
/// | output | [n, d] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; n must be at least 1 unless mean and variance are given, ε at least 0.
///
/// # Complexity
/// Proportional to n · d.
///
/// # Example
/// The same token, normalized in two batches: its neighbor decides what becomes of it.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let normalized = |other: f64| {
///     let inputs = Arguments::new().with("x", Tensor::matrix(&[[2.0], [other]])?).with("epsilon", 0.0);
///     Ok::<_, Box<attograph::error::Error>>(catalog::trace("batch-norm", &inputs)?.outputs["output"].data()[0])
/// };
/// assert_eq!(normalized(8.0)?, -1.0);
/// assert_eq!(normalized(-5.0)?, 1.0);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "batch-norm",
    title: "Batch norm",
    source: SOURCE,
    inputs: &[
        required("x", &X),
        optional("mean", &RUNNING_MEAN),
        optional("variance", &RUNNING_VARIANCE),
        optional("gamma", &GAMMA),
        optional("beta", &BETA),
        number_or("epsilon", EPSILON),
    ],
    parts: &[
        always(&X),
        when("mean", &RUNNING_MEAN),
        when("variance", &RUNNING_VARIANCE),
        always(&EPSILON_GIVEN),
        always(&COUNT),
        when("!mean", &SUM),
        when("!mean", &MEAN),
        always(&CENTERED),
        when("!variance", &SQUARED),
        when("!variance", &SQUARE_SUM),
        when("!variance", &VARIANCE),
        always(&STABILIZED),
        always(&DEVIATION),
        always(&NORMALIZED),
        when("gamma", &GAMMA),
        when("gamma", &SCALED),
        when("beta", &BETA),
        when("beta", &SHIFTED),
    ],
    outputs: &[Output { name: "output", steps: &[&SHIFTED, &SCALED, &NORMALIZED] }],
    run: |arguments, run| {
        let params = Parameters::new(arguments, "");
        let x = run.given(&X, "x", arguments.tensor("x")?)?;
        let running =
            (params.optional(run, &RUNNING_MEAN, "mean")?, params.optional(run, &RUNNING_VARIANCE, "variance")?);
        if running.0.is_none() || running.1.is_none() {
            run.require_positive('i', "x")?;
        }
        let epsilon = given_epsilon(run, arguments)?;
        Ok(vec![("output", normalize(run, &STEPS, x, running, epsilon, &params)?)])
    },
};
