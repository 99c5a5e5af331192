//! Misconceptions: plausible but wrong computations.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::Exercise;

/// Computes a step from a run in which all earlier steps are right.
pub type Compute = fn(&Trace) -> Result<Tensor>;

/// How a misconception changes the computation.
#[derive(Clone, Copy)]
pub enum Wrong {
    /// Uses other inputs or options.
    Inputs(fn(&Arguments) -> Result<Arguments>),
    /// Computes one step differently, from the earlier steps.
    Step(&'static str, Compute),
    /// Computes several steps differently, in the order in which they are listed.
    Steps(&'static [(&'static str, Compute)]),
}

/// One misconception of one exercise.
#[derive(Clone, Copy)]
pub struct Misconception {
    /// Public kebab-case id, and the key of its name, explanation and hint.
    pub id: &'static str,
    /// How it changes the computation.
    pub wrong: Wrong,
}

/// Numbers that a student has typed for a step, from which the run continues.
pub(super) type Given = (&'static str, Tensor);

impl Misconception {
    /// A misconception that uses other inputs or options.
    pub(super) const fn inputs(id: &'static str, change: fn(&Arguments) -> Result<Arguments>) -> Misconception {
        Misconception { id, wrong: Wrong::Inputs(change) }
    }

    /// A misconception that computes one step differently, from the earlier steps.
    pub(super) const fn step(id: &'static str, step: &'static str, compute: Compute) -> Misconception {
        Misconception { id, wrong: Wrong::Step(step, compute) }
    }

    /// A misconception that computes several steps differently, in the order in which they are listed.
    pub(super) const fn steps(id: &'static str, steps: &'static [(&'static str, Compute)]) -> Misconception {
        Misconception { id, wrong: Wrong::Steps(steps) }
    }

    /// Returns the run with this misconception, continued from the given numbers; `right` is the right run with these. `None` where shapes do not fit on
    /// these inputs.
    pub(super) fn trace(
        &self,
        exercise: &Exercise,
        inputs: &Arguments,
        given: &[Given],
        right: &Trace,
    ) -> Option<Trace> {
        match self.wrong {
            Wrong::Inputs(change) => exercise.run(&change(inputs).ok()?, given).ok(),
            Wrong::Step(step, compute) => substituted(exercise, inputs, given, right, &[(step, compute)]),
            Wrong::Steps(steps) => substituted(exercise, inputs, given, right, steps),
        }
    }
}

/// The run in which some steps are computed differently, one after another.
fn substituted(
    exercise: &Exercise,
    inputs: &Arguments,
    given: &[Given],
    right: &Trace,
    steps: &[(&'static str, Compute)],
) -> Option<Trace> {
    let mut given = given.to_vec();
    let mut trace = right.clone();
    for (step, compute) in steps {
        // Given numbers replace the computation of the step.
        if given.iter().any(|(known, _)| known == step) {
            continue;
        }
        let value = compute(&trace).ok()?;
        if trace.step(step).ok()?.tensor.shape() != value.shape() {
            return None;
        }
        given.push((step, value));
        trace = exercise.run(inputs, &given).ok()?;
    }
    Some(trace)
}
