//! Matrix products against f64, within γ₍ₖ₊₁₎ Σ |a|·|b|.

use attograph::backend::check::{Precision, Product};
use attograph::backend::cpu::matrix::{Matrix, MatrixMut};
use attograph::backend::cpu::panels::Panels;
use attograph::backend::cpu::product::multiply;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::SHAPES;
use super::chance::Chance;
use super::held::{Held, ROUNDED};

#[test]
fn products_stay_within_their_bound() {
    let mut chance = Chance(1);
    for case in 0..SHAPES {
        let [m, n, k] = chance.lengths();
        // Now and then deeper than one block.
        let k = if chance.once_in(20) { 250 + chance.below(300) } else { k };
        // And sometimes with enough rows for packing.
        let (m, n) = if chance.once_in(20) { (250 + chance.below(150), n.min(20)) } else { (m, n) };
        let (a, b) = (chance.numbers(m * k, 1.0), chance.numbers(k * n, 1.0));
        let left = Matrix::new("a", &a, m, k).expect("a matrix");
        let turned = chance.once_in(2);
        let packed = if turned { Matrix::new("b", &b, n, k) } else { Matrix::new("b", &b, k, n) }.expect("a matrix");
        let panels = if turned { Panels::of_transposed("b", packed) } else { Panels::of("b", packed) };
        let panels = panels.expect("panels");
        let mut found = vec![f32::NAN; m * n];
        let target = MatrixMut::new("c", &mut found, m, n).expect("a matrix");
        multiply(left, &panels, target, false).expect("a product");
        let factor = |l: usize, j: usize| if turned { b[j * k + l] } else { b[l * n + j] };
        let straight: Vec<f32> = (0..k * n).map(|place| factor(place / n, place % n)).collect();
        let mut unpacked = vec![f32::NAN; k * n];
        panels.unpack(&mut unpacked);
        assert_eq!(unpacked, straight);
        let right = Matrix::new("b", &straight, k, n).expect("a matrix");
        let expected = Product { left, right, precision: Precision::CPU };
        let sum = |i: usize, j: usize| (0..k).map(|l| f64::from(a[i * k + l]) * f64::from(factor(l, j))).sum();
        let held = Held { found: &found, expected: &expected, oracle: &sum, apart: ROUNDED };
        held.assert(&format!("case {case}, [{m}, {k}, {n}]"));
    }
}
