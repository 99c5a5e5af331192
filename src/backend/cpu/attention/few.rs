//! Attention of so few queries that laying keys and values out would take longer than reading them where they are: a decoder's newest token asks all before it.
//!
//! ```text
//! query ─► a score for each key ─► offset: the largest ─► 2^(s − offset), added up ─► values, four keys at a time
//! ```
//!
//! # Bound
//! That of [`super::tiled`]: the sums have as many terms, in another order, and the offset is the largest score, so that nothing is rescaled.

use std::f32::consts::LOG2_E;

use crate::error::Result;

use super::pair_rule::PairRule;
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::exponential::Exponential;
use crate::backend::cpu::lanes::{Lanes, WIDTH};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// How many queries are few.
pub const FEW: usize = 4;

/// How many keys are taken together.
const KEYS: usize = 4;

/// Computes attention of each query into `target`. `position` is where the first of them stands, as the rule counts them.
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | query | [n, d] |
/// | key | [m, d] |
/// | value | [m, v] |
/// | target | [n, v] |
///
/// # Errors
/// [`crate::error::Error::TooLarge`] for the scores of one query, which are kept.
///
/// # Complexity
/// n · m · (d + v) multiplications, for as many keys as the queries see.
pub fn attend_few(
    [query, key, value]: [Matrix; 3],
    position: usize,
    scale: f32,
    rule: &dyn PairRule,
    target: &mut MatrixMut,
) -> Result<()> {
    let mut kept = filled("scores", key.rows().next_multiple_of(KEYS), 1, 0.0)?;
    for row in 0..query.rows() {
        let place = position + row;
        let band = rule.band().of(place);
        let seen = band.start.min(key.rows())..band.end.min(key.rows());
        let keys = key.row_range(seen.clone());
        let scores = kept.get_mut(..seen.len().next_multiple_of(KEYS)).unwrap_or_default();
        score(query.row(row), keys, scale * LOG2_E, scores);
        let own = scores.get_mut(..seen.len()).unwrap_or_default();
        if rule.touches(&(place..place + 1), &seen) {
            rule.apply(place, seen.start, own);
        }
        let sum = weigh(scores, seen.len());
        let result = target.row(row);
        result.fill(0.0);
        if sum > 0.0 {
            collect(scores, value.row_range(seen), result);
            let factor = 1.0 / sum;
            result.iter_mut().for_each(|number| *number *= factor);
        }
    }
    Ok(())
}

/// Four rows from one on, the last one again where there are no more.
fn four<'a>(matrix: &Matrix<'a>, first: usize) -> [&'a [f32]; KEYS] {
    let last = matrix.rows().saturating_sub(1);
    [0, 1, 2, 3].map(|i| matrix.row((first + i).min(last)))
}

/// Writes the score of each key, multiplied by a factor.
#[inline(never)]
fn score(query: &[f32], keys: Matrix, factor: f32, scores: &mut [f32]) {
    let factor = Lanes::splat(factor);
    let (fours, rest) = query.as_chunks::<WIDTH>();
    for (group, to) in scores.as_chunks_mut::<KEYS>().0.iter_mut().enumerate() {
        let rows = four(&keys, group * KEYS);
        let [a, b, c, d] = rows.map(|row| row.as_chunks::<WIDTH>().0);
        let mut sums = [Lanes::ZERO; KEYS];
        for ((((query, a), b), c), d) in fours.iter().zip(a).zip(b).zip(c).zip(d) {
            let query = Lanes::from(query);
            let [sum_a, sum_b, sum_c, sum_d] = sums;
            sums = [
                Lanes::from(a).times_plus(query, sum_a),
                Lanes::from(b).times_plus(query, sum_b),
                Lanes::from(c).times_plus(query, sum_c),
                Lanes::from(d).times_plus(query, sum_d),
            ];
        }
        let [a, b, c, d] = Lanes::transpose(sums);
        let mut total = a.plus(b).plus(c.plus(d));
        for (i, number) in rest.iter().enumerate() {
            let column = rows.map(|row| row.get(fours.len() * WIDTH + i).copied().unwrap_or_default());
            total = Lanes::from(&column).times_plus(Lanes::splat(*number), total);
        }
        total.times(factor).put(to);
    }
}

/// Turns the first `count` scores into exponentials, less the largest, and what follows into zeros; returns their sum, 0 where nothing is seen.
#[inline(never)]
fn weigh(scores: &mut [f32], count: usize) -> f32 {
    scores.iter_mut().skip(count).for_each(|score| *score = f32::NEG_INFINITY);
    let (fours, _) = scores.as_chunks_mut::<WIDTH>();
    let most = fours.iter().fold(Lanes::splat(f32::NEG_INFINITY), |most, four| most.or_larger(Lanes::from(four)));
    let most = most.largest();
    if most == f32::NEG_INFINITY {
        return 0.0;
    }
    let (exponential, offset) = (Exponential::table(), Lanes::splat(most));
    let mut sum = Lanes::ZERO;
    for four in fours {
        let weights = exponential.of(Lanes::from(four).minus(offset));
        sum = sum.plus(weights);
        weights.put(four);
    }
    sum.sum()
}

/// Adds the values, multiplied by their weights, to a row.
#[inline(never)]
fn collect(weights: &[f32], values: Matrix, to: &mut [f32]) {
    for (group, weights) in weights.as_chunks::<KEYS>().0.iter().enumerate() {
        let rows = four(&values, group * KEYS);
        let [wa, wb, wc, wd] = weights.map(Lanes::splat);
        let [a, b, c, d] = rows.map(|row| row.as_chunks::<WIDTH>());
        let (fours, rest) = to.as_chunks_mut::<WIDTH>();
        for ((((to, a), b), c), d) in fours.iter_mut().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
            let sum = Lanes::from(a).times_plus(wa, Lanes::from(to));
            let sum = Lanes::from(c).times_plus(wc, Lanes::from(b).times_plus(wb, sum));
            Lanes::from(d).times_plus(wd, sum).put(to);
        }
        for (i, to) in rest.iter_mut().enumerate() {
            for (weight, (_, row)) in weights.iter().zip([a, b, c, d]) {
                *to += weight * row.get(i).copied().unwrap_or_default();
            }
        }
    }
}
