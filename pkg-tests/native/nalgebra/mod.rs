//! The nalgebra backend against the reference: every case there is, and random steps.

mod bounds;
mod conversions;
mod plans;

use attograph::backend::{Nalgebra, Reference};
use attograph::op::{
    ADD, COPY, COSINE, DIVIDE, DIVIDE_OR_ZERO, EXP, EXP_SHIFTED, Function, GELU, KEEP_OR_MINUS_INFINITY, LOG,
    LOG_SUM_EXP, MULTIPLY, NEGATE, NORMALIZE, Op, RELU, Reduction, SIGMOID, SQUARE_ROOT, SUBTRACT, TANH,
};
use proptest::prelude::*;

use crate::support::alike::{ALIKE, assert_alike, assert_evaluates_alike, assert_same_bits};
use plans::Case;

static FUNCTIONS: [&Function; 19] = [
    &ADD, &COPY, &COSINE, &DIVIDE, &DIVIDE_OR_ZERO, &EXP, &EXP_SHIFTED, &GELU, &KEEP_OR_MINUS_INFINITY, &LOG,
    &LOG_SUM_EXP, &MULTIPLY, &NEGATE, &NORMALIZE, &RELU, &SIGMOID, &SQUARE_ROOT, &SUBTRACT, &TANH,
];

/// Between −1 and 1.
fn moderate(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Any number, mostly moderate.
fn wild(bits: u64) -> f64 {
    const WILD: [f64; 9] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e308, 1e200, -1e200, -0.0, 0.0];
    if bits % 64 < 9 { WILD[(bits % 64) as usize] } else { moderate(bits) }
}

/// Moderate, with some numbers that overflow when multiplied.
fn large(bits: u64) -> f64 {
    if bits.is_multiple_of(16) { 1e200 * moderate(bits) } else { moderate(bits) }
}

#[test]
fn every_case_agrees_with_the_reference() {
    let cases = crate::support::all_cases();
    for case in &cases {
        assert_evaluates_alike(case, ALIKE);
    }
    assert!(cases.len() >= 250, "only {} cases were found", cases.len());
}

#[test]
fn the_same_input_gives_the_same_bits() {
    for case in crate::support::all_cases() {
        let once = || attograph::catalog::evaluate(&case.algorithm, &case.inputs, &Nalgebra).expect("a result");
        let (first, second) = (once(), once());
        for (name, tensor) in &first.outputs {
            assert_same_bits(&second.outputs[name], tensor, &format!("{} / {} / {name}", case.algorithm, case.name));
        }
    }
}

fn assert_same(case: &Case, draw: fn(u64) -> f64) {
    let numbers = case.numbers(draw);
    assert_same_bits(&case.run(&Nalgebra, &numbers), &case.run(&Reference, &numbers), "a step");
}

fn assert_close(case: &Case, draw: fn(u64) -> f64) {
    let numbers = case.numbers(draw);
    assert_alike(&case.run(&Nalgebra, &numbers), &case.run(&Reference, &numbers), ALIKE, "a step");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn contractions_agree_with_the_reference(case in plans::contractions()) {
        assert_close(&case, moderate);
    }

    #[test]
    fn products_agree_with_the_reference(case in plans::products()) {
        assert_close(&case, moderate);
    }

    #[test]
    fn numbers_that_are_not_finite_agree_with_the_reference(case in prop_oneof![plans::contractions(), plans::products()]) {
        for draw in [wild, large] {
            assert_close(&case, draw);
        }
    }

    #[test]
    fn maps_have_the_bits_of_the_reference(
        case in prop::sample::select(&FUNCTIONS[..])
            .prop_flat_map(|function| plans::cell_by_cell(Op::Map(function), function.arity())),
    ) {
        assert_same(&case, moderate);
        assert_same(&case, wild);
    }

    #[test]
    fn reductions_have_the_bits_of_the_reference(
        case in prop_oneof![Just(Op::Reduce(Reduction::Sum)), Just(Op::Reduce(Reduction::Max)), Just(Op::Contract)]
            .prop_flat_map(plans::reductions),
    ) {
        assert_same(&case, moderate);
        assert_same(&case, wild);
    }
}
