//! The mean over the neighbors beside the node itself, and a step of a propagation with restart, whose bounds [`crate::backend::cpu::aggregation`] and
//! [`crate::backend::cpu::gcn::restart`] derive. The normalized adjacency counts as an operand.

use super::product::{add, combine, terms};
use super::{Expected, Precision, Row};
use crate::backend::cpu::aggregation::Parameters;
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::product::error_bound;
use crate::error::Result;

/// D⁻¹A X W + X B + b, or its ReLU.
pub struct Aggregation<'a> {
    /// D⁻¹A, [nodes, nodes].
    pub graph: &'a Compressed,
    /// X, [nodes, f].
    pub x: Matrix<'a>,
    /// W, B and b.
    pub parameters: Parameters<'a>,
    /// Whether ReLU is applied.
    pub relu: bool,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for Aggregation<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.graph.rows(), self.parameters.neighbor.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let Parameters { neighbor, own, bias } = self.parameters;
        let heard = combine(terms(self.graph, row), self.x)?;
        let mut result = Row::zeros(neighbor.columns())?;
        for (feature, (exact, size)) in heard.exact.iter().zip(&heard.bound).enumerate() {
            add(&mut result, *exact, *size, neighbor.row(feature));
        }
        for (feature, number) in self.x.row(row).iter().map(|number| f64::from(*number)).enumerate() {
            add(&mut result, number, number.abs(), own.row(feature));
        }
        add(&mut result, 1.0, 1.0, bias.unwrap_or_default());
        if self.relu {
            result.exact.iter_mut().for_each(|number| *number = number.max(0.0));
        }
        let (features, entries) = (self.x.columns(), self.graph.row(row).0.len());
        let factors = features.saturating_mul(entries.saturating_add(2)) as f64;
        let largest = f64::from(neighbor.magnitude()).max(1.0);
        Ok(result.bound_by(error_bound(entries + 2 * features + 4), factors * largest * self.precision.lost))
    }
}

/// (1 − α) Ŝ Z + α X.
pub struct Restart<'a> {
    /// Ŝ, [nodes, nodes].
    pub graph: &'a Compressed,
    /// Z, [nodes, f].
    pub state: Matrix<'a>,
    /// X, [nodes, f].
    pub start: Matrix<'a>,
    /// α.
    pub alpha: f64,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for Restart<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.graph.rows(), self.state.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let kept = terms(self.graph, row).map(|(source, weight)| (source, (1.0 - self.alpha) * weight));
        let mut result = combine(kept, self.state)?;
        add(&mut result, self.alpha, self.alpha.abs(), self.start.row(row));
        let entries = self.graph.row(row).0.len();
        Ok(result.bound_by(error_bound(entries + 3), (entries + 3) as f64 * self.precision.lost))
    }
}
