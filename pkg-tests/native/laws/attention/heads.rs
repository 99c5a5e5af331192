//! Laws of attention with several heads.

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate, trace};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use super::cases::{self, Setup, close, inputs, keeps, key_count, same_bits, setups};
use super::{oracle, output, replaced};
use crate::support::rows;
use crate::support::runs::given;

const MULTI_HEAD: &str = "multi-head-attention";
const SPLIT_INPUT: &str = "split-input-attention";

proptest! {
    #[test]
    fn heads_agree_with_loops_over_heads(setup in setups()) {
        for algorithm in [MULTI_HEAD, SPLIT_INPUT] {
            let inputs = inputs(algorithm, &setup);
            let keys = key_count(algorithm, &setup);
            let keep = |i: usize, j: usize| keeps(&setup, keys, i, j);
            let (weights, mixed) = match algorithm {
                MULTI_HEAD => oracle::multi_head(&inputs, setup.heads, keep),
                _ => oracle::split_input(&inputs, setup.heads, keep),
            };
            let result = evaluate(algorithm, &inputs, &Reference).expect("a result");
            prop_assert!(close(&weights.concat().concat(), result.outputs["weights"].data()), "{}: weights", algorithm);
            prop_assert!(close(&mixed.concat(), result.outputs["output"].data()), "{}: output", algorithm);
        }
    }

    #[test]
    fn one_head_is_scaled_dot_product_attention_of_the_projections(setup in setups()) {
        let inputs = inputs(MULTI_HEAD, &Setup { heads: 1, bias: false, ..setup });
        let trace = trace(MULTI_HEAD, &inputs).expect("a trace");
        let step = |id: &str| trace.step(id).expect("a step").tensor.clone();
        let mut single = Arguments::new()
            .with("query", step("multi-head.query"))
            .with("key", step("multi-head.key"))
            .with("value", step("multi-head.value"));
        for name in ["mask", "causal"] {
            if let Some(argument) = inputs.get(name) {
                single = single.with(name, argument.clone());
            }
        }
        let alone = output("scaled-dot-product-attention", &single, "output");
        prop_assert!(same_bits(alone.data(), step("multi-head.concatenated").data()));
    }

    #[test]
    fn with_one_head_nothing_is_split(setup in setups()) {
        let setup = Setup { heads: 1, ..setup };
        let split = inputs(SPLIT_INPUT, &setup);
        let flat = |name: &str| {
            let tensor = given(&split, name);
            Tensor::new(tensor.shape()[1..].to_vec(), tensor.data().to_vec()).expect("the same numbers")
        };
        let mut whole = Arguments::new()
            .with("x", given(&split, "x").clone())
            .with("heads", 1.0)
            .with("wQuery", flat("wQuery"))
            .with("wKey", flat("wKey"))
            .with("wValue", flat("wValue"))
            .with("wOutput", rows::matrix(&rows::identity(setup.value_width)));
        for name in ["mask", "causal"] {
            if let Some(argument) = split.get(name) {
                whole = whole.with(name, argument.clone());
            }
        }
        prop_assert!(close(output(MULTI_HEAD, &whole, "output").data(), output(SPLIT_INPUT, &split, "output").data()));
    }

    #[test]
    fn tokens_in_another_order_give_rows_in_that_order(setup in setups(), turn in 0usize..4) {
        let setup = Setup { mask: false, causal: false, context: false, ..setup };
        let order: Vec<usize> = (0..setup.queries).map(|i| (i + turn) % setup.queries).collect();
        for algorithm in [MULTI_HEAD, SPLIT_INPUT] {
            let inputs = inputs(algorithm, &setup);
            let turned = replaced(&inputs, "x", |x| cases::permuted(x, &order));
            let expected = cases::permuted(&output(algorithm, &inputs, "output"), &order);
            prop_assert!(close(expected.data(), output(algorithm, &turned, "output").data()), "{}", algorithm);
        }
    }

    #[test]
    fn the_key_bias_cancels_and_the_value_bias_passes_through(setup in setups()) {
        let setup = Setup { bias: true, mask: false, causal: false, ..setup };
        let inputs = inputs(MULTI_HEAD, &setup);
        let zeros = |tensor: &Tensor| Tensor::vector(vec![0.0; tensor.shape()[0]]).expect("zeros");
        let before = trace(MULTI_HEAD, &inputs).expect("a trace");
        let plain = replaced(&replaced(&inputs, "bKey", zeros), "bValue", zeros);
        let after = trace(MULTI_HEAD, &plain).expect("a trace");
        prop_assert!(close(before.outputs["weights"].data(), after.outputs["weights"].data()));
        let joined = |trace: &attograph::trace::Trace| trace.step("multi-head.concatenated").expect("a step").tensor.clone();
        let bias = given(&inputs, "bValue").data();
        let raised: Vec<f64> = joined(&after).data().iter().zip(bias.iter().cycle()).map(|(a, b)| a + b).collect();
        prop_assert!(close(joined(&before).data(), &raised));
    }

    #[test]
    fn a_head_of_a_split_input_depends_on_its_part_only(setup in setups(), seen in 0usize..4) {
        let seen = seen % setup.heads;
        let inputs = inputs(SPLIT_INPUT, &setup);
        let (width, part) = (setup.heads * setup.query_width, setup.query_width);
        let changed = replaced(&inputs, "x", |x| {
            let elsewhere = |offset: usize| offset % width / part != seen;
            let numbers = x.data().iter().enumerate();
            let data = numbers.map(|(offset, &value)| if elsewhere(offset) { 5.0 - value } else { value }).collect();
            Tensor::new(x.shape().to_vec(), data).expect("the same shape")
        });
        let (before, after) = (output(SPLIT_INPUT, &inputs, "weights"), output(SPLIT_INPUT, &changed, "weights"));
        let head = seen * setup.queries * setup.queries..(seen + 1) * setup.queries * setup.queries;
        prop_assert!(same_bits(&before.data()[head.clone()], &after.data()[head]));
    }
}

#[test]
fn a_head_of_multi_head_attention_depends_on_every_feature() {
    // One feature moves, and the weights of both heads move with it.
    let setup = Setup {
        queries: 3,
        keys: 3,
        query_width: 4,
        key_width: 2,
        value_width: 2,
        inner: 4,
        heads: 2,
        mask: false,
        causal: false,
        bias: true,
        context: false,
        seed: 7,
    };
    let inputs = inputs(MULTI_HEAD, &setup);
    let moved = replaced(&inputs, "x", |x| {
        let data = x.data().iter().enumerate().map(|(offset, value)| if offset == 0 { value + 1.0 } else { *value });
        Tensor::new(x.shape().to_vec(), data.collect()).expect("the same shape")
    });
    let (before, after) = (output(MULTI_HEAD, &inputs, "weights"), output(MULTI_HEAD, &moved, "weights"));
    for head in 0..2 {
        assert!(!close(&before.data()[head * 9..(head + 1) * 9], &after.data()[head * 9..(head + 1) * 9]));
    }
}
