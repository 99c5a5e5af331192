//! The variance of dot products, and the slopes of a softmax.

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate, trace};
use attograph::random::Random;
use attograph::tensor::Tensor;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::assert_lawful;

fn variance(width: f64, deviation: f64, samples: f64, seed: f64) -> (f64, f64) {
    let inputs =
        Arguments::new().with("width", width).with("deviation", deviation).with("samples", samples).with("seed", seed);
    let outputs = evaluate("query-key-variance", &inputs, &Reference).expect("a result").outputs;
    (outputs["measured"].data()[0], outputs["predicted"].data()[0])
}

fn jacobian(scores: &[f64]) -> (Vec<f64>, f64) {
    let inputs = Arguments::new().with("scores", Tensor::matrix(&[scores]).unwrap());
    let outputs = evaluate("softmax-jacobian", &inputs, &Reference).expect("a result").outputs;
    (outputs["jacobian"].data().to_vec(), outputs["largest"].data()[0])
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let most = scores.iter().fold(f64::NEG_INFINITY, |most, score| most.max(*score));
    let exponentials: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f64 = exponentials.iter().sum();
    exponentials.iter().map(|exponential| exponential / sum).collect()
}

proptest! {
    #[test]
    fn the_measured_variance_is_that_of_the_drawn_products(width in 0usize..6, samples in 1usize..12, deviation in 0.0..3.0f64, seed in 0u64..1000) {
        let inputs = Arguments::new()
            .with("width", width as f64)
            .with("samples", samples as f64)
            .with("deviation", deviation)
            .with("seed", seed as f64);
        let trace = assert_lawful("query-key-variance", &inputs, "variance");
        let numbers = |id: &str| trace.step(id).unwrap().tensor.data().to_vec();
        let (queries, keys) = (numbers("variance.query-draws"), numbers("variance.key-draws"));
        let product = |s: usize| -> f64 {
            (s * width..(s + 1) * width).map(|k| deviation * queries[k] * deviation * keys[k]).sum()
        };
        let products: Vec<f64> = (0..samples).map(product).collect();
        let mean: f64 = products.iter().sum::<f64>() / samples as f64;
        let expected: f64 = products.iter().map(|product| (product - mean).powi(2)).sum::<f64>() / samples as f64;
        let scale = expected.max(1.0);
        prop_assert!((trace.outputs["measured"].data()[0] - expected).abs() < 1e-12 * scale);
        prop_assert!((trace.outputs["predicted"].data()[0] - deviation.powi(4) * width as f64).abs() < 1e-12 * 500.0);
    }

    #[test]
    fn the_jacobian_is_what_differences_of_the_softmax_tend_to(scores in vec(-4.0..4.0f64, 1..6)) {
        let inputs = Arguments::new().with("scores", Tensor::matrix(std::slice::from_ref(&scores)).unwrap());
        let trace = assert_lawful("softmax-jacobian", &inputs, "jacobian");
        let found = trace.outputs["jacobian"].data();
        let (m, step) = (scores.len(), 1e-5);
        let mut largest: f64 = 0.0;
        for k in 0..m {
            let moved = |by: f64| -> Vec<f64> {
                let mut scores = scores.clone();
                scores[k] += by;
                softmax(&scores)
            };
            let (above, below) = (moved(step), moved(-step));
            for j in 0..m {
                let slope = (above[j] - below[j]) / (2.0 * step);
                largest = largest.max(slope.abs());
                prop_assert!((found[j * m + k] - slope).abs() < 1e-9, "{} instead of {}", found[j * m + k], slope);
            }
            prop_assert!((0..m).map(|j| found[j * m + k]).sum::<f64>().abs() < 1e-15 * 8.0, "a column sums to 0");
            prop_assert!((0..m).map(|j| found[k * m + j]).sum::<f64>().abs() < 1e-15 * 8.0, "a row sums to 0");
        }
        prop_assert!((trace.outputs["largest"].data()[0] - largest).abs() < 1e-9 && largest <= 0.25 + 1e-9);
    }
}

#[test]
fn s0_x02_the_variance_is_the_fourth_power_of_sigma_times_the_width() {
    // The variance of a product of normal numbers has a relative standard error of about √((2 + 6/d)/samples): below 0.9 % for d = 4.
    for (width, deviation, samples, predicted) in [
        (4.0, 1.0, 50_000.0, 4.0),
        (4.0, 2.0, 50_000.0, 64.0),
        (64.0, 1.0, 20_000.0, 64.0),
        (64.0, 2.0, 20_000.0, 1024.0),
    ] {
        let (measured, formula) = variance(width, deviation, samples, 11.0);
        assert_eq!(formula, predicted);
        assert!((measured / predicted - 1.0).abs() < 0.03, "{measured} instead of {predicted}");
    }
}

#[test]
fn s0_f04_each_number_has_the_requested_variance() {
    let inputs = Arguments::new().with("width", 50.0).with("deviation", 3.0).with("samples", 400.0).with("seed", 2.0);
    let trace = trace("query-key-variance", &inputs).expect("a trace");
    for id in ["variance.queries", "variance.keys"] {
        let numbers = trace.step(id).unwrap().tensor.data().to_vec();
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / numbers.len() as f64;
        assert!(mean.abs() < 0.07 && (variance / 9.0 - 1.0).abs() < 0.04, "{id}: {mean}, {variance}");
    }
}

#[test]
fn s0_e25_the_variance_grows_by_sigma_squared_d_and_by_d_only_for_sigma_1() {
    let growth = |deviation: f64| variance(16.0, deviation, 1.0, 0.0).1 / (deviation * deviation);
    assert_eq!(growth(1.0), 16.0);
    assert_eq!(growth(2.0), 64.0); // the slide says 16
}

#[test]
fn s1_w01_scaling_makes_the_softmax_two_thousand_times_steeper() {
    let (scaled, unscaled) = (jacobian(&[15.0, 22.5, 14.5]).1, jacobian(&[30.0, 45.0, 29.0]).1);
    assert!((scaled - 8.87e-4).abs() < 0.005e-4, "{scaled}");
    assert!((unscaled - 4.18e-7).abs() < 0.005e-7, "{unscaled}");
    assert!((2050.0..2150.0).contains(&(scaled / unscaled)));
}

#[test]
fn the_draws_of_a_seed_come_from_the_generator_of_the_library() {
    // Places are 8 streams of 2 uniform numbers apart; the first stream is the queries.
    let inputs = Arguments::new().with("width", 2.0).with("samples", 2.0).with("seed", 5.0);
    let trace = trace("query-key-variance", &inputs).expect("a trace");
    let draws = trace.step("variance.query-draws").unwrap().tensor.data().to_vec();
    for (place, draw) in draws.iter().enumerate() {
        let mut random = Random::new(5);
        for _ in 0..place * 16 {
            random.uniform();
        }
        assert_eq!(*draw, random.normal());
    }
}

#[test]
fn a_negative_deviation_no_sample_and_no_key_are_typed_errors() {
    let code = |algorithm: &str, inputs: &Arguments| trace(algorithm, inputs).expect_err("an error").code();
    let base = Arguments::new().with("width", 2.0).with("seed", 5.0);
    assert_eq!(code("query-key-variance", &base.clone().with("deviation", -1.0)), "out-of-range");
    assert_eq!(code("query-key-variance", &base.clone().with("samples", 0.0)), "out-of-range");
    assert_eq!(code("query-key-variance", &base.with("samples", 4e9)), "too-large");
    let none = Arguments::new().with("scores", Tensor::new(vec![2, 0], vec![]).unwrap());
    assert_eq!(code("softmax-jacobian", &none), "out-of-range");
}

#[test]
fn s1_p3_the_softmax_keeps_the_order_up_to_rounding() {
    let weights = |scores: &[f64]| {
        let inputs = Arguments::new().with("scores", Tensor::matrix(&[scores]).unwrap());
        evaluate("softmax-jacobian", &inputs, &Reference).expect("a result").outputs["weights"].data().to_vec()
    };
    let found = weights(&[0.3, 2.0, -1.0]);
    assert!(found[1] > found[0] && found[0] > found[2], "1127: yes");
    assert_eq!(weights(&[0.0, 1e-17]), [0.5, 0.5], "in f64 a difference of 1e-17 is none");
    // 1128: a translation keeps every distance. 1129: but no angle, seen from the origin.
    let (x, y, t) = ([1.0, 0.0], [0.0, 1.0], [1.0, 1.0]);
    let distance = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let plus = |a: [f64; 2]| [a[0] + t[0], a[1] + t[1]];
    assert_eq!(distance(x, y), distance(plus(x), plus(y)));
    let angle = |a: [f64; 2], b: [f64; 2]| {
        ((a[0] * b[0] + a[1] * b[1]) / (distance(a, [0.0; 2]) * distance(b, [0.0; 2]))).acos().to_degrees()
    };
    assert!((angle(x, y) - 90.0).abs() < 1e-12 && (angle(plus(x), plus(y)) - 36.87).abs() < 0.005);
}
