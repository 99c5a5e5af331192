//! The steps of batch norm. Letters: i tokens, f features.

use crate::trace::{ADD, DIVIDE, MULTIPLY, Op, Reduction, SQUARE_ROOT, SUBTRACT, StepSpec};

use super::normalization::NormalizationSteps;

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
