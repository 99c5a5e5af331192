//! Laws of positions on sequences; here those of the sinusoidal encoding and of its shift.

mod biases;
mod counted;
mod learned;
mod rotary;

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate, trace};
use attograph::error::{Error, Result};
use attograph::tensor::Tensor;
use proptest::prelude::*;

fn encoding_of(inputs: &Arguments) -> Result<Tensor> {
    evaluate("sinusoidal-encoding", inputs, &Reference).map(|result| result.outputs["encoding"].clone())
}

fn encoding(length: usize, width: usize, base: f64) -> Tensor {
    let inputs = Arguments::new().with("length", length as f64).with("width", width as f64).with("base", base);
    encoding_of(&inputs).expect("an encoding")
}

fn shift_inputs(width: usize, shift: f64) -> Arguments {
    Arguments::new().with("width", width as f64).with("shift", shift)
}

fn shift(width: usize, shift: i32, base: f64) -> Tensor {
    let inputs = shift_inputs(width, f64::from(shift)).with("base", base);
    evaluate("sinusoidal-shift", &inputs, &Reference).expect("a matrix").outputs["matrix"].clone()
}

fn row(matrix: &Tensor, row: usize) -> &[f64] {
    let width = matrix.shape()[1];
    &matrix.data()[row * width..(row + 1) * width]
}

/// A row times a matrix.
fn times(vector: &[f64], matrix: &Tensor) -> Vec<f64> {
    let dot = |column: usize| vector.iter().enumerate().map(|(r, a)| a * row(matrix, r)[column]).sum();
    (0..matrix.shape()[1]).map(dot).collect()
}

fn largest_difference(left: &[f64], right: &[f64]) -> f64 {
    assert_eq!(left.len(), right.len());
    left.iter().zip(right).fold(0.0, |largest, (a, b)| f64::max(largest, (a - b).abs()))
}

fn code(result: Result<Tensor>) -> &'static str {
    result.expect_err("an error").code()
}

proptest! {
    #[test]
    fn the_encoding_is_the_formula_of_the_paper(length in 0usize..40, width in 0usize..12, base in 1.0..20_000.0) {
        let found = encoding(length, width, base);
        prop_assert_eq!(found.shape(), [length, width]);
        for position in 0..length {
            for column in 0..width {
                let even = (column / 2 * 2) as f64;
                let angle = position as f64 / base.powf(even / width as f64);
                let expected = if column % 2 == 0 { angle.sin() } else { angle.cos() };
                let found = found.get(&[position, column]).expect("a cell");
                prop_assert!((found - expected).abs() < 1e-13 * (1.0 + position as f64), "{} instead of {}", found, expected);
            }
        }
    }

    #[test]
    fn a_longer_encoding_begins_with_the_shorter_one(length in 1usize..20, more in 0usize..20, width in 1usize..9) {
        let (short, long) = (encoding(length, width, 10_000.0), encoding(length + more, width, 10_000.0));
        prop_assert_eq!(short.data(), &long.data()[..length * width]);
    }

    #[test]
    fn every_pair_of_columns_lies_on_the_unit_circle(length in 1usize..50, pairs in 1usize..6, base in 1.0..20_000.0) {
        let encoding = encoding(length, 2 * pairs, base);
        for pair in encoding.data().chunks(2) {
            prop_assert!((pair[0] * pair[0] + pair[1] * pair[1] - 1.0).abs() < 1e-15 * 8.0);
        }
    }

    #[test]
    fn the_dot_product_of_two_encodings_depends_on_their_distance_alone(pairs in 1usize..6, p in 0usize..30, q in 0usize..30, on in 0usize..30) {
        let encoding = encoding(60, 2 * pairs, 10_000.0);
        let dot = |a: usize, b: usize| -> f64 { row(&encoding, a).iter().zip(row(&encoding, b)).map(|(x, y)| x * y).sum() };
        prop_assert!((dot(p, q) - dot(p + on, q + on)).abs() < 1e-12);
    }

    #[test]
    fn the_shift_maps_every_position_to_the_shifted_one(pairs in 0usize..6, from in 0usize..40, by in -40i32..40, base in 1.0..20_000.0) {
        prop_assume!(from as i32 + by >= 0);
        let to = (from as i32 + by) as usize;
        let encoding = encoding(80, 2 * pairs, base);
        let moved = times(row(&encoding, from), &shift(2 * pairs, by, base));
        prop_assert!(largest_difference(&moved, row(&encoding, to)) < 1e-13 * 80.0);
    }

    #[test]
    fn shifts_add_up_and_a_shift_back_is_the_transpose(pairs in 1usize..5, a in -50i32..50, b in -50i32..50) {
        let width = 2 * pairs;
        let (first, second, both) = (shift(width, a, 10_000.0), shift(width, b, 10_000.0), shift(width, a + b, 10_000.0));
        let back = shift(width, -a, 10_000.0);
        for column in 0..width {
            let of_column = |matrix: &Tensor| -> Vec<f64> { (0..width).map(|r| matrix.get(&[r, column]).unwrap()).collect() };
            let composed = times(row(&first, column), &second);
            prop_assert!(largest_difference(&composed, row(&both, column)) < 1e-13);
            prop_assert_eq!(of_column(&back), row(&first, column).to_vec());
        }
    }

    #[test]
    fn every_trace_satisfies_its_invariants(length in 0usize..5, width in 0usize..7, by in -9i32..9) {
        let encoding = Arguments::new().with("length", length as f64).with("width", width as f64);
        let runs = [("sinusoidal-encoding", encoding), ("sinusoidal-shift", shift_inputs(2 * width, f64::from(by)))];
        for (algorithm, inputs) in runs {
            crate::support::assert_lawful(algorithm, &inputs, algorithm);
        }
    }
}

#[test]
fn s0_x01_the_shift_is_linear_and_does_not_depend_on_the_position() {
    let (encoding, matrix) = (encoding(13, 8, 10_000.0), shift(8, 5, 10_000.0));
    assert!(largest_difference(&times(row(&encoding, 7), &matrix), row(&encoding, 12)) < 1e-15);
    // Off the diagonal blocks nothing is mixed.
    for (r, c) in (0..8).flat_map(|r| (0..8).map(move |c| (r, c))).filter(|(r, c)| r / 2 != c / 2) {
        assert_eq!(matrix.get(&[r, c]), Some(0.0));
    }
}

#[test]
fn s0_x01_the_sine_alone_does_not_determine_the_shifted_sine() {
    // Width 2 turns by 1 radian a position: 0 and 22 have nearly the same sine (22/7 is nearly π), and go opposite ways.
    let encoding = encoding(24, 2, 10_000.0);
    let sine = |position: usize| encoding.get(&[position, 0]).expect("a sine");
    assert!((sine(22) - sine(0)).abs() < 0.01);
    assert!((sine(1) - 0.841).abs() < 0.001 && (sine(23) + 0.846).abs() < 0.001);
}

#[test]
fn s0_f08_sine_and_cosine_of_a_pair_share_one_frequency() {
    // Width 4: the first pair turns by 1 a position, the second by 10000^(−2/4) = 1/100.
    let found = encoding(2, 4, 10_000.0);
    let expected = [0.0, 1.0, 0.0, 1.0, 1f64.sin(), 1f64.cos(), 0.01f64.sin(), 0.01f64.cos()];
    assert!(largest_difference(found.data(), &expected) < 1e-15);
}

#[test]
fn with_width_8_the_frequencies_are_powers_of_a_tenth() {
    let inputs = Arguments::new().with("length", 1.0).with("width", 8.0);
    let trace = trace("sinusoidal-encoding", &inputs).expect("a trace");
    let frequencies = trace.step("position.frequencies").expect("a step").tensor.clone();
    assert!(largest_difference(frequencies.data(), &[1.0, 0.1, 0.01, 0.001]) < 1e-16);
}

#[test]
fn position_0_is_all_sines_of_0_and_cosines_of_0_and_an_odd_width_ends_with_a_sine() {
    assert_eq!(encoding(1, 5, 10_000.0).data(), [0.0, 1.0, 0.0, 1.0, 0.0]);
    assert_eq!(encoding(2, 1, 10_000.0).data(), [0.0, libm::sin(1.0)]);
}

#[test]
fn a_shift_by_0_is_the_identity_and_an_odd_width_has_no_shift() {
    let identity: Vec<f64> = (0..36).map(|offset| if offset % 7 == 0 { 1.0 } else { 0.0 }).collect();
    assert_eq!(shift(6, 0, 10_000.0).data(), identity);
    let odd = trace("sinusoidal-shift", &shift_inputs(5, 1.0)).expect_err("an odd width");
    assert!(matches!(*odd, Error::NotDivisible { ref input, size: 5, divisor: 2, .. } if input == "width"), "{odd}");
}

#[test]
fn numbers_that_do_not_fit_are_typed_errors() {
    let encoding = |name: &str, value: f64| {
        let inputs = Arguments::new().with("length", 4.0).with("width", 4.0).with(name, value);
        code(encoding_of(&inputs))
    };
    assert_eq!(encoding("base", 0.0), "out-of-range");
    assert_eq!(encoding("base", -3.0), "out-of-range");
    assert_eq!(encoding("base", f64::NAN), "non-finite");
    assert_eq!(encoding("base", f64::INFINITY), "non-finite");
    assert_eq!(encoding("length", 2.5), "out-of-range");
    assert_eq!(encoding("width", -1.0), "out-of-range");
    assert_eq!(encoding("length", 4_294_967_295.0), "too-large");
    assert_eq!(encoding("width", 4_294_967_295.0), "too-large");

    let shifted = |inputs: Arguments| trace("sinusoidal-shift", &inputs).expect_err("an error").code();
    assert_eq!(shifted(shift_inputs(4, 0.5)), "out-of-range");
    assert_eq!(shifted(shift_inputs(4, f64::NAN)), "non-finite");
    assert_eq!(shifted(shift_inputs(4_294_967_294, 1.0)), "too-large");
    assert_eq!(shifted(Arguments::new().with("width", 4.0)), "missing-input");
}

#[test]
fn large_and_negative_shifts_are_rotations() {
    for by in [-1.0, 1e6, -1e15] {
        let trace = trace("sinusoidal-shift", &shift_inputs(4, by)).expect("a trace");
        let matrix = &trace.outputs["matrix"];
        for r in 0..4 {
            let length: f64 = row(matrix, r).iter().map(|number| number * number).sum();
            assert!((length - 1.0).abs() < 1e-14, "a rotation keeps lengths");
        }
    }
}
