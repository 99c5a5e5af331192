//! Tapes: recorders of the steps of a run.

use super::record::RecordedStep;

/// Receives every step of a run, in order.
pub trait Tape {
    /// Records one step and returns its number, by which later steps name it among their operands.
    fn mark(&mut self, step: RecordedStep) -> usize;
}

/// Forgets everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Untraced;

impl Tape for Untraced {
    fn mark(&mut self, _: RecordedStep) -> usize {
        0
    }
}

/// Keeps a handle on every step.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    before: usize,
    steps: Vec<RecordedStep>,
}

impl Recorder {
    /// Starts with nothing recorded.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// Starts with nothing recorded, behind this many steps of a trace that a run goes on from.
    pub fn behind(steps: usize) -> Recorder {
        Recorder { before: steps, steps: Vec::new() }
    }

    /// The recorded steps.
    pub fn into_steps(self) -> Vec<RecordedStep> {
        self.steps
    }
}

impl Tape for Recorder {
    fn mark(&mut self, step: RecordedStep) -> usize {
        self.steps.push(step);
        self.before + self.steps.len() - 1
    }
}
