//! Backends: how a step's numbers are computed.
//!
//! [`Reference`] defines what is correct. Tests compare every other backend with it, and [`check`] compares their results with f64 while a program runs. A
//! backend depends on strides and functions, never on an algorithm; an algorithm depends on this trait, never on a backend.

pub mod check;
pub mod cpu;
#[cfg(feature = "gpu")]
pub mod gpu;
mod nalgebra;
mod odometer;
mod reference;
pub mod sparse;

pub use nalgebra::Nalgebra;
pub use reference::Reference;

use crate::op::{Function, Plan, Reduction, Settings};

/// Computes whole steps. Every method returns the result's numbers in row-major order.
///
/// The operands fill the shapes that the plan was made for.
pub trait Backend {
    /// Sums, over the plan's swept letters, the product of all operands.
    fn contract(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64>;

    /// Applies a function cell by cell.
    fn map(&self, plan: &Plan, function: &Function, operands: &[&[f64]], settings: &Settings) -> Vec<f64>;

    /// Reduces the one operand over the plan's swept letters.
    fn reduce(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64>;

    /// Takes the first operand at the positions that the second names.
    fn gather(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64>;

    /// Reduces the numbers of the first operand to the cells that the second names, in index order.
    fn scatter(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64>;
}
