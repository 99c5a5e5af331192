//! Misconceptions: ways to compute that are wrong but sensible.

use crate::catalog::{Arguments, trace_with};
use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::{Substitute, Trace};

/// What somebody who holds a misconception does differently.
#[derive(Clone, Copy)]
pub enum Wrong {
    /// Takes other inputs or options.
    Inputs(fn(&Arguments) -> Result<Arguments>),
    /// Computes one step differently, from what was computed up to there.
    Step(&'static str, fn(&Trace) -> Result<Tensor>),
}

/// One misconception of one exercise.
#[derive(Clone, Copy)]
pub struct Misconception {
    /// Public kebab-case id, and the key of its name, explanation and hint.
    pub id: &'static str,
    /// What is done differently.
    pub wrong: Wrong,
}

/// Numbers that a student has given for a step, to go on from.
pub(super) type Given = (&'static str, Tensor);

impl Misconception {
    /// The run of somebody who holds this misconception, going on from what is given. `None` where it cannot be acted out on these inputs, because
    /// shapes do not fit.
    pub(super) fn trace(&self, algorithm: &str, inputs: &Arguments, given: &[Given]) -> Option<Trace> {
        match self.wrong {
            Wrong::Inputs(change) => run(algorithm, &change(inputs).ok()?, given).ok(),
            // Whoever has given the step has answered for it.
            Wrong::Step(step, _) if given.iter().any(|(known, _)| *known == step) => run(algorithm, inputs, given).ok(),
            Wrong::Step(step, compute) => {
                let before = run(algorithm, inputs, given).ok()?;
                let value = compute(&before).ok()?;
                let fits = before.step(step).is_ok_and(|right| right.tensor.shape() == value.shape());
                let all: Vec<Given> = given.iter().cloned().chain([(step, value)]).collect();
                if fits { run(algorithm, inputs, &all).ok() } else { None }
            }
        }
    }
}

/// Runs the algorithm with some steps taken to be what is given.
pub(super) fn run(algorithm: &str, inputs: &Arguments, given: &[Given]) -> Result<Trace> {
    let values: Vec<_> = given.iter().map(|(_, tensor)| |_: &[&Tensor], _: &Tensor| Ok(tensor.clone())).collect();
    let substitutes: Vec<Substitute> =
        given.iter().zip(&values).map(|((step, _), value)| Substitute { step, value }).collect();
    trace_with(algorithm, inputs, &substitutes)
}
