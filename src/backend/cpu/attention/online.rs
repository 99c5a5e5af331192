//! Attention of a few queries, key tile by key tile, with the softmax kept up to date on the way.
//!
//! ```text
//!                  queries (32, in panels of 8)
//!               ┌──┬──┬──┬──┐
//!  keys (64)    │ Sᵀ = K Qᵀ │      scores of one tile, in the first cache: a row for each key, a lane for each query
//!               └──┴──┴──┴──┘
//!                     ▼            Pᵀ = 2^(s − offset), in place; each lane adds up its own
//!               ┌──┬──┬──┬──┐
//!  columns      │ Oᵀ += Vᵀ Pᵀ│     the right factor is there already, as the tile wants it
//!               └──┴──┴──┴──┘
//! ```
//!
//! Everything is transposed, so that a query is a lane of a vector: its largest score and its sum need no step across lanes, and what the softmax leaves is
//! the packed right factor of the next product. Results are turned over once, when they are written.
//!
//! The offset of a query should be its largest score, so that no exponential is too large. It only has to be close: it is left where it is until a score
//! surpasses it by more than 8, by a factor of 256 that is, and only then is raised, and what was collected scaled down. After the first tile that is rare.
//!
//! Source: Milakov & Gimelshein 2018, *Online normalizer calculation for softmax*, algorithm 3; Dao et al. 2022, *FlashAttention*, algorithm 1.

use std::f32::consts::LOG2_E;
use std::ops::Range;

use crate::error::Result;

use super::keys::{BLOCK, Keys};
use super::pair_rule::PairRule;
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::dense::tile::{COLUMNS, ROWS, Target, multiply_tiles};
use crate::backend::cpu::exponential::{Exponential, power_of_two};
use crate::backend::cpu::groups::transpose_into;
use crate::backend::cpu::lanes::{Lanes, WIDTH};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// How many queries are taken together.
pub const QUERIES: usize = 32;

/// The state of up to [`QUERIES`] queries.
pub struct Online {
    panels: Vec<Panel>,
    /// How many queries there are.
    count: usize,
    first_query: usize,
    /// Rows of scores for the keys of a tile, then their exponentials.
    scores: Vec<f32>,
}

/// The state of eight queries, each of which is a lane.
struct Panel {
    /// Feature after feature.
    queries: Vec<f32>,
    /// What is taken off every score.
    offsets: [f32; COLUMNS],
    /// The largest score that leaves the offset where it is.
    limits: [f32; COLUMNS],
    /// Of the exponentials.
    sums: [f32; COLUMNS],
    /// Weighted values, column after column, not yet divided.
    collected: Vec<f32>,
}

impl Online {
    /// Allocates for queries to these keys.
    ///
    /// # Errors
    /// [`crate::error::Error::TooLarge`].
    pub fn new(keys: &Keys) -> Result<Online> {
        let panel = |_| {
            Ok(Panel {
                queries: filled("query", keys.depth(), COLUMNS, 0.0)?,
                offsets: [0.0; COLUMNS],
                limits: [0.0; COLUMNS],
                sums: [0.0; COLUMNS],
                collected: filled("output", keys.width().next_multiple_of(ROWS), COLUMNS, 0.0)?,
            })
        };
        let panels = (0..QUERIES / COLUMNS).map(panel).collect::<Result<_>>()?;
        Ok(Online { panels, count: 0, first_query: 0, scores: filled("scores", BLOCK, COLUMNS, 0.0)? })
    }

    /// Starts with up to [`QUERIES`] queries. `first` is the index of the first of them in a rule.
    pub fn start(&mut self, queries: Matrix, first: usize) {
        (self.count, self.first_query) = (queries.rows().min(QUERIES), first);
        for (panel, place) in self.panels.iter_mut().zip((0..self.count).step_by(COLUMNS)) {
            panel.start(queries.row_range(place..place + COLUMNS));
        }
    }

    /// Processes some of the keys.
    pub fn see(&mut self, keys: &Keys, range: Range<usize>, rule: &dyn PairRule) {
        let (end, band) = (range.end.min(keys.count()), rule.band());
        let mut first = range.start;
        while first < end {
            let tile = first..end.min((first / BLOCK + 1) * BLOCK);
            for (panel, place) in self.panels.iter_mut().zip((0..self.count).step_by(COLUMNS)) {
                let queries = self.first_query + place..self.first_query + self.count.min(place + COLUMNS);
                let seen = band.of(queries.start).start.max(tile.start)..band.of(queries.end - 1).end.min(tile.end);
                if !seen.is_empty() {
                    panel.see(keys, &seen, &queries, rule, &mut self.scores);
                }
            }
            first = tile.end;
        }
    }

    /// Writes what was collected, divided by the sums of the exponentials, and notes the logarithms of the sums of e^score, to base 2.
    ///
    /// A query that saw nothing gets zeros, and −∞ for a logarithm.
    pub fn finish(&mut self, target: &mut MatrixMut, logarithms: Option<&mut [f32]>) {
        for (panel, place) in self.panels.iter().zip((0..self.count).step_by(COLUMNS)) {
            panel.write(&mut target.row_range(place..self.count.min(place + COLUMNS)));
        }
        let lanes = self.panels.iter().flat_map(|panel| panel.sums.iter().zip(&panel.offsets));
        for (to, (sum, offset)) in logarithms.into_iter().flatten().zip(lanes) {
            *to = if *sum > 0.0 { offset + libm::log2f(*sum) } else { f32::NEG_INFINITY };
        }
    }
}

impl Panel {
    fn start(&mut self, queries: Matrix) {
        if queries.rows() < COLUMNS {
            self.queries.fill(0.0);
        }
        for half in [0, WIDTH] {
            transpose_into([0, 1, 2, 3].map(|i| queries.row(half + i)), half, COLUMNS, &mut self.queries);
        }
        self.offsets.fill(0.0);
        // Whatever is seen first raises the offset.
        self.limits.fill(f32::NEG_INFINITY);
        self.sums.fill(0.0);
        self.collected.fill(0.0);
    }

    /// Processes some keys of one block.
    fn see(
        &mut self,
        keys: &Keys,
        seen: &Range<usize>,
        queries: &Range<usize>,
        rule: &dyn PairRule,
        scores: &mut [f32],
    ) {
        // Scores are computed for whole groups of keys, and used only for those that are seen.
        let first = seen.start / ROWS * ROWS;
        let own = seen.start - first..seen.end - first;
        let target = Target { start: scores.as_mut_ptr(), stride: COLUMNS };
        let groups = own.end.div_ceil(ROWS);
        // SAFETY: keys and queries are `depth` features wide; a block's groups of keys end with it, and there are scores for all of its keys.
        unsafe { multiply_tiles(keys.from(first), groups, self.queries.as_ptr(), keys.depth(), target, false) };
        let mut factor = keys.scale() * LOG2_E;
        if rule.touches(queries, seen) {
            change(scores, factor, &own, |lane, row| {
                if queries.start + lane < queries.end {
                    rule.apply(queries.start + lane, seen.start, row);
                }
            });
            factor = 1.0;
        }
        let Some(scores) = scores.get_mut(own.start * COLUMNS..own.end * COLUMNS) else { return };
        self.raise(scores, factor, keys);
        self.weigh(scores, factor);
        let target = Target { start: self.collected.as_mut_ptr(), stride: COLUMNS };
        // SAFETY: values and weights are there for all that is seen, and room for as many columns as the values' groups have.
        unsafe {
            multiply_tiles(keys.values(seen), keys.width().div_ceil(ROWS), scores.as_ptr(), seen.len(), target, true);
        }
    }

    /// Raises the offsets of the queries that have a score above their limit, and scales down what they have collected.
    #[inline(never)]
    fn raise(&mut self, scores: &[f32], factor: f32, keys: &Keys) {
        let mut most = [Lanes::splat(f32::NEG_INFINITY); 2];
        for row in scores.as_chunks::<WIDTH>().0.as_chunks::<2>().0 {
            let [low, high] = row;
            let [most_low, most_high] = most;
            most = [most_low.or_larger(Lanes::from(low)), most_high.or_larger(Lanes::from(high))];
        }
        let most = most.map(|most| most.times(Lanes::splat(factor)));
        let limits = self.limits.as_chunks::<WIDTH>().0;
        if most.iter().zip(limits).any(|(most, limits)| most.any_above(Lanes::from(limits))) {
            let most = most.map(Lanes::numbers);
            for (lane, most) in most.as_flattened().iter().enumerate() {
                self.raise_lane(lane, *most, keys);
            }
        }
    }

    #[inline(never)]
    fn raise_lane(&mut self, lane: usize, most: f32, keys: &Keys) {
        let (Some(offset), Some(limit), Some(sum)) =
            (self.offsets.get_mut(lane), self.limits.get_mut(lane), self.sums.get_mut(lane))
        else {
            return;
        };
        if most > *limit {
            if *sum > 0.0 {
                let factor = power_of_two(*offset - most);
                *sum *= factor;
                self.collected.iter_mut().skip(lane).step_by(COLUMNS).for_each(|number| *number *= factor);
            }
            (*offset, *limit) = (most, most + keys.allowance());
        }
    }

    /// Turns scores into exponentials and adds them up.
    #[inline(never)]
    fn weigh(&mut self, scores: &mut [f32], factor: f32) {
        let (exponential, factor) = (Exponential::table(), Lanes::splat(factor));
        let (rows, _) = scores.as_chunks_mut::<WIDTH>();
        let halves = self.offsets.as_chunks::<WIDTH>().0.iter().zip(self.sums.as_chunks_mut::<WIDTH>().0);
        for (half, (offsets, sums)) in halves.enumerate() {
            let offsets = Lanes::ZERO.minus(Lanes::from(offsets));
            let mut total = Lanes::ZERO;
            for scores in rows.iter_mut().skip(half).step_by(COLUMNS / WIDTH) {
                let weights = exponential.of(Lanes::from(scores).times_plus(factor, offsets));
                total = total.plus(weights);
                weights.put(scores);
            }
            total.plus(Lanes::from(sums)).put(sums);
        }
    }

    /// Writes the results of the queries that the target has rows of.
    fn write(&self, target: &mut MatrixMut) {
        let factors = self.sums.map(|sum| if sum > 0.0 { 1.0 / sum } else { 0.0 });
        for (half, factors) in factors.as_chunks::<WIDTH>().0.iter().enumerate() {
            let mut rows = target.row_range(half * WIDTH..(half + 1) * WIDTH);
            for (group, columns) in self.collected.as_chunks::<{ ROWS * COLUMNS }>().0.iter().enumerate() {
                // SAFETY: a group has four columns of eight queries.
                let column = |i: usize| unsafe { Lanes::load(columns.as_ptr().add(i * COLUMNS + half * WIDTH)) };
                let four = [0, 1, 2, 3].map(|i| column(i).times(Lanes::from(factors)));
                rows.column_range(group * ROWS..(group + 1) * ROWS).put(Lanes::transpose(four));
            }
        }
    }
}

/// Has a rule change scores, which it sees as rows of a query each: those of the keys in `own`, multiplied by a factor.
#[inline(never)]
fn change(scores: &mut [f32], factor: f32, own: &Range<usize>, mut rule: impl FnMut(usize, &mut [f32])) {
    let mut rows = [[0.0; BLOCK]; COLUMNS];
    let factor = Lanes::splat(factor);
    // SAFETY: there are scores of eight queries for a block of keys, and rows of as many keys for eight queries.
    unsafe {
        let (scores, rows) = (scores.as_ptr(), rows.as_mut_ptr().cast::<f32>());
        for key in (0..own.end).step_by(WIDTH) {
            for half in [0, WIDTH] {
                let four = [0, 1, 2, 3].map(|i| Lanes::load(scores.add((key + i) * COLUMNS + half)).times(factor));
                for (lane, numbers) in Lanes::transpose(four).into_iter().enumerate() {
                    numbers.store(rows.add((half + lane) * BLOCK + key));
                }
            }
        }
    }
    for (lane, row) in rows.iter_mut().enumerate() {
        rule(lane, row.get_mut(own.clone()).unwrap_or_default());
    }
    // SAFETY: as above.
    unsafe {
        let (scores, rows) = (scores.as_mut_ptr(), rows.as_ptr().cast::<f32>());
        for key in (0..own.end).step_by(WIDTH) {
            for half in [0, WIDTH] {
                let four = [0, 1, 2, 3].map(|lane| Lanes::load(rows.add((half + lane) * BLOCK + key)));
                for (i, numbers) in Lanes::transpose(four).into_iter().enumerate() {
                    numbers.store(scores.add((key + i) * COLUMNS + half));
                }
            }
        }
    }
}
