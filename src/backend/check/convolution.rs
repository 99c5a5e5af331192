//! Graph convolution, whose bound [`crate::backend::cpu::gcn`] derives. The normalized adjacency counts as an operand: it is computed in
//! f64 and rounded once.

use super::product::{add, terms};
use super::{Expected, Precision, Row};
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::gcn::Features;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::product::error_bound;
use crate::error::Result;

/// Ŝ X W + b, or its ReLU.
pub struct Convolution<'a> {
    /// Ŝ, [nodes, nodes].
    pub graph: &'a Compressed,
    /// X, [nodes, f].
    pub features: Features<'a>,
    /// W, [f, g].
    pub projection: Matrix<'a>,
    /// b, \[g\].
    pub bias: Option<&'a [f32]>,
    /// Whether ReLU is applied.
    pub relu: bool,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for Convolution<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.graph.rows(), self.projection.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let features = self.projection.rows();
        let mut heard = Row::zeros(features)?;
        for (source, weight) in terms(self.graph, row) {
            match self.features {
                Features::Dense(x) => add(&mut heard, weight, weight.abs(), x.row(source)),
                Features::Sparse(x) => {
                    for (feature, number) in terms(x, source) {
                        if let (Some(exact), Some(size)) = (heard.exact.get_mut(feature), heard.bound.get_mut(feature))
                        {
                            *exact += weight * number;
                            *size += (weight * number).abs();
                        }
                    }
                }
            }
        }
        let mut result = Row::zeros(self.projection.columns())?;
        for (feature, (exact, size)) in heard.exact.iter().zip(&heard.bound).enumerate() {
            add(&mut result, *exact, *size, self.projection.row(feature));
        }
        add(&mut result, 1.0, 1.0, self.bias.unwrap_or_default());
        if self.relu {
            result.exact.iter_mut().for_each(|number| *number = number.max(0.0));
        }
        let entries = self.graph.row(row).0.len();
        // The underflow of a product is multiplied by the factors after it.
        let factors = features.saturating_mul(entries.saturating_add(1)) as f64;
        let largest = f64::from(self.projection.magnitude()).max(1.0);
        Ok(result.bound_by(error_bound(entries + features + 3), factors * largest * self.precision.lost))
    }
}
