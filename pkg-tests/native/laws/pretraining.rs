//! Laws of pre-training: what is masked, what the guesses cost, how the learning rate moves.

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate, trace};
use attograph::tensor::Tensor;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::assert_lawful;

fn list(numbers: &[usize]) -> Tensor {
    Tensor::vector(numbers.iter().map(|&number| number as f64).collect()).expect("a short list")
}

fn outputs(algorithm: &str, inputs: &Arguments, name: &str) -> Vec<f64> {
    evaluate(algorithm, inputs, &Reference).expect("a result").outputs[name].data().to_vec()
}

fn schedule(warmup: usize, total: usize) -> Vec<f64> {
    let inputs = Arguments::new().with("warmup", warmup as f64).with("total", total as f64);
    outputs("linear-warmup-decay", &inputs, "factors")
}

fn masking(tokens: &[usize], seed: u64) -> Arguments {
    Arguments::new()
        .with("tokens", list(tokens))
        .with("seed", seed as f64)
        .with("vocabulary", 30.0)
        .with("maskToken", 29.0)
}

/// −ln of the softmax of a row at a place, as the textbook has it.
fn surprise(row: &[f64], word: usize) -> f64 {
    let sum: f64 = row.iter().map(|logit| logit.exp()).sum();
    -(row[word].exp() / sum).ln()
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

/// Logits with a word and a choice for each position.
fn texts() -> impl Strategy<Value = (usize, Vec<f64>, Vec<usize>, Vec<bool>)> {
    (1usize..7, 0usize..7).prop_flat_map(|(words, length)| {
        (Just(words), vec(-8.0..8.0, words * length), vec(0..words, length), vec(proptest::bool::ANY, length))
    })
}

proptest! {
    #[test]
    fn the_masked_loss_is_the_surprise_at_the_masked_positions((words, logits, labels, chosen) in texts()) {
        let masked: Vec<usize> = (0..labels.len()).filter(|&i| chosen[i]).collect();
        let inputs = Arguments::new()
            .with("logits", Tensor::new(vec![labels.len(), words], logits.clone()).unwrap())
            .with("labels", list(&labels))
            .with("masked", list(&masked));
        let trace = assert_lawful("masked-language-model-loss", &inputs, "masked");
        let expected: Vec<f64> = masked.iter().map(|&i| surprise(&logits[i * words..(i + 1) * words], labels[i])).collect();
        let found = trace.outputs["perToken"].data();
        prop_assert!(found.len() == expected.len() && found.iter().zip(&expected).all(|(a, b)| close(*a, *b)));
        let sum: f64 = expected.iter().sum();
        prop_assert!(close(trace.outputs["sum"].data()[0], sum));
        let mean = if masked.is_empty() { 0.0 } else { sum / masked.len() as f64 };
        prop_assert!(close(trace.outputs["mean"].data()[0], mean));
    }

    #[test]
    fn s0_f12_the_causal_loss_is_the_surprise_at_each_next_word((words, logits, tokens, _) in texts()) {
        let inputs = Arguments::new()
            .with("logits", Tensor::new(vec![tokens.len(), words], logits.clone()).unwrap())
            .with("tokens", list(&tokens));
        let trace = assert_lawful("causal-language-model-loss", &inputs, "causal");
        let expected: Vec<f64> =
            (1..tokens.len()).map(|i| surprise(&logits[(i - 1) * words..i * words], tokens[i])).collect();
        let found = trace.outputs["perToken"].data();
        prop_assert!(found.len() == expected.len() && found.iter().zip(&expected).all(|(a, b)| close(*a, *b)));
        prop_assert!(close(trace.outputs["sum"].data()[0], expected.iter().sum()));
    }

    #[test]
    fn a_constant_added_to_the_logits_of_a_position_changes_no_loss((words, logits, labels, _) in texts(), shift in -5.0..5.0) {
        let masked: Vec<usize> = (0..labels.len()).collect();
        let loss = |logits: Vec<f64>| {
            let logits = Tensor::new(vec![labels.len(), words], logits).unwrap();
            let inputs = Arguments::new().with("logits", logits).with("labels", list(&labels)).with("masked", list(&masked));
            outputs("masked-language-model-loss", &inputs, "perToken")
        };
        let (before, after) = (loss(logits.clone()), loss(logits.iter().map(|logit| logit + shift).collect()));
        prop_assert!(before.iter().zip(&after).all(|(a, b)| (a - b).abs() < 1e-13));
    }

    #[test]
    fn the_schedule_is_piecewise_linear(warmup in 0usize..30, total in 0usize..30) {
        let inputs = Arguments::new().with("warmup", warmup as f64).with("total", total as f64);
        let trace = assert_lawful("linear-warmup-decay", &inputs, "a schedule");
        let found = trace.outputs["factors"].data();
        prop_assert_eq!(found.len(), total + 1);
        for (step, factor) in found.iter().enumerate() {
            let expected = if step < warmup {
                step as f64 / warmup as f64
            } else if total > warmup {
                (total - step) as f64 / (total - warmup) as f64
            } else {
                0.0
            };
            prop_assert_eq!(*factor, expected);
        }
    }

    #[test]
    fn masking_selects_its_share_and_touches_nothing_else(
        tokens in vec(0usize..29, 0..40), seed in 0u64..1000, rate in 0.0..=1.0, mask in 0.0..=0.5, random in 0.0..=0.5,
    ) {
        let inputs = masking(&tokens, seed).with("rate", rate).with("maskRate", mask).with("randomRate", random);
        let trace = assert_lawful("token-masking", &inputs, "masking");
        let selected: Vec<usize> = trace.outputs["selected"].data().iter().map(|&i| i as usize).collect();
        let share: f64 = rate * tokens.len() as f64;
        let expected = if share == 0.0 { 0 } else { ((share + 0.5).floor() as usize).max(1) };
        prop_assert_eq!(selected.len(), expected);
        prop_assert!(selected.windows(2).all(|pair| pair[0] < pair[1]) && selected.iter().all(|&i| i < tokens.len()));
        let corrupted = trace.outputs["corrupted"].data();
        let treatment = trace.step("masking.treatment").unwrap().tensor.data();
        for (i, &token) in tokens.iter().enumerate() {
            let expected = match (selected.contains(&i), treatment[i]) {
                (true, 0.0) => Some(29.0),
                (true, 1.0) => None,
                _ => Some(token as f64),
            };
            match expected {
                Some(expected) => prop_assert_eq!(corrupted[i], expected),
                None => prop_assert!((0.0..30.0).contains(&corrupted[i]) && corrupted[i].fract() == 0.0),
            }
        }
        prop_assert_eq!(corrupted, &outputs("token-masking", &inputs, "corrupted")[..], "the same seed, the same text");
    }
}

#[test]
fn s0_e15_fifteen_percent_are_selected_and_not_all_of_them_are_hidden() {
    let tokens: Vec<usize> = (0..20_000).map(|i| i % 29).collect();
    let trace = trace("token-masking", &masking(&tokens, 7)).expect("a trace");
    let selected = trace.outputs["selected"].data();
    assert_eq!(selected.len(), 3_000);
    let corrupted = trace.outputs["corrupted"].data();
    let share = |is: &dyn Fn(usize) -> bool| {
        selected.iter().filter(|&&i| is(i as usize)).count() as f64 / selected.len() as f64
    };
    let hidden = share(&|i| corrupted[i] == 29.0);
    let unchanged = share(&|i| corrupted[i] == tokens[i] as f64);
    let replaced = 1.0 - hidden - unchanged;
    // A random word is the mask, or the word itself, once in 30 times each. Three standard deviations of 3000 draws: 0.022 and 0.016.
    assert!((hidden - (0.8 + 0.1 / 30.0)).abs() < 0.022, "{hidden}");
    assert!((unchanged - (0.1 + 0.1 / 30.0)).abs() < 0.017, "{unchanged}");
    assert!((replaced - 0.1 * 28.0 / 30.0).abs() < 0.017, "{replaced}");
    // The slide hides all 15 %: then a fifth of the mask tokens would be too many.
    assert!(hidden < 0.9);
}

#[test]
fn every_position_is_selected_about_as_often_as_any_other() {
    let tokens = [1usize; 10];
    let mut counts = [0usize; 10];
    for seed in 0..2_000 {
        for position in outputs("token-masking", &masking(&tokens, seed).with("rate", 0.3), "selected") {
            counts[position as usize] += 1;
        }
    }
    // 600 each; the standard deviation is √(2000 · 0.3 · 0.7) = 20.5.
    assert!(counts.iter().all(|&count| (500..700).contains(&count)), "{counts:?}");
}

#[test]
fn s0_w06_one_side_sees_two_words_and_both_sides_see_four() {
    // "Att is all you need": the word to guess is "all", at position 2.
    let x = Tensor::new(vec![5, 2], (0..10).map(|i| (i as f64).sin()).collect()).unwrap();
    let attend = |causal: bool| {
        let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x.clone());
        trace("scaled-dot-product-attention", &inputs.with("causal", causal)).expect("a trace").outputs["weights"]
            .clone()
    };
    let seen = |weights: &Tensor, row: usize| -> Vec<usize> {
        (0..5).filter(|&j| weights.get(&[row, j]) != Some(0.0)).collect()
    };
    // Causal: the guess is made at the position before, which sees "Att is".
    assert_eq!(seen(&attend(true), 1), [0, 1]);
    // Masked: the guess is made at the position itself, which sees everything; of that, the input shows all but "all".
    assert_eq!(seen(&attend(false), 2), [0, 1, 2, 3, 4]);
    let tokens = [0usize, 1, 2, 3, 4];
    let seed =
        (0..).find(|&seed| outputs("token-masking", &masking(&tokens, seed), "selected") == [2.0]).expect("a seed");
    let corrupted =
        outputs("token-masking", &masking(&tokens, seed).with("maskRate", 1.0).with("randomRate", 0.0), "corrupted");
    assert_eq!(corrupted, [0.0, 1.0, 29.0, 3.0, 4.0]);
}

#[test]
fn s0_e17_a_causal_loss_has_a_term_for_each_next_word_and_a_masked_loss_for_masked_words() {
    let logits = Tensor::new(vec![5, 5], (0..25).map(|i| (i as f64).cos()).collect()).unwrap();
    let words = list(&[0, 1, 2, 3, 4]);
    let causal = Arguments::new().with("logits", logits.clone()).with("tokens", words.clone());
    assert_eq!(outputs("causal-language-model-loss", &causal, "perToken").len(), 4);
    let masked = Arguments::new().with("logits", logits).with("labels", words).with("masked", list(&[2]));
    assert_eq!(outputs("masked-language-model-loss", &masked, "perToken").len(), 1);
}

#[test]
fn s0_c17_warm_up_then_decay_of_bert() {
    // A tenth of the way up, the rest down; the middle of each line is a half.
    let factors = schedule(100, 1_000);
    assert_eq!((factors[0], factors[50], factors[100], factors[550], factors[1_000]), (0.0, 0.5, 1.0, 0.5, 0.0));
    assert_eq!(schedule(0, 2), [1.0, 0.5, 0.0]);
    assert_eq!(schedule(3, 0), [0.0]);
}

#[test]
fn inputs_that_do_not_fit_are_typed_errors() {
    let code = |algorithm: &str, inputs: &Arguments| trace(algorithm, inputs).expect_err("an error").code();
    let base = masking(&[1, 2, 3], 0);
    for (name, value) in [
        ("rate", 1.5),
        ("rate", -0.1),
        ("maskRate", 2.0),
        ("randomRate", 0.3),
        ("maskToken", 30.0),
        ("vocabulary", 3.0),
        ("seed", 0.5),
    ] {
        assert_eq!(code("token-masking", &base.clone().with(name, value)), "out-of-range", "{name} = {value}");
    }
    let logits = Tensor::matrix(&[[1.0, 2.0], [3.0, 4.0]]).unwrap();
    let loss = Arguments::new().with("logits", logits.clone()).with("labels", list(&[0, 1])).with("masked", list(&[1]));
    assert_eq!(code("masked-language-model-loss", &loss.clone().with("labels", list(&[0, 2]))), "out-of-range");
    assert_eq!(code("masked-language-model-loss", &loss.clone().with("masked", list(&[2]))), "out-of-range");
    assert_eq!(code("masked-language-model-loss", &loss.with("labels", list(&[0]))), "shape-mismatch");
    let empty = Tensor::new(vec![2, 0], vec![]).unwrap();
    let causal = Arguments::new().with("tokens", list(&[0, 0]));
    assert_eq!(code("causal-language-model-loss", &causal.clone().with("logits", empty)), "out-of-range");
    assert_eq!(
        code("causal-language-model-loss", &causal.with("logits", logits).with("tokens", list(&[0, 5]))),
        "out-of-range"
    );
    let long = Arguments::new().with("warmup", 4_294_967_295.0).with("total", 4_294_967_295.0);
    assert_eq!(code("linear-warmup-decay", &long), "too-large");
}
