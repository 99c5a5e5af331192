//! Laws of losses: what they cost by the textbook, what changes nothing, and that their gradients are what textbooks say.

use attograph::catalog::{Arguments, GradientRequest, trace};
use attograph::tensor::Tensor;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::assert_lawful;

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

fn all_close(found: &[f64], expected: &[f64]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| close(*a, *b))
}

fn list(numbers: &[f64]) -> Tensor {
    Tensor::vector(numbers.to_vec()).expect("a short list")
}

fn table(rows: usize, columns: usize, numbers: &[f64]) -> Tensor {
    Tensor::new(vec![rows, columns], numbers.to_vec()).expect("a small table")
}

/// The probabilities of a row of logits.
fn softmax(row: &[f64]) -> Vec<f64> {
    let sum: f64 = row.iter().map(|logit| logit.exp()).sum();
    row.iter().map(|logit| logit.exp() / sum).collect()
}

/// Samples with a choice of classes: their number, logits, labels and weights.
fn choices() -> impl Strategy<Value = (usize, Vec<f64>, Vec<usize>, Vec<f64>)> {
    (1usize..6, 0usize..6).prop_flat_map(|(classes, samples)| {
        (
            Just(classes),
            vec(-8.0..8.0, classes * samples),
            vec(0..classes, samples),
            vec(prop_oneof![Just(0.0), 0.1..3.0], samples),
        )
    })
}

fn labels_of(labels: &[usize]) -> Tensor {
    list(&labels.iter().map(|&label| label as f64).collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn the_squared_error_is_that_of_loops(pairs in vec((-9.0..9.0, -9.0..9.0), 0..12), columns in 1usize..4) {
        let rows = pairs.len() / columns;
        let (predictions, targets): (Vec<f64>, Vec<f64>) = pairs[..rows * columns].iter().copied().unzip();
        let inputs = Arguments::new()
            .with("predictions", table(rows, columns, &predictions))
            .with("targets", table(rows, columns, &targets));
        let found = assert_lawful("mean-squared-error", &inputs, "squares");
        let squares: Vec<f64> = predictions.iter().zip(&targets).map(|(a, b)| (a - b).powi(2)).collect();
        prop_assert!(all_close(found.outputs["squares"].data(), &squares));
        let mean = if squares.is_empty() { 0.0 } else { squares.iter().sum::<f64>() / squares.len() as f64 };
        prop_assert!(close(found.outputs["mean"].data()[0], mean));
    }

    #[test]
    fn cross_entropy_is_minus_the_logarithm_of_the_softmax_by_the_targets(
        (classes, logits, labels, weights) in choices(), smoothing in prop_oneof![Just(0.0), 0.0..=1.0],
    ) {
        let inputs = Arguments::new()
            .with("logits", table(labels.len(), classes, &logits))
            .with("labels", labels_of(&labels))
            .with("labelSmoothing", smoothing)
            .with("sampleWeights", list(&weights));
        let found = assert_lawful("cross-entropy", &inputs, "choices");
        let loss = |(row, label): (&[f64], &usize)| {
            let target = |class| f64::from(class == *label) * (1.0 - smoothing) + smoothing / classes as f64;
            -softmax(row).iter().enumerate().map(|(class, p)| target(class) * p.ln()).sum::<f64>()
        };
        let losses: Vec<f64> = logits.chunks(classes).zip(&labels).map(loss).collect();
        prop_assert!(all_close(found.outputs["perSample"].data(), &losses));
        let (sum, total) = (losses.iter().zip(&weights).map(|(a, w)| a * w).sum::<f64>(), weights.iter().sum::<f64>());
        prop_assert!(close(found.outputs["sum"].data()[0], sum));
        let mean = if total == 0.0 { 0.0 } else { sum / total };
        prop_assert!(close(found.outputs["mean"].data()[0], mean));
    }

    #[test]
    fn a_sample_of_weight_0_might_as_well_not_be_there((classes, logits, labels, _) in choices(), keeps in vec(any::<bool>(), 6)) {
        let mean = |kept: &[usize], weights: Option<Vec<f64>>| {
            let rows: Vec<f64> = kept.iter().flat_map(|&at| logits[at * classes..(at + 1) * classes].to_vec()).collect();
            let own: Vec<usize> = kept.iter().map(|&at| labels[at]).collect();
            let mut inputs = Arguments::new().with("logits", table(kept.len(), classes, &rows)).with("labels", labels_of(&own));
            if let Some(weights) = weights {
                inputs = inputs.with("sampleWeights", list(&weights));
            }
            trace("cross-entropy", &inputs).expect("a loss").outputs["mean"].data()[0]
        };
        let all: Vec<usize> = (0..labels.len()).collect();
        let kept: Vec<usize> = all.iter().copied().filter(|&at| keeps[at]).collect();
        let weights = all.iter().map(|&at| f64::from(keeps[at])).collect();
        prop_assert!(close(mean(&all, Some(weights)), mean(&kept, None)));
    }

    #[test]
    fn the_gradient_of_cross_entropy_is_the_probability_minus_the_target((classes, logits, labels, _) in choices()) {
        let inputs = Arguments::new().with("logits", table(labels.len(), classes, &logits)).with("labels", labels_of(&labels));
        let found = GradientRequest::new("cross-entropy", &inputs).of("mean").wrt(&["logits"]).compute().expect("a gradient");
        let expected: Vec<f64> = logits.chunks(classes).zip(&labels).flat_map(|(row, label)| {
            let off = |(class, p): (usize, f64)| (p - f64::from(class == *label)) / labels.len() as f64;
            softmax(row).into_iter().enumerate().map(off).collect::<Vec<_>>()
        }).collect();
        prop_assert!(all_close(found.gradients["logits"].data(), &expected));
    }

    #[test]
    fn binary_cross_entropy_is_that_of_the_sigmoid_and_its_gradient_the_probability_minus_the_label(
        answers in vec((-8.0..8.0, 0.0..=1.0), 1..10),
    ) {
        let (logits, labels): (Vec<f64>, Vec<f64>) = answers.into_iter().unzip();
        let count = logits.len();
        let inputs = Arguments::new().with("logits", table(count, 1, &logits)).with("labels", table(count, 1, &labels));
        let found = assert_lawful("binary-cross-entropy", &inputs, "answers");
        let p = |logit: f64| 1.0 / (1.0 + (-logit).exp());
        let loss = |(z, y): (&f64, &f64)| -y * p(*z).ln() - (1.0 - y) * p(-z).ln();
        let losses: Vec<f64> = logits.iter().zip(&labels).map(loss).collect();
        prop_assert!(all_close(found.outputs["perAnswer"].data(), &losses));
        let back = GradientRequest::new("binary-cross-entropy", &inputs).of("mean").wrt(&["logits"]).compute().expect("a gradient");
        let expected: Vec<f64> = logits.iter().zip(&labels).map(|(z, y)| (p(*z) - y) / count as f64).collect();
        prop_assert!(all_close(back.gradients["logits"].data(), &expected));
    }
}

#[test]
fn no_logit_overflows_a_loss() {
    let logits = table(2, 1, &[1e300, -1e300]);
    let inputs = Arguments::new().with("logits", logits).with("labels", table(2, 1, &[1.0, 0.0]));
    assert_eq!(trace("binary-cross-entropy", &inputs).expect("a loss").outputs["perAnswer"].data(), [0.0, 0.0]);
    let inputs = Arguments::new().with("logits", table(1, 2, &[1e300, -1e300])).with("labels", list(&[0.0]));
    assert_eq!(trace("cross-entropy", &inputs).expect("a loss").outputs["perSample"].data(), [0.0]);
}

#[test]
fn labels_shares_and_weights_that_are_none_are_refused() {
    let logits = table(1, 2, &[0.0, 1.0]);
    let refused = |algorithm: &str, inputs: Arguments, input: &str| {
        let error = trace(algorithm, &inputs).expect_err(input);
        assert_eq!(error.code(), "out-of-range", "{error}");
        assert!(error.to_string().contains(input), "{error}");
    };
    let choice = |label: f64| Arguments::new().with("logits", logits.clone()).with("labels", list(&[label]));
    refused("cross-entropy", choice(2.0), "labels");
    refused("cross-entropy", choice(0.5), "labels");
    refused("cross-entropy", choice(0.0).with("labelSmoothing", 1.5), "labelSmoothing");
    refused("cross-entropy", choice(0.0).with("sampleWeights", list(&[-1.0])), "sampleWeights");
    let answers = Arguments::new().with("logits", logits.clone()).with("labels", table(1, 2, &[0.0, 1.5]));
    refused("binary-cross-entropy", answers, "labels");
}
