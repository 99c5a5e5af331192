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

pub use cpu::Cpu;
pub use nalgebra::Nalgebra;
pub use reference::Reference;

use crate::tensor::Tensor;
use crate::trace::{Function, Plan, Reduction, Settings};

/// Computes whole steps. Every method returns the result's numbers in row-major order.
///
/// The operands fill the shapes that the plan was made for; [`crate::trace::Run`] sees to it.
pub trait Backend {
    /// Sums, over the plan's swept letters, the product of all operands.
    fn contract(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64>;

    /// Applies a function cell by cell.
    fn map(&self, plan: &Plan, function: &Function, operands: &[&[f64]], settings: &Settings) -> Vec<f64>;

    /// Reduces the one operand over the plan's swept letters.
    fn reduce(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64>;

    /// Takes the first operand at the positions that the second names.
    fn gather(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64>;

    /// Whether [`Backend::fused_attention`] returns a result.
    fn fuses_attention(&self) -> bool {
        false
    }

    /// Computes softmax(Q Kᵀ/√d + bias, where kept) V in one pass without intermediates, if this backend can.
    ///
    /// # Shapes
    /// | argument | shape |
    /// |---|---|
    /// | query | [n, d] |
    /// | key | [m, d] |
    /// | value | [m, v] |
    /// | bias | [n, m] |
    /// | result | [n, v] |
    ///
    /// `keep(i, j)` says whether query i may attend to key j. A query that may attend to nothing gives zeros.
    fn fused_attention(
        &self,
        _query: &Tensor,
        _key: &Tensor,
        _value: &Tensor,
        _keep: &dyn Fn(usize, usize) -> bool,
        _bias: Option<&Tensor>,
    ) -> Option<Tensor> {
        None
    }
}
