//! Buckets of vectors by direction, and the order that they put them in.
//!
//! ```text
//! rotated row x R, one part a factor:   [ 0.3 −1.2 | 0.7 0.1 0.2 ]      4 · 6 buckets
//! largest of ± each:                      3 (−1.2)   0 (0.7)            bucket 3 + 4 · 0
//! ```
//!
//! With one factor the hash of a token costs as many products as there are buckets; with two factors of about equal size, as many as twice their root.
//! Otherwise hashing would itself be quadratic, as longer sequences need more buckets.
//!
//! Source: Kitaev et al. 2020, *Reformer*, section 2; factors as in its published code.

use crate::error::{Error, Result};

use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::compressed::order;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::panels::Panels;
use crate::backend::cpu::product::multiply;

/// Finds the bucket of every row of `x`. `rotation` has a column for every two buckets of a factor, the factors side by side.
///
/// # Errors
/// [`Error::ShapeMismatch`] unless x is as wide as the rotation is high and the factors' halves add up to its columns, [`Error::NotDivisible`] for an odd
/// factor, [`Error::TooLarge`].
pub fn buckets(x: Matrix, rotation: Matrix, factors: &[u32]) -> Result<Vec<u32>> {
    let mut halves = 0;
    for &factor in factors {
        if factor == 0 || factor % 2 == 1 {
            let (input, because) = ("nBuckets".into(), "each direction and its opposite".into());
            return Err(Error::NotDivisible { input, size: factor as usize, divisor: 2, because }.into());
        }
        halves += factor as usize / 2;
    }
    let expectations =
        [(0, rotation.rows(), x.columns(), "`wQueryKey`"), (1, rotation.columns(), halves, "half of `nBuckets`")];
    for (axis, found, expected, because) in expectations {
        if found != expected {
            let (input, because) = ("rotations".into(), because.into());
            return Err(Error::ShapeMismatch { input, axis, expected, found, because }.into());
        }
    }
    let mut rotated = filled("rotated", x.rows(), halves, 0.0)?;
    multiply(
        x,
        &Panels::of("rotations", rotation)?,
        MatrixMut::new("rotated", &mut rotated, x.rows(), halves)?,
        false,
    )?;
    let mut result = filled("buckets", x.rows(), 1, 0)?;
    for (row, to) in rotated.chunks_exact(halves.max(1)).zip(&mut result) {
        let (mut rest, mut stride) = (row, 1);
        for &factor in factors {
            let (own, behind) = rest.split_at_checked(factor as usize / 2).unwrap_or_default();
            *to += stride * direction(own);
            (rest, stride) = (behind, stride * factor);
        }
    }
    Ok(result)
}

/// The place of the largest of the numbers and their negations, counted through both; of equals the first.
fn direction(along: &[f32]) -> u32 {
    let (mut largest, mut smallest) = ((0, f32::NEG_INFINITY), (0, f32::INFINITY));
    for (place, &number) in along.iter().enumerate() {
        largest = if number > largest.1 { (place, number) } else { largest };
        smallest = if number < smallest.1 { (place, number) } else { smallest };
    }
    let opposite = along.len() + smallest.0;
    (if largest.1 >= -smallest.1 { largest.0 } else { opposite }) as u32
}

/// The rows in the order of their buckets, those of one bucket in their own order.
///
/// # Errors
/// [`Error::TooLarge`].
pub fn order_of(buckets: &[u32]) -> Result<Vec<u32>> {
    let count = buckets.iter().max().map_or(0, |most| *most as usize + 1);
    let bucket_of = |row: usize| buckets.get(row).map_or(0, |bucket| *bucket as usize);
    order("buckets", count, buckets.len(), 0..buckets.len(), bucket_of)
}

#[cfg(test)]
mod tests {
    use super::{Matrix, buckets, direction, order_of};

    #[test]
    fn a_direction_and_its_opposite_are_two_buckets() {
        assert_eq!([[2.0, 1.0], [0.0, 3.0], [-2.0, 1.0], [0.0, -3.0]].map(|row| direction(&row)), [0, 1, 2, 3]);
        assert_eq!(direction(&[1.0, 1.0]), 0);
        assert_eq!(direction(&[1.0, -1.0]), 0);
        assert_eq!(direction(&[0.0, 0.0]), 0);
    }

    #[test]
    fn factors_count_like_digits() {
        let x = Matrix::new("x", &[0.3, -1.2, 0.7, 0.1, 0.2], 1, 5).unwrap();
        let identity: Vec<f32> = (0..25).map(|place| if place % 6 == 0 { 1.0 } else { 0.0 }).collect();
        let rotation = Matrix::new("r", &identity, 5, 5).unwrap();
        assert_eq!(buckets(x, rotation, &[4, 6]).unwrap(), [3]);
        assert_eq!(buckets(x, rotation, &[6, 4]).unwrap(), [4 + 6]);
        assert_eq!(buckets(x, rotation, &[10]).unwrap(), [6]);
        assert_eq!(buckets(x, rotation, &[5, 5]).unwrap_err().code(), "not-divisible");
        assert_eq!(buckets(x, rotation, &[4]).unwrap_err().code(), "shape-mismatch");
    }

    #[test]
    fn rows_of_one_bucket_keep_their_order() {
        assert_eq!(order_of(&[2, 0, 2, 1, 0]).unwrap(), [1, 4, 3, 0, 2]);
        assert!(order_of(&[]).unwrap().is_empty());
    }
}
