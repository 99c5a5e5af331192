//! Layer norm, batch norm and the feed-forward network.

use attograph::catalog::{Arguments, trace};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use super::oracle::normal_below;
use crate::support::assert_lawful;
use crate::support::close::close;
use crate::support::draws::numbers;
use crate::support::runs;

fn output(algorithm: &str, inputs: &Arguments) -> Tensor {
    runs::output(algorithm, inputs, "output")
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn variance(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / numbers.len() as f64
}

fn mapped(tensor: &Tensor, change: impl Fn(usize, f64) -> f64) -> Tensor {
    let data = tensor.data().iter().enumerate().map(|(at, &value)| change(at, value)).collect();
    Tensor::new(tensor.shape().to_vec(), data).expect("the same shape")
}

fn columns(tensor: &Tensor) -> Vec<Vec<f64>> {
    let width = tensor.shape()[1];
    (0..width).map(|column| tensor.data().iter().skip(column).step_by(width).copied().collect()).collect()
}

fn norm_inputs(n: usize, d: usize, learned: bool, seed: u64) -> Arguments {
    let inputs = Arguments::new().with("x", numbers(&[n, d], seed));
    match learned {
        false => inputs,
        true => inputs.with("gamma", numbers(&[d], seed ^ 1)).with("beta", numbers(&[d], seed ^ 2)),
    }
}

fn numbers_of(inputs: &Arguments, name: &str) -> Option<Vec<f64>> {
    inputs.tensor(name).ok().map(|tensor| tensor.data().to_vec())
}

proptest! {
    #[test]
    fn parts_satisfy_the_invariants_of_a_trace(n in 1usize..5, d in 1usize..5, learned: bool, running: bool, gelu: bool, seed: u64) {
        let inputs = norm_inputs(n, d, learned, seed);
        assert_lawful("layer-norm", &inputs, "layer-norm");
        let mut batch = inputs;
        if running {
            batch = batch.with("mean", numbers(&[d], seed ^ 3)).with("variance", mapped(&numbers(&[d], seed ^ 4), |_, x| x.abs()));
        }
        assert_lawful("batch-norm", &batch, "batch-norm");
        assert_lawful("feed-forward", &feed_forward_inputs((n, d, d + 1, d), learned, gelu, seed), "feed-forward");
    }

    #[test]
    fn a_layer_norm_brings_every_row_to_mean_0_and_variance_1(n in 1usize..5, d in 2usize..7, seed: u64) {
        let inputs = norm_inputs(n, d, false, seed).with("epsilon", 0.0);
        prop_assume!(numbers(&[n, d], seed).data().chunks(d).all(|row| variance(row) > 1e-3)); // else rounding is all there is
        for row in output("layer-norm", &inputs).data().chunks(d) {
            prop_assert!(mean(row).abs() < 1e-12 && (variance(row) - 1.0).abs() < 1e-10);
        }
    }

    #[test]
    fn a_layer_norm_agrees_with_loops_over_rows(n in 1usize..5, d in 1usize..7, learned: bool, epsilon in 1e-6..1e-1, seed: u64) {
        let inputs = norm_inputs(n, d, learned, seed).with("epsilon", epsilon);
        let gamma = numbers_of(&inputs, "gamma").unwrap_or(vec![1.0; d]);
        let beta = numbers_of(&inputs, "beta").unwrap_or(vec![0.0; d]);
        let mut expected = Vec::new();
        for row in numbers_of(&inputs, "x").expect("x").chunks(d) {
            let (mean, deviation): (f64, f64) = (mean(row), f64::sqrt(variance(row) + epsilon));
            expected.extend((0..d).map(|f| (row[f] - mean) / deviation * gamma[f] + beta[f]));
        }
        prop_assert!(close(output("layer-norm", &inputs).data(), &expected, 1e-10));
    }

    #[test]
    fn a_layer_norm_does_not_depend_on_the_shift_and_scale_of_a_row(n in 1usize..4, d in 2usize..6, shift in -9.0..9.0, scale in 0.1..9.0, seed: u64) {
        let inputs = norm_inputs(n, d, true, seed).with("epsilon", 0.0);
        prop_assume!(numbers(&[n, d], seed).data().chunks(d).all(|row| variance(row) > 1e-3));
        let moved = mapped(&numbers(&[n, d], seed), |at, x| x * scale + shift * (at / d + 1) as f64);
        prop_assert!(close(output("layer-norm", &inputs).data(), output("layer-norm", &inputs.clone().with("x", moved)).data(), 1e-8));
    }

    #[test]
    fn each_row_of_a_layer_norm_depends_on_that_row_only(n in 2usize..5, d in 1usize..5, seed: u64) {
        let inputs = norm_inputs(n, d, true, seed);
        let other = inputs.clone().with("x", mapped(&numbers(&[n, d], seed), |at, x| if at < d { x } else { 5.0 - x }));
        let (before, after) = (output("layer-norm", &inputs), output("layer-norm", &other));
        prop_assert_eq!(&before.data()[..d], &after.data()[..d]);
    }

    #[test]
    fn a_batch_norm_brings_every_column_to_mean_0_and_variance_1(n in 2usize..7, d in 1usize..5, seed: u64) {
        let inputs = norm_inputs(n, d, false, seed).with("epsilon", 0.0);
        prop_assume!(columns(&numbers(&[n, d], seed)).iter().all(|column| variance(column) > 1e-3));
        for column in columns(&output("batch-norm", &inputs)) {
            prop_assert!(mean(&column).abs() < 1e-12 && (variance(&column) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_batch_norm_is_a_layer_norm_of_the_transposed_tokens(n in 1usize..6, d in 1usize..6, seed: u64) {
        let transposed = |tensor: &Tensor| Tensor::new(vec![tensor.shape()[1], tensor.shape()[0]], columns(tensor).concat()).expect("a matrix");
        let inputs = norm_inputs(n, d, false, seed);
        let turned = inputs.clone().with("x", transposed(&numbers(&[n, d], seed)));
        prop_assert_eq!(output("batch-norm", &inputs), transposed(&output("layer-norm", &turned)));
    }

    #[test]
    fn a_batch_norm_with_running_statistics_agrees_with_loops(n in 1usize..5, d in 1usize..5, seed: u64) {
        let (mean, spread) = (numbers(&[d], seed ^ 3), mapped(&numbers(&[d], seed ^ 4), |_, x| x * x));
        let inputs = norm_inputs(n, d, true, seed).with("mean", mean.clone()).with("variance", spread.clone());
        let (gamma, beta) = (numbers_of(&inputs, "gamma").unwrap(), numbers_of(&inputs, "beta").unwrap());
        let expected: Vec<f64> = numbers(&[n, d], seed).data().iter().enumerate().map(|(at, x)| {
            let f = at % d;
            (x - mean.data()[f]) / (spread.data()[f] + 1e-5).sqrt() * gamma[f] + beta[f]
        }).collect();
        prop_assert!(close(output("batch-norm", &inputs).data(), &expected, 1e-10));
        let own = norm_inputs(n, d, true, seed);
        let columns = columns(&numbers(&[n, d], seed));
        let vector = |of: fn(&[f64]) -> f64| Tensor::vector(columns.iter().map(|column| of(column)).collect()).expect("a vector");
        let same = own.clone().with("mean", vector(self::mean)).with("variance", vector(variance));
        prop_assert!(close(output("batch-norm", &own).data(), output("batch-norm", &same).data(), 1e-10));
    }

    #[test]
    fn a_feed_forward_network_agrees_with_loops_over_tokens(n in 1usize..4, d in 1usize..4, f in 1usize..5, o in 1usize..4, biased: bool, gelu: bool, seed: u64) {
        let inputs = feed_forward_inputs((n, d, f, o), biased, gelu, seed);
        let get = |name: &str, length: usize| numbers_of(&inputs, name).unwrap_or(vec![0.0; length]);
        let (w1, b1, w2, b2) = (get("w1", 0), get("b1", f), get("w2", 0), get("b2", o));
        let mut expected = Vec::new();
        for token in get("x", 0).chunks(d) {
            let hidden: Vec<f64> = (0..f).map(|u| {
                let sum = (0..d).map(|k| token[k] * w1[k * f + u]).sum::<f64>() + b1[u];
                if gelu { sum * normal_below(sum) } else { sum.max(0.0) }
            }).collect();
            expected.extend((0..o).map(|c| (0..f).map(|u| hidden[u] * w2[u * o + c]).sum::<f64>() + b2[c]));
        }
        prop_assert!(close(output("feed-forward", &inputs).data(), &expected, 1e-8));
    }

    #[test]
    fn s3_e04_gelu_and_relu_agree_far_from_zero_and_differ_near_it(x in 8.0..50.0) {
        let one = Tensor::matrix(&[[1.0]]).expect("a matrix");
        let through = |x: f64, activation: &str| {
            let inputs = Arguments::new().with("x", Tensor::matrix(&[[x]]).expect("a matrix"));
            output("feed-forward", &inputs.with("w1", one.clone()).with("w2", one.clone()).with("activation", activation)).data()[0]
        };
        prop_assert!((through(x, "gelu") - through(x, "relu")).abs() < 1e-12);
        prop_assert!(through(-x, "gelu").abs() < 1e-12);
        prop_assert!((through(1.0, "gelu") - 0.841_344_746_068_542_9).abs() < 1e-15);
        prop_assert!((through(-1.0, "gelu") + 0.158_655_253_931_457_05).abs() < 1e-15);
    }
}

fn feed_forward_inputs((n, d, f, o): (usize, usize, usize, usize), biased: bool, gelu: bool, seed: u64) -> Arguments {
    let inputs = Arguments::new()
        .with("x", numbers(&[n, d], seed))
        .with("w1", numbers(&[d, f], seed ^ 1))
        .with("w2", numbers(&[f, o], seed ^ 2))
        .with("activation", if gelu { "gelu" } else { "relu" });
    match biased {
        false => inputs,
        true => inputs.with("b1", numbers(&[f], seed ^ 3)).with("b2", numbers(&[o], seed ^ 4)),
    }
}

#[test]
fn s0_c09_a_single_token_becomes_zero_in_batch_norm_and_not_in_layer_norm() {
    let inputs = Arguments::new().with("x", Tensor::matrix(&[[1.0, 5.0, 3.0]]).expect("a token"));
    assert!(output("batch-norm", &inputs).data().iter().all(|&number| number == 0.0));
    assert!(output("layer-norm", &inputs).data()[1] > 1.0);
}

#[test]
fn equal_features_give_zeros_or_without_epsilon_a_notice() {
    let inputs = Arguments::new().with("x", Tensor::matrix(&[[2.0, 2.0]]).expect("a token"));
    assert_eq!(output("layer-norm", &inputs).data(), [0.0, 0.0]);
    let bare = trace("layer-norm", &inputs.clone().with("epsilon", 0.0)).expect("a trace");
    assert!(bare.notices.iter().any(|notice| notice.code == "non-finite-result"));
    let error = trace("layer-norm", &inputs.with("epsilon", -1.0)).expect_err("a negative epsilon");
    assert_eq!(error.code(), "out-of-range");
}
