//! Errors about recurrence, training and pictures.

use super::{assert_first, assert_numbers, compare};

#[test]
fn s0_e15_of_three_selected_words_one_is_hidden_one_replaced_and_one_kept() {
    let found = assert_first("S0-E15", "masking.corrupted", &[11], 2.0, 29.0, 0.0);
    let selected = |place: usize| (found.shown[0].right.data()[place], found.shown[0].wrong.data()[place]);
    assert_eq!([9, 11, 13].map(selected), [(29.0, 29.0), (2.0, 29.0), (13.0, 29.0)]);
    let others = (0..20).filter(|place| ![9, 11, 13].contains(place));
    assert!(others.map(|place| (place, selected(place))).all(|(place, pair)| pair == (place as f64, place as f64)));
}

#[test]
fn s0_e17_four_guesses_become_one() {
    let found = compare("S0-E17");
    let (all, masked) = (found.shown[0].right.data(), found.shown[0].wrong.data());
    assert_eq!((all.len(), masked), (4, &all[1..2]));
}

#[test]
fn s0_e18_and_s0_e19_count_pixels_numbers_and_patches() {
    assert_eq!((compare("S0-E18").first.right, compare("S0-E18").first.wrong), (Some(12_288.0), Some(4_096.0)));
    assert_eq!((compare("S0-E19").first.right, compare("S0-E19").first.wrong), (Some(196.0), Some(256.0)));
}

#[test]
fn s0_e25_the_variance_of_both_factors_counts() {
    assert_first("S0-E25", "variance.predicted", &[], 64.0, 16.0, 0.0);
}

#[test]
fn s0_e27_the_initial_state_is_heard_in_every_later_one() {
    // tanh(1 + 1/2) and tanh(1).
    let found = assert_first("S0-E27", "rnn.states", &[0, 0], 1.5f64.tanh(), 1f64.tanh(), 1e-12);
    assert!(found.shown[0].right.data()[1] != found.shown[0].wrong.data()[1]);
}

#[test]
fn s1_e02_and_s3_e01_are_6_orders_and_3072_numbers() {
    assert_eq!((compare("S1-E02").first.right, compare("S1-E02").first.wrong), (Some(6.0), Some(720.0)));
    assert_eq!((compare("S3-E01").first.right, compare("S3-E01").first.wrong), (Some(3072.0), Some(3024.0)));
}

#[test]
fn s3_e04_gelu_lets_a_little_of_minus_1_through() {
    // −1 · Φ(−1), and max(0, −1).
    let found = assert_first("S3-E04", "feed-forward.gelu", &[0, 0], -0.158655254, 0.0, 1e-9);
    assert_numbers(found.shown[0].wrong.data(), &[0.0, 2.0], 0.0);
}
