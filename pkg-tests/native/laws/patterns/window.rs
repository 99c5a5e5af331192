//! Window attention: Beltagy et al. 2020, section 3.1.

use super::{assert_nothing_quadratic, assert_pattern, mask_of, numbers, tokens, trace};
use attograph::backend::Reference;
use attograph::catalog::{self, Arguments};
use attograph::error::Error;
use attograph::measure::counting::{StepCount, count};
use attograph::tensor::Tensor;
use proptest::prelude::*;

fn list(positions: &[usize]) -> Tensor {
    Tensor::vector(positions.iter().map(|&position| position as f64).collect()).unwrap()
}

/// Transcribed from the paper: w/2 tokens on each side with gaps of the dilation, and global tokens both ways.
fn sees(i: usize, j: usize, window: usize, dilation: usize, globals: &[usize], causal: bool) -> bool {
    let distance = i.abs_diff(j);
    let near = distance.is_multiple_of(dilation) && distance / dilation <= window / 2;
    (near || globals.contains(&i) || globals.contains(&j)) && !(causal && j > i)
}

prop_compose! {
    fn case()(
        (n, d, v, seed) in (0usize..9, 1usize..4, 0usize..3, any::<u64>()),
        (window, dilation, causal) in (0usize..7, 1usize..4, any::<bool>()),
        globals in proptest::collection::vec(0usize..9, 0..3),
        policy in prop_oneof![Just("zero"), Just("nan")],
    ) -> (Arguments, Vec<f64>) {
        let globals: Vec<usize> = globals.into_iter().filter(|&token| token < n).collect();
        let mut inputs = tokens(n, d, v, seed)
            .with("window", window as f64)
            .with("dilation", dilation as f64)
            .with("globals", list(&globals))
            .with("emptyRow", policy);
        if causal {
            inputs = inputs.with("causal", true);
        }
        (inputs, mask_of(n, n, |i, j| sees(i, j, window, dilation, &globals, causal)))
    }
}

proptest! {
    #[test]
    fn the_pairs_are_those_of_the_paper_and_both_forms_agree((inputs, mask) in case()) {
        assert_pattern("window-attention", &inputs, &mask);
    }

    #[test]
    fn a_window_is_symmetric_and_global_tokens_see_and_are_seen_by_all(
        (n, window, dilation, global) in (1usize..12, 0usize..9, 1usize..4, 0usize..12)
    ) {
        let inputs = tokens(n, 1, 1, 3).with("window", window as f64).with("dilation", dilation as f64);
        let global = global % n;
        let found = trace("window-attention", &inputs.with("globals", list(&[global])));
        let mask = &found.outputs["mask"];
        for i in 0..n {
            prop_assert_eq!(mask.get(&[global, i]), Some(1.0));
            prop_assert_eq!(mask.get(&[i, i]), Some(1.0));
            for j in 0..n {
                prop_assert_eq!(mask.get(&[i, j]), mask.get(&[j, i]));
            }
        }
    }

    #[test]
    fn a_window_as_wide_as_the_sequence_is_full_attention(n in 1usize..9, seed: u64) {
        let inputs = tokens(n, 2, 2, seed);
        let full = trace("scaled-dot-product-attention", &inputs);
        let wide = trace("window-attention", &inputs.with("window", 2.0 * n as f64));
        prop_assert_eq!(&wide.outputs["output"], &full.outputs["output"]);
    }
}

fn pairs(n: usize, window: usize) -> usize {
    let zeros = Tensor::new(vec![n, 1], vec![0.0; n]).unwrap();
    let inputs = Arguments::new().with("query", zeros.clone()).with("key", zeros.clone()).with("value", zeros);
    let inputs = inputs.with("window", window as f64).with("form", "sparse");
    let found = trace("window-attention", &inputs);
    let pairs = found.outputs["pairs"].shape()[0];
    assert_nothing_quadratic(&found, pairs);
    pairs
}

#[test]
fn s0_w02_eight_times_the_tokens_are_64_times_the_pairs_of_full_attention_and_8_times_those_of_a_window() {
    assert_eq!(4096 * 4096 / (512 * 512), 64);
    // Beyond the two ends of the sequence a window has nothing to see: (w/2)(w/2 + 1) pairs are missing, whatever the length.
    let window = 16;
    let missing = (window / 2) * (window / 2 + 1);
    let (short, long) = (pairs(512, window), pairs(4096, window));
    assert_eq!(short, 512 * (window + 1) - missing);
    assert_eq!(long + missing, 8 * (short + missing));
    // And where the window covers the whole sequence, all pairs are there.
    assert_eq!((pairs(16, 32), pairs(128, 256)), (16 * 16, 64 * 16 * 16));
}

#[test]
fn s0_w02_counted_while_running_a_fixed_window_costs_8_times_as_much_for_8_times_the_tokens() {
    let (d, window) = (4, 16);
    let counts = |n: usize| {
        let zeros = Tensor::new(vec![n, d], vec![0.0; n * d]).unwrap();
        let inputs = Arguments::new().with("query", zeros.clone()).with("key", zeros.clone()).with("value", zeros);
        let inputs = inputs.with("window", window as f64).with("form", "sparse");
        count("window-attention", &inputs, &Reference).unwrap().steps
    };
    let (short, long) = (counts(512), counts(4096));
    let work = |steps: &[StepCount], id: &str| {
        steps.iter().find(|step| step.step == id).map(|step| step.operations.count() as usize).unwrap()
    };
    // A number read for each pair and feature of query and key; the pairs that the two ends lack are the same for every length.
    let missing = (window / 2) * (window / 2 + 1);
    for (id, reads) in [("pair.scores", 2 * d), ("pair.row-max", 1), ("pair.row-sum", 1), ("pair.sum", 2 * d)] {
        let id = format!("sparse/{id}");
        let (short, long) = (work(&short, &id), work(&long, &id));
        assert_eq!(long + missing * reads, 8 * (short + missing * reads), "{id}");
        assert!(long < 4096 * 4096, "{id}");
    }
}

#[test]
fn s0_w07_a_window_of_512_over_4096_tokens_has_an_eighth_of_the_pairs() {
    let (n, window) = (4096, 512);
    assert_eq!((n * window, n * n), (2_097_152, 16_777_216)); // 2.10 M and 16.8 M: 8 times fewer
    // The count by the step itself, its own token included and the two ends left off.
    assert_eq!(pairs(n, window), n * (window + 1) - 256 * 257);
}

#[test]
fn a_global_position_outside_the_sequence_is_out_of_range() {
    let inputs = tokens(3, 1, 1, 0).with("window", 2.0);
    for wrong in [3.0, -1.0, 0.5] {
        let globals = Tensor::vector(vec![0.0, wrong]).unwrap();
        let error = catalog::trace("window-attention", &inputs.clone().with("globals", globals)).unwrap_err();
        assert!(matches!(&*error, Error::OutOfRange { input, index, .. } if input == "globals" && index == &[1]));
    }
}

#[test]
fn too_many_pairs_are_an_error_before_anything_is_allocated() {
    let n = 20_000;
    let x = numbers(&[n, 1], 0);
    let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x).with("window", 4e9);
    let error = catalog::trace("window-attention", &inputs.clone().with("form", "sparse")).unwrap_err();
    assert!(matches!(&*error, Error::TooLarge { what, .. } if what == "window.pairs"), "{error}");
    let error = catalog::trace("window-attention", &inputs.with("window", 2.0)).unwrap_err();
    assert!(matches!(&*error, Error::TooLarge { what, .. } if what == "sparse.mask"), "{error}");
}
