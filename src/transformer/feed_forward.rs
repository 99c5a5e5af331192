//! Feed-forward network: two layers, applied to every token by itself.
//!
//! ```text
//! X [n, d] ─► X W₁ + b₁ [n, f] ─► max(0, ·) or GELU ─► · W₂ + b₂ [n, o]
//! ```
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, eq. (2); GELU: Hendrycks & Gimpel 2016, section 2, in its exact form.

use crate::algorithm::{
    Algorithm, Arguments, Output, Parameters, Part, always, choice, include, optional, required, when,
};
use crate::error::Result;
use crate::trace::{ADD, GELU, Op, RELU, Run, StepSpec, Value};

const SOURCE: &str = "Vaswani et al. 2017, eq. (2)";

/// One row a token.
pub static X: StepSpec =
    StepSpec::given("feed-forward.x", r"X", "if", &["token", "feature"], r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The learned matrix of the first layer.
pub static FIRST: StepSpec = StepSpec::given(
    "feed-forward.first",
    r"W_1",
    "fu",
    &["feature", "hidden"],
    r"W_1 \in \mathbb{R}^{d \times d_{\text{ff}}}",
    SOURCE,
);

/// What each hidden unit sums up.
pub static HIDDEN: StepSpec = StepSpec {
    id: "feed-forward.hidden",
    symbol: r"X W_1",
    op: Op::Contract,
    index: "iu",
    axes: &["token", "hidden"],
    reads: &["if", "fu"],
    formula: r"X W_1",
    source: SOURCE,
};

/// A learned number for each hidden unit.
pub static FIRST_BIAS: StepSpec =
    StepSpec::given("feed-forward.first-bias", r"b_1", "u", &["hidden"], r"b_1 \in \mathbb{R}^{d_{\text{ff}}}", SOURCE);

/// The sums with the bias added.
pub static HIDDEN_BIASED: StepSpec = StepSpec {
    id: "feed-forward.hidden-biased",
    symbol: r"X W_1 + b_1",
    op: Op::Map(&ADD),
    index: "iu",
    axes: &["token", "hidden"],
    reads: &["iu", "u"],
    formula: r"X W_1 + b_1",
    source: SOURCE,
};

/// What each hidden unit passes on: nothing below 0.
pub static RECTIFIED: StepSpec = StepSpec {
    id: "feed-forward.relu",
    symbol: r"H",
    op: Op::Map(&RELU),
    index: "iu",
    axes: &["token", "hidden"],
    reads: &["iu"],
    formula: r"H = \max(0, X W_1 + b_1)",
    source: SOURCE,
};

/// What each hidden unit passes on: itself times the probability of a smaller normal number.
pub static GATED: StepSpec = StepSpec {
    id: "feed-forward.gelu",
    symbol: r"H",
    op: Op::Map(&GELU),
    index: "iu",
    axes: &["token", "hidden"],
    reads: &["iu"],
    formula: r"H = \text{GELU}(X W_1 + b_1)",
    source: "Hendrycks & Gimpel 2016, section 2",
};

/// The learned matrix of the second layer.
pub static SECOND: StepSpec = StepSpec::given(
    "feed-forward.second",
    r"W_2",
    "uo",
    &["hidden", "output-feature"],
    r"W_2 \in \mathbb{R}^{d_{\text{ff}} \times d}",
    SOURCE,
);

/// The passed-on numbers, mixed.
pub static OUTPUT: StepSpec = StepSpec {
    id: "feed-forward.output",
    symbol: r"H W_2",
    op: Op::Contract,
    index: "io",
    axes: &["token", "output-feature"],
    reads: &["iu", "uo"],
    formula: r"H W_2",
    source: SOURCE,
};

/// A learned number for each output feature.
pub static SECOND_BIAS: StepSpec =
    StepSpec::given("feed-forward.second-bias", r"b_2", "o", &["output-feature"], r"b_2 \in \mathbb{R}^{d}", SOURCE);

/// The result with the bias added.
pub static OUTPUT_BIASED: StepSpec = StepSpec {
    id: "feed-forward.output-biased",
    symbol: r"H W_2 + b_2",
    op: Op::Map(&ADD),
    index: "io",
    axes: &["token", "output-feature"],
    reads: &["io", "o"],
    formula: r"\text{FFN}(X) = H W_2 + b_2",
    source: SOURCE,
};

/// The steps of the network where it is a part of something else; its inputs are `w1`, `b1`, `w2` and `b2`, and `activation` of the whole algorithm.
pub static PARTS: &[Part] = &[
    always(&FIRST),
    always(&HIDDEN),
    when("b1", &FIRST_BIAS),
    when("b1", &HIDDEN_BIASED),
    when("/activation=relu", &RECTIFIED),
    when("/activation=gelu", &GATED),
    always(&SECOND),
    always(&OUTPUT),
    when("b2", &SECOND_BIAS),
    when("b2", &OUTPUT_BIASED),
];

/// What a hidden unit makes of its sum.
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
    pub fn read(arguments: &Arguments) -> Result<Activation> {
        let word = arguments.choice("activation", ACTIVATIONS)?;
        Ok(if word == Some("gelu") { Activation::Gelu } else { Activation::Relu })
    }
}

/// Runs every row of `x` [n, d] through the two layers of `params`.
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

/// Runs every token through the same two layers. The activation is `relu`, as in the first transformer, or `gelu`, as in BERT and GPT.
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
/// Two hidden units, one for the positive half of the input and one for the negative half, add up to the absolute value:
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
        required("w1", &FIRST),
        optional("b1", &FIRST_BIAS),
        required("w2", &SECOND),
        optional("b2", &SECOND_BIAS),
        choice("activation", ACTIVATIONS, "relu"),
    ],
    parts: &[always(&X), include("", PARTS)],
    outputs: &[Output { name: "output", steps: &[&OUTPUT_BIASED, &OUTPUT] }],
    run: |arguments, run| {
        let x = run.given(&X, "x", arguments.tensor("x")?)?;
        let activation = Activation::read(arguments)?;
        Ok(vec![("output", feed_forward(run, x, activation, &Parameters::new(arguments, ""))?)])
    },
};
