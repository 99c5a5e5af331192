//! Expressions are read in the ways in which students write them; any other text is a syntax error.

use attograph::error::Error;
use attograph::exercise::answer::{Answer, Verdict};
use attograph::exercise::expression::Expression;
use proptest::prelude::*;

fn value(text: &str) -> f64 {
    Expression::read(text, &[]).unwrap_or_else(|error| panic!("{text}: {error}")).value(&[])
}

fn place(text: &str) -> usize {
    match *Expression::read(text, &["ω", "k"]).expect_err(text) {
        Error::Syntax { place, .. } => place,
        ref other => panic!("{text}: {other}"),
    }
}

#[test]
fn numbers_are_read_in_every_way_they_are_written() {
    for (text, expected) in [
        ("3", 3.0),
        ("-0.5", -0.5),
        ("−0,5", -0.5),
        (".5", 0.5),
        ("1e-3", 1e-3),
        ("1,5e2", 150.0),
        ("2E+2", 200.0),
        ("3/8", 0.375),
        ("1 + 2·3", 7.0),
        ("2^3^2", 512.0),
        ("-2^2", -4.0),
        ("2^-1", 0.5),
        ("(1 + 2)(3 + 4)", 21.0),
        ("√4", 2.0),
        ("√2²", 2.0000000000000004),
        ("6 / 2 · 3", 9.0),
        ("exp(0) + ln 1 + cos 0", 2.0),
        ("2π", 2.0 * std::f64::consts::PI),
        ("1 - -1", 2.0),
        ("3²", 9.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn a_syntax_error_has_its_position() {
    for (text, expected) in [
        ("", 0),
        ("2 +", 3),
        ("2 + )", 4),
        ("(1", 2),
        ("1.2.3", 3),
        ("1 2", 2),
        ("x", 0),
        ("alert(1)", 0),
        ("2 ; 3", 2),
        (".", 0),
    ] {
        assert_eq!(place(text), expected, "{text}");
    }
    assert_eq!(place(&"(".repeat(500)), 60);
    assert_eq!(place(&"1".repeat(2000)), 1000);
}

#[test]
fn adjacent_names_are_multiplied() {
    let turn = Expression::read("sin ωk cos ωk + 2ωk", &["ω", "k"]).expect("an expression");
    let (w, k) = (0.3f64, 2.0);
    assert!((turn.value(&[w, k]) - ((w * k).sin() * (w * k).cos() + 2.0 * w * k)).abs() < 1e-15);
}

#[test]
fn s1_e12_rounded_and_truncated_digits_are_both_right() {
    // The slide prints o₁ = [3.99, 4.99, 8.99, 1.00] and α₃ = 0.00033.
    for (text, right) in [
        ("3.99", 3.99901),
        ("4.00", 3.99901),
        ("4.99", 4.99734),
        ("5.00", 4.99734),
        ("8.99", 8.99400),
        ("1.00", 1.00266),
        ("0.00033", 0.00033516),
        ("0.00034", 0.00033516),
    ] {
        assert_eq!(Answer::read(text).expect("a number").against(right, 2), Verdict::Right, "{text}");
    }
    for (text, right) in
        [("3.98", 3.99901), ("4.01", 3.99901), ("1.01", 1.00266), ("0.00032", 0.00033516), ("-1.00", 1.00266)]
    {
        assert_eq!(Answer::read(text).expect("a number").against(right, 2), Verdict::Wrong, "{text}");
    }
}

proptest! {
    #[test]
    fn rounded_and_truncated_numbers_are_right_and_numbers_two_units_off_are_wrong(right in -1000.0f64..1000.0, decimals in 0i32..7) {
        let unit = 10f64.powi(-decimals);
        let typed = |number: f64| Answer::read(&format!("{number:.*}", decimals as usize)).expect("a number");
        prop_assert_eq!(typed(right).against(right, decimals), Verdict::Right);
        prop_assert_eq!(typed((right / unit).trunc() * unit).against(right, decimals), Verdict::Right);
        for off in [-2.0, 2.0] {
            prop_assert_eq!(typed(right + off * unit).against(right, decimals), Verdict::Wrong);
        }
    }

    #[test]
    fn decimal_numbers_are_read_to_the_last_bit(number in -1e6f64..1e6, decimals in 0usize..9) {
        let text = format!("{number:.decimals$}");
        prop_assert_eq!(value(&text).to_bits(), text.parse::<f64>().expect("a number").to_bits());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,40}") {
        let _ = Expression::read(&text, &["x"]).map(|expression| expression.value(&[1.0]));
    }
}
