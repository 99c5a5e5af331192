//! Feed-forward network: two layers, applied to each token separately.
//!
//! ```text
//! X [n, d] ─► X W₁ + b₁ [n, f] ─► max(0, ·) or GELU ─► · W₂ + b₂ [n, o]
//! ```
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, eq. (2); GELU: Hendrycks & Gimpel 2016, section 2, in its exact form.

use crate::algorithm::{
    Algorithm, Inputs, Parameters, Part, always, choice, include, optional, output, required, when,
};
use crate::error::Result;
use crate::op::{ADD, GELU, Op, RELU, StepSpec, given, step};
use crate::trace::{Run, Value};

const SOURCE: &str = "Vaswani et al. 2017, eq. (2)";

/// One row for each token.
pub static X: StepSpec =
    given("feed-forward.x", "if", &["token", "feature"]).written(r"X", r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The learned matrix of the first layer.
pub static FIRST: StepSpec = given("feed-forward.first", "fu", &["feature", "hidden"]).written(
    r"W_1",
    r"W_1 \in \mathbb{R}^{d \times d_{\text{ff}}}",
    SOURCE,
);

/// The sum of each hidden unit.
pub static HIDDEN: StepSpec = step("feed-forward.hidden", Op::Contract, &["if", "fu"], "iu", &["token", "hidden"])
    .written(r"X W_1", r"#1X W_1", SOURCE);

/// The bias of each hidden unit.
pub static FIRST_BIAS: StepSpec =
    given("feed-forward.first-bias", "u", &["hidden"]).written(r"b_1", r"b_1 \in \mathbb{R}^{d_{\text{ff}}}", SOURCE);

/// The sums with the bias added.
pub static HIDDEN_BIASED: StepSpec =
    step("feed-forward.hidden-biased", Op::Map(&ADD), &["iu", "u"], "iu", &["token", "hidden"])
        .written(r"X W_1 + b_1", r"X W_1 + b_1", SOURCE);

/// The activated sum of each hidden unit: 0 below 0.
pub static RECTIFIED: StepSpec = step("feed-forward.relu", Op::Map(&RELU), &["iu"], "iu", &["token", "hidden"])
    .written(r"H", r"H = \max(0, #1{X W_1 + b_1})", SOURCE);

/// The activated sum of each hidden unit: the sum times the probability of a smaller normal number.
pub static GATED: StepSpec = step("feed-forward.gelu", Op::Map(&GELU), &["iu"], "iu", &["token", "hidden"])
    .written(r"H", r"H = \text{GELU}(#1{X W_1 + b_1})", "Hendrycks & Gimpel 2016, section 2");

/// The learned matrix of the second layer.
pub static SECOND: StepSpec = given("feed-forward.second", "uo", &["hidden", "output-feature"]).written(
    r"W_2",
    r"W_2 \in \mathbb{R}^{d_{\text{ff}} \times d}",
    SOURCE,
);

/// The activated sums, times the second matrix.
pub static OUTPUT: StepSpec =
    step("feed-forward.output", Op::Contract, &["iu", "uo"], "io", &["token", "output-feature"])
        .written(r"H W_2", r"H W_2", SOURCE);

/// The bias of each output feature.
pub static SECOND_BIAS: StepSpec =
    given("feed-forward.second-bias", "o", &["output-feature"]).written(r"b_2", r"b_2 \in \mathbb{R}^{d}", SOURCE);

/// The result with the bias added.
pub static OUTPUT_BIASED: StepSpec =
    step("feed-forward.output-biased", Op::Map(&ADD), &["io", "o"], "io", &["token", "output-feature"])
        .written(r"H W_2 + b_2", r"\text{FFN}(X) = H W_2 + b_2", SOURCE);

/// The steps of the network as a part of another algorithm; its inputs are `w1`, `b1`, `w2` and `b2`, and the algorithm's `activation`.
pub static PARTS: &[Part] = &[
    always(&[&FIRST, &HIDDEN]),
    when("b1", &[&FIRST_BIAS, &HIDDEN_BIASED]),
    when("/activation=relu", &[&RECTIFIED]),
    when("/activation=gelu", &[&GATED]),
    always(&[&SECOND, &OUTPUT]),
    when("b2", &[&SECOND_BIAS, &OUTPUT_BIASED]),
];

/// The activation of the hidden units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// max(0, a).
    Relu,
    /// a · Φ(a), exactly.
    Gelu,
}

/// The words for [`Activation`].
pub const ACTIVATIONS: &[&str] = &["relu", "gelu"];

impl Activation {
    /// Reads the input `activation`.
    ///
    /// # Errors
    /// [`crate::error::Error::WrongType`] for any other word.
    pub fn read(inputs: &Inputs) -> Result<Activation> {
        Ok(if inputs.choice("activation")? == "gelu" { Activation::Gelu } else { Activation::Relu })
    }
}

/// Applies the two layers of `params` to every row of `x` [n, d].
///
/// # Errors
/// Those of [`Parameters::given`].
///
/// # Complexity
/// n · f · (d + o) multiplications, f hidden units.
pub fn feed_forward(run: &mut Run, x: Value, activation: Activation, params: &Parameters) -> Result<Value> {
    run.bind_axes("if", x, "`x`")?;
    let first = params.given(run, &FIRST, "w1")?;
    let hidden = run.step(&HIDDEN, &[x, first])?;
    let hidden = match params.optional(run, &FIRST_BIAS, "b1")? {
        Some(bias) => run.step(&HIDDEN_BIASED, &[hidden, bias])?,
        None => hidden,
    };
    let active = match activation {
        Activation::Relu => run.step(&RECTIFIED, &[hidden])?,
        Activation::Gelu => run.step(&GATED, &[hidden])?,
    };
    let second = params.given(run, &SECOND, "w2")?;
    let output = run.step(&OUTPUT, &[active, second])?;
    match params.optional(run, &SECOND_BIAS, "b2")? {
        Some(bias) => run.step(&OUTPUT_BIASED, &[output, bias]),
        None => Ok(output),
    }
}

/// Applies the same two layers to every token. The activation is `relu`, as in the first transformer, or `gelu`, as in BERT and GPT.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | w1, b1 | [d, f], \[f\] |
/// | w2, b2 | [f, o], \[o\]; o = d where a residual connection follows |
/// | output | [n, o] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// n · f · (d + o) multiplications.
///
/// # Example
/// Two hidden units, one for positive and one for negative inputs, add up to the absolute value:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("x", Tensor::matrix(&[[3.0], [-2.0]])?)
///     .with("w1", Tensor::matrix(&[[1.0, -1.0]])?)
///     .with("w2", Tensor::matrix(&[[1.0], [1.0]])?);
/// let trace = catalog::trace("feed-forward", &inputs)?;
/// assert_eq!(trace.outputs["output"].data(), [3.0, 2.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "feed-forward",
    title: "Feed-forward network",
    source: SOURCE,
    inputs: &[
        required("x", &X),
        required("w1", &FIRST).learned(),
        optional("b1", &FIRST_BIAS).learned(),
        required("w2", &SECOND).learned(),
        optional("b2", &SECOND_BIAS).learned(),
        choice("activation", ACTIVATIONS, "relu"),
    ],
    parts: &[always(&[&X]), include("", PARTS)],
    outputs: &[output("output", &[&OUTPUT_BIASED, &OUTPUT])],
    run: |inputs, run| {
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let activation = Activation::read(inputs)?;
        Ok(vec![("output", feed_forward(run, x, activation, &Parameters::new(inputs, ""))?)])
    },
};
