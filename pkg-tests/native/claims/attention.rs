//! Claims about attention, normalization and their conventions.

use super::assert_says;
use crate::support::close::{assert_within, close};
use crate::support::draws::numbers;
use crate::support::runs::{output, trace};
use attograph::catalog::Arguments;
use attograph::tensor::Tensor;

/// The numbers of the lecture: three tokens of width 4.
fn lecture() -> Tensor {
    Tensor::matrix(&[[1.0, 2.0, 3.0, 4.0], [4.0, 5.0, 9.0, 1.0], [6.0, 2.0, 1.0, 4.0]]).expect("a matrix")
}

fn identity(width: usize) -> Tensor {
    let cell = |offset: usize| f64::from(u8::from(offset / width == offset % width));
    Tensor::new(vec![width, width], (0..width * width).map(cell).collect()).expect("a matrix")
}

#[test]
fn no_gamma_and_beta_can_undo_a_layer_norm() {
    // A token and its double have one result, whatever gamma and beta are: what told them apart is gone.
    let x = Tensor::matrix(&[[1.0, 2.0, 4.0], [2.0, 4.0, 8.0]]).unwrap();
    for seed in 0..20 {
        let inputs = Arguments::new().with("x", x.clone()).with("epsilon", 0.0);
        let inputs = inputs.with("gamma", numbers(&[3], seed)).with("beta", numbers(&[3], seed + 100));
        let result = output("layer-norm", &inputs, "output");
        assert_within(&result.data()[..3], &result.data()[3..], 1e-12);
    }
    assert_says("layer-norm.plus-beta", &["twice"], &["두 배"]);
    for language in ["en", "ko"] {
        let text = super::text_of(language, "layer-norm.plus-beta");
        assert!(!text.contains("can undo") && !text.contains("되돌릴 수도"), "{text}");
    }
}

#[test]
fn s1_e05_identity_projections_give_the_split_input_and_mixing_ones_do_not() {
    let x = lecture();
    let heads = Arguments::new().with("x", x.clone()).with("heads", 2.0).with("wOutput", identity(4));
    let with = |w: &Tensor| {
        let inputs = heads.clone().with("wQuery", w.clone()).with("wKey", w.clone());
        output("multi-head-attention", &inputs.with("wValue", w.clone()), "weights")
    };
    let part = Tensor::new(vec![2, 2, 2], identity(2).data().repeat(2)).unwrap();
    let split = Arguments::new().with("x", x).with("heads", 2.0);
    let split = ["wQuery", "wKey", "wValue"].into_iter().fold(split, |inputs, name| inputs.with(name, part.clone()));
    let split = output("split-input-attention", &split, "weights");
    // The split input is the case of projections that mix nothing: two heads against two heads, not one against two.
    assert_eq!(with(&identity(4)).data(), split.data());
    let mixing =
        Tensor::matrix(&[[1.0, 0.0, 0.5, 0.0], [0.0, 1.0, 0.0, 0.5], [0.5, 0.0, 1.0, 0.0], [0.0, 0.5, 0.0, 1.0]]);
    assert!(!close(with(&mixing.unwrap()).data(), split.data(), 0.01));
}

#[test]
fn s0_e01_over_the_queries_a_row_sums_to_at_most_the_number_of_keys() {
    // One query and five keys: each column is a softmax over one number, so that each weight is 1 and the row sums to 5.
    let inputs = Arguments::new().with("query", numbers(&[1, 3], 1)).with("key", numbers(&[5, 3], 2));
    let inputs = inputs.with("value", numbers(&[5, 2], 3)).with("softmaxAxis", "queries");
    assert_eq!(output("scaled-dot-product-attention", &inputs, "weights").data(), [1.0; 5]);
}

#[test]
fn a_dot_product_has_the_width_as_its_variance_only_where_the_mean_is_0() {
    // Entries of variance 1 and mean m: the variance is d (1 + 2m²), which is 3d at m = 1.
    let (d, samples) = (4usize, 20_000usize);
    let (q, k) = (numbers(&[samples, d], 5), numbers(&[samples, d], 6));
    let variance = |mean: f64| {
        let products: Vec<f64> = (0..samples)
            .map(|s| (0..d).map(|f| (q.data()[s * d + f] + mean) * (k.data()[s * d + f] + mean)).sum())
            .collect();
        let middle = products.iter().sum::<f64>() / samples as f64;
        products.iter().map(|product| (product - middle) * (product - middle)).sum::<f64>() / samples as f64
    };
    assert!((variance(0.0) / d as f64 - 1.0).abs() < 0.1, "{}", variance(0.0));
    assert!((variance(1.0) / d as f64 - 3.0).abs() < 0.3, "{}", variance(1.0));
    assert_says("attention.scale", &["mean 0"], &["평균이 0"]);
}

#[test]
fn a_saturated_softmax_still_passes_the_gradient_of_the_values() {
    // The slope of the weights is almost 0, but the output still follows the value that it took.
    let scores = Tensor::matrix(&[[40.0, 0.0]]).unwrap();
    let jacobian = trace("softmax-jacobian", &Arguments::new().with("scores", scores.clone()));
    let steepest = jacobian.step("jacobian.largest").expect("a step").tensor.data()[0];
    assert!(steepest < 1e-15, "{steepest}");
    let inputs = |value: f64| {
        let token = |number: f64| Tensor::matrix(&[[number]]).unwrap();
        let keys = Tensor::matrix(&[[40.0], [0.0]]).unwrap();
        let values = Tensor::matrix(&[[value], [5.0]]).unwrap();
        Arguments::new().with("query", token(1.0)).with("key", keys).with("value", values)
    };
    let out = |value: f64| output("scaled-dot-product-attention", &inputs(value), "output").data()[0];
    assert!((out(3.0) - out(2.0) - 1.0).abs() < 1e-12);
    assert_says("jacobian.largest", &["values"], &["값"]);
    assert!(!super::text_of("en", "jacobian.largest").contains("nothing is learned"));
}

#[test]
fn with_running_statistics_no_column_of_a_batch_norm_needs_mean_0() {
    let column = |name: &str, number: f64| (name.to_string(), Tensor::vector(vec![number]).unwrap());
    let [mean, variance] = [column("mean", 10.0), column("variance", 4.0)];
    let inputs = Arguments::new().with("x", Tensor::matrix(&[[1.0], [3.0]]).unwrap()).with("epsilon", 0.0);
    let result = output("batch-norm", &inputs.with(&mean.0, mean.1).with(&variance.0, variance.1), "output");
    assert_within(result.data(), &[-4.5, -3.5], 1e-12);
    assert_says("batch-norm.normalized", &["running"], &["이동"]);
}
