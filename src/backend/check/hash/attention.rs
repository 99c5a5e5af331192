//! LSH attention, whose bound [`crate::backend::cpu::lsh`] derives. Which tokens share a chunk is taken over from the
//! kernel; [`super::check_order`] checks it.

use crate::backend::check::attention::{self, Seen, Size, softmax, weigh};
use crate::backend::check::{Expected, Precision, Row};
use crate::backend::cpu::lsh::Lsh;
use crate::backend::cpu::matrix::Matrix;
use crate::error::Result;

/// The largest difference of a result from the exact one of the same order, as a part of Σ w |v| over rounds and keys.
///
/// `longest` is the length of the query. A key has length 1 at most, so that by Cauchy and Schwarz neither a score nor the sum of its terms is larger.
fn error_bound(precision: &Precision, width: usize, chunk_length: usize, longest: f64) -> f64 {
    let unit = Precision::UNIT;
    let keys = 2 * chunk_length;
    let size = Size { depth: 2 * width + 9, keys, tiles: keys / precision.tile + 4 };
    let round = attention::error_bound(precision, &size, longest, longest, 0.0);
    let logit = round + 4.0 * unit * (longest + libm::log(keys as f64)) + precision.logarithm;
    let merged = 2.0 * (precision.exponential + precision.quotient) + 4.0 * unit;
    2.0 * (libm::expm1(2.0 * logit) + round + merged)
}

/// LSH attention of several heads side by side.
pub struct HashAttention<'a> {
    /// Queries, which are also the keys, [n, heads · k].
    pub query_key: Matrix<'a>,
    /// [n, heads · k].
    pub value: Matrix<'a>,
    /// The sorted places of every head: round · n + token, as the kernel returned them.
    pub order: &'a [u32],
    /// The options of the kernel.
    pub options: Lsh<'a>,
    /// The engine's.
    pub precision: Precision,
}

/// The length of a token's vector in f64, and what its numbers are multiplied by to make it a key.
fn measured(row: &[f32], epsilon: f32) -> (f64, f64) {
    let square: f64 = row.iter().map(|number| f64::from(*number) * f64::from(*number)).sum();
    let width = row.len() as f64;
    (square.sqrt(), 1.0 / ((square / width + f64::from(epsilon)).sqrt() * width.sqrt()))
}

impl HashAttention<'_> {
    /// Attention of a token within the chunk of one of its sorted places, and the logit of that round.
    fn round(&self, places: &[u32], place: usize, length: usize, query: Matrix) -> (Vec<Seen>, f64) {
        let tokens = query.rows().max(1);
        let token_at = |place: usize| places.get(place).map_or(0, |token| *token as usize % tokens);
        let (chunk, chunks, own) = (place / length, places.len() / length, token_at(place));
        let before = if chunk > 0 { chunk } else { chunks }.saturating_sub(1);
        let mut seen = Vec::new();
        for chunk in [before, chunk].into_iter().skip(usize::from(chunks == 1)) {
            for token in (chunk * length..(chunk + 1) * length).map(token_at) {
                let Lsh { causal, self_score, future_score, epsilon, .. } = self.options;
                let (_, scale) = measured(query.row(token), epsilon);
                let products = query.row(own).iter().zip(query.row(token));
                let sum: f64 = products.map(|(a, b)| f64::from(*a) * (f64::from(*b) * scale)).sum();
                let score = match token {
                    _ if token == own => f64::from(self_score),
                    _ if causal && token > own => f64::from(future_score),
                    _ => sum,
                };
                seen.push(Seen { value: token, score });
            }
        }
        let logit = softmax(&mut seen);
        (seen, logit)
    }
}

impl Expected for HashAttention<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.query_key.rows(), self.query_key.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let heads = self.options.heads.max(1);
        let (n, k) = (self.query_key.rows(), self.query_key.columns() / heads);
        let length = self.options.chunk_length.min(n).max(1);
        let mut result = Row::zeros(0)?;
        for head in 0..heads {
            let query = self.query_key.column_range(head * k..(head + 1) * k);
            let value = self.value.column_range(head * k..(head + 1) * k);
            let each = self.order.len() / heads;
            let places = self.order.get(head * each..(head + 1) * each).unwrap_or_default();
            let own = places.iter().enumerate().filter(|(_, token)| **token as usize % n.max(1) == row);
            let rounds: Vec<_> = own.map(|(place, _)| self.round(places, place, length, query)).collect();
            let mut logits: Vec<Seen> =
                rounds.iter().enumerate().map(|(value, (_, score))| Seen { value, score: *score }).collect();
            softmax(&mut logits);
            let mut seen = Vec::new();
            for ((keys, _), round) in rounds.into_iter().zip(&logits) {
                seen.extend(keys.into_iter().map(|Seen { value, score }| Seen { value, score: score * round.score }));
            }
            let (longest, _) = measured(query.row(row), self.options.epsilon);
            let part = error_bound(&self.precision, k, length, longest);
            let Row { exact, bound } = weigh(&seen, value, part, &self.precision)?;
            result.exact.extend(exact);
            result.bound.extend(bound);
        }
        Ok(result)
    }
}
