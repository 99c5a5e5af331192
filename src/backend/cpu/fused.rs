//! The fast kernels as a backend, for runs whose steps are not recorded.

use std::ops::Range;

use crate::tensor::Tensor;
use crate::trace::{Function, Plan, Reduction, Settings};

use super::keys::Keys;
use super::matrix::{Matrix, MatrixMut};
use super::pair_rule::PairRule;
use super::tiled::{attend, check_range};
use crate::backend::{Backend, Reference};

/// Fused f32 attention; everything else as the [`Reference`] does it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu;

impl Cpu {
    /// Largest difference from the reference, relative to the largest magnitude among the values, for scores of magnitude up to 30.
    pub const RELATIVE_BOUND: f64 = 1e-4;
}

/// A rule made of a closure and a bias.
struct Kept<'a> {
    keep: &'a dyn Fn(usize, usize) -> bool,
    bias: Option<Matrix<'a>>,
}

impl PairRule for Kept<'_> {
    fn touches(&self, _queries: &Range<usize>, _keys: &Range<usize>) -> bool {
        true
    }

    fn apply(&self, query: usize, first: usize, scores: &mut [f32]) {
        let bias = self.bias.and_then(|bias| bias.row(query).get(first..)).unwrap_or_default();
        scores.iter_mut().zip(bias).for_each(|(score, bias)| *score += bias);
        for (place, score) in scores.iter_mut().enumerate() {
            if !(self.keep)(query, first + place) {
                *score = f32::NEG_INFINITY;
            }
        }
    }
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
        let numbers = [query, key, value].map(single);
        let [query, key, value] = [(query, &numbers[0]), (key, &numbers[1]), (value, &numbers[2])];
        let (query, key, value) = (matrix(query)?, matrix(key)?, matrix(value)?);
        if query.columns() != key.columns() || query.columns() == 0 {
            return None;
        }
        let biases = bias.map(single);
        let bias = match (bias, &biases) {
            (Some(bias), Some(numbers)) => Some(matrix((bias, numbers))?),
            _ => None,
        };
        // Beyond the range of f32 the reference computes, and reports an overflow there.
        check_range(query, key, value).ok()?;
        if bias.is_some_and(|bias| bias.magnitude() > LARGEST_BIAS) {
            return None;
        }
        let keys = Keys::new(key, value, 1.0 / (query.columns() as f32).sqrt()).ok()?;
        let mut output = vec![0.0; query.rows() * value.columns()];
        let mut target = MatrixMut::new("output", &mut output, query.rows(), value.columns()).ok()?;
        attend(query, 0, &keys, &Kept { keep, bias }, &mut target, None).ok()?;
        Tensor::new(vec![query.rows(), value.columns()], output.into_iter().map(f64::from).collect()).ok()
    }
}

/// Half of what f32 holds: a score has the other half.
const LARGEST_BIAS: f32 = f32::MAX / 2.0;

/// The numbers of a tensor in f32; what does not fit is infinite.
fn single(tensor: &Tensor) -> Vec<f32> {
    tensor.data().iter().map(|number| *number as f32).collect()
}

/// The matrix of a tensor whose numbers were copied.
fn matrix<'a>((tensor, numbers): (&Tensor, &'a Vec<f32>)) -> Option<Matrix<'a>> {
    match tensor.shape() {
        [rows, columns] => Matrix::new("input", numbers, *rows, *columns).ok(),
        _ => None,
    }
}
