//! What every operation is, whichever engine computes it.

use std::ops::Range;
use std::rc::Rc;

use crate::backend::check::{Expected, Precision, Verdict, check as verdict_of};
use crate::backend::cpu::matrix::Matrix;
use crate::backend::gpu::{Batch, Gpu, GpuError, GpuMatrix};
use crate::error::{Error, Result};

use super::tensor::Tensor;

/// The rows of a result from `first` to before `end` that are asked for: of all engines only the workers of a pool compute some alone.
#[derive(Clone, Copy)]
pub struct Part {
    /// Its first row, which there may be none of.
    pub first: u32,
    /// The row before which it ends.
    pub end: u32,
}

impl Part {
    /// The first row, which there may be none of.
    pub fn first(self) -> usize {
        self.first as usize
    }

    /// The rows of so many.
    pub fn of(self, rows: usize) -> Range<usize> {
        let end = rows.min(self.end as usize);
        end.min(self.first as usize)..end
    }
}

/// An operation with its operands and options.
pub trait Operation {
    /// Computes the result, or a part of it, with the SIMD kernels.
    fn compute(&self, _part: Part) -> Result<Tensor> {
        Err(lacking("SIMD kernel"))
    }

    /// Records the commands by which a graphics processor computes the result.
    fn submit(&self, _gpu: &Rc<Gpu>, _batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        Err(GpuError::from(lacking("GPU kernel")))
    }

    /// Compares a result with f64.
    fn check(&self, _comparison: &Comparison) -> Result<Verdict> {
        Err(lacking("check"))
    }
}

fn lacking(what: &str) -> Box<Error> {
    Error::Internal { step: String::new(), reason: format!("this operation has no {what}") }.into()
}

/// A result that is compared with f64.
pub struct Comparison<'a> {
    /// The result.
    pub found: Matrix<'a>,
    /// At how many rows it is compared at most.
    pub rows: usize,
    /// What the functions of the engine that computed it may err by.
    pub precision: Precision,
}

impl Comparison<'_> {
    /// Compares the result with what is expected.
    pub fn with(&self, expected: &dyn Expected) -> Result<Verdict> {
        verdict_of(expected, self.found, self.rows)
    }
}
