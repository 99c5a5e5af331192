//! The learning rate of pre-training: a linear rise, then a linear decay.
//!
//! ```text
//! 1 ┤    ╱╲
//!   │   ╱   ╲
//!   │  ╱      ╲
//! 0 ┼─╱─────────╲─► step
//!     0   w      total
//! ```
//!
//! Source: Devlin et al. 2019, *BERT*, appendix A.2.

use crate::algorithm::{Algorithm, always, integer, output};
use crate::op::{
    Cost, Function, GREATER, Obstacle, Op, REPLACE_WHERE, Reads, Rule, SUBTRACT, Slope, StepSpec, given, step,
};
use crate::tensor::element_count;

const SOURCE: &str = "Devlin et al. 2019, appendix A.2";

/// The number of steps in which the rate rises.
pub static WARMUP: StepSpec = given("schedule.warmup", "", &[]).written("w", "w", SOURCE);

/// The number of steps.
pub static TOTAL: StepSpec = given("schedule.total", "", &[]).written("T", "T", SOURCE);

/// The steps of training, from 0 to the last.
pub static STEPS: StepSpec = step("schedule.steps", Op::Rule(&COUNT_UP_TO), &[""], "t", &["training-step"])
    .written("t", r"t = 0, 1, \ldots, T", SOURCE);

/// The linear rise.
pub static RISING: StepSpec = step("schedule.rising", Op::Map(&SHARE), &["t", ""], "t", &["training-step"])
    .written("t / w", r"t / \max(1, w)", SOURCE);

/// The number of steps left.
pub static LEFT: StepSpec =
    step("schedule.left", Op::Map(&SUBTRACT), &["", "t"], "t", &["training-step"]).written(r"T - t", r"T - t", SOURCE);

/// The number of steps in which the rate falls.
pub static DECAY: StepSpec =
    step("schedule.decay", Op::Map(&SUBTRACT), &["", ""], "", &[]).written(r"T - w", r"T - w", SOURCE);

/// The linear decay.
pub static FALLING: StepSpec = step("schedule.falling", Op::Map(&SHARE), &["t", ""], "t", &["training-step"])
    .written("(T - t) / (T - w)", r"(T - t) / \max(1, T - w)", SOURCE);

/// 1 where the rate still rises, 0 elsewhere.
pub static WARMING: StepSpec = step("schedule.warming", Op::Map(&GREATER), &["", "t"], "t", &["training-step"])
    .written(r"[t < w]", r"[t < w]", SOURCE);

/// The factor of the learning rate at each step.
pub static FACTORS: StepSpec =
    step("schedule.factors", Op::Map(&REPLACE_WHERE), &["t", "t", "t"], "t", &["training-step"]).written(
        r"\lambda",
        r"\lambda_t = \begin{cases} t / w & t < w \\ (T - t) / (T - w) & t \ge w \end{cases}",
        SOURCE,
    );

/// 0, 1, 2, … up to the operand.
static COUNT_UP_TO: Rule = Rule {
    name: "count-up-to",
    template: "t ≤ {0}",
    reads: Reads::All,
    value: |_, _, index| index.first().map_or(f64::NAN, |step| *step as f64),
    ..Rule::constant(Obstacle::Names)
};

/// a / max(1, b)
static SHARE: Function = Function::binary(
    "share",
    "{0} / max(1, {1})",
    Cost { multiplications: 1, comparisons: 1, ..Cost::NONE },
    |part, whole| part / whole.max(1.0),
)
.slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// Computes the factor of the learning rate at every step from 0 to `total`: from 0 to 1 over the first `warmup` steps, then back to 0.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | factors | [total + 1] |
///
/// Without a warm-up the factor begins at 1; with one longer than the training it never falls.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for numbers that are not whole, [`crate::error::Error::TooLarge`] for more steps than a tensor holds.
///
/// # Complexity
/// Two divisions for each step.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// let trace = catalog::trace("linear-warmup-decay", &Arguments::new().with("warmup", 2.0).with("total", 6.0))?;
/// assert_eq!(trace.outputs["factors"].data(), [0.0, 0.5, 1.0, 0.75, 0.5, 0.25, 0.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "linear-warmup-decay",
    title: "Linear warm-up and decay",
    source: SOURCE,
    inputs: &[integer("warmup", 0), integer("total", 0)],
    parts: &[always(&[&WARMUP, &TOTAL, &STEPS, &RISING, &LEFT, &DECAY, &FALLING, &WARMING, &FACTORS])],
    outputs: &[output("factors", &[&FACTORS])],
    run: |inputs, run| {
        let warmup = run.given_number(&WARMUP, "warmup", inputs.integer("warmup")? as f64)?;
        let length = inputs.integer("total")?;
        let total = run.given_number(&TOTAL, "total", length as f64)?;
        // Before one is added: where a whole number has 32 bits, that could overflow.
        element_count("total", &[length])?;
        run.bind('t', length + 1, "`total`")?;
        let steps = run.step(&STEPS, &[total])?;
        let rising = run.step(&RISING, &[steps, warmup])?;
        let left = run.step(&LEFT, &[total, steps])?;
        let decay = run.step(&DECAY, &[total, warmup])?;
        let falling = run.step(&FALLING, &[left, decay])?;
        let warming = run.step(&WARMING, &[warmup, steps])?;
        Ok(vec![("factors", run.step(&FACTORS, &[falling, warming, rising])?)])
    },
};
