//! A step's index letters compiled to strides, for one set of axis lengths.

use crate::error::{Error, Result};
use crate::tensor::element_count;

use super::index::{Letters, Sizes};
use super::{Op, Spec};

/// Where every cell of a step comes from, as strides.
///
/// `letters` holds the result's letters first, in their order, then the swept ones in the order in which the operands name them. Cell
/// (p₀, p₁, …) of the result and sweep positions (q₀, …) read place Σ p·stride + Σ q·stride of each operand.
#[derive(Clone, Debug)]
pub struct Plan {
    letters: Vec<char>,
    sizes: Vec<usize>,
    outer: usize,
    strides: Vec<Vec<usize>>,
    shape: Vec<usize>,
    named: Option<usize>,
}

impl Plan {
    /// Compiles a step for the lengths in `sizes`.
    ///
    /// # Errors
    /// [`Error::Internal`] when a letter's length is unknown or the table contradicts itself, [`Error::TooLarge`] when the result would be.
    pub fn new(spec: &Spec, sizes: &Sizes) -> Result<Plan> {
        Plan::of(spec, spec.index(), &spec.reads(), sizes)
    }

    /// As [`Plan::new`], with other letters than those that the step declares.
    ///
    /// # Errors
    /// As of [`Plan::new`].
    pub(crate) fn of(spec: &Spec, index: &str, texts: &[&str], sizes: &Sizes) -> Result<Plan> {
        let internal = |reason: String| Box::new(Error::Internal { step: spec.id().into(), reason });
        let result = Letters::parse(index);
        let reads = || texts.iter().map(|read| Letters::parse(read));

        let mut letters: Vec<char> = Vec::new();
        for letter in result.flat() {
            if letters.contains(&letter) {
                return Err(internal(format!("letter `{letter}` occurs twice in the result")));
            }
            letters.push(letter);
        }
        let outer = letters.len();
        for letter in reads().flat_map(Letters::flat) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        let lengths: Option<Vec<usize>> = letters.iter().map(|&letter| sizes.get(letter)).collect();
        let shape = sizes.shape(result);
        let (Some(lengths), Some(shape)) = (lengths, shape) else {
            return Err(internal("the length of a letter is unknown".into()));
        };
        element_count(spec.id(), &shape)?;

        let strides = reads()
            .map(|read| {
                let mut strides = vec![0usize; letters.len()];
                let mut step = 1usize;
                for letter in read.flat().rev() {
                    for ((known, stride), &length) in letters.iter().zip(strides.iter_mut()).zip(&lengths) {
                        if *known == letter {
                            *stride += step;
                            step = step.saturating_mul(length);
                            break;
                        }
                    }
                }
                strides
            })
            .collect();

        // The letter of a scatter that no operand has, if it is the only one.
        let is_read = |letter: &char| reads().flat_map(Letters::flat).any(|read| read == *letter);
        let mut unread = letters.iter().enumerate().filter(|(_, letter)| !is_read(letter)).map(|(place, _)| place);
        let named = match (spec.op(), unread.next(), unread.next()) {
            (Op::Scatter(_), Some(place), None) => Some(place),
            _ => None,
        };

        let swept = letters.len() - outer;
        let fits = match spec.op() {
            Op::Map(function) => swept == 0 && texts.len() == function.arity(),
            Op::Reduce(_) => texts.len() == 1,
            Op::Gather => swept == 1 && texts.len() == 2,
            Op::Scatter(_) => named.is_some() && texts.len() == 2,
            Op::Contract => !texts.is_empty(),
            Op::Size(letter) => sizes.get(letter).is_some(),
            Op::Given | Op::Rule(_) => true,
            Op::Transpose(..) => !texts.is_empty(),
        };
        if !fits {
            return Err(internal("the operation does not fit the operands".into()));
        }
        Ok(Plan { letters, sizes: lengths, outer, strides, shape, named })
    }

    /// The result's shape.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Lengths of the result's letters, from the slowest to the fastest.
    pub fn outer_sizes(&self) -> &[usize] {
        self.sizes.get(..self.outer).unwrap_or_default()
    }

    /// Lengths of the swept letters, from the slowest to the fastest.
    pub fn swept_sizes(&self) -> &[usize] {
        self.sizes.get(self.outer..).unwrap_or_default()
    }

    /// An operand's strides along the result's letters.
    pub fn outer_strides(&self, operand: usize) -> &[usize] {
        self.strides.get(operand).and_then(|strides| strides.get(..self.outer)).unwrap_or_default()
    }

    /// An operand's strides along the swept letters.
    pub fn swept_strides(&self, operand: usize) -> &[usize] {
        self.strides.get(operand).and_then(|strides| strides.get(self.outer..)).unwrap_or_default()
    }

    /// Of a scatter, the place among the result's letters of the one whose position the second operand names.
    pub fn named(&self) -> Option<usize> {
        self.named
    }

    /// Of a scatter, the position that a number of the second operand names; `None` for a number that is no position of the result.
    pub fn position_named_by(&self, number: f64) -> Option<usize> {
        let length = self.named.and_then(|place| self.sizes.get(place).copied())?;
        let position = number as usize;
        (position < length && position as f64 == number).then_some(position)
    }

    /// The number of operands.
    pub fn operands(&self) -> usize {
        self.strides.len()
    }

    /// Every letter that the step uses, with the length of its axis.
    pub fn lengths(&self) -> impl Iterator<Item = (char, usize)> + '_ {
        self.letters.iter().copied().zip(self.sizes.iter().copied())
    }

    /// The length of a letter's axis, if the step uses the letter.
    pub fn size_of(&self, letter: char) -> Option<usize> {
        self.letters.iter().zip(&self.sizes).find(|(known, _)| **known == letter).map(|(_, size)| *size)
    }
}
