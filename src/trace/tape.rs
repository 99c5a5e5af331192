//! Tapes: recorders of the steps of a run.

use crate::op::{Plan, StepSpec};
use crate::tensor::Tensor;

use super::record::RecordedStep;

/// Receives every step of a run, in order.
pub trait Tape {
    /// Records one step and returns its number. `scope` says which part of the algorithm it belongs to, `input` names the input that a given step
    /// shows, `operands` the numbers of the steps it read.
    fn mark(
        &mut self,
        scope: &str,
        spec: &'static StepSpec,
        input: Option<&str>,
        plan: &Plan,
        tensor: &Tensor,
        operands: &[usize],
    ) -> usize;
}

/// Forgets everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Untraced;

impl Tape for Untraced {
    fn mark(&mut self, _: &str, _: &'static StepSpec, _: Option<&str>, _: &Plan, _: &Tensor, _: &[usize]) -> usize {
        0
    }
}

/// Keeps a handle on every step.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    steps: Vec<RecordedStep>,
}

impl Recorder {
    /// Starts with nothing recorded.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// The recorded steps.
    pub fn into_steps(self) -> Vec<RecordedStep> {
        self.steps
    }
}

impl Tape for Recorder {
    fn mark(
        &mut self,
        scope: &str,
        spec: &'static StepSpec,
        input: Option<&str>,
        plan: &Plan,
        tensor: &Tensor,
        operands: &[usize],
    ) -> usize {
        self.steps.push(RecordedStep {
            scope: scope.to_string(),
            spec,
            input: input.map(str::to_string),
            plan: plan.clone(),
            tensor: tensor.clone(),
            operands: operands.to_vec(),
        });
        self.steps.len() - 1
    }
}
