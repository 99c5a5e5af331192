//! The order of tokens by hash, compared with buckets in f64.
//!
//! Where two directions are equal up to rounding, a token may be in the bucket of either: the check is that some choice among such buckets gives the
//! order that was found.

use crate::backend::check::product::combine;
use crate::backend::check::{Precision, sampled};
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::lsh::Lsh;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::product::error_bound;
use crate::error::Result;

/// Whether every round of every head has each token once, and tokens that follow each other in it stand in the order of their buckets, those of one bucket in
/// their own; in each round `rows` pairs of them are compared. `order` is the result of [`crate::backend::cpu::lsh::sorted_places`].
///
/// # Errors
/// [`crate::error::Error::TooLarge`].
pub fn check_order(
    query_key: Matrix,
    rotations: Matrix,
    order: &[u32],
    options: &Lsh,
    precision: &Precision,
    rows: usize,
) -> Result<bool> {
    let (n, heads) = (query_key.rows(), options.heads.max(1));
    let k = query_key.columns() / heads;
    let rounds = order.len().checked_div(n * heads).unwrap_or_default();
    for (number, places) in order.chunks(n.max(1)).enumerate() {
        let (head, round) = (number / rounds.max(1), number % rounds.max(1));
        if !has_each_once(places, round, n)? {
            return Ok(false);
        }
        let query = query_key.column_range(head * k..(head + 1) * k);
        let first = (head * options.rounds + round) * k;
        let rotation = rotations.row_range(first..first + k);
        let token_at = |place: usize| places.get(place).map_or(0, |place| *place as usize % n.max(1));
        for place in sampled(n.saturating_sub(1), rows) {
            let (before, after) = (token_at(place), token_at(place + 1));
            let [lower, upper] = [before, after].map(|token| buckets(query.row(token), rotation, options, precision));
            let (lower, upper) = (lower?, upper?);
            let is_same = lower == upper && lower.0 == lower.1;
            if lower.0 > upper.1 || (is_same && before > after) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn has_each_once(places: &[u32], round: usize, n: usize) -> Result<bool> {
    let mut seen = filled("check", n, 1, false)?;
    for place in places {
        match (*place as usize).checked_sub(round * n).and_then(|token| seen.get_mut(token)) {
            Some(seen) if !*seen => *seen = true,
            _ => return Ok(false),
        }
    }
    Ok(seen.iter().all(|seen| *seen))
}

/// The lowest and the highest bucket that a token may be in.
fn buckets(query: &[f32], rotation: Matrix, options: &Lsh, precision: &Precision) -> Result<(u64, u64)> {
    let depth = query.len();
    let rotated = combine(query.iter().map(|number| f64::from(*number)).enumerate(), rotation)?
        .bound_by(error_bound(depth), depth as f64 * precision.lost);
    let (mut lowest, mut highest, mut stride, mut start) = (0, 0, 1, 0);
    for factor in options.factors {
        let half = *factor as usize / 2;
        let along = || rotated.exact.iter().zip(&rotated.bound).skip(start).take(half);
        // A direction, then its opposite.
        let reach = || along().map(|(x, bound)| (*x, *bound)).chain(along().map(|(x, bound)| (-x, *bound))).enumerate();
        let least = reach().fold(f64::NEG_INFINITY, |most, (_, (x, bound))| most.max(x - bound));
        let mut possible = reach().filter(|(_, (x, bound))| x + bound >= least).map(|(direction, _)| direction as u64);
        let first = possible.next().unwrap_or_default();
        lowest += stride * first;
        highest += stride * possible.last().unwrap_or(first);
        (stride, start) = (stride * u64::from(*factor), start + half);
    }
    Ok((lowest, highest))
}
