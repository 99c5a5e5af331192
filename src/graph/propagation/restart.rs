//! Propagation with a return: features travel along a matrix again and again, and at every step a share of the start is mixed back in.
//!
//! ```text
//! X ─► Z₀ ─► (1−α) A Z₀ + α X = Z₁ ─► (1−α) A Z₁ + α X = Z₂ ─► …
//! ```
//!
//! Source: Gasteiger et al. 2019, *Predict then Propagate*, eq. (4).

use crate::algorithm::{Arguments, Part, always, rounds};
use crate::error::Result;
use crate::graph::rounds::{check_rounds, out_of_range};
use crate::trace::{ADD, Cost, Function, MULTIPLY, Op, Run, StepSpec, Value};

const SOURCE: &str = "Gasteiger et al. 2019, eq. (4)";

/// What is known about each node at the start.
pub static FEATURES: StepSpec = StepSpec::given(
    "propagation.features",
    r"X",
    "uf",
    &["source", "feature"],
    r"X \in \mathbb{R}^{n \times f}",
    SOURCE,
);

/// The share of the start in every step.
pub static ALPHA: StepSpec = StepSpec::given("propagation.alpha", r"\alpha", "", &[], r"\alpha", SOURCE);

/// The share of the propagated features.
pub static KEEP: StepSpec = StepSpec {
    id: "propagation.keep",
    symbol: r"1 - \alpha",
    op: Op::Map(&ONE_MINUS),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"1 - \alpha",
    source: SOURCE,
};

/// What every step mixes back in.
pub static RESTART: StepSpec = StepSpec {
    id: "propagation.restart",
    symbol: r"\alpha X",
    op: Op::Map(&MULTIPLY),
    index: "vf",
    axes: &["target", "feature"],
    reads: &["", "vf"],
    formula: r"\alpha X",
    source: SOURCE,
};

/// The propagated features of the previous step.
pub static HEARD: StepSpec = StepSpec {
    id: "propagation.heard",
    symbol: r"A Z",
    op: Op::Contract,
    index: "vf",
    axes: &["target", "feature"],
    reads: &["vu", "uf"],
    formula: r"A Z^{(k)}",
    source: SOURCE,
};

/// The share of it that is taken.
pub static DAMPED: StepSpec = StepSpec {
    id: "propagation.damped",
    symbol: r"(1 - \alpha) A Z",
    op: Op::Map(&MULTIPLY),
    index: "vf",
    axes: &["target", "feature"],
    reads: &["", "vf"],
    formula: r"(1 - \alpha) A Z^{(k)}",
    source: SOURCE,
};

/// Each node after one more step.
pub static STATE: StepSpec = StepSpec {
    id: "propagation.state",
    symbol: r"Z",
    op: Op::Map(&ADD),
    index: "vf",
    axes: &["target", "feature"],
    reads: &["vf", "vf"],
    formula: r"Z^{(k+1)} = (1 - \alpha) A Z^{(k)} + \alpha X",
    source: SOURCE,
};

/// 1 − a
pub static ONE_MINUS: Function = Function {
    name: "one-minus",
    template: "1 − {0}",
    arity: 1,
    cost: Cost::ADDITION,
    apply: |x, _| x.first().map_or(f64::NAN, |number| 1.0 - number),
};

/// The steps of [`propagate`].
pub static PARTS: &[Part] =
    &[always(&RESTART), rounds("steps", "", &[always(&HEARD), always(&DAMPED), always(&STATE)])];

/// Propagates `features` [n, f] along `matrix` [n, n]: Z ← (1−α) A Z + αX from Z = X, `steps` times.
///
/// # Errors
/// [`Error::OutOfRange`], [`Error::TooLarge`] when the rounds are too many.
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

/// What [`propagate`] computes.
pub struct Propagation {
    /// αX
    pub restart: Value,
    /// [n, f]: the last state.
    pub state: Value,
}

/// The two shares of every step.
pub struct Mixing {
    /// Of the start.
    pub alpha: Value,
    /// Of the propagated features.
    pub keep: Value,
}

impl Mixing {
    /// Takes `alpha` in, a share from 0 to 1, and not 0 where it has to be positive.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] when it is no such share.
    pub(in crate::graph) fn given(
        run: &mut Run,
        arguments: &Arguments,
        default: f64,
        positive: bool,
    ) -> Result<Mixing> {
        let number = arguments.number("alpha", default)?;
        let alpha = run.given_number(&ALPHA, "alpha", number)?;
        let least = if positive { f64::MIN_POSITIVE } else { 0.0 };
        if number < least || number > 1.0 {
            let expected = if positive { "above 0 and at most 1" } else { "from 0 to 1" };
            return Err(out_of_range("alpha", Vec::new(), number, expected).into());
        }
        Ok(Mixing { alpha, keep: run.step(&KEEP, &[alpha])? })
    }
}
