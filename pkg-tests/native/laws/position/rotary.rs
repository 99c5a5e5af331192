//! Rotary position embedding.

use attograph::catalog::{Arguments, trace};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::assert_lawful;
use crate::support::draws::numbers as normal;
use crate::support::rows::dot;

const ID: &str = "rotary-encoding";
const PAIRS: [&str; 2] = ["adjacent", "halves"];

fn inputs(x: &Tensor, start: usize, pairs: &str) -> Arguments {
    Arguments::new().with("x", x.clone()).with("start", start as f64).with("pairs", pairs)
}

fn rotated(x: &Tensor, start: usize, pairs: &str) -> Vec<f64> {
    trace(ID, &inputs(x, start, pairs)).expect("a trace").outputs["rotated"].data().to_vec()
}

/// Eq. (34) of the paper: every number times its cosine, plus its fellow times plus or minus the sine.
fn oracle(x: &Tensor, start: usize, halves: bool, base: f64) -> Vec<f64> {
    let (n, d) = (x.shape()[0], x.shape()[1]);
    let mut result = vec![0.0; n * d];
    for p in 0..n {
        for i in 0..d / 2 {
            let angle = (start + p) as f64 * base.powf(-2.0 * i as f64 / d as f64);
            let (first, second) = if halves { (i, i + d / 2) } else { (2 * i, 2 * i + 1) };
            let (a, b) = (x.data()[p * d + first], x.data()[p * d + second]);
            result[p * d + first] = a * angle.cos() - b * angle.sin();
            result[p * d + second] = b * angle.cos() + a * angle.sin();
        }
    }
    result
}

proptest! {
    #[test]
    fn rows_are_rotated_as_in_the_paper(n in 0usize..5, pairs in 0usize..5, start in 0usize..1000, halves in any::<bool>(), base in 1.0..20_000.0, seed in any::<u64>()) {
        let x = normal(&[n, 2 * pairs], seed);
        let inputs = inputs(&x, start, PAIRS[usize::from(halves)]).with("base", base);
        let found = assert_lawful(ID, &inputs, "rotary").outputs["rotated"].clone();
        for (found, expected) in found.data().iter().zip(oracle(&x, start, halves, base)) {
            prop_assert!((found - expected).abs() < 1e-11, "{} instead of {}", found, expected);
        }
    }

    #[test]
    fn a_rotation_keeps_norms(pairs in 1usize..6, start in 0usize..100_000, halves in any::<bool>(), seed in any::<u64>()) {
        let x = normal(&[1, 2 * pairs], seed);
        let y = rotated(&x, start, PAIRS[usize::from(halves)]);
        prop_assert!((dot(&y, &y) - dot(x.data(), x.data())).abs() < 1e-12 * (1.0 + dot(x.data(), x.data())));
    }

    #[test]
    fn scores_depend_on_the_difference_of_positions_alone(pairs in 1usize..6, p in 0usize..200, s in 0usize..200, on in 1usize..500, halves in any::<bool>(), seed in any::<u64>()) {
        let (query, key) = (normal(&[1, 2 * pairs], seed), normal(&[1, 2 * pairs], seed.wrapping_add(1)));
        let way = PAIRS[usize::from(halves)];
        let score = |p: usize, s: usize| dot(&rotated(&query, p, way), &rotated(&key, s, way));
        prop_assert!((score(p, s) - score(p + on, s + on)).abs() < 1e-10);
        // With both at one place it is the plain product.
        prop_assert!((score(p, p) - dot(query.data(), key.data())).abs() < 1e-12 * (2 * pairs) as f64 * 10.0);
    }

    #[test]
    fn the_two_pairings_are_one_rotation_with_the_columns_in_another_order(n in 0usize..4, pairs in 0usize..5, start in 0usize..50, seed in any::<u64>()) {
        let d = 2 * pairs;
        let x = normal(&[n, d], seed);
        // Column 2i + a of one is column a·d/2 + i of the other.
        let reorder = |data: &[f64]| -> Vec<f64> {
            data.chunks(d.max(1)).flat_map(|row| (0..d).map(|c| row[c % pairs * 2 + c / pairs]).collect::<Vec<_>>()).collect()
        };
        let halved = Tensor::new(vec![n, d], reorder(x.data())).unwrap();
        prop_assert_eq!(rotated(&halved, start, "halves"), reorder(&rotated(&x, start, "adjacent")));
    }
}

#[test]
fn the_score_of_a_query_changes_with_its_position() {
    let x = Tensor::matrix(&[[1.0, 0.0]]).unwrap();
    let scores: Vec<f64> = (0..3).map(|p| dot(&rotated(&x, p, "adjacent"), &rotated(&x, 0, "adjacent"))).collect();
    for (p, score) in scores.iter().enumerate() {
        assert!((score - (p as f64).cos()).abs() < 1e-15); // one radian a position
    }
}

#[test]
fn an_odd_width_and_numbers_out_of_range_are_typed_errors() {
    let code = |inputs: Arguments| trace(ID, &inputs).expect_err("an error").code();
    assert_eq!(code(inputs(&normal(&[2, 3], 1), 0, "adjacent")), "not-divisible");
    assert_eq!(code(inputs(&normal(&[2, 2], 1), 0, "adjacent").with("base", 0.5)), "out-of-range");
    assert_eq!(code(inputs(&normal(&[2, 2], 1), 0, "adjacent").with("start", -1.0)), "out-of-range");
    assert_eq!(code(inputs(&normal(&[2, 2], 1), 0, "crossed")), "wrong-type");
}
