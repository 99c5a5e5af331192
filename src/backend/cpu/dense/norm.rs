//! Layer norm, with the sum of a residual connection taken on the way: every row is brought to mean 0 and variance 1.
//!
//! ```text
//! x + r ─► − mean ─► / √(variance + ε) ─► · γ + β        one pass over a row that stays in the first cache
//! ```
//!
//! Source: Ba, Kiros & Hinton 2016, *Layer Normalization*, eq. (3) and (4).
//!
//! # Bound
//! Let u = 2⁻²⁴, M the largest |x| + |r| of the row, c its exact distances from the mean, σ = √(variance + ε). The sum of both inputs errs by uM and the
//! mean by γ₍d+2₎M, so that every distance errs by at most E = 3γ₍d+3₎M. The variance then errs by V = (2sE + E²)(1 + γ₍d+4₎) + γ₍d+4₎s² with s² the variance,
//! σ by the part q = V/(2σ²) + V²/(2σ⁴) + 4u, which must be below 1/2, and a result by
//!
//! |γ| · (E + |c| (2q + 4u)) (1 + 4u) / σ + 2u (|γ|·|c|/σ + |β|), see [`crate::backend::check::NormalizedRows`].

use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// The learned parameters, and the ε that prevents division by 0 for a row of equal numbers.
#[derive(Clone, Copy)]
pub struct Norm<'a> {
    /// \[d\]: what each feature is multiplied by; 1 without it.
    pub gamma: Option<&'a [f32]>,
    /// \[d\]: added to each feature; 0 if absent.
    pub beta: Option<&'a [f32]>,
    /// Added to the variance.
    pub epsilon: f32,
}

/// Normalizes every row of `x`, after adding the row of `residual` if there is one, into `target`. Rows that only one of them has are left out.
///
/// # Complexity
/// Four passes over each row; no memory.
pub fn normalize(x: Matrix, residual: Option<Matrix>, norm: &Norm, target: &mut MatrixMut) {
    let width = x.columns();
    for i in 0..x.rows().min(target.rows()) {
        let row = target.row(i);
        row.iter_mut().zip(x.row(i)).for_each(|(to, from)| *to = *from);
        if let Some(residual) = residual {
            row.iter_mut().zip(residual.row(i)).for_each(|(to, from)| *to += *from);
        }
        let mean = sum(row.iter().copied()) / width as f32;
        row.iter_mut().for_each(|number| *number -= mean);
        let variance = sum(row.iter().map(|number| number * number)) / width as f32;
        let factor = 1.0 / (variance + norm.epsilon).sqrt();
        row.iter_mut().for_each(|number| *number *= factor);
        if let Some(gamma) = norm.gamma {
            row.iter_mut().zip(gamma).for_each(|(number, gamma)| *number *= gamma);
        }
        if let Some(beta) = norm.beta {
            row.iter_mut().zip(beta).for_each(|(number, beta)| *number += beta);
        }
    }
}

/// A sum in four strands, which the compiler turns into one vector.
fn sum(numbers: impl Iterator<Item = f32>) -> f32 {
    let mut strands = [0.0; 4];
    for (place, number) in numbers.enumerate() {
        if let Some(strand) = strands.get_mut(place % 4) {
            *strand += number;
        }
    }
    let [a, b, c, d] = strands;
    (a + b) + (c + d)
}
