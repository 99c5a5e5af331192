//! Derivations: a student shows something by writing expressions, and each is held against what is to be shown at many random points.
//!
//! ```text
//! text ─► expression ─┐
//!                     ├─► the same at 60 points? ─► right, or the first point at which it is not
//! what is to be shown ┘
//! ```
//!
//! Two expressions that agree at so many random points are the same function, for all that a person may type: so every equal form is right. What may
//! not depend on something (a matrix that turns any position on by k may not know the position) is tried with that thing changed.

mod check;
mod graph_convolution;
mod message_passing;
mod node_weights;
mod points;
mod shifted_position;
mod variance;

use crate::error::{Error, Result};
use crate::random::Random;

use super::expression::{Language, Value};

pub use check::{Checked, Mark, POINTS, Point};

/// Every derivation.
pub static DERIVATIONS: &[&Derivation] = &[
    &shifted_position::DERIVATION,
    &variance::DERIVATION,
    &graph_convolution::DERIVATION,
    &message_passing::DERIVATION,
    &node_weights::DERIVATION,
];

/// Something to show.
pub struct Derivation {
    /// Public kebab-case id, and the key of its texts.
    pub id: &'static str,
    /// Whether numbers or matrices are written.
    pub language: Language,
    /// What the expressions may speak of.
    pub symbols: &'static [Symbol],
    /// What the student writes, in order.
    pub entries: &'static [Entry],
    /// Draws a value for each symbol; plain ones are small whole numbers where that will do.
    pub draw: fn(&mut Random, bool) -> Vec<Value>,
}

/// A name that expressions may use.
pub struct Symbol {
    /// The name.
    pub name: &'static str,
    /// The same as it is typed where the name is not on the keyboard.
    pub also: &'static [&'static str],
    /// For a matrix: what its rows and columns stand for. Empty for a number.
    pub axes: &'static [&'static str],
}

/// Keys of words, each with an expression.
type Mistakes = &'static [(&'static str, &'static str)];

/// One expression that the student writes.
pub struct Entry {
    /// Key of its texts.
    pub id: &'static str,
    /// The name under which equations speak of it.
    pub name: &'static str,
    /// An expression that is right.
    pub solution: &'static str,
    /// Symbols on which its value may not depend.
    pub free_of: &'static [&'static str],
    /// The equation that it has to satisfy, perhaps together with other entries: left and right side.
    pub equation: [&'static str; 2],
    /// What is written instead by mistake: the key of its words, and an expression.
    pub mistakes: Mistakes,
}

const fn number(name: &'static str, also: &'static [&'static str]) -> Symbol {
    Symbol { name, also, axes: &[] }
}

const fn matrix(name: &'static str, also: &'static [&'static str], axes: &'static [&'static str; 2]) -> Symbol {
    Symbol { name, also, axes }
}

/// Finds a derivation by its id.
///
/// # Errors
/// [`Error::UnknownExercise`].
pub fn find(id: &str) -> Result<&'static Derivation> {
    let found = DERIVATIONS.iter().find(|derivation| derivation.id == id).copied();
    found.ok_or_else(|| Error::UnknownExercise { id: id.into() }.into())
}
