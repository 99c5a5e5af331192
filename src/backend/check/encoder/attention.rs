//! Attention of queries, keys and values that are not exact; [`crate::backend::cpu::encoder`] derives the bound.

use super::inexact::Inexact;
use crate::backend::check::Precision;
use crate::backend::check::attention::{DROPPED, Seen, Size, error_bound, softmax};
use crate::backend::cpu::heads::Heads;
use crate::error::Result;

/// The features of one head of a row, and their errors.
fn head_of(inexact: &Inexact, row: usize, (head, width): (usize, usize)) -> impl Iterator<Item = (f64, f64)> {
    let (numbers, errors) = inexact.row(row);
    let part = head * width..(head + 1) * width;
    let numbers = numbers.get(part.clone()).unwrap_or_default().iter().copied();
    numbers.zip(errors.get(part).unwrap_or_default().iter().copied())
}

/// The largest errors and magnitudes of the scores of a query.
#[derive(Default)]
struct Reach {
    /// The largest error of a score from the errors of its operands.
    moved: f64,
    /// The largest scale · Σ |q|·|k| within the errors.
    products: f64,
    /// The largest |score|.
    score: f64,
}

/// Attention of every head of every sequence.
pub(super) fn attend([query, key, value]: [&Inexact; 3], options: &Heads, precision: &Precision) -> Result<Inexact> {
    let (heads, batch) = (options.heads.max(1), options.batch.max(1));
    let ((rows, width), (_, columns)) = (query.shape(), value.shape());
    let (n, d, v) = ((rows / batch).max(1), width / heads, columns / heads);
    let scale = 1.0 / (d as f64).sqrt();
    Inexact::build((rows, columns), |row, exact, error| {
        let (first, place) = (row / n * n, row % n);
        let visible = options.band.of(place).start.min(n)..options.band.of(place).end.min(n);
        let size = Size { depth: d, keys: visible.len(), tiles: visible.len() / precision.tile + 2 };
        for head in 0..heads {
            let (mut reach, mut seen) = (Reach::default(), Vec::new());
            for value in visible.clone().map(|key| first + key) {
                let (mut sum, mut moved, mut products) = (0.0, 0.0, 0.0);
                for ((q, e), (k, f)) in head_of(query, row, (head, d)).zip(head_of(key, value, (head, d))) {
                    sum += q * k * scale;
                    moved += (q.abs() * f + e * k.abs() + e * f) * scale;
                    products += (q.abs() + e) * (k.abs() + f) * scale;
                }
                reach.moved = reach.moved.max(moved);
                reach.products = reach.products.max(products);
                reach.score = reach.score.max(sum.abs());
                seen.push(Seen { value, score: sum });
            }
            softmax(&mut seen);
            let part = error_bound(precision, &size, reach.products, reach.score + reach.moved, 0.0);
            let more = libm::expm1(2.0 * reach.moved);
            let mut largest: f64 = 0.0;
            let range = head * v..(head + 1) * v;
            let (Some(exact), Some(error)) = (exact.get_mut(range.clone()), error.get_mut(range)) else { continue };
            for key in &seen {
                let values = head_of(value, key.value, (head, v));
                for ((exact, error), (number, off)) in exact.iter_mut().zip(error.iter_mut()).zip(values) {
                    *exact += key.score * number;
                    let reach = number.abs() + off;
                    *error += key.score * (more * number.abs() + (1.0 + more) * (off + part * reach));
                    largest = largest.max(reach);
                }
            }
            let lost = seen.len() as f64 * (DROPPED * largest + precision.lost);
            error.iter_mut().for_each(|error| *error += lost);
        }
        Ok(())
    })
}
