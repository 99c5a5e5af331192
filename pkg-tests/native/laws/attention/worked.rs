//! Numbers that a lecture prints, or that follow from what it prints.

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate};
use attograph::tensor::Tensor;

use super::output;
use crate::support::rows::{identity, matrix};

const SDPA: &str = "scaled-dot-product-attention";

fn tokens() -> Tensor {
    Tensor::matrix(&[[1.0, 2.0, 3.0, 4.0], [4.0, 5.0, 9.0, 1.0], [6.0, 2.0, 1.0, 4.0]]).expect("three tokens")
}

fn self_attention() -> Arguments {
    Arguments::new().with("query", tokens()).with("key", tokens()).with("value", tokens())
}

fn assert_row(found: &Tensor, row: usize, expected: &[f64], within: f64) {
    for (column, expected) in expected.iter().enumerate() {
        let found = found.get(&[row, column]).expect("a cell");
        assert!((found - expected).abs() <= within, "row {row}, column {column}: {found} instead of {expected}");
    }
}

#[test]
fn s1_w01_scaled_scores_are_exact() {
    let scores = output(SDPA, &self_attention(), "scores");
    assert_eq!(scores.data(), [15.0, 22.5, 14.5, 22.5, 61.5, 23.5, 14.5, 23.5, 28.5]);
}

#[test]
fn s1_w01_weights_and_outputs() {
    let result = evaluate(SDPA, &self_attention(), &Reference).expect("a result");
    let (weights, output) = (&result.outputs["weights"], &result.outputs["output"]);
    assert_row(weights, 0, &[0.00055259, 0.99911224, 0.00033516], 5e-9);
    assert_row(weights, 2, &[8.2596e-7, 0.00669285, 0.99330633], 5e-9);
    assert_row(output, 0, &[3.99901, 4.99734, 8.99400, 1.00266], 5e-6);
    assert_row(output, 1, &[4.0, 5.0, 9.0, 1.0], 1e-12);
    assert_row(output, 2, &[5.98661, 2.02008, 1.05354, 3.97992], 5e-6);
}

#[test]
fn s1_w01_causal_rows_depend_only_on_earlier_tokens() {
    let output = output(SDPA, &self_attention().with("causal", true), "output");
    assert_eq!(output.data()[..4], [1.0, 2.0, 3.0, 4.0]);
    assert_row(&output, 1, &[4.0, 5.0, 9.0, 1.0], 1e-12);
    assert_row(&output, 2, &[5.98661, 2.02008, 1.05354, 3.97992], 5e-6);
}

#[test]
fn s1_w01_without_the_scale_one_weight_is_nearly_1() {
    // The bilinear form of the identity is the dot product without its scale.
    let inputs = self_attention().with("w", matrix(&identity(4)));
    let result = evaluate("bilinear-attention", &inputs, &Reference).expect("a result");
    assert_eq!(result.outputs["scores"].data()[..3], [30.0, 45.0, 29.0]);
    assert_row(&result.outputs["weights"], 0, &[3.06e-7, 0.99999958, 1.13e-7], 5e-9);
}

#[test]
fn s1_e05_split_heads_differ_from_the_full_head() {
    let mut identity = vec![0.0; 8];
    [0, 3, 4, 7].iter().for_each(|&place| identity[place] = 1.0);
    let one = Tensor::new(vec![2, 2, 2], identity).expect("two squares");
    let inputs = Arguments::new()
        .with("x", tokens())
        .with("heads", 2.0)
        .with("wQuery", one.clone())
        .with("wKey", one.clone())
        .with("wValue", one);
    let result = evaluate("split-input-attention", &inputs, &Reference).expect("a result");
    assert_row(&result.outputs["output"], 0, &[4.107, 4.828, 8.913, 1.043], 5e-4);
    let second_head_of_token_3 = result.outputs["weights"].get(&[1, 2, 0]).expect("a weight");
    assert!((second_head_of_token_3 - 0.795).abs() < 5e-4);
}

#[test]
fn s0_e03_a_masked_score_is_minus_infinity_and_not_zero() {
    let inputs = Arguments::new()
        .with("query", Tensor::matrix(&[[1.0]]).expect("a query"))
        .with("key", Tensor::matrix(&[[0.5], [-0.2], [1.0]]).expect("keys"))
        .with("value", Tensor::matrix(&[[1.0], [1.0], [1.0]]).expect("values"))
        .with("mask", Tensor::matrix(&[[1.0, 1.0, 0.0]]).expect("a mask"));
    let weights = output(SDPA, &inputs, "weights");
    assert_row(&weights, 0, &[0.6682, 0.3318, 0.0], 5e-5);
    assert_eq!(weights.get(&[0, 2]), Some(0.0));
}

#[test]
fn s1_p3_the_largest_score_gets_the_largest_weight_up_to_rounding() {
    let weights_of = |scores: [f64; 2]| {
        let inputs = Arguments::new()
            .with("query", Tensor::matrix(&[[1.0]]).expect("a query"))
            .with("key", Tensor::matrix(&[[scores[0]], [scores[1]]]).expect("keys"))
            .with("value", Tensor::matrix(&[[1.0], [1.0]]).expect("values"));
        output(SDPA, &inputs, "weights").data().to_vec()
    };
    assert!(weights_of([0.0, 1e-9])[1] > weights_of([0.0, 1e-9])[0]);
    assert_eq!(weights_of([0.0, 1e-17]), [0.5, 0.5]);
}
