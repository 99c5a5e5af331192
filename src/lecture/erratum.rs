//! An error to find: the formula as printed and the right one, both run on one data set, or without numbers the statement and its correction.

use crate::catalog::{Arguments, Request, trace};
use crate::error::{Error, Result};
use crate::tensor::Tensor;
use crate::trace::{Substitute, Trace};

use super::inputs::{Inputs, arguments};
use super::source::{Source, source};

/// One error of a lecture document.
pub struct Erratum {
    /// The curriculum's id, and the key of its texts.
    pub id: &'static str,
    /// Where in the document it is printed, as in [`Source::part`].
    pub part: &'static str,
    /// Whether the document prints the formula, or says in words what the formula of the texts expresses.
    pub quoted: Quoted,
    /// How serious it is.
    pub status: Status,
    /// How the error becomes visible.
    pub kind: Kind,
}

/// What the document prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoted {
    /// The formula.
    Formula,
    /// A statement in words; the formula of the texts, if there is one, writes it down.
    Words,
}

impl Quoted {
    /// Returns its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Quoted::Formula => "formula",
            Quoted::Words => "words",
        }
    }
}

/// How serious an erratum is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// What is printed is wrong.
    Error,
    /// It depends on how it is read.
    Contested,
    /// What is meant is right; a letter, a name, a date or the notation is not.
    Notation,
    /// The document is right, and the erratum was not one. Its id remains.
    Withdrawn,
}

impl Status {
    /// Returns its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Status::Error => "error",
            Status::Contested => "contested",
            Status::Notation => "notation",
            Status::Withdrawn => "withdrawn",
        }
    }
}

/// How an error becomes visible.
pub enum Kind {
    /// In the steps of an algorithm.
    Run {
        /// The algorithm.
        algorithm: &'static str,
        /// A data set on which the error is visible.
        inputs: Inputs,
        /// The printed version.
        wrong: Wrong,
        /// The steps to show, the one in question first, each with its name in the wrong run where that differs.
        shown: &'static [(&'static str, &'static str)],
    },
    /// In one number, such as a count.
    Amount {
        /// The right number.
        right: fn() -> Result<f64>,
        /// The printed version.
        wrong: fn() -> Result<f64>,
    },
    /// In no number: the texts have the statement and its correction.
    Statement,
}

/// How the printed formula changes the computation.
#[derive(Clone, Copy)]
pub enum Wrong {
    /// Other inputs or options.
    Inputs(Inputs),
    /// One step, computed from the earlier steps.
    Step(&'static str, fn(&Trace) -> Result<Tensor>),
    /// Another algorithm, with inputs of its own.
    Algorithm(&'static str, Inputs),
}

/// One of the two runs.
#[derive(Clone, Debug)]
pub struct Side {
    /// The algorithm.
    pub algorithm: &'static str,
    /// Its inputs.
    pub inputs: Arguments,
    /// The step whose value is replaced, if any.
    pub substituted: Option<&'static str>,
}

/// A step of both runs.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Its name in the right run; none for an amount.
    pub right_step: Option<&'static str>,
    /// Its name in the wrong run.
    pub wrong_step: Option<&'static str>,
    /// The right number.
    pub right: Tensor,
    /// The value of the printed formula.
    pub wrong: Tensor,
}

/// A cell in which the two runs differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The position among the shown steps.
    pub shown: usize,
    /// The cell.
    pub index: Vec<usize>,
    /// The right number; `None` where the right shape has no such cell.
    pub right: Option<f64>,
    /// The number of the printed formula; `None` where its shape has no such cell.
    pub wrong: Option<f64>,
}

/// Both runs, compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The right and the wrong run; none for an amount or a statement.
    pub sides: Option<(Side, Side)>,
    /// The steps to show; none for a statement.
    pub shown: Vec<Shown>,
    /// The first number that differs; none for a statement.
    pub first: Option<Difference>,
}

/// Two numbers that differ by less than this, relative to the right one or to 1, count as equal.
const SAME: f64 = 1e-9;

impl Erratum {
    /// Returns where it is printed.
    ///
    /// # Errors
    /// [`Error::Internal`] if the id belongs to no document, which no erratum of the list has.
    pub fn source(&self) -> Result<Source> {
        source(self.id, self.part)
            .ok_or_else(|| Error::Internal { step: String::new(), reason: "an erratum of no document".into() }.into())
    }

    /// Runs both versions and finds the first number in which they differ. Without numbers there is nothing to run.
    ///
    /// # Errors
    /// [`Error::Internal`] if they do not differ, and those of the algorithm.
    ///
    /// # Complexity
    /// At most three runs.
    ///
    /// # Example
    /// A softmax over the wrong axis: the first row of weights no longer adds up to 1.
    /// ```
    /// let (_, erratum) = attograph::lecture::erratum("S0-E01")?;
    /// let comparison = erratum.compare()?;
    /// let row = |tensor: &attograph::tensor::Tensor| tensor.data()[..3].iter().sum::<f64>();
    /// assert!((row(&comparison.shown[0].right) - 1.0).abs() < 1e-15);
    /// assert!(row(&comparison.shown[0].wrong) < 0.001);
    /// let first = comparison.first.expect("both run");
    /// assert_eq!(first.index, [0, 1]); // by chance, the first column is the same in both
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn compare(&self) -> Result<Comparison> {
        let (sides, shown) = match self.kind {
            Kind::Statement => return Ok(Comparison { sides: None, shown: Vec::new(), first: None }),
            Kind::Amount { right, wrong } => {
                let (right, wrong) = (Tensor::scalar(right()?), Tensor::scalar(wrong()?));
                (None, vec![Shown { right_step: None, wrong_step: None, right, wrong }])
            }
            Kind::Run { algorithm, inputs, wrong, shown } => {
                let (sides, shown) = run_both(algorithm, inputs, wrong, shown)?;
                (Some(sides), shown)
            }
        };
        let first = shown.iter().enumerate().find_map(|(place, shown)| first_difference(place, shown));
        let alike = || Error::Internal { step: String::new(), reason: "both ways give the same numbers".into() };
        Ok(Comparison { sides, first: Some(first.ok_or_else(alike)?), shown })
    }
}

fn run_both(
    algorithm: &'static str,
    inputs: Inputs,
    wrong: Wrong,
    shown: &[(&'static str, &'static str)],
) -> Result<((Side, Side), Vec<Shown>)> {
    let given = arguments(inputs, &[])?;
    let right = trace(algorithm, &given)?;
    let mut side = Side { algorithm, inputs: given.clone(), substituted: None };
    let other = match wrong {
        Wrong::Inputs(changes) => {
            side.inputs = arguments(inputs, changes)?;
            trace(algorithm, &side.inputs)?
        }
        Wrong::Algorithm(another, inputs) => {
            side = Side { algorithm: another, inputs: arguments(inputs, &[])?, substituted: None };
            trace(another, &side.inputs)?
        }
        Wrong::Step(step, compute) => {
            side.substituted = Some(step);
            let value = compute(&right)?;
            let value = |_: &[&Tensor], _: &Tensor| Ok(value.clone());
            Request::new(algorithm, &given).substitutes(&[Substitute { step, value: &value }]).trace()?
        }
    };
    let mut all = Vec::new();
    for &(right_step, renamed) in shown {
        let wrong_step = if renamed.is_empty() { right_step } else { renamed };
        all.push(Shown {
            right_step: Some(right_step),
            wrong_step: Some(wrong_step),
            right: right.step(right_step)?.tensor.clone(),
            wrong: other.step(wrong_step)?.tensor.clone(),
        });
    }
    Ok(((Side { algorithm, inputs: given, substituted: None }, side), all))
}

/// The first cell in row-major order that differs; a cell that only one of the shapes has counts as different.
fn first_difference(place: usize, shown: &Shown) -> Option<Difference> {
    let (right, wrong) = (&shown.right, &shown.wrong);
    let same =
        |one: f64, other: f64| one == other || one.is_finite() && (one - other).abs() <= SAME * one.abs().max(1.0);
    let differs = |index: &[usize]| match (right.get(index), wrong.get(index)) {
        (Some(one), Some(other)) => !same(one, other),
        _ => true,
    };
    let mut indices = (0..right.data().len())
        .map(|offset| right.index_of(offset))
        .chain((0..wrong.data().len()).map(|offset| wrong.index_of(offset)));
    let index = indices.find(|index| differs(index))?;
    Some(Difference { shown: place, right: right.get(&index), wrong: wrong.get(&index), index })
}
