//! Products within γ₍ₖ₊₁₎ Σ |a|·|b|.

use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::cpu::product::error_bound;
use attograph::backend::gpu::product::{Finish, multiply};

use super::device::{open, run};
use crate::fast::chance::{Chance, widened};

/// Shapes of which each invocation of the kernel computes four blocks, with all, a part and hardly any of the last tile.
const LARGE: [[usize; 3]; 3] = [[1408, 1536, 9], [2047, 1025, 17], [129, 16_321, 3]];

#[test]
fn products_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(11);
    for case in 0..1000 + LARGE.len() {
        let [m, n, k] = if case < 1000 { chance.lengths() } else { LARGE[case - 1000] };
        let (a, b, bias) = (chance.numbers(m * k, 1.0), chance.numbers(k * n, 1.0), chance.numbers(n, 1.0));
        let (biased, relu) = (chance.once_in(3), chance.once_in(3));
        let found = run(&gpu, |batch| {
            let left = batch.upload(Matrix::new("a", &a, m, k)?)?;
            let right = batch.upload(Matrix::new("b", &b, k, n)?)?;
            let bias = batch.upload(Matrix::new("bias", &bias, 1, n)?)?;
            multiply(batch, &left, &right, Finish { bias: biased.then_some(&bias), relu })
        })
        .expect("a product");
        let (a, b, bias, found) = (widened(&a), widened(&b), widened(&bias), widened(&found));
        for i in 0..m {
            for j in 0..n {
                let terms = || (0..k).map(|l| a[i * k + l] * b[l * n + j]);
                let added = if biased { bias[j] } else { 0.0 };
                let size = terms().map(f64::abs).sum::<f64>() + added.abs();
                let sum = terms().sum::<f64>() + added;
                let exact = if relu { sum.max(0.0) } else { sum };
                let error = (found[i * n + j] - exact).abs();
                assert!(error <= error_bound(k + 1) * size, "case {case}, [{m}, {k}, {n}] at [{i}, {j}]: {error}");
            }
        }
    }
}
