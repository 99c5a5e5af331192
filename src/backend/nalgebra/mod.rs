//! The backend for everything that nobody watches: f64, with the matrix products of [nalgebra](https://nalgebra.rs).
//!
//! | operation | computed by | differs from the [`Reference`] |
//! |---|---|---|
//! | contraction of two operands, matrices longer than 5 in every direction | nalgebra's product of strided views | at most by rounding, see below |
//! | any other contraction of two operands, or of one | sums in index order, several cells at once | not at all |
//! | maps of one or two operands, products of three without a sum, reductions | loops over rows | not at all |
//! | everything else | the reference | not at all |
//!
//! # How much a product may differ
//!
//! A cell that sums K products is off by at most γ Σ |a b| with γ = K u/(1 − K u), u = 2⁻⁵³, whatever the order of the sum and whether or not
//! multiplications and additions are fused (Higham 2002, *Accuracy and Stability of Numerical Algorithms*, section 3.1), and by K · 2⁻¹⁰⁷⁴ where products
//! underflow. So two orders differ by at most twice that.
//!
//! Operands that hold NaN or infinities, or such large numbers that a sum could overflow, go to the reference: whether a result is finite, and which one is
//! not, never depends on the backend.
//!
//! # The same bits
//!
//! One engine file computes the same bits on every machine. In WebAssembly nalgebra's product sums up to 256 terms in index order and without fused
//! multiplications, so that there all sums of at most 256 terms have the bits of the reference. A native build chooses its instructions when it runs, and
//! fuses where the processor can: two processors may differ by rounding.
//!
//! A step that decides by comparing (the largest of several numbers, an order) may decide otherwise where two numbers are as close as that.

mod axes;
mod cells;
mod product;
mod sums;

use crate::op::{Function, Plan, Reduction, Settings};

use super::{Backend, Reference};

/// f64 with nalgebra's products; see the module's documentation for how it differs from the [`Reference`].
///
/// # Example
/// ```
/// use attograph::backend::{Nalgebra, Reference};
/// use attograph::catalog::{Arguments, evaluate};
/// use attograph::tensor::Tensor;
/// let x = Tensor::new(vec![12, 8], (0..96).map(|number| f64::from(number % 7)).collect())?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
/// let output = |backend| evaluate("scaled-dot-product-attention", &inputs, backend).map(|found| found.outputs["output"].clone());
/// let (fast, exact) = (output(&Nalgebra)?, output(&Reference)?);
/// assert!(fast.data().iter().zip(exact.data()).all(|(fast, exact)| (fast - exact).abs() <= 1e-12 * 6.0));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Nalgebra;

impl Backend for Nalgebra {
    fn contract(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        match operands {
            [data] => sums::reduce(plan, Reduction::Sum, data),
            [left, right] => {
                product::multiply(plan, left, right).unwrap_or_else(|| sums::sum_products(plan, left, right))
            }
            [first, second, third] if plan.swept_sizes().is_empty() => {
                cells::multiply_three(plan, [first, second, third])
            }
            _ => Reference.contract(plan, operands),
        }
    }

    fn map(&self, plan: &Plan, function: &Function, operands: &[&[f64]], settings: &Settings) -> Vec<f64> {
        match operands {
            [data] => cells::map_one(plan, function, data, settings),
            [left, right] => cells::map_two(plan, function, left, right, settings),
            _ => Reference.map(plan, function, operands, settings),
        }
    }

    fn reduce(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64> {
        match operands {
            [data] => sums::reduce(plan, reduction, data),
            _ => Reference.reduce(plan, reduction, operands),
        }
    }

    fn gather(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        Reference.gather(plan, operands)
    }

    fn scatter(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64> {
        Reference.scatter(plan, reduction, operands)
    }
}
