//! Matrix products against f64, within γ₍ₖ₊₁₎ Σ |a|·|b|.

use attograph::backend::cpu::matrix::{Matrix, MatrixMut};
use attograph::backend::cpu::panels::Panels;
use attograph::backend::cpu::product::{error_bound, multiply};

use super::chance::Chance;

/// Every number of so many products of random shapes lies within the bound.
pub fn products_stay_within_their_bound(shapes: usize) {
    let mut chance = Chance(1);
    for case in 0..shapes {
        let [m, n, k] = chance.lengths();
        // Now and then deeper than one block.
        let k = if chance.once_in(20) { 250 + chance.below(300) } else { k };
        let (a, b) = (chance.numbers(m * k, 1.0), chance.numbers(k * n, 1.0));
        let left = Matrix::new("a", &a, m, k).expect("a matrix");
        let turned = chance.once_in(2);
        let right = if turned { Matrix::new("b", &b, n, k) } else { Matrix::new("b", &b, k, n) }.expect("a matrix");
        let panels = if turned { Panels::of_transposed("b", right) } else { Panels::of("b", right) }.expect("panels");
        let mut found = vec![f32::NAN; m * n];
        let target = MatrixMut::new("c", &mut found, m, n).expect("a matrix");
        multiply(left, &panels, target, false).expect("a product");
        for i in 0..m {
            for j in 0..n {
                let factor = |l: usize| f64::from(if turned { b[j * k + l] } else { b[l * n + j] });
                let terms = || (0..k).map(|l| f64::from(a[i * k + l]) * factor(l));
                let (exact, size) = (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>());
                let error = (f64::from(found[i * n + j]) - exact).abs();
                assert!(error <= error_bound(k) * size, "case {case}, [{m}, {k}, {n}] at [{i}, {j}]: {error}");
            }
        }
    }
}
