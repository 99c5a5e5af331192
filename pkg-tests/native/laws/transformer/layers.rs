//! Encoder and decoder layers, and stacks of them.

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use super::cases::{self, Setup, setups};
use super::oracle::{self, Params};
use crate::support::assert_lawful;
use crate::support::close::close;
use crate::support::draws::numbers_named as numbers;
use crate::support::rows::{Rows, matrix, rows};
use crate::support::runs::{given, output};

fn of_layer<'a>(inputs: &'a Arguments, prefix: &str, layer: Option<usize>) -> Params<'a> {
    Params { inputs, prefix: prefix.into(), layer }
}

fn normalized(setup: &Setup, x: Rows, inputs: &Arguments, name: &str) -> Rows {
    if setup.final_norm { oracle::layer_norm(&x, 1e-5, &of_layer(inputs, &format!("{name}."), None)) } else { x }
}

fn with_rows_changed(tensor: &Tensor, changed: impl Fn(usize) -> bool) -> Tensor {
    let width = tensor.shape()[1];
    let data = tensor.data().iter().enumerate();
    let data = data.map(|(at, &value)| if changed(at / width) { 3.0 - 2.0 * value } else { value }).collect();
    Tensor::new(tensor.shape().to_vec(), data).expect("the same shape")
}

fn turned(tensor: &Tensor, by: usize) -> Tensor {
    let mut rows = rows(tensor);
    let by = by % rows.len();
    rows.rotate_left(by);
    matrix(&rows)
}

proptest! {
    #[test]
    fn layers_and_stacks_satisfy_the_invariants_of_a_trace(setup in setups(), stepwise: bool) {
        assert_lawful("encoder-layer", &cases::encoder(&setup, false), "encoder-layer");
        assert_lawful("decoder-layer", &cases::decoder(&setup, false), "decoder-layer");
        let small = Setup { n: setup.n.min(2), m: setup.m.min(2), k: 1, hidden: 1, ..setup };
        assert_lawful("encoder", &cases::encoder(&small, true), "encoder");
        assert_lawful("decoder", &cases::decoder(&small, true), "decoder");
        let decoding = if stepwise { "step-by-step" } else { "teacher-forcing" };
        let both = cases::encoder_decoder(&Setup { layers: 1, ..small }).with("decoding", decoding);
        assert_lawful("encoder-decoder", &both, "encoder-decoder");
    }

    #[test]
    fn s0_f07_an_encoder_layer_agrees_with_loops_pre_norm_and_post_norm(setup in setups()) {
        let inputs = cases::encoder(&setup, false);
        let x = rows(given(&inputs, "x"));
        let expected = oracle::encoder_layer(&x, &setup.layer(), &of_layer(&inputs, "", None), &|i, j| setup.keeps(i, j));
        prop_assert!(close(output("encoder-layer", &inputs, "output").data(), &expected.concat(), 1e-7));
    }

    #[test]
    fn a_decoder_layer_agrees_with_loops_pre_norm_and_post_norm(setup in setups()) {
        let inputs = cases::decoder(&setup, false);
        let (x, memory) = (rows(given(&inputs, "x")), rows(given(&inputs, "memory")));
        let expected = oracle::decoder_layer(&x, &memory, &setup.layer(), &of_layer(&inputs, "", None));
        prop_assert!(close(output("decoder-layer", &inputs, "output").data(), &expected.concat(), 1e-7));
    }

    #[test]
    fn stacks_agree_with_loops_over_layers(setup in setups()) {
        let inputs = cases::encoder(&setup, true);
        let mut x = rows(given(&inputs, "x"));
        for layer in 0..setup.layers {
            x = oracle::encoder_layer(&x, &setup.layer(), &of_layer(&inputs, "", Some(layer)), &|i, j| setup.keeps(i, j));
        }
        let expected = normalized(&setup, x, &inputs, "norm").concat();
        prop_assert!(close(output("encoder", &inputs, "output").data(), &expected, 1e-6));

        let inputs = cases::decoder(&setup, true);
        let (mut x, memory) = (rows(given(&inputs, "x")), rows(given(&inputs, "memory")));
        for layer in 0..setup.layers {
            x = oracle::decoder_layer(&x, &memory, &setup.layer(), &of_layer(&inputs, "", Some(layer)));
        }
        let expected = normalized(&setup, x, &inputs, "norm").concat();
        prop_assert!(close(output("decoder", &inputs, "output").data(), &expected, 1e-6));
    }

    #[test]
    fn encoder_and_decoder_together_agree_with_loops(setup in setups()) {
        let inputs = cases::encoder_decoder(&setup);
        let mut memory = rows(given(&inputs, "source"));
        for layer in 0..setup.layers + 1 {
            memory = oracle::encoder_layer(&memory, &setup.layer(), &of_layer(&inputs, "encoder.", Some(layer)), &|_, _| true);
        }
        let memory = normalized(&setup, memory, &inputs, "encoder.norm");
        let mut x = rows(given(&inputs, "target"));
        for layer in 0..setup.layers {
            x = oracle::decoder_layer(&x, &memory, &setup.layer(), &of_layer(&inputs, "decoder.", Some(layer)));
        }
        let expected = normalized(&setup, x, &inputs, "decoder.norm").concat();
        prop_assert!(close(output("encoder-decoder", &inputs, "memory").data(), &memory.concat(), 1e-6));
        prop_assert!(close(output("encoder-decoder", &inputs, "output").data(), &expected, 1e-5));
    }

    #[test]
    fn s1_p2_teacher_forcing_and_decoding_step_by_step_agree(setup in setups()) {
        let inputs = cases::encoder_decoder(&Setup { n: setup.n + 1, ..setup });
        let at_once = output("encoder-decoder", &inputs, "output");
        let stepwise = output("encoder-decoder", &inputs.clone().with("decoding", "step-by-step"), "output");
        prop_assert_eq!(at_once.shape(), stepwise.shape());
        prop_assert!(close(at_once.data(), stepwise.data(), 1e-12));
    }

    #[test]
    fn a_decoder_and_a_causal_encoder_do_not_depend_on_later_tokens(setup in setups(), known in 0usize..3) {
        let setup = Setup { causal: true, ..setup };
        let known = known % setup.n;
        for (algorithm, inputs) in [("encoder", cases::encoder(&setup, true)), ("decoder", cases::decoder(&setup, true))] {
            let other = inputs.clone().with("x", with_rows_changed(given(&inputs, "x"), |row| row > known));
            let (before, after) = (output(algorithm, &inputs, "output"), output(algorithm, &other, "output"));
            let length = (known + 1) * setup.d();
            prop_assert_eq!(&before.data()[..length], &after.data()[..length], "{}", algorithm);
        }
    }

    #[test]
    fn s1_e06_an_encoder_without_positions_is_equivariant_and_only_its_mean_is_invariant(setup in setups(), by in 0usize..3) {
        let setup = Setup { mask: false, causal: false, ..setup };
        let inputs = cases::encoder(&setup, true);
        let other = inputs.clone().with("x", turned(given(&inputs, "x"), by));
        let (before, after) = (output("encoder", &inputs, "output"), output("encoder", &other, "output"));
        prop_assert!(close(turned(&before, by).data(), after.data(), 1e-6));
        let pooled = |tensor: &Tensor| -> Vec<f64> {
            let rows = rows(tensor);
            (0..setup.d()).map(|f| rows.iter().map(|row| row[f]).sum::<f64>() / rows.len() as f64).collect()
        };
        prop_assert!(close(&pooled(&before), &pooled(&after), 1e-6));
    }

    #[test]
    fn s1_p2_the_order_of_the_memory_does_not_matter_to_a_decoder(setup in setups(), by in 0usize..3) {
        let inputs = cases::decoder(&setup, true);
        let other = inputs.clone().with("memory", turned(given(&inputs, "memory"), by));
        prop_assert!(close(output("decoder", &inputs, "output").data(), output("decoder", &other, "output").data(), 1e-6));
    }

    #[test]
    fn a_stack_of_one_layer_is_that_layer(setup in setups()) {
        let setup = Setup { layers: 1, final_norm: false, ..setup };
        for (stack, layer, of_stack) in [
            ("encoder", "encoder-layer", cases::encoder(&setup, true)),
            ("decoder", "decoder-layer", cases::decoder(&setup, true)),
        ] {
            let mut single = cases::options(&setup);
            for input in attograph::catalog::find(layer).expect("a layer").inputs {
                let Some(argument) = of_stack.get(input.name) else { continue };
                single = match argument {
                    attograph::catalog::Argument::Tensor(tensor) if input.learned => {
                        let shape = tensor.shape()[1..].to_vec();
                        single.with(input.name, Tensor::new(shape, tensor.data().to_vec()).expect("the same numbers"))
                    }
                    other => single.with(input.name, other.clone()),
                };
            }
            prop_assert_eq!(output(stack, &of_stack, "output"), output(layer, &single, "output"));
        }
    }
}

#[test]
fn layers_that_disagree_about_their_number_are_refused() {
    let setup = Setup {
        n: 2,
        m: 2,
        heads: 1,
        k: 2,
        hidden: 2,
        layers: 2,
        norm_first: false,
        gelu: false,
        learned: true,
        final_norm: false,
        mask: false,
        causal: false,
        seed: 4,
    };
    let inputs = cases::encoder(&setup, true);
    let refused = |inputs: Arguments| *evaluate("encoder", &inputs, &Reference).expect_err("an error");
    let error = refused(inputs.clone().with("w2", numbers(&[3, 2, 2], 1, "w2")));
    assert_eq!(error.code(), "shape-mismatch");
    assert!(error.to_string().contains("`w2`"), "{error}");
    // The place is that in the whole input.
    let mut data = numbers(&[2, 2, 2], 1, "w1").data().to_vec();
    data[6] = f64::NAN;
    let error = refused(inputs.clone().with("w1", Tensor::new(vec![2, 2, 2], data).expect("a tensor")));
    let attograph::error::Error::NonFinite { input, index, .. } = &error else { panic!("{error}") };
    assert_eq!((input.as_str(), index.as_slice()), ("w1", &[1, 1, 0][..]));
    let error = refused(inputs.clone().with("w1", numbers(&[2, 2, 5], 1, "w1")));
    assert!(matches!(&error, attograph::error::Error::ShapeMismatch { input, axis: 1, .. } if input == "b1"));
    // A part whose output does not fit the residual connection is no part of a layer.
    let error = refused(inputs.with("attention.wOutput", numbers(&[2, 2, 3], 1, "wOutput")));
    let attograph::error::Error::ShapeMismatch { input, axis, expected, .. } = &error else { panic!("{error}") };
    assert_eq!((input.as_str(), *axis, *expected), ("attention.wOutput", 2, 2));
}
