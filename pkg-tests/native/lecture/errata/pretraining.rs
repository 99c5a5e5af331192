//! Errors about recurrence, layers of transformers and their training.

use super::{amounts, assert_first, assert_numbers, compare};

#[test]
fn s0_e15_of_three_selected_words_one_is_hidden_one_replaced_and_one_kept() {
    let found = assert_first("S0-E15", "masking.corrupted", &[2], 2.0, 29.0, 0.0);
    let selected = |place: usize| (found.shown[0].right.data()[place], found.shown[0].wrong.data()[place]);
    assert_eq!([2, 4, 6].map(selected), [(2.0, 29.0), (27.0, 29.0), (29.0, 29.0)]);
    let others = (0..20).filter(|place| ![2, 4, 6].contains(place));
    assert!(others.map(|place| (place, selected(place))).all(|(place, pair)| pair == (place as f64, place as f64)));
}

#[test]
fn s0_e17_four_predictions_become_one() {
    let found = compare("S0-E17");
    let (all, masked) = (found.shown[0].right.data(), found.shown[0].wrong.data());
    assert_eq!((all.len(), masked), (4, &all[1..2]));
}

#[test]
fn s0_e27_the_initial_state_changes_every_later_state() {
    // tanh(1 + 1/2) and tanh(1).
    let found = assert_first("S0-E27", "rnn.states", &[0, 0], 1.5f64.tanh(), 1f64.tanh(), 1e-12);
    assert!(found.shown[0].right.data()[1] != found.shown[0].wrong.data()[1]);
}

#[test]
fn s3_e01_four_times_768_are_3072() {
    assert_eq!(amounts("S3-E01"), [Some(3072.0), Some(3024.0)]);
}

#[test]
fn s3_e02_without_the_residual_the_token_itself_is_missing() {
    let found = compare("S3-E02");
    let missing: Vec<f64> = found.shown[0]
        .right
        .data()
        .iter()
        .zip(found.shown[0].wrong.data())
        .map(|(with, without)| with - without)
        .collect();
    // What is missing is the normalized token: a row of two numbers, one the other's opposite.
    assert_numbers(&[missing[0] + missing[1], missing[2] + missing[3]], &[0.0, 0.0], 1e-12);
    assert!(missing.iter().all(|number| number.abs() > 0.5));
}
