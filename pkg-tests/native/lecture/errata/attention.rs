//! Errors about attention, with the curriculum's numbers where it has any.

use attograph::catalog::trace;
use attograph::lecture::inputs::arguments;
use attograph::lecture::{Kind, Wrong, erratum};
use attograph::tensor::Tensor;

use super::{amounts, assert_first, assert_numbers, compare, first};

const FIRST_OUTPUT: [f64; 4] = [3.99901, 4.99734, 8.99400, 1.00266];
const SHRUNK_OUTPUT: [f64; 4] = [0.00056, 0.0011, 0.0017, 0.0022];

#[test]
fn s0_e01_down_the_columns_rows_do_not_add_up_to_1() {
    let found = assert_first("S0-E01", "attention.weights", &[0, 1], 0.99911224, 0.0, 5e-9);
    let sums: Vec<f64> = found.shown[0].wrong.data().chunks(3).map(|row| row.iter().sum()).collect();
    assert_numbers(&sums, &[0.00055, 2.006, 0.994], 5e-4);
    assert_numbers(found.shown[1].right.data(), &FIRST_OUTPUT, 5e-6);
    assert_numbers(found.shown[1].wrong.data(), &SHRUNK_OUTPUT, 5e-5);
}

#[test]
fn s0_e02_the_scores_are_transposed() {
    let found = assert_first("S0-E02", "attention.scores", &[0, 1], 1.0, 2.0, 0.0);
    assert_eq!(found.shown[0].right.data(), [3.0, 1.0, 2.0, 2.0]);
    assert_eq!(found.shown[0].wrong.data(), [3.0, 2.0, 1.0, 2.0]);
}

#[test]
fn s1_e04_the_first_output_shrinks_to_almost_nothing() {
    let found = assert_first("S1-E04", "attention.output", &[0, 0], 3.99901, 0.00056, 5e-6);
    assert_numbers(found.shown[0].wrong.data(), &SHRUNK_OUTPUT, 5e-5);
}

#[test]
fn s1_e05_two_heads_compare_all_four_numbers_and_two_parts_do_not() {
    let found = assert_first("S1-E05", "multi-head.concatenated", &[0, 0], 4.023, 4.107, 5e-4);
    assert_numbers(found.shown[0].wrong.data(), &[4.107, 4.828, 8.913, 1.043], 5e-4);
    let weights = &found.shown[1];
    assert_eq!(weights.right.shape(), weights.wrong.shape());
    assert_numbers(weights.right.data(), &[0.0017, 0.9842, 0.0141], 5e-5);
    assert_numbers(&weights.right.data()[9..], &[0.6991, 0.2420, 0.0588], 6e-5);
    // The second head, the third token, its attention to the first.
    assert_numbers(&[weights.wrong.get(&[1, 2, 0]).unwrap()], &[0.795], 5e-4);
}

#[test]
fn s1_e05_identity_projections_are_the_split() {
    let Kind::Run { wrong: Wrong::Algorithm(split, inputs), .. } = erratum("S1-E05").unwrap().1.kind else {
        panic!("a split");
    };
    let parts = trace(split, &arguments(inputs, &[]).unwrap()).unwrap();
    let unit = Tensor::new(vec![4, 4], (0..16).map(|cell| f64::from(u8::from(cell % 5 == 0))).collect()).unwrap();
    let mut whole = arguments(&inputs[..1], &[]).unwrap().with("heads", 2.0);
    for name in ["wQuery", "wKey", "wValue", "wOutput"] {
        whole = whole.with(name, unit.clone());
    }
    let heads = trace("multi-head-attention", &whole).unwrap();
    for step in ["multi-head.weights", "multi-head.concatenated"] {
        let [one, other] = [&heads, &parts].map(|run| run.step(step).unwrap().tensor.data());
        assert_numbers(one, other, 1e-15);
    }
}

#[test]
fn s1_e06_the_outputs_move_with_their_tokens() {
    let found = assert_first("S1-E06", "attention.output", &[0, 0], 5.98661, 3.99901, 5e-6);
    let (moved, stayed) = (found.shown[0].right.data(), found.shown[0].wrong.data());
    assert_numbers(&moved[4..8], &stayed[..4], 1e-12);
}

#[test]
fn s1_e12_3_99901_is_4_00_and_not_3_99() {
    let found = assert_first("S1-E12", "attention.output", &[0, 0], 3.99901, 3.99, 5e-6);
    assert_numbers(found.shown[0].wrong.data(), &[3.99, 4.99, 8.99, 1.00], 1e-12);
    let rounded: Vec<f64> =
        found.shown[0].right.data()[..4].iter().map(|number| (100.0 * number).round() / 100.0).collect();
    assert_eq!(rounded, [4.00, 5.00, 8.99, 1.00]);
}

#[test]
fn s1_e14_a_square_table_has_no_place_for_the_third_key() {
    let found = compare("S1-E14");
    assert_eq!((found.shown[0].right.shape(), found.shown[0].wrong.shape()), (&[2, 3][..], &[2, 2][..]));
    let first = first(&found);
    assert_eq!((&first.index[..], first.right, first.wrong), (&[0, 2][..], Some(1.0), None));
}

#[test]
fn s2_e01_unscaled_scores_give_one_key_nearly_all_weight() {
    let found = assert_first("S2-E01", "attention.scaled", &[0, 0], 15.0, 30.0, 0.0);
    assert_numbers(found.shown[1].right.data(), &[0.00055259, 0.99911224, 0.00033516], 5e-9);
    assert_numbers(found.shown[1].wrong.data(), &[3.06e-7, 0.99999958, 1.13e-7], 5e-9);
}

#[test]
fn s2_e02_the_other_side_uses_the_transposed_matrix() {
    let found = compare("S2-E02");
    assert_eq!(first(&found).index, [0, 0]);
    let (right, wrong) = (found.shown[0].right.data(), found.shown[0].wrong.data());
    // Row [a, b] of the heads: [a, 2a + b] by the matrix, [a + 2b, b] by its transpose.
    assert_numbers(&[right[1] - 2.0 * right[0]], &[wrong[1]], 1e-12);
    assert_numbers(&[wrong[0] - 2.0 * wrong[1]], &[right[0]], 1e-12);
}

#[test]
fn s0_e25_the_variance_of_both_factors_counts() {
    // σ²d and d, for σ = 2 and d = 4.
    assert_eq!(amounts("S0-E25"), [Some(16.0), Some(4.0)]);
}

#[test]
fn s1_e02_three_numbers_have_6_orders_and_not_720() {
    assert_eq!(amounts("S1-E02"), [Some(6.0), Some(720.0)]);
}
