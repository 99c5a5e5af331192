//! One step of gradient descent, without and with momentum.
//!
//! ```text
//! gradient G [d, e] ─► · ε ─► εG ─────────────────► W − εG
//!
//! velocity V [d, e] ─► · α ─► αV ─► V' = αV − εG ─► W + V'     with momentum
//! ```
//!
//! Source: Goodfellow, Bengio and Courville 2016, *Deep Learning*, sections 8.3.1 and 8.3.2 (Algorithms 8.1 and 8.2).
//!
//! Letters: f features, o output features, of a matrix of weights.

use crate::algorithm::{Algorithm, Parameters, always, number, number_or, optional, output, required, when};
use crate::op::{ADD, MULTIPLY, Op, SUBTRACT, StepSpec, given, step};

const PLAIN: &str = "Goodfellow et al. 2016, section 8.3.1";
const MOMENTUM: &str = "Goodfellow et al. 2016, section 8.3.2";

/// The weights before the step.
pub static WEIGHTS: StepSpec = given("descent.parameters", "fo", &["feature", "output-feature"])
    .written("W", r"W \in \mathbb{R}^{d \times e}", PLAIN);

/// How much the loss grows with each weight.
pub static GRADIENT: StepSpec = given("descent.gradient", "fo", &["feature", "output-feature"]).written(
    "G",
    r"G = \frac{\partial L}{\partial W} \in \mathbb{R}^{d \times e}",
    PLAIN,
);

/// The learning rate.
pub static RATE: StepSpec = given("descent.rate", "", &[]).written(r"\varepsilon", r"\varepsilon", PLAIN);

/// The gradient times the learning rate.
pub static CHANGE: StepSpec =
    step("descent.change", Op::Map(&MULTIPLY), &["", "fo"], "fo", &["feature", "output-feature"])
        .written(r"\varepsilon G", r"\varepsilon G_{fo}", PLAIN);

/// The weights after the step, against the gradient.
pub static LEARNED: StepSpec =
    step("descent.learned", Op::Map(&SUBTRACT), &["fo", "fo"], "fo", &["feature", "output-feature"])
        .written(r"W'", r"W_{fo} - (\varepsilon G)_{fo}", PLAIN);

/// The step before this one.
pub static VELOCITY: StepSpec = given("descent.velocity", "fo", &["feature", "output-feature"])
    .written("V", r"V \in \mathbb{R}^{d \times e}", MOMENTUM);

/// How much of the step before is kept.
pub static KEPT_SHARE: StepSpec = given("descent.momentum", "", &[]).written(r"\alpha", r"\alpha", MOMENTUM);

/// What is kept of the step before.
pub static KEPT: StepSpec = step("descent.kept", Op::Map(&MULTIPLY), &["", "fo"], "fo", &["feature", "output-feature"])
    .written(r"\alpha V", r"\alpha V_{fo}", MOMENTUM);

/// This step: what is kept, and against the gradient.
pub static NEXT_VELOCITY: StepSpec =
    step("descent.next-velocity", Op::Map(&SUBTRACT), &["fo", "fo"], "fo", &["feature", "output-feature"]).written(
        r"V'",
        r"(\alpha V)_{fo} - (\varepsilon G)_{fo}",
        MOMENTUM,
    );

/// The weights after a step with momentum.
pub static CARRIED: StepSpec =
    step("descent.carried", Op::Map(&ADD), &["fo", "fo"], "fo", &["feature", "output-feature"])
        .written(r"W'", r"W_{fo} + V'_{fo}", MOMENTUM);

/// Computes the weights after one step of gradient descent: against the gradient, times the learning rate; with a velocity, the step before is kept in part.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | w, gradient, velocity | [d, e] |
/// | weights, velocity | [d, e] |
///
/// The first step has a velocity of 0. PyTorch's `torch.optim.SGD` keeps −V/ε as its momentum buffer: at one learning rate both take the same steps.
///
/// # Errors
/// [`crate::error::Error::ShapeMismatch`] where the tables differ in shape.
///
/// # Complexity
/// d · e multiplications, twice as many with a velocity.
///
/// # Example
/// The loss w², whose gradient is 2w: with the rate 0.25 a step halves the weight.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("w", Tensor::matrix(&[[4.0]])?)
///     .with("gradient", Tensor::matrix(&[[8.0]])?)
///     .with("learningRate", 0.25);
/// assert_eq!(catalog::trace("gradient-descent", &inputs)?.outputs["weights"].data(), [2.0]);
/// let inputs = inputs.with("velocity", Tensor::matrix(&[[-1.0]])?).with("momentum", 0.5);
/// let carried = catalog::trace("gradient-descent", &inputs)?;
/// assert_eq!(carried.outputs["velocity"].data(), [-2.5]);
/// assert_eq!(carried.outputs["weights"].data(), [1.5]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gradient-descent",
    title: "Gradient descent",
    source: "Goodfellow et al. 2016, sections 8.3.1 and 8.3.2",
    inputs: &[
        required("w", &WEIGHTS).learned(),
        required("gradient", &GRADIENT),
        number("learningRate"),
        optional("velocity", &VELOCITY),
        number_or("momentum", 0.9),
    ],
    parts: &[
        always(&[&WEIGHTS, &GRADIENT, &RATE, &CHANGE]),
        when("velocity", &[&VELOCITY, &KEPT_SHARE, &KEPT, &NEXT_VELOCITY, &CARRIED]),
        when("!velocity", &[&LEARNED]),
    ],
    outputs: &[output("weights", &[&LEARNED, &CARRIED]), output("velocity", &[&NEXT_VELOCITY])],
    run: |inputs, run| {
        let weights = run.given(&WEIGHTS, "w", inputs.tensor("w")?)?;
        let gradient = run.given(&GRADIENT, "gradient", inputs.tensor("gradient")?)?;
        let momentum = inputs.number("momentum")?;
        run.check_finite("momentum", &[momentum], |_| Vec::new())?;
        let rate = run.given_number(&RATE, "learningRate", inputs.number("learningRate")?)?;
        let change = run.step(&CHANGE, &[rate, gradient])?;
        let Some(velocity) = Parameters::new(inputs, "").optional(run, &VELOCITY, "velocity")? else {
            return Ok(vec![("weights", run.step(&LEARNED, &[weights, change])?)]);
        };
        let share = run.given_number(&KEPT_SHARE, "momentum", momentum)?;
        let kept = run.step(&KEPT, &[share, velocity])?;
        let next = run.step(&NEXT_VELOCITY, &[kept, change])?;
        Ok(vec![("weights", run.step(&CARRIED, &[weights, next])?), ("velocity", next)])
    },
};
