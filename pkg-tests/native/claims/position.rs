//! Claims about positions.

use super::assert_says;
use crate::support::close::assert_within;
use crate::support::draws::numbers;
use crate::support::rows::{dot, rows, times};
use crate::support::runs::{output, trace};
use attograph::catalog::Arguments;

#[test]
fn a_row_times_the_shift_matrix_is_the_row_further_on() {
    // In the convention of all other formulas: PE of position p is row p.
    let encoding =
        rows(&output("sinusoidal-encoding", &Arguments::new().with("length", 12.0).with("width", 8.0), "encoding"));
    let shifted = trace("sinusoidal-shift", &Arguments::new().with("width", 8.0).with("shift", 3.0));
    let matrix = rows(&shifted.outputs["matrix"]);
    for p in 0..9 {
        assert_within(&times(&encoding[p], &matrix), &encoding[p + 3], 1e-13);
    }
    let formula = shifted.step("position.shift-matrix").expect("a step").spec.formula().to_string();
    assert!(formula.contains(r"\text{PE}_p \, M"), "{formula}");
}

#[test]
fn a_pair_of_the_encoding_turns_by_the_transpose_of_the_pair_of_a_rotary_embedding() {
    let shift = trace("sinusoidal-shift", &Arguments::new().with("width", 2.0).with("shift", 1.0));
    let shift = shift.step("position.shift-rotations").expect("a step").tensor.clone();
    let turned = trace("rotary-encoding", &Arguments::new().with("x", numbers(&[1, 2], 1)).with("start", 1.0));
    let turned = turned.step("rotary.rotations").expect("a step").tensor.clone();
    let [a, b, c, d] = *shift.data() else { panic!("two by two") };
    assert_within(turned.data(), &[a, c, b, d], 1e-15);
    assert_says("position.shift-rotations", &["transpose"], &["전치"]);
}

#[test]
fn a_rotary_score_depends_on_the_content_too() {
    let turned = |x: u64, start: f64| {
        let x = numbers(&[1, 4], x);
        output("rotary-encoding", &Arguments::new().with("x", x).with("start", start), "rotated").data().to_vec()
    };
    let score = |query: u64, at: f64| dot(&turned(query, at), &turned(9, at + 2.0));
    assert!((score(1, 0.0) - score(1, 7.0)).abs() < 1e-12, "the same content at the same distance");
    assert!((score(1, 0.0) - score(2, 0.0)).abs() > 0.1, "another content at the same distance");
    assert_says("rotary.rotated", &["through their difference"], &["차이를 통해서만"]);
    assert!(!super::text_of("en", "rotary.rotated").contains("alone"));
}

#[test]
fn one_normalized_position_stands_for_other_places_in_both_modes() {
    // Divided by the length, 0.2 is the second of five and the third of ten; by the last index, 0.25 is the second of five and the third of nine.
    let at = |length: f64, divide: &str, place: usize| {
        let inputs = Arguments::new().with("length", length).with("divideBy", divide);
        output("normalized-index-position", &inputs, "positions").data()[place]
    };
    assert_eq!([at(5.0, "length", 1), at(10.0, "length", 2)], [0.2; 2]);
    assert_eq!([at(5.0, "last", 1), at(9.0, "last", 2)], [0.25; 2]);
    assert_says("position.normalized", &["divided by the length", "0.2"], &["길이로 나누면", "0.2"]);
}
