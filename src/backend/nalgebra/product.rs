//! Contractions of two operands as batches of matrix products.
//!
//! ```text
//! letters in             role         `hik · hjk → hij`
//! result, left           rows         i
//! result, right          columns      j
//! left, right            depth        k
//! result, left, right    batch        h
//! ```
//!
//! Neighboring letters of one role are joined into one axis. Of each role the longest axis becomes that of the matrices; those left over are looped over,
//! with what a product for each position adds where it is a depth. Matrices are views of the operands, by their strides: nothing is copied or transposed
//! here.

use nalgebra::{DMatrixView, DMatrixViewMut};

use crate::op::Plan;

use super::super::odometer::Odometer;

/// nalgebra's product uses blocked kernels only for matrices that are longer than this in every direction.
const SMALL: usize = 5;

/// An axis of a contraction: its length, and the strides of the result and the operands.
#[derive(Clone, Copy)]
struct Axis {
    size: usize,
    result: usize,
    left: usize,
    right: usize,
}

/// The axes of one role, slowest first.
#[derive(Default)]
struct Role(Vec<Axis>);

impl Role {
    /// Adds a faster axis, joined with the last where both are one.
    fn push(&mut self, axis: Axis) {
        match self.0.last_mut() {
            Some(last)
                if last.result == axis.size * axis.result
                    && last.left == axis.size * axis.left
                    && last.right == axis.size * axis.right =>
            {
                *last = Axis { size: last.size * axis.size, ..axis };
            }
            _ => self.0.push(axis),
        }
    }

    /// Takes the longest axis out.
    fn take_longest(&mut self) -> Option<Axis> {
        let longest = self.0.iter().enumerate().max_by_key(|(_, axis)| axis.size)?.0;
        Some(self.0.remove(longest))
    }
}

/// A batch of matrix products.
struct Products {
    rows: Axis,
    columns: Axis,
    depth: Axis,
    /// Where another product begins.
    batch: Vec<Axis>,
    /// What is summed beyond one product.
    deeper: Vec<Axis>,
}

impl Products {
    /// Reads a contraction as products; `None` where it is not made of matrices that are large enough.
    fn read(plan: &Plan) -> Option<Products> {
        let (mut rows, mut columns, mut depth, mut batch) = <(Role, Role, Role, Role)>::default();
        let mut step = plan.shape().iter().product::<usize>();
        let strides = |of: fn(&Plan, usize) -> &[usize]| of(plan, 0).iter().copied().zip(of(plan, 1).iter().copied());
        for (&size, (left, right)) in plan.outer_sizes().iter().zip(strides(Plan::outer_strides)) {
            step = step.checked_div(size)?;
            let role = match (left, right) {
                _ if size == 1 => continue,
                (1.., 0) => &mut rows,
                (0, 1..) => &mut columns,
                _ => &mut batch,
            };
            role.push(Axis { size, result: step, left, right });
        }
        for (&size, (left, right)) in plan.swept_sizes().iter().zip(strides(Plan::swept_strides)) {
            match (left, right) {
                _ if size == 1 => continue,
                (1.., 1..) => depth.push(Axis { size, result: 0, left, right }),
                // A letter of one operand alone is summed before it is multiplied, or not by a product.
                _ => return None,
            }
        }
        let products = Products {
            rows: rows.take_longest()?,
            columns: columns.take_longest()?,
            depth: depth.take_longest()?,
            batch: batch.0.into_iter().chain(rows.0).chain(columns.0).collect(),
            deeper: depth.0,
        };
        let large = [products.rows, products.columns, products.depth].iter().all(|axis| axis.size > SMALL);
        large.then_some(products)
    }

    /// result ← left · right + kept · result, for the matrices that begin here.
    fn add(&self, result: &mut [f64], left: &[f64], right: &[f64], kept: f64) {
        let Products { rows, columns, depth, .. } = self;
        let left = DMatrixView::from_slice_with_strides(left, rows.size, depth.size, rows.left, depth.left);
        let right = DMatrixView::from_slice_with_strides(right, depth.size, columns.size, depth.right, columns.right);
        DMatrixViewMut::from_slice_with_strides_mut(result, rows.size, columns.size, rows.result, columns.result)
            .gemm(1.0, &left, &right, kept);
    }

    /// How many terms a cell sums.
    fn terms(&self) -> usize {
        self.deeper.iter().fold(self.depth.size, |terms, axis| terms * axis.size)
    }
}

/// Σ left · right over the swept letters, where that is a batch of matrix products whose sums overflow in no order.
pub(super) fn multiply(plan: &Plan, left: &[f64], right: &[f64]) -> Option<Vec<f64>> {
    let products = Products::read(plan)?;
    // In another order a sum may overflow that did not, or infinities meet that did not.
    let bound = products.terms() as f64 * largest(left) * largest(right);
    if bound.is_nan() || bound > f64::MAX / 2.0 {
        return None;
    }
    let mut result = vec![0.0; plan.shape().iter().product()];
    let (batch, deeper) = (Loop::new(&products.batch), Loop::new(&products.deeper));
    let (mut starts, mut parts) = (batch.odometer(), deeper.odometer());
    for _ in 0..starts.count() {
        parts.start(starts.places.iter().copied());
        for part in 0..parts.count() {
            let &[to, from_left, from_right] = parts.places.as_slice() else { return None };
            let kept = if part == 0 { 0.0 } else { 1.0 };
            products.add(result.get_mut(to..)?, left.get(from_left..)?, right.get(from_right..)?, kept);
            parts.advance();
        }
        starts.advance();
    }
    Some(result)
}

/// Axes to loop over, as an odometer takes them.
struct Loop {
    sizes: Vec<usize>,
    strides: [Vec<usize>; 3],
}

impl Loop {
    fn new(axes: &[Axis]) -> Loop {
        let all = |stride: fn(&Axis) -> usize| axes.iter().map(stride).collect();
        Loop {
            sizes: all(|axis| axis.size),
            strides: [all(|axis| axis.result), all(|axis| axis.left), all(|axis| axis.right)],
        }
    }

    /// Counts the places in the result, the left and the right operand.
    fn odometer(&self) -> Odometer<'_> {
        Odometer::new(&self.sizes, self.strides.iter().map(Vec::as_slice).collect())
    }
}

/// The largest magnitude; NaN if any number is.
fn largest(numbers: &[f64]) -> f64 {
    // As an integer, a magnitude's bits are in the order of the magnitudes, NaN last; and maxima of integers are computed several at once.
    let magnitudes = numbers.iter().map(|number| (number.to_bits() & !(1 << 63)) as i64);
    f64::from_bits(magnitudes.fold(0, i64::max) as u64)
}
