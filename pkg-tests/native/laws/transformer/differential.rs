//! Differential attention: what the two maps share cancels, and what is left sums to 1 − λ.

use crate::support::assert_lawful;
use crate::support::draws::numbers;
use attograph::catalog::Arguments;
use attograph::tensor::Tensor;
use attograph::trace::Trace;
use proptest::prelude::*;

const HEADS: usize = 2;
const WIDTH: usize = 3;

fn inputs(tokens: usize, layer: usize, seed: u64) -> Arguments {
    let matrix = |rows: usize, columns: usize, number: u64| numbers(&[rows, columns], seed ^ number);
    let vector = |number: u64| numbers(&[WIDTH], seed ^ number);
    Arguments::new()
        .with("x", matrix(tokens, 4, 1))
        .with("heads", HEADS as f64)
        .with("layer", layer as f64)
        .with("first.wQuery", matrix(4, HEADS * WIDTH, 2))
        .with("first.wKey", matrix(4, HEADS * WIDTH, 3))
        .with("second.wQuery", matrix(4, HEADS * WIDTH, 4))
        .with("second.wKey", matrix(4, HEADS * WIDTH, 5))
        .with("first.lambdaQuery", vector(6))
        .with("first.lambdaKey", vector(7))
        .with("second.lambdaQuery", vector(8))
        .with("second.lambdaKey", vector(9))
        .with("wValue", matrix(4, HEADS * WIDTH, 10))
        .with("wOutput", matrix(HEADS * WIDTH, 4, 11))
}

fn of(trace: &Trace, output: &str) -> Tensor {
    trace.outputs[output].clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn rows_sum_to_one_less_lambda((tokens, layer, causal, seed) in (1usize..6, 1usize..9, any::<bool>(), any::<u64>())) {
        let trace = assert_lawful("differential-attention", &inputs(tokens, layer, seed).with("causal", causal), "random");
        let lambda = of(&trace, "lambda").data()[0];
        for row in of(&trace, "weights").data().chunks(tokens) {
            let allowed = 1e-12 * (1.0 + lambda.abs());
            prop_assert!((row.iter().sum::<f64>() - (1.0 - lambda)).abs() <= allowed);
        }
        // Each head of each token has a root mean square of 1, but for ε.
        let heads = trace.step("differential.normalized").unwrap().tensor.clone();
        for head in heads.data().chunks(WIDTH) {
            prop_assert!(head.iter().map(|number| number * number).sum::<f64>() <= WIDTH as f64 * (1.0 + 1e-12));
        }
    }

    #[test]
    fn maps_that_are_alike_leave_a_share_of_one((tokens, seed) in (1usize..6, any::<u64>())) {
        let given = inputs(tokens, 1, seed);
        let shared = ["wQuery", "wKey"].into_iter().fold(given, |given, name| {
            let matrix = given.tensor(&format!("first.{name}")).unwrap().clone();
            given.with(&format!("second.{name}"), matrix)
        });
        let trace = assert_lawful("differential-attention", &shared, "two maps alike");
        let lambda = of(&trace, "lambda").data()[0];
        for (found, weight) in of(&trace, "weights").data().iter().zip(of(&trace, "firstWeights").data()) {
            prop_assert!((found - (1.0 - lambda) * weight).abs() <= 1e-12 * (1.0 + lambda.abs()));
        }
    }
}

#[test]
fn lambda_begins_at_a_fifth_and_nears_four_fifths() {
    let zero = || Tensor::vector(vec![0.0; WIDTH]).unwrap();
    let at = |layer: usize| {
        let vectors = ["first.lambdaQuery", "first.lambdaKey", "second.lambdaQuery", "second.lambdaKey"];
        let given = vectors.into_iter().fold(inputs(3, layer, 1), |given, name| given.with(name, zero()));
        of(&assert_lawful("differential-attention", &given, "vectors of zeros"), "lambda").data()[0]
    };
    assert!((at(1) - 0.2).abs() < 1e-15 && (at(40) - 0.8).abs() < 1e-4 && at(2) < at(3));
}
