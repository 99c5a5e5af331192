//! Attention, whose bound [`crate::backend::cpu::tiled`] derives.

use super::product::combine;
use super::{Expected, Precision, Row};
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::heads::Heads;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::product;
use crate::error::Result;

/// The largest error of a weight from exponentials below the smallest that is kept, and from rounding near it.
pub(super) const DROPPED: f64 = 1.3e-38;

/// The sizes of the sums for a query.
pub(super) struct Size {
    /// d.
    pub depth: usize,
    /// How many keys are processed.
    pub keys: usize,
    /// In how many tiles.
    pub tiles: usize,
}

/// The largest difference that attention may have from the exact result, as a part of Σ w |v|.
///
/// `products` is scale · Σ |q|·|k|, `score` the largest |scaled score| of the query, `bias` the largest |bias|.
pub(super) fn error_bound(precision: &Precision, size: &Size, products: f64, score: f64, bias: f64) -> f64 {
    let Size { depth, keys, tiles } = *size;
    let delta = product::error_bound(depth + 3) * products
        + Precision::UNIT * (4.0 * score + 5.0 * bias)
        + depth as f64 * precision.lost;
    let softmax = precision.exponential + precision.quotient + 2.0 * Precision::UNIT;
    let eta = libm::expm1(2.0 * delta) + softmax + tiles as f64 * precision.rescaling + product::error_bound(keys);
    2.0 * (1.0 + eta) * eta
}

/// A key that a query sees, with its score.
pub(super) struct Seen {
    /// The row of its values.
    pub value: usize,
    /// The score, then the weight.
    pub score: f64,
}

/// Replaces scores by weights that add up to 1, and returns ln Σ e^score.
pub(super) fn softmax(seen: &mut [Seen]) -> f64 {
    let largest = seen.iter().fold(f64::NEG_INFINITY, |most, key| most.max(key.score));
    let mut sum = 0.0;
    for key in seen.iter_mut() {
        key.score = libm::exp(key.score - largest);
        sum += key.score;
    }
    seen.iter_mut().for_each(|key| key.score /= sum);
    largest + libm::log(sum)
}

/// Σ w v, with `part` of Σ w |v| as the bound.
pub(super) fn weigh(seen: &[Seen], values: Matrix, part: f64, precision: &Precision) -> Result<Row> {
    let row = combine(seen.iter().map(|key| (key.value, key.score)), values)?;
    let largest = seen.iter().flat_map(|key| values.row(key.value)).fold(0.0, |most: f32, value| most.max(value.abs()));
    Ok(row.bound_by(part, seen.len() as f64 * (DROPPED * f64::from(largest) + precision.lost)))
}

/// Attention of one query to some keys. `bias` has a number for each key; without any it is 0.
pub(super) fn attend(
    query: &[f32],
    (key, value): (Matrix, Matrix),
    (scale, bias): (f64, &[f32]),
    keys: &mut dyn Iterator<Item = usize>,
    size: &Size,
    precision: &Precision,
) -> Result<Row> {
    let (mut products, mut score, mut largest_bias): (f64, f64, f64) = (0.0, 0.0, 0.0);
    let mut seen = Vec::new();
    for place in keys {
        let (mut sum, mut size) = (0.0, 0.0);
        for (a, b) in query.iter().zip(key.row(place)) {
            let product = f64::from(*a) * f64::from(*b);
            sum += product;
            size += product.abs();
        }
        let bias = bias.get(place).map_or(0.0, |bias| f64::from(*bias));
        products = products.max(size * scale);
        score = score.max((sum * scale).abs());
        largest_bias = largest_bias.max(bias.abs());
        seen.push(Seen { value: place, score: sum * scale + bias });
    }
    softmax(&mut seen);
    let part = error_bound(precision, size, products, score, largest_bias);
    weigh(&seen, value, part, precision)
}

/// Attention of several heads and sequences, as [`crate::backend::cpu::heads`] lays them out.
pub struct Attention<'a> {
    /// [batch · n, heads · d].
    pub query: Matrix<'a>,
    /// [batch · m, heads · d].
    pub key: Matrix<'a>,
    /// [batch · m, heads · v].
    pub value: Matrix<'a>,
    /// Heads, sequences, visible keys, mask, bias and scale.
    pub options: Heads<'a>,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for Attention<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.query.rows(), self.value.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let Heads { heads, batch, band, mask, bias, scale } = self.options;
        let (heads, batch) = (heads.max(1), batch.max(1));
        let (n, m) = ((self.query.rows() / batch).max(1), self.key.rows() / batch);
        let (d, v) = (self.query.columns() / heads, self.value.columns() / heads);
        let (sequence, query) = (row / n, row % n);
        let places = query * m..(query + 1) * m;
        let mask = mask.and_then(|mask| mask.get(places.clone()));
        let bias = bias.and_then(|bias| bias.get(places)).unwrap_or_default();
        let scale = scale.map_or(1.0 / (d as f64).sqrt(), f64::from);
        let visible = band.of(query).start.min(m)..band.of(query).end.min(m);
        let size = Size { depth: d, keys: visible.len(), tiles: visible.len() / self.precision.tile + 2 };
        let kept = |key: &usize| mask.and_then(|mask| mask.get(*key)).is_none_or(|keeps| *keeps != 0);
        let rows = sequence * m..(sequence + 1) * m;
        let (key, value) = (self.key.row_range(rows.clone()), self.value.row_range(rows));
        let mut result = Row::zeros(0)?;
        for head in 0..heads {
            let features = head * d..(head + 1) * d;
            let query = self.query.row(row).get(features.clone()).unwrap_or_default();
            let parts = (key.column_range(features), value.column_range(head * v..(head + 1) * v));
            let mut keys = visible.clone().filter(kept);
            let Row { exact, bound } = attend(query, parts, (scale, bias), &mut keys, &size, &self.precision)?;
            result.exact.extend(exact);
            result.bound.extend(bound);
        }
        Ok(result)
    }
}

/// Attention along lists of blocks, as [`crate::backend::cpu::listed`] computes it.
pub struct ListedAttention<'a> {
    /// [n, d].
    pub query: Matrix<'a>,
    /// [m, d].
    pub key: Matrix<'a>,
    /// [m, v].
    pub value: Matrix<'a>,
    /// How many queries, or keys, a block has.
    pub length: usize,
    /// For each block of queries the blocks of keys.
    pub lists: &'a Compressed,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for ListedAttention<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.query.rows(), self.value.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let (length, m) = (self.length.max(1), self.key.rows());
        let (blocks, _) = self.lists.row(row / length);
        let mut keys = blocks.iter().flat_map(|block| {
            let start = (*block as usize).saturating_mul(length);
            start.min(m)..start.saturating_add(length).min(m)
        });
        let query = self.query.row(row);
        let scale = 1.0 / (query.len() as f64).sqrt();
        let keys_of_block = length.min(m);
        let tiles = blocks.len().saturating_mul(keys_of_block / self.precision.tile + 2);
        let size = Size { depth: query.len(), keys: blocks.len().saturating_mul(keys_of_block), tiles };
        attend(query, (self.key, self.value), (scale, &[]), &mut keys, &size, &self.precision)
    }
}
