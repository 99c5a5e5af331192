//! Attention of a few queries, key tile by key tile, with the softmax kept up to date on the way.
//!
//! ```text
//!            keys (64 at a time)
//!  queries  ┌───────┐┌───────┐        scores of one tile, in the first cache
//!  (32)     │ S ─► P││ S ─► P│ …      P = e^(s − largest so far)
//!           └───┬───┘└───┬───┘
//!               ▼        ▼
//!           O ← O·c + P V             c = e^(old largest − new largest), where the largest grew; else nothing is rescaled
//! ```
//!
//! Source: Milakov & Gimelshein 2018, *Online normalizer calculation for softmax*, algorithm 3; Dao et al. 2022, *FlashAttention*, algorithm 1.

use std::ops::Range;

use crate::error::Result;

use super::keys::Keys;
use super::pair_rule::PairRule;
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::dense::tile::{COLUMNS, Left, ROWS, Target, multiply_tiles};
use crate::backend::cpu::exponential::{Exponential, exponential_of};
use crate::backend::cpu::groups::Groups;
use crate::backend::cpu::lanes::{Lanes, WIDTH};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// How many queries are taken together.
pub const QUERIES: usize = 32;
/// How many keys are taken together.
pub const KEYS: usize = 64;

/// The state of up to [`QUERIES`] queries.
pub struct Online {
    queries: Groups,
    count: usize,
    first_query: usize,
    /// Rows of scores.
    scores: Vec<f32>,
    /// Groups of four rows of exponentials, key after key.
    weights: Vec<f32>,
    largest: [f32; QUERIES],
    sums: [f32; QUERIES],
    /// Rows of weighted values, not yet divided, a multiple of eight wide.
    collected: Vec<f32>,
    width: usize,
    is_first: bool,
}

impl Online {
    /// Allocates for queries to these keys.
    ///
    /// # Errors
    /// [`crate::error::Error::TooLarge`].
    pub fn new(keys: &Keys) -> Result<Online> {
        let width = keys.width().next_multiple_of(COLUMNS);
        Ok(Online {
            queries: Groups::with_room("query", QUERIES, keys.depth())?,
            count: 0,
            first_query: 0,
            scores: filled("scores", QUERIES, KEYS, 0.0)?,
            weights: filled("weights", QUERIES, KEYS, 0.0)?,
            largest: [0.0; QUERIES],
            sums: [0.0; QUERIES],
            collected: filled("output", QUERIES, width, 0.0)?,
            width,
            is_first: true,
        })
    }

    /// Starts with up to [`QUERIES`] queries. `first` is the index of the first of them in a rule.
    pub fn start(&mut self, queries: Matrix, first: usize) {
        let queries = queries.row_range(0..QUERIES);
        self.queries.pack(queries);
        (self.count, self.first_query) = (queries.rows(), first);
        self.largest.fill(f32::NEG_INFINITY);
        self.sums.fill(0.0);
        self.is_first = true;
    }

    /// Processes some of the keys, from a multiple of [`COLUMNS`] on.
    pub fn see(&mut self, keys: &Keys, range: Range<usize>, rule: &dyn PairRule) {
        let end = range.end.min(keys.count());
        let mut first = range.start / COLUMNS * COLUMNS;
        while first < end {
            // A tile ends where a block of values may end.
            let seen = first..end.min((first / KEYS + 1) * KEYS);
            self.score(keys, &seen);
            let touched = rule.touches(&(self.first_query..self.first_query + self.count), &seen);
            for row in (0..self.count).step_by(ROWS) {
                self.update_softmax(row, &seen, keys.scale(), touched.then_some(rule));
            }
            self.collect(keys, &seen);
            self.is_first = false;
            first = seen.end;
        }
    }

    /// Computes the scores of a key tile.
    fn score(&mut self, keys: &Keys, seen: &Range<usize>) {
        if keys.depth() == 0 {
            self.scores.fill(0.0);
        }
        let (scores, groups) = (self.scores.as_mut_ptr(), self.count.div_ceil(ROWS));
        for column in (0..seen.len()).step_by(COLUMNS) {
            let mut depth = 0;
            while depth < keys.depth() {
                let (block, panel) = keys.panel(depth, seen.start + column);
                let left = Left::groups(self.queries.group(0, depth), ROWS * keys.depth());
                // SAFETY: panel and groups are `block` deep; the scores have room for all of a tile.
                unsafe {
                    let to = Target { start: scores.add(column), stride: KEYS };
                    multiply_tiles(left, groups, panel, block, to, depth > 0);
                }
                depth += block;
            }
        }
    }

    /// Turns a group of rows of scores into exponentials and adds them up; rescales what was collected where the largest score grew.
    #[inline(never)]
    fn update_softmax(&mut self, row: usize, seen: &Range<usize>, scale: f32, rule: Option<&dyn PairRule>) {
        let offsets = [0, 1, 2, 3].map(|i| self.raise(row + i, seen, scale, rule));
        let scale = Lanes::splat(if rule.is_some() { 1.0 } else { scale });
        let exponential = Exponential::table();
        let mut totals = [Lanes::ZERO; ROWS];
        let (from, to) = (self.scores.as_ptr(), self.weights.as_mut_ptr());
        for key in (0..seen.len()).step_by(WIDTH) {
            // SAFETY: `row` begins a group of rows with KEYS places each, in scores as in weights, and KEYS is a multiple of the width.
            unsafe {
                let place = from.add(row * KEYS + key);
                let weights = [0, 1, 2, 3].map(|i| Lanes::load(place.add(i * KEYS)));
                let [a, b, c, d] = weights;
                let [e, f, g, h] = offsets;
                let weights = [
                    exponential.of(a.times_plus(scale, e)),
                    exponential.of(b.times_plus(scale, f)),
                    exponential.of(c.times_plus(scale, g)),
                    exponential.of(d.times_plus(scale, h)),
                ];
                for (total, weight) in totals.iter_mut().zip(weights) {
                    *total = total.plus(weight);
                }
                for (i, column) in Lanes::transpose(weights).into_iter().enumerate() {
                    column.store(to.add(row * KEYS + (key + i) * ROWS));
                }
            }
        }
        for (sum, total) in self.sums.iter_mut().skip(row).zip(totals) {
            *sum += total.sum();
        }
    }

    /// Applies the rule to a row of scores, finds the largest, and rescales what was collected if it grew. Answers what to add to every scaled score so
    /// that the largest ever becomes 0.
    fn raise(&mut self, row: usize, seen: &Range<usize>, scale: f32, rule: Option<&dyn PairRule>) -> Lanes {
        let (Some(scores), Some(largest), Some(sum)) =
            (self.scores.get_mut(row * KEYS..(row + 1) * KEYS), self.largest.get_mut(row), self.sums.get_mut(row))
        else {
            return Lanes::ZERO;
        };
        // The panels reach a few keys further; their scores must not count.
        scores.iter_mut().skip(seen.len()).take(WIDTH - 1).for_each(|score| *score = f32::NEG_INFINITY);
        let mut scale = scale;
        if let (Some(rule), Some(scores)) = (rule, scores.get_mut(..seen.len())) {
            scores.iter_mut().for_each(|score| *score *= scale);
            if row < self.count {
                rule.apply(self.first_query + row, seen.start, scores);
            }
            scale = 1.0;
        }
        let mut most = Lanes::splat(f32::NEG_INFINITY);
        for key in (0..seen.len()).step_by(WIDTH) {
            // SAFETY: a row has KEYS places, a multiple of the width.
            most = most.or_larger(unsafe { Lanes::load(scores.as_ptr().add(key)) });
        }
        let highest = most.largest() * scale;
        if highest > *largest {
            if *sum > 0.0 {
                let factor = exponential_of(*largest - highest);
                *sum *= factor;
                let collected = self.collected.chunks_exact_mut(self.width.max(1)).nth(row).unwrap_or_default();
                collected.iter_mut().for_each(|number| *number *= factor);
            }
            *largest = highest;
        }
        // A row that has seen nothing has only scores of −∞, whatever is added.
        if *largest == f32::NEG_INFINITY { Lanes::ZERO } else { Lanes::splat(-*largest) }
    }

    /// Adds the values of a key tile, weighted.
    fn collect(&mut self, keys: &Keys, seen: &Range<usize>) {
        let (weights, collected) = (self.weights.as_ptr(), self.collected.as_mut_ptr());
        for column in (0..self.width).step_by(COLUMNS) {
            let values = keys.values(seen.start, column);
            // SAFETY: weights and collected numbers have room for QUERIES rows, a multiple of a tile's; there is a row of values for each of the keys in
            // `seen`, which lie within one block.
            unsafe {
                let to = Target { start: collected.add(column), stride: self.width };
                let left = Left::groups(weights, ROWS * KEYS);
                multiply_tiles(left, self.count.div_ceil(ROWS), values, seen.len(), to, !self.is_first);
            }
        }
    }

    /// Writes what was collected, divided by the sums of the exponentials, and notes the logarithms of the sums of e^score.
    ///
    /// A query that saw nothing gets zeros, and −∞ for a logarithm.
    pub fn finish(&mut self, target: &mut MatrixMut, logarithms: Option<&mut [f32]>) {
        let rows = self.collected.chunks_exact(self.width.max(1)).zip(&self.sums).take(self.count);
        for (row, (collected, sum)) in rows.enumerate() {
            let factor = if *sum > 0.0 { 1.0 / sum } else { 0.0 };
            let to = target.row(row).iter_mut();
            to.zip(collected).for_each(|(to, from)| *to = if factor > 0.0 { from * factor } else { 0.0 });
        }
        for (to, (sum, largest)) in logarithms.into_iter().flatten().zip(self.sums.iter().zip(&self.largest)) {
            *to = if *sum > 0.0 { largest + libm::logf(*sum) } else { f32::NEG_INFINITY };
        }
    }
}
