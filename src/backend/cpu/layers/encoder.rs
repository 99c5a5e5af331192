//! An encoder layer, put together from the kernels: attention of several heads, then the feed-forward layer, each with residual and layer norm.
//!
//! ```text
//! norm after   X ─► attention ─► + X, norm ─► feed-forward ─► + , norm
//! norm before  X ─► norm ─► attention ─► + X ─► norm ─► feed-forward ─► +
//! ```
//!
//! Residual and norm are one pass where the norm comes after.
//!
//! # Bound
//! Each kernel is given what another has computed. So every number a comes with a bound e of how far the computed â may be off, and each kernel turns both
//! into those of its result: what its function makes of e, and what its module's bound allows at worst for any input within e. X is exact. With u = 2⁻²⁴:
//!
//! - **Product and bias**, s = Σ a·w + b: Σ e|w| + γ₍k+1₎ Σ (|a| + e)|w|, and u(|s| + that) for the bias. ReLU makes no error larger.
//! - **Sum** of a and b: e + f + u(|a + b| + e + f).
//! - **Attention**. The operands move a score by at most P = max over the keys of scale · Σ (|q|f + e|k| + ef), so that a weight w becomes w·e^(±2P).
//!   With η the part of [`crate::backend::cpu::tiled`] for operands of |q| + e and |k| + f and scores up to max |s| + P, and g the errors of the values:
//!   (e^2P − 1) Σ w|v| + e^2P Σ w g + η e^2P Σ w(|v| + g).
//! - **Layer norm** of z = x + r, of width d. With m = |x| + |r| + e for the errors e of both together, the sum of both rounds by um, their mean errs by mean(e)
//!   and γ₍d+3₎ mean(m), and taking it off rounds by u(1 + γ₍d+3₎)(m + mean(m)). So a distance c from the mean errs by at most
//!   D = e + mean(e) + 3um + γ₍d+5₎ mean(m). With s² the variance and D₂² the mean of D², by Cauchy and Schwarz the variance is moved by at most
//!   V = 2sD₂ + D₂² + γ₍d+4₎(s + D₂)², and σ = √(s² + ε) by the part q = V/2σ² + V²/2σ⁴ + 4u. While q < 1/2, 1/(1 − q) ≤ 1 + 2q, and c/σ is moved by
//!   at most T = (D(1 + 2q) + 2q|c|)/σ. Neither c/σ nor what is computed for it can be larger than √d, but for rounding: T ≤ 2.1√d in any case. The result
//!   errs by |γ|(T + 4u(|c|/σ + T)) + 2u|β|.
//!
//! To each come k · 2⁻¹⁴⁹ for products below the normal numbers. [`crate::backend::check::Encoded`] computes this beside the exact numbers.
//!
//! Source: Vaswani et al. 2017, section 3.1; Xiong et al. 2020 for the norm before.

use crate::error::Result;

use super::feed_forward::{Linear, feed_forward};
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::heads::{Heads, attend_heads};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::norm::{Norm, normalize};

/// The learned parameters.
pub struct EncoderLayer<'a> {
    /// Queries, keys, values and the output of attention.
    pub attention: [Linear<'a>; 4],
    /// The two layers of the feed-forward.
    pub feed_forward: [Linear<'a>; 2],
    /// After or before attention, after or before the feed-forward.
    pub norms: [Norm<'a>; 2],
    /// Whether the norms come before.
    pub norm_first: bool,
}

/// Runs the layer on every sequence of `x`, [batch · n, d], into `output` of the same shape.
///
/// # Errors
/// Those of [`Linear::apply`] and [`attend_heads`].
///
/// # Complexity
/// That of its parts. Memory: queries, keys, values and the attention's output, [batch · n, d] each.
pub fn encode(x: Matrix, layer: &EncoderLayer, options: &Heads, output: &mut [f32]) -> Result<()> {
    let (n, d) = (x.rows(), x.columns());
    let [query, key, value, out] = &layer.attention;
    let [first_norm, second_norm] = &layer.norms;
    let buffer = |columns: usize| filled("encoder", n, columns, 0.0);
    let mut state = buffer(d)?;
    if layer.norm_first {
        normalize(x, None, first_norm, &mut MatrixMut::new("state", &mut state, n, d)?);
    } else {
        MatrixMut::new("state", &mut state, n, d)?.copy(x);
    }
    let apply = |linear: &Linear, from: &[f32], width: usize| -> Result<Vec<f32>> {
        let columns = linear.weights.columns();
        let mut result = buffer(columns)?;
        linear.apply(Matrix::new("x", from, n, width)?, &mut MatrixMut::new("output", &mut result, n, columns)?)?;
        Ok(result)
    };
    let (q, k, v) = (apply(query, &state, d)?, apply(key, &state, d)?, apply(value, &state, d)?);
    let width = value.weights.columns();
    let mut heard = buffer(width)?;
    let [q, k, v] = [(&q, query), (&k, key), (&v, value)].map(|(numbers, linear)| (numbers, linear.weights.columns()));
    attend_heads(
        Matrix::new("query", q.0, n, q.1)?,
        Matrix::new("key", k.0, n, k.1)?,
        Matrix::new("value", v.0, n, v.1)?,
        options,
        &mut heard,
    )?;
    let heard = apply(out, &heard, width)?;
    let heard = Matrix::new("attention", &heard, n, d)?;
    let mut target = MatrixMut::new("output", output, n, d)?;
    let [first, second] = &layer.feed_forward;
    // `middle` is what the residual of the feed-forward adds, `state` what goes into it.
    let mut middle = buffer(d)?;
    let mut between = MatrixMut::new("middle", &mut middle, n, d)?;
    if layer.norm_first {
        between.copy(x);
        between.add(heard);
        normalize(between.read(), None, second_norm, &mut MatrixMut::new("state", &mut state, n, d)?);
        feed_forward(Matrix::new("state", &state, n, d)?, first, second, &mut target)?;
        target.add(between.read());
    } else {
        normalize(x, Some(heard), first_norm, &mut between);
        feed_forward(between.read(), first, second, &mut MatrixMut::new("state", &mut state, n, d)?)?;
        normalize(between.read(), Some(Matrix::new("state", &state, n, d)?), second_norm, &mut target);
    }
    Ok(())
}
