//! Eigenvalues and eigenvectors of a symmetric matrix as rules, computed by nalgebra.
//!
//! ```text
//! L [n, n] ─► λ₀ ≤ λ₁ ≤ … ≤ λ₍ₙ₋₁₎       L uₖ = λₖ uₖ, uₖ of length 1 and at right angles to all others
//! ```
//!
//! Each cell depends on the whole matrix, so each reads all of it and needs the whole decomposition.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

use nalgebra::{DMatrix, SymmetricEigen};

use crate::op::{Fill, Obstacle, Reads, Rule, SourceCell};
use crate::rules::order::order;
use crate::tensor::Tensor;

/// Eigenvalues in ascending order, and for each its eigenvector.
type Spectrum = Vec<(f64, Vec<f64>)>;

thread_local! {
    /// The matrix that was decomposed last, and its decomposition. Cells are taken apart one after another, and each would need the same
    /// decomposition again. It depends on the matrix alone, so keeping it changes no number.
    static LAST: RefCell<(Vec<f64>, Rc<Spectrum>)> = RefCell::new((Vec::new(), Rc::new(Vec::new())));
}

/// The decomposition of a symmetric matrix, as [`decompose`] gives it.
fn spectrum(matrix: &[f64], size: usize) -> Rc<Spectrum> {
    LAST.with_borrow_mut(|(known, result)| {
        let same = known.len() == matrix.len() && known.iter().zip(matrix).all(|(a, b)| a.to_bits() == b.to_bits());
        if !same {
            *result = Rc::new(decompose(matrix, size));
            *known = matrix.to_vec();
        }
        Rc::clone(result)
    })
}

/// Decomposes a symmetric matrix given row by row. NaN throughout when it holds anything that is not finite, or when the iteration does not end.
fn decompose(matrix: &[f64], size: usize) -> Spectrum {
    let undefined = || vec![(f64::NAN, vec![f64::NAN; size]); size];
    if size == 0 || !matrix.iter().all(|number| number.is_finite()) {
        return undefined();
    }
    let matrix = DMatrix::from_row_slice(size, size, matrix);
    // Two or three iterations for each eigenvalue are usual; the bound only ensures that the loop ends.
    let Some(eigen) = SymmetricEigen::try_new(matrix, f64::EPSILON, 100 * size + 100) else { return undefined() };
    let values = eigen.eigenvalues.as_slice();
    let places = order(size, &|left, right| match (values.get(left), values.get(right)) {
        (Some(left), Some(right)) => left.total_cmp(right),
        _ => Ordering::Equal,
    });
    let pair = |place: usize| Some((*values.get(place)?, eigen.eigenvectors.column(place).iter().copied().collect()));
    places.into_iter().filter_map(pair).collect()
}

fn all_of(operand: usize, tensor: &Tensor) -> impl Iterator<Item = SourceCell> {
    (0..tensor.data().len()).map(move |offset| SourceCell { operand, offset })
}

/// All eigenvalues, ascending.
pub(super) static EIGENVALUES: Rule = Rule {
    name: "eigenvalues",
    template: "λ({*})",
    work: |_, shape| shape.iter().map(|&size| 9 * (size as u64).pow(3)).sum(),
    fill: Fill::AtOnce(|operands, shape| {
        let (Some(matrix), Some(&size)) = (operands.first(), shape.first()) else { return Vec::new() };
        spectrum(matrix.data(), size).iter().map(|(value, _)| *value).collect()
    }),
    reads: Reads::Cells(|operands, _, _| operands.iter().take(1).flat_map(|matrix| all_of(0, matrix)).collect()),
    value: |values, shape, index| match (shape, index) {
        ([size], [number]) => spectrum(values, *size).get(*number).map_or(f64::NAN, |(value, _)| *value),
        _ => f64::NAN,
    },
    ..Rule::underived(Obstacle::Spectrum)
};

/// Eigenvectors as columns, in the order of their eigenvalues, from the number that the second operand names; zeros where there are no more.
pub(super) static EIGENVECTORS: Rule = Rule {
    name: "eigenvectors",
    template: "u({*})",
    fill: Fill::AtOnce(|operands, shape| {
        let ([matrix, first], [size, width]) = (operands, shape) else { return Vec::new() };
        let first = first.data().first().copied().unwrap_or_default() as usize;
        let spectrum = spectrum(matrix.data(), *size);
        let mut cells = Vec::with_capacity(size * width);
        for row in 0..*size {
            cells.extend((0..*width).map(|column| entry(&spectrum, row, first + column)));
        }
        cells
    }),
    reads: Reads::All,
    value: |values, shape, index| match (values, shape, index) {
        ([matrix @ .., first], [size, _], [row, column]) => {
            entry(&spectrum(matrix, *size), *row, *first as usize + column)
        }
        _ => f64::NAN,
    },
    ..Rule::underived(Obstacle::Spectrum)
};

fn entry(spectrum: &Spectrum, row: usize, number: usize) -> f64 {
    spectrum.get(number).map_or(0.0, |(_, vector)| vector.get(row).copied().unwrap_or(f64::NAN))
}

/// For each column 1 or −1, so that the first of its largest entries becomes positive. Entries that differ by less than a billionth count as equally
/// large, so that rounding does not choose between them.
pub(super) static SIGNS: Rule = Rule {
    name: "sign-of-largest",
    template: "sign({*})",
    fill: Fill::AtOnce(|operands, shape| {
        let (Some(vectors), Some(&width)) = (operands.first(), shape.first()) else { return Vec::new() };
        (0..width).map(|column| sign(vectors.data().iter().skip(column).step_by(width))).collect()
    }),
    reads: Reads::Cells(|operands, shape, index| {
        let (Some(vectors), Some(&width), Some(&column)) = (operands.first(), shape.first(), index.first()) else {
            return Vec::new();
        };
        all_of(0, vectors).skip(column).step_by(width).collect()
    }),
    value: |values, _, _| sign(values.iter()),
    ..Rule::constant(Obstacle::Comparison)
};

fn sign<'a>(column: impl Iterator<Item = &'a f64> + Clone) -> f64 {
    let largest = column.clone().fold(0.0, |largest: f64, entry| largest.max(entry.abs()));
    let mut largest_ones = column.filter(|entry| entry.abs() >= largest * (1.0 - 1e-9));
    if largest_ones.next().is_some_and(|entry| *entry < 0.0) { -1.0 } else { 1.0 }
}
