//! Polls: statements that hold or do not hold, which is computed from evidence.

use crate::catalog::{Arguments, trace};
use crate::error::{Error, Result};
use crate::trace::Trace;

use super::inputs::{Input, arguments};
use super::source::{Source, source};

/// A question with statements, each of which holds or does not hold by itself.
pub struct Poll {
    /// The curriculum's id, and the key of its texts.
    pub id: &'static str,
    /// Where in the document it is printed, as in [`Source::part`].
    pub part: &'static str,
    /// The statements.
    pub options: &'static [Statement],
}

impl Poll {
    /// Returns where it is printed.
    ///
    /// # Errors
    /// [`Error::Internal`] if the id belongs to no document, which no poll of the list has.
    pub fn source(&self) -> Result<Source> {
        source(self.id, self.part)
            .ok_or_else(|| Error::Internal { step: String::new(), reason: "a poll of no document".into() }.into())
    }
}

/// One statement.
pub struct Statement {
    /// Its id within the poll.
    pub id: &'static str,
    /// What decides whether it holds.
    pub decided: Decided,
    /// The computation of whether it holds.
    pub judged: Judgement,
}

/// What decides whether a statement holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// The runs: one counterexample to a statement on all inputs, or one example of what is possible.
    ByRun,
    /// An argument, which is in the texts or is referred to there. The runs are an example of it.
    ByArgument,
}

impl Decided {
    /// Returns its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Decided::ByRun => "run",
            Decided::ByArgument => "argument",
        }
    }
}

/// Gathers the evidence on a statement, and returns whether it holds.
pub type Judge = fn(&mut Evidence) -> Result<bool>;

/// The possible readings of a statement, each with its evidence.
#[derive(Clone, Copy)]
pub enum Judgement {
    /// One reading.
    One(Judge),
    /// Several readings, each with an id: the wording decides.
    Several(&'static [(&'static str, Judge)]),
}

/// The verdict on a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// It holds in every reading.
    Holds,
    /// It holds in no reading.
    Fails,
    /// It depends on the reading.
    Contested,
}

impl Key {
    /// Returns its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Key::Holds => "holds",
            Key::Fails => "fails",
            Key::Contested => "contested",
        }
    }
}

/// A number as evidence for or against a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The key of its name, within the statement.
    pub id: &'static str,
    /// The number.
    pub value: f64,
    /// Its place, if it is a number of one of the runs: the run, the step and the cell.
    pub cell: Option<(usize, &'static str, Vec<usize>)>,
}

/// The evidence of one reading.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Algorithms and inputs that were run.
    pub runs: Vec<(&'static str, Arguments)>,
    /// Numbers.
    pub facts: Vec<Fact>,
}

/// A run that belongs to the evidence.
pub struct Ran {
    /// Its number among the runs.
    place: usize,
    /// Its steps.
    pub trace: Trace,
}

impl Evidence {
    /// Runs an algorithm on `inputs`, overridden by `changes`, and records the run.
    ///
    /// # Errors
    /// Those of the algorithm.
    pub fn run(&mut self, algorithm: &'static str, inputs: &[(&str, Input)], changes: &[(&str, Input)]) -> Result<Ran> {
        let inputs = arguments(inputs, changes)?;
        let trace = trace(algorithm, &inputs)?;
        self.runs.push((algorithm, inputs));
        Ok(Ran { place: self.runs.len() - 1, trace })
    }

    /// Records a number.
    pub fn note(&mut self, id: &'static str, value: f64) -> f64 {
        self.facts.push(Fact { id, value, cell: None });
        value
    }

    /// Records a number of a run, with its place.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::IndexOutOfBounds`].
    pub fn note_cell(&mut self, id: &'static str, ran: &Ran, step: &'static str, index: &[usize]) -> Result<f64> {
        let tensor = &ran.trace.step(step)?.tensor;
        let outside =
            || Error::IndexOutOfBounds { step: step.into(), index: index.to_vec(), shape: tensor.shape().to_vec() };
        let value = tensor.get(index).ok_or_else(outside)?;
        self.facts.push(Fact { id, value, cell: Some((ran.place, step, index.to_vec())) });
        Ok(value)
    }
}

impl Ran {
    /// Returns the numbers of a step.
    ///
    /// # Errors
    /// [`Error::Unknown`].
    pub fn numbers(&self, step: &str) -> Result<&[f64]> {
        Ok(self.trace.step(step)?.tensor.data())
    }

    /// Returns the numbers of one row of a matrix.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Internal`] if there is no such row.
    pub fn row(&self, step: &str, row: usize) -> Result<&[f64]> {
        let tensor = &self.trace.step(step)?.tensor;
        let width = tensor.shape().last().copied().unwrap_or(1);
        let found = tensor.data().get(row * width..(row + 1) * width);
        found.ok_or_else(|| Error::Internal { step: String::new(), reason: "no such row".into() }.into())
    }
}

/// Returns the largest difference between numbers at the same positions.
pub fn largest_difference(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).fold(0.0, |largest: f64, (a, b)| largest.max((a - b).abs()))
}

/// The result for one reading.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The reading's id; empty where there is only one.
    pub reading: &'static str,
    /// Whether the statement holds in this reading.
    pub holds: bool,
    /// The evidence.
    pub evidence: Evidence,
}

impl Statement {
    /// Gathers the evidence for every reading.
    ///
    /// # Errors
    /// Those of the runs.
    pub fn judge(&self) -> Result<(Key, Vec<Judged>)> {
        let one;
        let readings = match self.judged {
            Judgement::One(judge) => {
                one = [("", judge)];
                &one
            }
            Judgement::Several(readings) => readings,
        };
        let mut judged = Vec::new();
        for (reading, judge) in readings {
            let mut evidence = Evidence::default();
            let holds = judge(&mut evidence)?;
            judged.push(Judged { reading, holds, evidence });
        }
        let key = match (judged.iter().any(|judged| judged.holds), judged.iter().all(|judged| judged.holds)) {
            (true, true) => Key::Holds,
            (true, false) => Key::Contested,
            (false, _) => Key::Fails,
        };
        Ok((key, judged))
    }
}
