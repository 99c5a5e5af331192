//! Derivations: a student derives something by writing expressions, each of which is compared with the right one at many random points.
//!
//! ```text
//! text ─► expression ─┐
//!                     ├─► the same at 60 points? ─► right, or the first point at which it is not
//! what is to be shown ┘
//! ```
//!
//! Two typed expressions that agree at that many random points are the same function, so every equal form is right. An expression that may not depend
//! on a symbol (a matrix that rotates every position by k may not depend on the position) is also evaluated with that symbol changed.

mod check;
mod graph_attention;
mod graph_convolution;
mod layer_norm_gradient;
mod linear_gradient;
mod message_passing;
mod node_to_matrix;
mod node_weights;
mod points;
mod query_gradient;
mod shifted_position;
mod softmax_gradient;
mod variance;

use crate::error::{Error, Named, Result};
use crate::random::Random;

use super::expression::{Language, Value};

pub use check::{Checked, Mark, POINTS, Point};

/// Every derivation.
pub static DERIVATIONS: &[&Derivation] = &[
    &shifted_position::DERIVATION,
    &variance::DERIVATION,
    &node_to_matrix::DERIVATION,
    &graph_convolution::DERIVATION,
    &graph_attention::DERIVATION,
    &message_passing::DERIVATION,
    &node_weights::DERIVATION,
    &linear_gradient::DERIVATION,
    &softmax_gradient::DERIVATION,
    &query_gradient::DERIVATION,
    &layer_norm_gradient::DERIVATION,
];

/// One derivation.
pub struct Derivation {
    /// Public kebab-case id, and the key of its texts.
    pub id: &'static str,
    /// Whether its expressions are numbers or matrices.
    pub language: Language,
    /// The symbols that the expressions may use.
    pub symbols: &'static [Symbol],
    /// The expressions that the student writes, in order.
    pub entries: &'static [Entry],
    /// Draws a value for each symbol; plain values are small whole numbers where possible.
    pub draw: fn(&mut Random, bool) -> Vec<Value>,
}

/// A name that expressions may use.
pub struct Symbol {
    /// The name.
    pub name: &'static str,
    /// Another name that is easier to type.
    pub also: &'static [&'static str],
    /// What the rows and columns of a matrix stand for. Empty for a number.
    pub axes: &'static [&'static str],
}

/// Text keys, each with an expression.
type Mistakes = &'static [(&'static str, &'static str)];

/// One expression that the student writes.
pub struct Entry {
    /// Key of its texts.
    pub id: &'static str,
    /// Its name in equations.
    pub name: &'static str,
    /// A right expression.
    pub solution: &'static str,
    /// Symbols on which its value may not depend.
    pub free_of: &'static [&'static str],
    /// The equation that it has to satisfy, possibly with other entries: left and right side.
    pub equation: [&'static str; 2],
    /// Common mistakes: the key of its text, and the expression that is written instead.
    pub mistakes: Mistakes,
}

const fn entry(
    id: &'static str,
    name: &'static str,
    solution: &'static str,
    equation: [&'static str; 2],
    mistakes: Mistakes,
) -> Entry {
    Entry { id, name, solution, free_of: &[], equation, mistakes }
}

const fn number(name: &'static str, also: &'static [&'static str]) -> Symbol {
    Symbol { name, also, axes: &[] }
}

const fn matrix(name: &'static str, also: &'static [&'static str], axes: &'static [&'static str; 2]) -> Symbol {
    Symbol { name, also, axes }
}

/// Returns the derivation with this id.
///
/// # Errors
/// [`Error::Unknown`].
pub fn find(id: &str) -> Result<&'static Derivation> {
    let found = DERIVATIONS.iter().find(|derivation| derivation.id == id).copied();
    found.ok_or_else(|| Error::unknown(Named::Derivation, id, DERIVATIONS.iter().map(|known| known.id)))
}
