//! Laws of attention on sequences: scaled dot-product, additive, bilinear, multi-head and split-input.

mod cases;
mod edges;
mod efficient;
mod heads;
mod oracle;
mod worked;

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate};
use attograph::error::Fact;
use attograph::tensor::Tensor;
use cases::{ALL, SINGLE_HEAD, close, inputs, keeps, key_count, same_bits, setups};
use proptest::prelude::*;

use crate::support::assert_lawful;
use crate::support::rows::{product, rows};
use crate::support::runs::{given, output};

fn replaced(inputs: &Arguments, name: &str, change: impl Fn(&Tensor) -> Tensor) -> Arguments {
    inputs.clone().with(name, change(given(inputs, name)))
}

proptest! {
    #[test]
    fn rows_of_weights_sum_to_one_or_are_empty_and_noticed(setup in setups()) {
        for algorithm in ALL {
            let inputs = inputs(algorithm, &setup);
            let keys = key_count(algorithm, &setup);
            let result = evaluate(algorithm, &inputs, &Reference).expect("a result");
            let empty = |i: usize| !(0..keys).any(|j| keeps(&setup, keys, i, j));
            for (row, weights) in result.outputs["weights"].data().chunks(keys).enumerate() {
                let i = row % setup.queries;
                prop_assert!(weights.iter().all(|weight| (0.0..=1.0 + 1e-15).contains(weight)));
                prop_assert!((0..keys).all(|j| keeps(&setup, keys, i, j) || weights[j] == 0.0), "a hidden key is not weighed");
                let expected = if empty(i) { 0.0 } else { 1.0 };
                prop_assert!((weights.iter().sum::<f64>() - expected).abs() < 1e-12);
            }
            let rows: Vec<usize> = (0..setup.queries).filter(|&i| empty(i)).collect();
            let noticed = result.notices.iter().find(|notice| notice.code == "fully-masked-row");
            prop_assert_eq!(noticed.map(|notice| notice.facts.clone()), (!rows.is_empty()).then(|| vec![("rows", Fact::Index(rows))]));
        }
    }

    #[test]
    fn single_heads_agree_with_loops_over_rows(setup in setups()) {
        for algorithm in SINGLE_HEAD {
            let inputs = inputs(algorithm, &setup);
            let result = evaluate(algorithm, &inputs, &Reference).expect("a result");
            let scores = oracle::scores(algorithm, &inputs);
            let weights = oracle::weights(&scores, |i, j| keeps(&setup, setup.keys, i, j));
            let mean = product(&weights, &rows(given(&inputs, "value")));
            prop_assert!(close(&scores.concat(), result.outputs["scores"].data()), "{}: scores", algorithm);
            prop_assert!(close(&weights.concat(), result.outputs["weights"].data()), "{}: weights", algorithm);
            prop_assert!(close(&mean.concat(), result.outputs["output"].data()), "{}: output", algorithm);
        }
    }

    #[test]
    fn every_trace_satisfies_its_invariants_with_every_option(setup in setups()) {
        for algorithm in ALL {
            assert_lawful(algorithm, &inputs(algorithm, &setup), algorithm);
        }
    }

    #[test]
    fn a_number_added_to_a_whole_row_of_scores_changes_no_weight(setup in setups(), shifts in prop::array::uniform5(-50.0..50.0)) {
        let inputs = inputs("scaled-dot-product-attention", &setup);
        let rows = (0..setup.queries).flat_map(|i| vec![shifts[i]; setup.keys]).collect();
        let bias = Tensor::new(vec![setup.queries, setup.keys], rows).expect("a bias");
        let shifted = output("scaled-dot-product-attention", &inputs.clone().with("bias", bias), "weights");
        prop_assert!(close(output("scaled-dot-product-attention", &inputs, "weights").data(), shifted.data()));
    }

    #[test]
    fn softmax_keeps_the_order_of_scores(setup in setups()) {
        for algorithm in SINGLE_HEAD {
            let inputs = inputs(algorithm, &cases::Setup { mask: false, causal: false, ..setup });
            let result = evaluate(algorithm, &inputs, &Reference).expect("a result");
            let rows = result.outputs["scores"].data().chunks(setup.keys).zip(result.outputs["weights"].data().chunks(setup.keys));
            for (scores, weights) in rows {
                for (a, b) in (0..setup.keys).flat_map(|a| (0..setup.keys).map(move |b| (a, b))) {
                    prop_assert!(scores[a] > scores[b] || weights[a] <= weights[b]);
                }
            }
        }
    }

    #[test]
    fn a_masked_key_has_no_influence(setup in setups()) {
        let setup = cases::Setup { mask: true, ..setup };
        for algorithm in SINGLE_HEAD {
            let inputs = inputs(algorithm, &setup);
            let before = output(algorithm, &inputs, "output");
            for hidden in 0..setup.keys {
                let changed = replaced(&inputs, "key", |key| cases::with_rows_changed(key, |row| row == hidden));
                let changed = replaced(&changed, "value", |value| cases::with_rows_changed(value, |row| row == hidden));
                let after = output(algorithm, &changed, "output");
                let width = setup.value_width;
                for i in (0..setup.queries).filter(|&i| !keeps(&setup, setup.keys, i, hidden)) {
                    let row = i * width..(i + 1) * width;
                    prop_assert!(same_bits(&before.data()[row.clone()], &after.data()[row]), "{}", algorithm);
                }
            }
        }
    }

    #[test]
    fn causal_self_attention_does_not_depend_on_later_tokens(setup in setups(), now in 0usize..4) {
        let setup = cases::Setup { causal: true, context: false, keys: setup.queries, ..setup };
        let now = now % setup.queries;
        for algorithm in ALL {
            let inputs = inputs(algorithm, &setup);
            let tokens: &[&str] = if inputs.get("x").is_some() { &["x"] } else { &["query", "key", "value"] };
            let changed = tokens.iter().fold(inputs.clone(), |inputs, name| {
                replaced(&inputs, name, |tensor| cases::with_rows_changed(tensor, |row| row > now))
            });
            let (before, after) = (output(algorithm, &inputs, "output"), output(algorithm, &changed, "output"));
            let known = (now + 1) * before.shape()[1];
            prop_assert!(same_bits(&before.data()[..known], &after.data()[..known]), "{}", algorithm);
        }
    }

    #[test]
    fn the_order_of_keys_does_not_matter(setup in setups()) {
        let setup = cases::Setup { mask: false, causal: false, ..setup };
        let order: Vec<usize> = (0..setup.keys).rev().collect();
        for algorithm in SINGLE_HEAD {
            let inputs = inputs(algorithm, &setup);
            let reversed = replaced(&inputs, "key", |key| cases::permuted(key, &order));
            let reversed = replaced(&reversed, "value", |value| cases::permuted(value, &order));
            prop_assert!(close(output(algorithm, &inputs, "output").data(), output(algorithm, &reversed, "output").data()));
        }
    }

    #[test]
    fn the_bilinear_form_of_the_scaled_identity_is_scaled_dot_product_attention(setup in setups()) {
        let inputs = inputs("scaled-dot-product-attention", &setup);
        let d = setup.key_width;
        let diagonal = |offset: usize| if offset.is_multiple_of(d + 1) { 1.0 / (d as f64).sqrt() } else { 0.0 };
        let form = Tensor::new(vec![d, d], (0..d * d).map(diagonal).collect()).expect("a form");
        let bilinear = output("bilinear-attention", &inputs.clone().with("w", form), "output");
        prop_assert!(close(output("scaled-dot-product-attention", &inputs, "output").data(), bilinear.data()));
    }

    #[test]
    fn without_its_second_layer_additive_attention_is_a_plain_mean(setup in setups()) {
        let setup = cases::Setup { mask: false, causal: false, ..setup };
        let inputs = inputs("additive-attention", &setup);
        let silent = replaced(&inputs, "w2", |w2| Tensor::vector(vec![0.0; w2.shape()[0]]).expect("zeros"));
        let weights = output("additive-attention", &silent, "weights");
        prop_assert!(weights.data().iter().all(|&weight| weight == 1.0 / setup.keys as f64));
    }
}
