//! Graph attention, whose bound [`crate::backend::cpu::gat`] derives.

use super::attention::{DROPPED, Seen, softmax};
use super::product::combine;
use super::{Expected, Precision, Row};
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::gat::Parameters;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::product;
use crate::error::Result;
use crate::op::{LEAKY_RELU, Settings};

/// The largest difference of a result from the exact one, as a part of Σ w P; `reach` is Σ |a_s| P_u + Σ |a_t| P_v at its largest, `score` the largest |e|.
fn error_bound(
    precision: &Precision,
    (features, width, neighbors): (usize, usize, usize),
    reach: f64,
    score: f64,
) -> f64 {
    let unit = Precision::UNIT;
    let delta = product::error_bound(features + width + 3) * reach + 8.0 * unit * score;
    let softmax = precision.exponential + precision.quotient + 4.0 * unit;
    let eta = libm::expm1(2.0 * delta) + softmax + product::error_bound(neighbors);
    2.0 * (1.0 + eta) * eta + 2.0 * product::error_bound(features)
}

/// Graph attention of several heads side by side.
pub struct GraphAttention<'a> {
    /// Row v lists the sources of the messages to node v.
    pub neighbors: &'a Compressed,
    /// [nodes, f].
    pub x: Matrix<'a>,
    /// The learned parameters.
    pub parameters: Parameters<'a>,
    /// The engine's.
    pub precision: Precision,
}

impl GraphAttention<'_> {
    /// The transformed features of a node, H_u, and the sums of magnitudes that bound their rounding, P_u.
    fn transformed(&self, node: usize) -> Result<Row> {
        let terms = self.x.row(node).iter().map(|number| f64::from(*number)).enumerate();
        combine(terms, self.parameters.projection)
    }
}

/// Σ a H and Σ |a| P over the features of a head.
fn spoken(vector: &[f32], start: usize, node: &Row) -> (f64, f64) {
    let (mut sum, mut reach) = (0.0, 0.0);
    for (weight, (exact, size)) in vector.iter().zip(node.exact.iter().zip(&node.bound).skip(start)) {
        let weight = f64::from(*weight);
        sum += weight * exact;
        reach += weight.abs() * size;
    }
    (sum, reach)
}

impl Expected for GraphAttention<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.neighbors.rows(), self.parameters.projection.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let Parameters { source, target, negative_slope, .. } = self.parameters;
        let (heads, k) = (source.rows(), source.columns());
        let sources = self.neighbors.row(row).0;
        let own = self.transformed(row)?;
        let nodes = sources.iter().map(|node| self.transformed(*node as usize)).collect::<Result<Vec<Row>>>()?;
        let mut result = Row::zeros(self.parameters.projection.columns())?;
        for head in 0..heads {
            let (listens, own_reach) = spoken(target.row(head), head * k, &own);
            let (mut reach, mut largest): (f64, f64) = (0.0, 0.0);
            let mut seen = Vec::new();
            for (value, node) in nodes.iter().enumerate() {
                let (says, its_reach) = spoken(source.row(head), head * k, node);
                let sum = listens + says;
                let score = LEAKY_RELU.apply(&[sum, f64::from(negative_slope)], &Settings::default());
                reach = reach.max(own_reach + its_reach);
                largest = largest.max(score.abs());
                seen.push(Seen { value, score });
            }
            softmax(&mut seen);
            let part = error_bound(&self.precision, (self.x.columns(), k, sources.len()), reach, largest);
            for (node, Seen { score: weight, .. }) in nodes.iter().zip(&seen) {
                let numbers = node.exact.iter().zip(&node.bound).skip(head * k);
                let to = result.exact.iter_mut().zip(&mut result.bound).skip(head * k).take(k);
                for ((exact, bound), (number, size)) in to.zip(numbers) {
                    *exact += weight * number;
                    *bound += (part * weight + DROPPED) * size + self.precision.lost;
                }
            }
        }
        Ok(result)
    }
}
