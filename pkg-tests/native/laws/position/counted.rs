//! The index, the normalized index and the binary index.

use attograph::catalog::{Arguments, trace};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::assert_lawful;

fn of_length(length: usize) -> Arguments {
    Arguments::new().with("length", length as f64)
}

fn result(algorithm: &str, inputs: &Arguments, name: &str) -> Tensor {
    trace(algorithm, inputs).unwrap_or_else(|error| panic!("{algorithm}: {error}")).outputs[name].clone()
}

fn code(algorithm: &str, inputs: &Arguments) -> &'static str {
    trace(algorithm, inputs).expect_err("an error").code()
}

proptest! {
    #[test]
    fn the_index_counts_and_the_normalized_index_is_its_share(length in 0usize..60, last in any::<bool>()) {
        let index = assert_lawful("index-position", &of_length(length), "index").outputs["positions"].clone();
        prop_assert_eq!(index.data(), (0..length).map(|p| p as f64).collect::<Vec<_>>());
        let inputs = of_length(length).with("divideBy", if last { "last" } else { "length" });
        let share = assert_lawful("normalized-index-position", &inputs, "share").outputs["positions"].clone();
        let divisor = if last { length.saturating_sub(1) } else { length };
        for (position, &share) in share.data().iter().enumerate() {
            let expected = if position == 0 { 0.0 } else { position as f64 / divisor as f64 };
            prop_assert_eq!(share, expected);
        }
    }

    #[test]
    fn binary_digits_read_back_as_the_index_and_no_two_codes_agree(length in 0usize..70, more in 0usize..4) {
        let digits = format!("{:b}", length.saturating_sub(1)).len() + more;
        let inputs = if more == 0 { of_length(length) } else { of_length(length).with("digits", digits as f64) };
        let code = assert_lawful("binary-position", &inputs, "binary").outputs["encoding"].clone();
        prop_assert_eq!(code.shape(), [length, digits]);
        for position in 0..length {
            // Written by the standard library.
            let written: Vec<f64> = format!("{position:0digits$b}").chars().map(|digit| f64::from(digit == '1')).collect();
            prop_assert_eq!(&code.data()[position * digits..(position + 1) * digits], written);
        }
    }
}

#[test]
fn s0_w01_positions_of_five_tokens_are_fifths_and_0_2_occurs_at_length_10_too() {
    let of = |length: usize| result("normalized-index-position", &of_length(length), "positions");
    assert_eq!(of(5).data(), [0.0, 0.2, 0.4, 0.6, 0.8]);
    assert!(of(10).data().contains(&0.2));
}

#[test]
fn s0_w01_a_sequence_of_501_tokens_has_a_position_500() {
    assert_eq!(result("index-position", &of_length(501), "positions").data()[500], 500.0);
}

#[test]
fn s0_w01_the_binary_code_of_five_positions() {
    let code = result("binary-position", &of_length(5), "encoding");
    let written: Vec<String> =
        code.data().chunks(3).map(|digits| digits.iter().map(f64::to_string).collect()).collect();
    assert_eq!(written, ["000", "001", "010", "011", "100"]);
}

#[test]
fn s0_e10_at_length_10_the_number_0_2_is_the_third_token_and_not_the_fourth() {
    let positions = result("normalized-index-position", &of_length(10), "positions");
    assert_eq!(positions.data()[2], 0.2); // counted from 0: the third
    assert_eq!(positions.data()[3], 0.3); // what the slide calls 0.2
    assert_eq!(result("normalized-index-position", &of_length(5), "positions").data()[1], 0.2);
}

#[test]
fn s0_e11_dividing_by_the_length_never_reaches_1_dividing_by_the_last_index_does() {
    let by = |word: &str| result("normalized-index-position", &of_length(5).with("divideBy", word), "positions");
    assert_eq!(by("length").data().last(), Some(&0.8));
    assert_eq!(by("last").data(), [0.0, 0.25, 0.5, 0.75, 1.0]);
}

#[test]
fn lengths_0_and_1_work_and_numbers_that_do_not_fit_are_typed_errors() {
    for length in [0, 1] {
        for algorithm in ["index-position", "normalized-index-position"] {
            assert_eq!(result(algorithm, &of_length(length), "positions").data(), vec![0.0; length]);
        }
        assert_eq!(
            result("normalized-index-position", &of_length(length).with("divideBy", "last"), "positions").data(),
            vec![0.0; length]
        );
        assert_eq!(result("binary-position", &of_length(length), "encoding").data(), vec![0.0; length]);
    }
    assert_eq!(code("index-position", &of_length(4_294_967_295)), "too-large");
    assert_eq!(code("binary-position", &of_length(9).with("digits", 3.0)), "out-of-range");
    assert_eq!(code("binary-position", &of_length(2).with("digits", 65.0)), "out-of-range");
    assert_eq!(code("normalized-index-position", &of_length(2).with("divideBy", "half")), "wrong-type");
}
