//! An error to find: the formula as it is printed and as it should be, both run on one data set.

use crate::catalog::{Arguments, trace, trace_with};
use crate::error::{Error, Result};
use crate::tensor::Tensor;
use crate::trace::{Substitute, Trace};

use super::inputs::{Inputs, arguments};

/// One error of a lecture document.
pub struct Erratum {
    /// The curriculum's id, and the key of its texts.
    pub id: &'static str,
    /// How it shows.
    pub kind: Kind,
}

/// How an error shows.
pub enum Kind {
    /// In the steps of an algorithm.
    Run {
        /// The algorithm.
        algorithm: &'static str,
        /// A data set on which the error is visible.
        inputs: Inputs,
        /// What is printed.
        wrong: Wrong,
        /// The steps to look at, the one in question first; where the wrong way calls it otherwise, that name follows.
        shown: &'static [(&'static str, &'static str)],
    },
    /// In one number, such as a count.
    Amount {
        /// What it is.
        right: fn() -> Result<f64>,
        /// What is printed.
        wrong: fn() -> Result<f64>,
    },
}

/// What is computed differently if the printed formula is taken at its word.
#[derive(Clone, Copy)]
pub enum Wrong {
    /// Other inputs or options.
    Inputs(Inputs),
    /// One step, from what is computed up to there.
    Step(&'static str, fn(&Trace) -> Result<Tensor>),
    /// Another algorithm, with inputs of its own.
    Algorithm(&'static str, Inputs),
}

/// One of the two ways.
#[derive(Clone, Debug)]
pub struct Side {
    /// What runs.
    pub algorithm: &'static str,
    /// On what.
    pub inputs: Arguments,
    /// The step that is taken to be something else than the algorithm gives, if one is.
    pub substituted: Option<&'static str>,
}

/// A step, both ways.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Its name in the right run; none for an amount.
    pub right_step: Option<&'static str>,
    /// Its name in the wrong run.
    pub wrong_step: Option<&'static str>,
    /// What it is.
    pub right: Tensor,
    /// What the printed formula gives.
    pub wrong: Tensor,
}

/// A place where the two ways part.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Which of the steps that are shown.
    pub shown: usize,
    /// The cell.
    pub index: Vec<usize>,
    /// What is right there; `None` where the right shape has no such cell.
    pub right: Option<f64>,
    /// What the printed formula gives there; `None` where its shape has no such cell.
    pub wrong: Option<f64>,
}

/// Both ways, side by side.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The right and the wrong run; none for an amount.
    pub sides: Option<(Side, Side)>,
    /// The steps to look at.
    pub shown: Vec<Shown>,
    /// The first number that differs.
    pub first: Difference,
}

/// Two numbers that differ by less than this, relative to the right one or to 1, are one number.
const SAME: f64 = 1e-9;

impl Erratum {
    /// Computes both ways and finds the first number in which they differ.
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
    /// assert_eq!(comparison.first.index, [0, 1]); // the first column is, by chance, as good a row
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn compare(&self) -> Result<Comparison> {
        let (sides, shown) = match self.kind {
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
        let alike = || Error::Internal { step: "", reason: "both ways give the same numbers".into() };
        Ok(Comparison { sides, first: first.ok_or_else(alike)?, shown })
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
            trace_with(algorithm, &given, &[Substitute { step, value: &value }])?
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

/// The first cell, row by row, that is not the same both ways; a cell that only one of them has is not the same.
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
