//! The fast path for large inputs: attention in f32, through nalgebra's blocked product.
//!
//! It keeps no intermediate, so it serves only runs that nobody watches. Against the [`Reference`] its attention output differs by at most
//! [`Cpu::RELATIVE_BOUND`] of the largest value, a bound that tests hold. Where a score does not fit into f32 it leaves the work to the reference.

use nalgebra::DMatrix;

use crate::tensor::Tensor;
use crate::trace::{Function, Plan, Reduction, Settings};

use super::{Backend, Reference};

/// Fused f32 attention; everything else as the [`Reference`] does it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu;

impl Cpu {
    /// Largest difference from the reference, relative to the largest magnitude among the values, for scores of magnitude up to 30.
    pub const RELATIVE_BOUND: f64 = 1e-4;
}

impl Backend for Cpu {
    fn contract(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        Reference.contract(plan, operands)
    }

    fn map(&self, plan: &Plan, function: &Function, operands: &[&[f64]], settings: &Settings) -> Vec<f64> {
        Reference.map(plan, function, operands, settings)
    }

    fn reduce(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64> {
        Reference.reduce(plan, reduction, operands)
    }

    fn gather(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        Reference.gather(plan, operands)
    }

    fn fuses_attention(&self) -> bool {
        true
    }

    fn fused_attention(
        &self,
        query: &Tensor,
        key: &Tensor,
        value: &Tensor,
        keep: &dyn Fn(usize, usize) -> bool,
        bias: Option<&Tensor>,
    ) -> Option<Tensor> {
        let (query, key, value) = (single(query)?, single(key)?, single(value)?);
        if query.ncols() != key.ncols() || key.nrows() != value.nrows() || query.ncols() == 0 {
            return None;
        }
        let mut weights = (query.clone() / (query.ncols() as f32).sqrt()) * key.transpose();
        for (i, mut row) in weights.row_iter_mut().enumerate() {
            let mut maximum = f32::NEG_INFINITY;
            for (j, score) in row.iter_mut().enumerate() {
                if let Some(bias) = bias {
                    *score += bias.get(&[i, j])? as f32;
                }
                // Beyond what f32 holds, the reference computes, and says what overflowed there.
                if !score.is_finite() {
                    return None;
                }
                if !keep(i, j) {
                    *score = f32::NEG_INFINITY;
                }
                maximum = maximum.max(*score);
            }
            let mut sum = 0.0;
            for score in row.iter_mut() {
                *score = if *score == f32::NEG_INFINITY { 0.0 } else { libm::expf(*score - maximum) };
                sum += *score;
            }
            if sum > 0.0 {
                row /= sum;
            }
        }
        let output = weights * value;
        Tensor::from_matrix(&output.map(f64::from)).ok()
    }
}

/// The tensor in f32, if all its numbers fit.
fn single(tensor: &Tensor) -> Option<DMatrix<f32>> {
    let matrix = tensor.to_matrix()?.map(|number| number as f32);
    matrix.iter().all(|number| number.is_finite()).then_some(matrix)
}
