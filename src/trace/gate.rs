//! Gates: decisions about each step before it is computed.

use crate::error::Result;
use crate::op::{Plan, Spec};
use crate::tensor::Tensor;

/// What becomes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It is computed.
    Compute,
    /// Only its shape is worked out: its tensor holds no numbers, and the run goes on as far as shapes lead.
    ShapeOnly,
}

/// Decides about each step of a run before it is computed.
pub trait Gate {
    /// Whether it admits steps as [`Admission::ShapeOnly`].
    fn estimates(&self) -> bool;

    /// Decides about one step. A step with an operand of which only the shape is known has to be admitted as [`Admission::ShapeOnly`].
    ///
    /// # Errors
    /// Whatever is to end the run.
    fn admit(&mut self, spec: &Spec, plan: &Plan, operands: &[&Tensor]) -> Result<Admission>;
}
