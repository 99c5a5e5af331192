//! Attention without a table of scores: softmax(Q Kᵀ · scale + bias, where seen) V.
//!
//! ```text
//! query tile (32 rows) ─► each key tile that it sees (64 keys) ─► output rows
//! ```
//!
//! Memory beside inputs and output: keys and values once more, packed, and a few rows. A causal run does half the work, a window of w keys n · w of it.
//!
//! # Bound
//! Let u = 2⁻²⁴, γₙ = nu/(1 − nu), s the exact scaled scores of a query, w its exact weights. Scores are exponents of 2: scaled by log₂ e as well, relative to
//! which all is counted here. A computed score less the offset differs by at most
//!
//! δ = γ₍d+4₎ · scale · Σ |q|·|k| + 4u · max |s| + 5u · max |bias|,
//!
//! where the first term holds the sum over d (see [`crate::backend::cpu::product`]) and the rounding of the scale, of log₂ e and of their product. A scaled
//! score rounds by u, with a bias once more; the bias by 2u as it is scaled by log₂ e; and as an offset is a score that was seen, taking it off rounds by
//! 2u · (max |s| + max |bias|). Whatever the offset, it is the same for all weights, or they are rescaled alike. An exponential errs by at most 4u of itself. So
//! each weight before the division is e^(±2δ)(1 ± 4u) of what it should be, times an exponential and a rounding (5u) for each rescaling, of which there are
//! at most one for each of the m/64 + 2 tiles; weights below 2⁻¹²⁶ of the offset's, and so of the sum, are dropped, at most m · 1.2e-38 together. Sum and
//! collected values add m products (γ₍m+1₎ each), and the division rounds twice. With η = e^(2δ) − 1 + (4 + 5(m/64 + 2) + 4)u + γ₍m+1₎,
//!
//! |computed − exact| ≤ 2(1 + η) η · Σ w |v|,
//!
//! which [`crate::backend::check::Attention`] computes, for m the keys within a query's band. No weight is larger than 2⁸, or than 1 where the values are too
//! large for that, so that no sum leaves f32.

use crate::error::{Error, Result};

use super::keys::Keys;
use super::online::{Online, QUERIES};
use super::pair_rule::PairRule;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// Checks that no score can leave f32, whatever the order of the sum: d · max |q| · max |k| stays below half of its largest number.
///
/// # Errors
/// [`Error::OutOfRange`], also for inputs that are not finite.
pub fn check_range(query: Matrix, key: Matrix, value: Matrix) -> Result<()> {
    let beyond = |size: &dyn Fn(&Matrix) -> f64| {
        let product = size(&query) * size(&key) * query.columns().max(1) as f64;
        let total = size(&value) * value.rows().max(1) as f64;
        let fits = |value: f64| !value.is_nan() && value <= f64::from(f32::MAX) / 2.0;
        [("query", product), ("value", total)].into_iter().find(|(_, value)| !fits(*value))
    };
    // What is known may be larger than what is there, which takes as long to look through as a query to compute.
    if beyond(&|matrix| matrix.bound()).is_none() {
        return Ok(());
    }
    let Some((input, value)) = beyond(&|matrix| matrix.magnitude().into()) else { return Ok(()) };
    let expected = "small enough that every sum fits into f32".into();
    Err(Error::OutOfRange { input: input.into(), index: Vec::new(), value, expected }.into())
}

/// Computes attention of all queries into `target`. `position` is where the first of them stands, as the rule counts them.
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | query | [n, d] |
/// | keys | keys [m, d], values [m, v] |
/// | target | [n, v] |
/// | logarithms | \[n\]: log₂ Σ e^score of each query |
///
/// The queries are as wide as the keys, or [`crate::error::Error::ShapeMismatch`].
///
/// # Complexity
/// n · m · (d + v) multiplications, for as many keys as the queries see. Extra memory: 32 rows of queries, scores and results.
pub fn attend(
    query: Matrix,
    position: usize,
    keys: &Keys,
    rule: &dyn PairRule,
    target: &mut MatrixMut,
    mut logarithms: Option<&mut [f32]>,
) -> Result<()> {
    let (mut online, band) = (Online::new(keys)?, rule.band());
    if query.columns() != keys.depth() {
        let (expected, found) = (query.columns(), keys.depth());
        let (input, because) = ("key".into(), "`query`".into());
        return Err(Error::ShapeMismatch { input, axis: 1, expected, found, because }.into());
    }
    for first in (0..query.rows()).step_by(QUERIES) {
        let tile = query.row_range(first..first + QUERIES);
        let rows = first..first + tile.rows();
        online.start(tile, position + rows.start);
        online.see(keys, band.of(position + rows.start).start..band.of(position + rows.end - 1).end, rule);
        let logarithms = logarithms.as_deref_mut().and_then(|all| all.get_mut(rows));
        online.finish(&mut target.row_range(first..first + QUERIES), logarithms);
    }
    Ok(())
}
