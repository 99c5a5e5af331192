//! Propagation with restart: features are multiplied by a matrix repeatedly, and at each step a share of the start is added.
//!
//! ```text
//! X ─► Z₀ ─► (1−α) A Z₀ + α X = Z₁ ─► (1−α) A Z₁ + α X = Z₂ ─► …
//! ```
//!
//! Source: Gasteiger et al. 2019, *Predict then Propagate*, eq. (4).

use crate::algorithm::{Inputs, Part, always, rounds};
use crate::error::Result;
use crate::graph::rounds::{check_rounds, out_of_range};
use crate::op::{ADD, MULTIPLY, ONE_MINUS, Op, StepSpec, given, step};
use crate::trace::{Run, Value};

const SOURCE: &str = "Gasteiger et al. 2019, eq. (4)";

/// The features of each node at the start.
pub static FEATURES: StepSpec =
    given("propagation.features", "uf", &["source", "feature"]).written(r"X", r"X \in \mathbb{R}^{n \times f}", SOURCE);

/// The share of the start in every step.
pub static ALPHA: StepSpec = given("propagation.alpha", "", &[]).written(r"\alpha", r"\alpha", SOURCE);

/// The share of the propagated features.
pub static KEEP: StepSpec =
    step("propagation.keep", Op::Map(&ONE_MINUS), &[""], "", &[]).written(r"1 - \alpha", r"1 - \alpha", SOURCE);

/// The share of the start that each step adds.
pub static RESTART: StepSpec =
    step("propagation.restart", Op::Map(&MULTIPLY), &["", "vf"], "vf", &["target", "feature"])
        .written(r"\alpha X", r"\alpha X", SOURCE)
        .begins("start");

/// The propagated features of the previous step.
pub static HEARD: StepSpec = step("propagation.heard", Op::Contract, &["vu", "uf"], "vf", &["target", "feature"])
    .written(r"A Z", r"#1A \, #2Z", SOURCE);

/// The share of the propagated features.
pub static DAMPED: StepSpec = step("propagation.damped", Op::Map(&MULTIPLY), &["", "vf"], "vf", &["target", "feature"])
    .written(r"(1 - \alpha) A Z", r"(1 - \alpha) A Z^{(k)}", SOURCE);

/// The state after one more step.
pub static STATE: StepSpec = step("propagation.state", Op::Map(&ADD), &["vf", "vf"], "vf", &["target", "feature"])
    .written(r"Z", r"Z^{(k+1)} = (1 - \alpha) A Z^{(k)} + \alpha X", SOURCE);

/// The steps of [`propagate`].
pub static PARTS: &[Part] = &[always(&[&RESTART]), rounds("steps", "", &[always(&[&HEARD, &DAMPED, &STATE])])];

/// Propagates `features` [n, f] along `matrix` [n, n]: Z ← (1−α) A Z + αX from Z = X, `steps` times.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`], [`crate::error::Error::TooLarge`] when the rounds are too many.
///
/// # Complexity
/// steps · n² · f multiplications.
pub fn propagate(run: &mut Run, matrix: Value, features: Value, mixing: &Mixing, steps: usize) -> Result<Propagation> {
    check_rounds("steps", steps, run.tensor(features)?.element_count())?;
    let restart = run.step(&RESTART, &[mixing.alpha, features])?;
    let mut state = features;
    for step in 0..steps {
        state = run.round("steps", step, |run| {
            let heard = run.step(&HEARD, &[matrix, state])?;
            let damped = run.step(&DAMPED, &[mixing.keep, heard])?;
            run.step(&STATE, &[damped, restart])
        })?;
    }
    Ok(Propagation { restart, state })
}

/// The results of [`propagate`].
pub struct Propagation {
    /// αX
    pub restart: Value,
    /// [n, f]: the last state.
    pub state: Value,
}

/// The two shares of each step.
pub struct Mixing {
    /// Of the start.
    pub alpha: Value,
    /// Of the propagated features.
    pub keep: Value,
}

impl Mixing {
    /// Validates `alpha`: from 0 to 1, and not 0 where it must be positive.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] otherwise.
    pub(in crate::graph) fn given(run: &mut Run, inputs: &Inputs, positive: bool) -> Result<Mixing> {
        let number = inputs.number("alpha")?;
        let alpha = run.given_number(&ALPHA, "alpha", number)?;
        let least = if positive { f64::MIN_POSITIVE } else { 0.0 };
        if number < least || number > 1.0 {
            let expected = if positive { "above 0 and at most 1" } else { "from 0 to 1" };
            return Err(out_of_range("alpha", Vec::new(), number, expected).into());
        }
        Ok(Mixing { alpha, keep: run.step(&KEEP, &[alpha])? })
    }
}
