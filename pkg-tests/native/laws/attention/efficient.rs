//! Attention in linear time: linear attention, Performer and Linformer, compared with loops over pairs and with the softmax.

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate};
use attograph::error::Error;
use attograph::measure::counting::count;
use attograph::tensor::Tensor;
use proptest::prelude::*;

use super::cases::close;
use super::oracle::matrix;
use super::output;
use crate::support::assert_lawful;
use crate::support::draws::numbers_named as numbers;
use crate::support::rows::{self, Rows, product};
use crate::support::runs::given;

const LINEAR: &str = "linear-attention";
const PERFORMER: &str = "performer-attention";
const LINFORMER: &str = "linformer-attention";

fn inputs(n: usize, m: usize, width: usize, value_width: usize, seed: u64) -> Arguments {
    Arguments::new()
        .with("query", numbers(&[n, width], seed, "query"))
        .with("key", numbers(&[m, width], seed, "key"))
        .with("value", numbers(&[m, value_width], seed, "value"))
}

/// Normalized weights of every pair, from the similarity of a query and a key.
fn pairs(inputs: &Arguments, similarity: impl Fn(&[f64], &[f64]) -> f64, causal: bool) -> Rows {
    let (query, key) = (matrix(inputs, "query"), matrix(inputs, "key"));
    let row = |(i, q): (usize, &Vec<f64>)| {
        let similarities: Vec<f64> =
            key.iter().enumerate().map(|(j, k)| if causal && j > i { 0.0 } else { similarity(q, k) }).collect();
        let sum: f64 = similarities.iter().sum();
        similarities.iter().map(|similarity| similarity / sum).collect()
    };
    query.iter().enumerate().map(row).collect()
}

fn elu_plus_one(q: &[f64], k: &[f64]) -> f64 {
    let feature = |x: f64| if x > 0.0 { x + 1.0 } else { x.exp() };
    q.iter().zip(k).map(|(&q, &k)| feature(q) * feature(k)).sum()
}

/// The product of the Performer's features in the directions of `omega`.
fn random_features(omega: &Rows, q: &[f64], k: &[f64]) -> f64 {
    let root = (q.len() as f64).sqrt().sqrt();
    let feature = |x: &[f64], direction: &[f64]| -> f64 {
        let x: Vec<f64> = x.iter().map(|number| number / root).collect();
        let along: f64 = x.iter().zip(direction).map(|(a, b)| a * b).sum();
        let length: f64 = x.iter().map(|number| number * number).sum();
        (along - length / 2.0).exp()
    };
    omega.iter().map(|direction| feature(q, direction) * feature(k, direction)).sum::<f64>() / omega.len() as f64
}

proptest! {
    #[test]
    fn linear_attention_is_the_mean_of_the_values_weighted_by_products_of_features(
        n in 1usize..5, extra in 0usize..3, width in 1usize..4, value_width in 1usize..4, causal: bool, seed in 0u64..1000,
    ) {
        let m = if causal { n } else { n + extra };
        let inputs = inputs(n, m, width, value_width, seed).with("causal", causal).with("showWeights", true);
        let weights = pairs(&inputs, elu_plus_one, causal);
        let expected = product(&weights, &matrix(&inputs, "value"));
        prop_assert!(close(&weights.concat(), output(LINEAR, &inputs, "weights").data()));
        prop_assert!(close(&expected.concat(), output(LINEAR, &inputs, "output").data()));
        assert_lawful(LINEAR, &inputs, LINEAR);
    }

    #[test]
    fn the_performer_weighs_by_products_of_random_features(
        n in 1usize..5, width in 1usize..4, features in 1usize..9, causal: bool, orthogonal: bool, seed in 0u64..1000,
    ) {
        let inputs = inputs(n, n, width, 2, seed).with("causal", causal).with("showWeights", true);
        let drawn = inputs.clone().with("features", features as f64).with("seed", seed as f64).with("orthogonal", orthogonal);
        let trace = assert_lawful(PERFORMER, &drawn, PERFORMER);
        let step = if orthogonal { "performer.orthogonal-projection" } else { "performer.draws" };
        let projection = trace.step(step).expect("the directions").tensor.clone();
        let projected = inputs.with("projection", projection);
        let omega = matrix(&projected, "projection");
        let weights = pairs(&projected, |q, k| random_features(&omega, q, k), causal);
        let expected = product(&weights, &matrix(&projected, "value"));
        for inputs in [&drawn, &projected] {
            prop_assert!(close(&weights.concat(), output(PERFORMER, inputs, "weights").data()));
            prop_assert!(close(&expected.concat(), output(PERFORMER, inputs, "output").data()));
        }
    }

    #[test]
    fn directions_of_one_block_stand_at_right_angles(width in 1usize..6, features in 1usize..12, seed in 0u64..1000) {
        let inputs = inputs(1, 1, width, 1, seed).with("features", features as f64).with("seed", seed as f64);
        let directions = assert_lawful(PERFORMER, &inputs, PERFORMER).step("performer.directions").expect("a step").tensor.clone();
        let row = |r: usize| &directions.data()[r * width..(r + 1) * width];
        for a in 0..features {
            for b in (a / width * width)..a + 1 {
                let product: f64 = row(a).iter().zip(row(b)).map(|(x, y)| x * y).sum();
                prop_assert!((product - if a == b { 1.0 } else { 0.0 }).abs() < 1e-9, "rows {} and {}: {}", a, b, product);
            }
        }
    }

    #[test]
    fn linformer_attends_to_mixtures_of_keys_and_values(
        n in 1usize..5, m in 1usize..5, mixtures in 1usize..4, width in 1usize..4, own: bool, seed in 0u64..1000,
    ) {
        let mut inputs = inputs(n, m, width, 2, seed).with("lengthProjection", numbers(&[mixtures, m], seed, "e"));
        if own {
            inputs = inputs.with("valueLengthProjection", numbers(&[mixtures, m], seed, "f"));
        }
        let mixed = |projection: &str, name: &str| {
            rows::matrix(&product(&matrix(&inputs, projection), &matrix(&inputs, name)))
        };
        let values = if own { "valueLengthProjection" } else { "lengthProjection" };
        let full = Arguments::new()
            .with("query", given(&inputs, "query").clone())
            .with("key", mixed("lengthProjection", "key"))
            .with("value", mixed(values, "value"));
        let expected = output("scaled-dot-product-attention", &full, "output");
        prop_assert!(close(expected.data(), output(LINFORMER, &inputs, "output").data()));
        assert_lawful(LINFORMER, &inputs, LINFORMER);
    }
}

#[test]
fn the_performers_estimate_has_the_exponential_of_the_score_as_its_mean() {
    let (q, k) = ([0.6, -0.4, 0.3], [0.5, 0.2, -0.7]);
    let score: f64 = q.iter().zip(k).map(|(a, b)| a * b).sum::<f64>() / 3f64.sqrt();
    let inputs = Arguments::new()
        .with("query", Tensor::matrix(&[q]).expect("a query"))
        .with("key", Tensor::matrix(&[k]).expect("a key"))
        .with("value", Tensor::matrix(&[[1.0]]).expect("a value"))
        .with("features", 6.0)
        .with("showWeights", true);
    for orthogonal in [true, false] {
        let draws = 4000;
        let estimates: Vec<f64> = (0..draws)
            .map(|seed| {
                let inputs = inputs.clone().with("seed", seed as f64).with("orthogonal", orthogonal);
                let trace = attograph::catalog::trace(PERFORMER, &inputs).expect("a trace");
                trace.step("linear.similarities").expect("a step").tensor.data()[0]
            })
            .collect();
        let mean = estimates.iter().sum::<f64>() / draws as f64;
        let variance = estimates.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (draws - 1) as f64;
        let error = (variance / draws as f64).sqrt();
        assert!((mean - score.exp()).abs() < 4.0 * error, "{mean} ± {error} instead of {}", score.exp());
        assert!(error < 0.01 * score.exp(), "the mean is known to one part in a hundred");
    }
}

#[test]
fn twice_the_tokens_take_twice_the_multiplications() {
    let cost = |algorithm: &str, n: usize, causal: bool| {
        let mut inputs = inputs(n, n, 4, 4, 1);
        if causal {
            inputs = inputs.with("causal", true);
        }
        if algorithm == LINFORMER {
            inputs = inputs.with("lengthProjection", numbers(&[2, n], 1, "e"));
        }
        let total = count(algorithm, &inputs, &Reference).expect("counts").total;
        (total.multiplications, total.additions, total.by_rules)
    };
    for (algorithm, causal) in [(LINEAR, false), (LINEAR, true), (LINFORMER, false)] {
        let (once, twice) = (cost(algorithm, 16, causal), cost(algorithm, 32, causal));
        assert_eq!((2 * once.0, 2 * once.1, 2 * once.2), twice, "{algorithm}");
    }
    // What the Performer draws does not depend on the tokens: it grows by less than twice.
    for causal in [false, true] {
        let [one, two, four] = [16, 32, 64].map(|n| cost(PERFORMER, n, causal));
        assert_eq!(2 * (two.0 - one.0), four.0 - two.0);
        assert_eq!((one.2, two.2 - one.2), (one.2, (four.2 - two.2) / 2));
    }
}

#[test]
fn with_the_identity_as_mixture_linformer_is_full_attention() {
    let inputs = inputs(3, 4, 2, 3, 9);
    let mixed = inputs.clone().with("lengthProjection", rows::matrix(&rows::identity(4)));
    assert_eq!(output(LINFORMER, &mixed, "output"), output("scaled-dot-product-attention", &inputs, "output"));
}

#[test]
fn causal_forms_need_a_key_for_each_query() {
    for algorithm in [LINEAR, PERFORMER] {
        let error = evaluate(algorithm, &inputs(3, 4, 2, 2, 1).with("causal", true), &Reference).expect_err("an error");
        assert!(
            matches!(&*error, Error::ShapeMismatch { input, axis: 0, expected: 3, found: 4, .. } if input == "key"),
            "{error}"
        );
    }
}

#[test]
fn without_keys_the_output_is_zero_and_the_rows_are_noticed() {
    for algorithm in [LINEAR, PERFORMER] {
        let empty = inputs(2, 0, 2, 3, 1);
        let result = evaluate(algorithm, &empty, &Reference).expect("a result");
        assert_eq!(result.outputs["output"].data(), [0.0; 6]);
        assert!(result.notices.iter().any(|notice| notice.code == "fully-masked-row"), "{algorithm}");
        assert!(matches!(
            *evaluate(algorithm, &empty.with("emptyRow", "error"), &Reference).expect_err("an error"),
            Error::FullyMaskedRow { .. }
        ));
    }
}
