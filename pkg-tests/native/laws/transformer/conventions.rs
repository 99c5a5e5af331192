//! Conventions that can be chosen, and numbers that lectures print, right and wrong.

use attograph::catalog::{Arguments, trace};
use attograph::random::{Distribution, tensor};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::assert_lawful;
use crate::support::close::{assert_within, close};
use crate::support::draws::numbers_named as numbers;
use crate::support::rows::{identity, matrix};
use crate::support::runs::{given, output};

const SDPA: &str = "scaled-dot-product-attention";
const MULTI_HEAD: &str = "multi-head-attention";

/// The three tokens of S1-W01, each the query, key and value of itself.
fn lecture() -> Arguments {
    let x = Tensor::matrix(&[[1.0, 2.0, 3.0, 4.0], [4.0, 5.0, 9.0, 1.0], [6.0, 2.0, 1.0, 4.0]]).expect("three tokens");
    Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x)
}

fn transposed(matrix: &Tensor) -> Tensor {
    let (rows, columns) = (matrix.shape()[0], matrix.shape()[1]);
    let data = (0..rows * columns).map(|at| matrix.data()[at % rows * columns + at / rows]).collect();
    Tensor::new(vec![columns, rows], data).expect("a matrix")
}

fn attention_inputs(n: usize, m: usize, d: usize, seed: u64) -> Arguments {
    Arguments::new()
        .with("query", numbers(&[n, d], seed, "query"))
        .with("key", numbers(&[m, d], seed, "key"))
        .with("value", numbers(&[m, 2], seed, "value"))
}

fn head_inputs(n: usize, heads: usize, k: usize, seed: u64) -> Arguments {
    let d = heads * k;
    let mut inputs = Arguments::new().with("heads", heads as f64).with("x", numbers(&[n, d], seed, "x"));
    for name in ["wQuery", "wKey", "wValue", "wOutput"] {
        inputs = inputs.with(name, numbers(&[d, d], seed, name));
    }
    inputs
}

fn head_mask(heads: usize, seed: u64) -> Tensor {
    tensor(&[heads], seed ^ 0xad, Distribution::Integers { minimum: 0, maximum: 1 }, None).expect("a mask")
}

proptest! {
    #[test]
    fn conventions_satisfy_the_invariants_of_a_trace(n in 1usize..4, heads in 1usize..4, k in 1usize..3, scale in 0usize..3, queries: bool, masked: bool, causal: bool, seed: u64) {
        let inputs = attention_inputs(n, n + 1, k, seed)
            .with("scale", ["d-head", "none"][scale % 2])
            .with("softmaxAxis", if queries { "queries" } else { "keys" })
            .with("causal", causal);
        assert_lawful(SDPA, &inputs, "one head");
        let mut inputs = head_inputs(n, heads, k, seed).with("scale", ["d-head", "d-model", "none"][scale]).with("causal", causal);
        if masked {
            inputs = inputs.with("headMask", head_mask(heads, seed));
        }
        assert_lawful(MULTI_HEAD, &inputs, "several heads");
    }

    #[test]
    fn s0_e01_over_the_queries_the_columns_sum_to_1(n in 1usize..5, m in 1usize..5, d in 1usize..4, seed: u64) {
        let inputs = attention_inputs(n, m, d, seed).with("softmaxAxis", "queries");
        let weights = transposed(&output(SDPA, &inputs, "weights"));
        prop_assert!(weights.data().chunks(n).all(|column| (column.iter().sum::<f64>() - 1.0).abs() < 1e-12));
    }

    #[test]
    fn s0_e02_key_times_query_is_the_transposed_of_query_times_key(n in 1usize..5, m in 1usize..5, d in 1usize..4, seed: u64) {
        let inputs = attention_inputs(n, m, d, seed);
        let flipped = Arguments::new()
            .with("query", numbers(&[m, d], seed, "key"))
            .with("key", numbers(&[n, d], seed, "query"))
            .with("value", numbers(&[n, 2], seed, "value"));
        prop_assert!(close(transposed(&output(SDPA, &flipped, "scores")).data(), output(SDPA, &inputs, "scores").data(), 1e-12));
        // So a softmax down the columns of the one is a softmax along the rows of the other.
        let columns = output(SDPA, &flipped.with("softmaxAxis", "queries"), "weights");
        prop_assert!(close(transposed(&columns).data(), output(SDPA, &inputs, "weights").data(), 1e-12));
    }

    #[test]
    fn s2_e01_without_the_scale_scores_are_larger_by_the_root_of_the_width(n in 1usize..4, d in 1usize..5, seed: u64) {
        let inputs = attention_inputs(n, n, d, seed);
        let scaled: Vec<f64> = output(SDPA, &inputs, "scores").data().iter().map(|score| score * (d as f64).sqrt()).collect();
        prop_assert!(close(&scaled, output(SDPA, &inputs.with("scale", "none"), "scores").data(), 1e-12));
    }

    #[test]
    fn the_scale_of_several_heads_is_taken_from_one_head_or_from_a_token(n in 1usize..4, heads in 1usize..4, k in 1usize..3, seed: u64) {
        let inputs = head_inputs(n, heads, k, seed);
        let scores = |scale: &str| {
            let trace = trace(MULTI_HEAD, &inputs.clone().with("scale", scale)).expect("a trace");
            trace.step("multi-head.scaled").or_else(|_| trace.step("multi-head.scores")).expect("scores").tensor.clone()
        };
        let times = |tensor: Tensor, factor: usize| -> Vec<f64> { tensor.data().iter().map(|x| x * (factor as f64).sqrt()).collect() };
        let plain = scores("none");
        prop_assert!(close(&times(scores("d-head"), k), plain.data(), 1e-12));
        prop_assert!(close(&times(scores("d-model"), heads * k), plain.data(), 1e-12));
    }

    #[test]
    fn s0_f06_s2_f02_the_output_is_the_sum_over_the_heads(n in 1usize..4, heads in 1usize..4, k in 1usize..3, seed: u64) {
        // Concat(head_1, …) W^O adds up each head times its own rows of W^O; all other heads pruned, one head is left.
        let inputs = head_inputs(n, heads, k, seed);
        let mut sum = vec![0.0; n * heads * k];
        for head in 0..heads {
            let only = (0..heads).map(|other| if other == head { 1.0 } else { 0.0 }).collect();
            let alone = output(MULTI_HEAD, &inputs.clone().with("headMask", Tensor::vector(only).expect("a mask")), "output");
            sum.iter_mut().zip(alone.data()).for_each(|(sum, value)| *sum += value);
        }
        prop_assert!(close(output(MULTI_HEAD, &inputs, "output").data(), &sum, 1e-10));
    }

    #[test]
    fn a_pruned_head_is_a_head_without_output_rows(n in 1usize..4, heads in 1usize..4, k in 1usize..3, seed: u64) {
        let inputs = head_inputs(n, heads, k, seed);
        let (mask, projection) = (head_mask(heads, seed), numbers(&[heads * k, heads * k], seed, "wOutput"));
        let head_of = |offset: usize| offset / (heads * k) / k;
        let rows = projection.data().iter().enumerate().map(|(offset, value)| value * mask.data()[head_of(offset)]).collect();
        let without = inputs.clone().with("wOutput", Tensor::new(vec![heads * k, heads * k], rows).expect("a matrix"));
        let pruned = inputs.clone().with("headMask", mask);
        prop_assert!(close(output(MULTI_HEAD, &pruned, "output").data(), output(MULTI_HEAD, &without, "output").data(), 1e-12));
        prop_assert_eq!(output(MULTI_HEAD, &pruned, "weights"), output(MULTI_HEAD, &inputs, "weights"));
        let all = inputs.clone().with("headMask", Tensor::vector(vec![1.0; heads]).expect("a mask"));
        prop_assert_eq!(output(MULTI_HEAD, &all, "output"), output(MULTI_HEAD, &inputs, "output"));
    }

    #[test]
    fn s2_f01_one_unscaled_head_is_the_update_of_the_article(n in 1usize..4, d in 1usize..4, seed: u64) {
        // h_i ← Σ_j w_ij V h_j with w_ij = softmax_j(Q h_i · K h_j), as loops.
        let get = |name: &str| numbers(&[d, d], seed, name).data().to_vec();
        let (q, k, v) = (get("wQuery"), get("wKey"), get("wValue"));
        let h = numbers(&[n, d], seed, "x").data().to_vec();
        let times = |i: usize, w: &[f64], c: usize| (0..d).map(|f| h[i * d + f] * w[f * d + c]).sum::<f64>();
        let mut expected = Vec::new();
        for i in 0..n {
            let score = |j: usize| (0..d).map(|c| times(i, &q, c) * times(j, &k, c)).sum::<f64>();
            let largest = (0..n).map(score).fold(f64::NEG_INFINITY, f64::max);
            let exponentials: Vec<f64> = (0..n).map(|j| (score(j) - largest).exp()).collect();
            let total: f64 = exponentials.iter().sum();
            expected.extend((0..d).map(|c| (0..n).map(|j| exponentials[j] / total * times(j, &v, c)).sum::<f64>()));
        }
        let inputs = head_inputs(n, 1, d, seed)
            .with("scale", "none")
            .with("wOutput", matrix(&identity(d)));
        prop_assert!(close(output(MULTI_HEAD, &inputs, "output").data(), &expected, 1e-9));
    }

    #[test]
    fn s3_f04_s3_e02_without_the_residual_a_network_of_zeros_erases_the_token(n in 1usize..4, d in 2usize..5, seed: u64) {
        let x = numbers(&[n, d], seed, "x");
        let zeros = Tensor::new(vec![d, d], vec![0.0; d * d]).expect("zeros");
        // LN(MLP(LN(h))), as printed.
        let normalized = output("layer-norm", &Arguments::new().with("x", x.clone()), "output");
        let network = Arguments::new().with("x", normalized).with("w1", zeros.clone()).with("w2", zeros.clone());
        let printed = output("layer-norm", &Arguments::new().with("x", output("feed-forward", &network, "output")), "output");
        prop_assert!(printed.data().iter().all(|&value| value == 0.0));
        // With the residual connections of a layer, the token is still there.
        let mut layer = Arguments::new().with("x", x.clone()).with("heads", 1.0).with("normFirst", true);
        for name in ["attention.wQuery", "attention.wKey", "attention.wValue", "attention.wOutput", "w1", "w2"] {
            layer = layer.with(name, zeros.clone());
        }
        prop_assert_eq!(output("encoder-layer", &layer, "output"), x);
    }
}

#[test]
fn s1_w01_post_norm_of_the_first_token() {
    let attended = output(SDPA, &lecture(), "output");
    let sum = (0..4).map(|f| [1.0, 2.0, 3.0, 4.0][f] + attended.data()[f]).collect();
    let x = Tensor::new(vec![1, 4], sum).expect("a token");
    let found = output("layer-norm", &Arguments::new().with("x", x), "output");
    assert_within(found.data(), &[-0.7868, -0.0878, 1.6602, -0.7855], 5e-5);
}

#[test]
fn s1_w01_unscaled_weights_saturate() {
    let weights = output(SDPA, &lecture().with("scale", "none"), "weights");
    assert_within(&weights.data()[..3], &[3.06e-7, 0.99999958, 1.13e-7], 5e-9);
}

#[test]
fn s0_e01_the_wrong_axis_gives_the_slides_wrong_numbers() {
    let wrong = lecture().with("softmaxAxis", "queries");
    let sums: Vec<f64> = output(SDPA, &wrong, "weights").data().chunks(3).map(|row| row.iter().sum()).collect();
    assert_within(&sums, &[0.00055, 2.006, 0.994], 5e-4);
    assert!((sums[0] - 0.00055).abs() < 5e-6);
    assert_within(&output(SDPA, &wrong, "output").data()[..4], &[0.00056, 0.0011, 0.0017, 0.0022], 5e-5);
    // Along the rows, each sums to 1 and the first token gets close to the second's value.
    let right = output(SDPA, &lecture(), "output");
    assert_within(&right.data()[..4], &[3.99901, 4.99734, 8.99400, 1.00266], 5e-6);
}

#[test]
fn s1_e04_the_transposed_weights_give_the_same_wrong_output() {
    // The scores of the example are symmetric, so transposing the weights is the same mistake as the wrong axis.
    let weights = transposed(&output(SDPA, &lecture(), "weights"));
    let value = given(&lecture(), "value").data().to_vec();
    let first: Vec<f64> = (0..4).map(|f| (0..3).map(|j| weights.data()[j] * value[j * 4 + f]).sum()).collect();
    assert_within(&first, &[0.00056, 0.0011, 0.0017, 0.0022], 5e-5);
    let wrong_axis = output(SDPA, &lecture().with("softmaxAxis", "queries"), "output");
    assert!(close(&first, &wrong_axis.data()[..4], 1e-12));
}

#[test]
fn s0_w05_twelve_heads_of_64_make_768() {
    let wide = |value: f64| Tensor::new(vec![768, 768], vec![value; 768 * 768]).expect("a matrix");
    let mut inputs = Arguments::new().with("x", Tensor::new(vec![1, 768], vec![0.01; 768]).expect("a token"));
    for name in ["wQuery", "wKey", "wValue", "wOutput"] {
        inputs = inputs.with(name, wide(0.01));
    }
    let found = trace(MULTI_HEAD, &inputs.clone().with("heads", 12.0)).expect("a trace");
    assert_eq!(found.step("multi-head.width").expect("a width").tensor.data(), [64.0]);
    assert_eq!(found.step("multi-head.scale").expect("a scale").tensor.data(), [8.0]);
    assert_eq!(found.step("multi-head.query-heads").expect("queries").tensor.shape(), [12, 1, 64]);
    assert_eq!(trace(MULTI_HEAD, &inputs.with("heads", 11.0)).expect_err("768 / 11").code(), "not-divisible");
}

#[test]
fn s3_e01_the_network_of_bert_base_is_four_times_as_wide_as_a_token() {
    let matrix =
        |rows: usize, columns: usize| Tensor::new(vec![rows, columns], vec![0.01; rows * columns]).expect("a matrix");
    let inputs = Arguments::new().with("x", matrix(1, 768)).with("w1", matrix(768, 4 * 768)).with("activation", "gelu");
    let found = trace("feed-forward", &inputs.clone().with("w2", matrix(3072, 768))).expect("a trace");
    assert_eq!(found.step("feed-forward.gelu").expect("hidden units").tensor.shape(), [1, 3072]);
    assert_eq!(found.outputs["output"].shape(), [1, 768]);
    let error = trace("feed-forward", &inputs.with("w2", matrix(3024, 768))).expect_err("the printed 3024");
    assert_eq!(error.code(), "shape-mismatch");
}

#[test]
fn s1_f03_s1_e14_energies_have_a_row_a_query_and_a_column_a_key() {
    let inputs = attention_inputs(2, 5, 3, 1);
    assert_eq!(output(SDPA, &inputs, "scores").shape(), [2, 5]);
    assert_eq!(output(SDPA, &inputs, "output").shape(), [2, 2]);
    // The items of a batch never meet: each is a run of its own, and self-attention has T × T energies.
    assert_eq!(output(SDPA, &attention_inputs(4, 4, 3, 2), "scores").shape(), [4, 4]);
}

#[test]
fn a_head_mask_holds_zeros_and_ones_for_every_head() {
    let inputs = head_inputs(2, 2, 1, 3);
    let refused = |mask: Vec<f64>| {
        let inputs = inputs.clone().with("headMask", Tensor::vector(mask).expect("a mask"));
        trace(MULTI_HEAD, &inputs).expect_err("an error").code()
    };
    assert_eq!(refused(vec![1.0, 0.5]), "out-of-range");
    assert_eq!(refused(vec![1.0, 0.0, 1.0]), "shape-mismatch");
}

#[test]
fn a_key_that_no_query_sees_is_noticed() {
    let mask = Tensor::matrix(&[[1.0, 0.0], [1.0, 0.0]]).expect("a mask");
    let inputs = attention_inputs(2, 2, 1, 3).with("mask", mask).with("softmaxAxis", "queries");
    let found = trace(SDPA, &inputs).expect("a trace");
    assert_eq!(found.notices.iter().map(|notice| notice.code).collect::<Vec<_>>(), ["fully-masked-column"]);
    assert_eq!(found.outputs["weights"].data()[1], 0.0);
}
