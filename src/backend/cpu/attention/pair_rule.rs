//! Rules for the score of a query and a key before the softmax: masking and bias.

use std::f32::consts::LOG2_E;
use std::ops::Range;

use crate::backend::cpu::matrix::Matrix;

/// A rule for the scores of some queries and keys.
pub trait PairRule {
    /// Which keys a query may see at all, by where they stand.
    fn band(&self) -> Band {
        Band::FULL
    }

    /// Whether it changes anything among these queries and keys.
    fn touches(&self, queries: &Range<usize>, keys: &Range<usize>) -> bool;

    /// Changes the scaled scores of one query for the keys from `first` on, which are exponents of 2: what is added to a score, or put in its place, has to be
    /// multiplied by log₂ e. −∞ hides a key.
    fn apply(&self, query: usize, first: usize, scores: &mut [f32]);
}

/// Which keys a query sees by where they stand: key j when i − before ≤ j ≤ i + after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// How many positions before it.
    pub before: usize,
    /// How many positions after it.
    pub after: usize,
}

impl Band {
    /// Every key.
    pub const FULL: Band = Band { before: usize::MAX, after: usize::MAX };
    /// No key after the query's own position.
    pub const CAUSAL: Band = Band { before: usize::MAX, after: 0 };

    /// The keys that query i sees, before they are cut to those that exist.
    pub fn of(&self, query: usize) -> Range<usize> {
        query.saturating_sub(self.before)..query.saturating_add(self.after).saturating_add(1)
    }
}

/// Everything that full attention may be given.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// Which keys a query sees by where they stand.
    pub band: Band,
    /// [n, m], row by row: 0 hides a key.
    pub mask: Option<&'a [u8]>,
    /// [n, m]: added to the scaled scores.
    pub bias: Option<Matrix<'a>>,
    /// How many keys there are.
    pub keys: usize,
}

impl PairRule for Rules<'_> {
    fn band(&self) -> Band {
        self.band
    }

    fn touches(&self, queries: &Range<usize>, keys: &Range<usize>) -> bool {
        // Both ends of what a query sees grow with the query: all see what the last one sees first and the first one sees last.
        let last = queries.end.saturating_sub(1);
        let hides = self.band.of(last).start > keys.start || self.band.of(queries.start).end < keys.end;
        hides || self.mask.is_some() || self.bias.is_some()
    }

    fn apply(&self, query: usize, first: usize, scores: &mut [f32]) {
        if let Some(bias) = self.bias {
            let row = bias.row(query).get(first..).unwrap_or_default();
            scores.iter_mut().zip(row).for_each(|(score, bias)| *score += bias * LOG2_E);
        }
        if let Some(mask) = self.mask {
            let row = mask.get(query * self.keys + first..).unwrap_or_default();
            let hide = |(score, keeps): (&mut f32, &u8)| *score = if *keeps == 0 { f32::NEG_INFINITY } else { *score };
            scores.iter_mut().zip(row).for_each(hide);
        }
        hide_outside(self.band.of(query), first, scores);
    }
}

/// Hides the keys outside of a range from scores that are those of the keys from `first` on.
pub fn hide_outside(visible: Range<usize>, first: usize, scores: &mut [f32]) {
    let [before, end] = [visible.start, visible.end].map(|key| key.saturating_sub(first).min(scores.len()));
    scores.iter_mut().take(before).for_each(|score| *score = f32::NEG_INFINITY);
    scores.iter_mut().skip(end).for_each(|score| *score = f32::NEG_INFINITY);
}
