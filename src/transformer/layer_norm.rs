//! Layer norm: every token is brought to mean 0 and variance 1 over its own features.
//!
//! ```text
//! X [n, d]   1 2 3     mean 2    − mean  −1 0 1    variance 2/3    / √(variance + ε)   −1.22 0 1.22    · γ + β
//! ```
//!
//! No token looks at another, so a batch or a sequence of any length is treated alike, in training and afterwards.
//!
//! Source: Ba, Kiros & Hinton 2016, *Layer Normalization*, eq. (3) and (4).

use crate::algorithm::{Algorithm, Output, Parameters, Part, always, include, number_or, optional, required, when};
use crate::error::Result;
use crate::trace::{ADD, DIVIDE, MULTIPLY, Op, Reduction, Run, SQUARE_ROOT, SUBTRACT, StepSpec, Value};

use super::normalization::{EPSILON, EPSILON_GIVEN, NormalizationSteps, given_epsilon, normalize};

const SOURCE: &str = "Ba et al. 2016, eq. (3) and (4)";

/// One row a token.
pub static X: StepSpec =
    StepSpec::given("layer-norm.x", r"X", "if", &["token", "feature"], r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The number of features.
pub static COUNT: StepSpec = StepSpec {
    id: "layer-norm.count",
    symbol: r"d",
    op: Op::Size('f'),
    index: "",
    axes: &[],
    reads: &["if"],
    formula: r"d",
    source: SOURCE,
};

/// The sum of each token's features.
pub static SUM: StepSpec = StepSpec {
    id: "layer-norm.sum",
    symbol: r"\sum_f x",
    op: Op::Reduce(Reduction::Sum),
    index: "i",
    axes: &["token"],
    reads: &["if"],
    formula: r"\sum_f x_{if}",
    source: SOURCE,
};

/// The mean of each token's features.
pub static MEAN: StepSpec = StepSpec {
    id: "layer-norm.mean",
    symbol: r"\mu",
    op: Op::Map(&DIVIDE),
    index: "i",
    axes: &["token"],
    reads: &["i", ""],
    formula: r"\mu_i = \frac{1}{d} \sum_f x_{if}",
    source: SOURCE,
};

/// Each number's distance from its mean.
pub static CENTERED: StepSpec = StepSpec {
    id: "layer-norm.centered",
    symbol: r"x - \mu",
    op: Op::Map(&SUBTRACT),
    index: "if",
    axes: &["token", "feature"],
    reads: &["if", "i"],
    formula: r"x_{if} - \mu_i",
    source: SOURCE,
};

/// The squared distances.
pub static SQUARED: StepSpec = StepSpec {
    id: "layer-norm.squared",
    symbol: r"(x - \mu)^2",
    op: Op::Map(&MULTIPLY),
    index: "if",
    axes: &["token", "feature"],
    reads: &["if", "if"],
    formula: r"(x_{if} - \mu_i)^2",
    source: SOURCE,
};

/// The sum of the squared distances.
pub static SQUARE_SUM: StepSpec = StepSpec {
    id: "layer-norm.square-sum",
    symbol: r"\sum_f (x - \mu)^2",
    op: Op::Reduce(Reduction::Sum),
    index: "i",
    axes: &["token"],
    reads: &["if"],
    formula: r"\sum_f (x_{if} - \mu_i)^2",
    source: SOURCE,
};

/// The mean squared distance (biased: the sum is divided by the count, not by one less).
pub static VARIANCE: StepSpec = StepSpec {
    id: "layer-norm.variance",
    symbol: r"\sigma^2",
    op: Op::Map(&DIVIDE),
    index: "i",
    axes: &["token"],
    reads: &["i", ""],
    formula: r"\sigma_i^2 = \frac{1}{d} \sum_f (x_{if} - \mu_i)^2",
    source: SOURCE,
};

/// The variance, kept away from 0.
pub static STABILIZED: StepSpec = StepSpec {
    id: "layer-norm.stabilized",
    symbol: r"\sigma^2 + \varepsilon",
    op: Op::Map(&ADD),
    index: "i",
    axes: &["token"],
    reads: &["i", ""],
    formula: r"\sigma_i^2 + \varepsilon",
    source: SOURCE,
};

/// What the distances are divided by.
pub static DEVIATION: StepSpec = StepSpec {
    id: "layer-norm.deviation",
    symbol: r"\sqrt{\sigma^2 + \varepsilon}",
    op: Op::Map(&SQUARE_ROOT),
    index: "i",
    axes: &["token"],
    reads: &["i"],
    formula: r"\sqrt{\sigma_i^2 + \varepsilon}",
    source: SOURCE,
};

/// The distances in units of the deviation.
pub static NORMALIZED: StepSpec = StepSpec {
    id: "layer-norm.normalized",
    symbol: r"\hat{x}",
    op: Op::Map(&DIVIDE),
    index: "if",
    axes: &["token", "feature"],
    reads: &["if", "i"],
    formula: r"\hat{x}_{if} = \frac{x_{if} - \mu_i}{\sqrt{\sigma_i^2 + \varepsilon}}",
    source: SOURCE,
};

/// A learned factor for each feature.
pub static GAMMA: StepSpec =
    StepSpec::given("layer-norm.gamma", r"\gamma", "f", &["feature"], r"\gamma \in \mathbb{R}^{d}", SOURCE);

/// The normalized numbers times γ.
pub static SCALED: StepSpec = StepSpec {
    id: "layer-norm.times-gamma",
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
    StepSpec::given("layer-norm.beta", r"\beta", "f", &["feature"], r"\beta \in \mathbb{R}^{d}", SOURCE);

/// The result with β added.
pub static SHIFTED: StepSpec = StepSpec {
    id: "layer-norm.plus-beta",
    symbol: r"y",
    op: Op::Map(&ADD),
    index: "if",
    axes: &["token", "feature"],
    reads: &["if", "f"],
    formula: r"y_{if} = \hat{x}_{if} \gamma_f + \beta_f",
    source: SOURCE,
};

static STEPS: NormalizationSteps = NormalizationSteps {
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

/// The steps of layer norm where it is a part of something else; its inputs are `gamma` and `beta`.
pub static PARTS: &[Part] = &[
    always(&COUNT),
    always(&SUM),
    always(&MEAN),
    always(&CENTERED),
    always(&SQUARED),
    always(&SQUARE_SUM),
    always(&VARIANCE),
    always(&STABILIZED),
    always(&DEVIATION),
    always(&NORMALIZED),
    when("gamma", &GAMMA),
    when("gamma", &SCALED),
    when("beta", &BETA),
    when("beta", &SHIFTED),
];

/// What the last step of [`PARTS`] may be.
pub static RESULTS: &[&StepSpec] = &[&SHIFTED, &SCALED, &NORMALIZED];

/// Normalizes each row of `x` [n, d], with `gamma` and `beta` from `params` where they are there.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] when there is no feature, and those of [`Parameters::given`].
///
/// # Complexity
/// Proportional to n · d.
pub fn layer_norm(run: &mut Run, x: Value, epsilon: Value, params: &Parameters) -> Result<Value> {
    normalize(run, &STEPS, x, (None, None), epsilon, params)
}

/// Brings every token to mean 0 and variance 1 over its features, then scales and shifts each feature as learned. The variance is the biased one, and
/// ε (default 1e-5) is added to it before the root.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | gamma, beta | \[d\]; without them the factor is 1 and the shift 0 |
/// | output | [n, d] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d must be at least 1, ε at least 0.
///
/// # Complexity
/// Proportional to n · d.
///
/// # Example
/// The mean of 1 and 5 is 3, their variance 4: both lie one deviation away. The scale of the input does not matter.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new().with("x", Tensor::matrix(&[[1.0, 5.0], [100.0, 500.0]])?).with("epsilon", 0.0);
/// let trace = catalog::trace("layer-norm", &inputs)?;
/// assert_eq!(trace.outputs["output"].data(), [-1.0, 1.0, -1.0, 1.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "layer-norm",
    title: "Layer norm",
    source: SOURCE,
    inputs: &[required("x", &X), optional("gamma", &GAMMA), optional("beta", &BETA), number_or("epsilon", EPSILON)],
    parts: &[always(&X), always(&EPSILON_GIVEN), include("", PARTS)],
    outputs: &[Output { name: "output", steps: RESULTS }],
    run: |arguments, run| {
        let x = run.given(&X, "x", arguments.tensor("x")?)?;
        run.require_positive('f', "x")?;
        let epsilon = given_epsilon(run, arguments)?;
        Ok(vec![("output", layer_norm(run, x, epsilon, &Parameters::new(arguments, ""))?)])
    },
};
