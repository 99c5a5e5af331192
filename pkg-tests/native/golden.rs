//! The catalog agrees with the golden files, which PyTorch, PyTorch Geometric and Hugging Face have computed.

use attograph::backend::Reference;
use attograph::backend::cpu::heads::{Heads, attend_heads};
use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::cpu::pair_rule::Band;
use attograph::catalog::{self, Argument};
use attograph::tensor::Tensor;

use crate::support;

#[test]
fn every_golden_case_agrees() {
    let cases = support::golden_cases();
    for case in &cases {
        let trace = catalog::trace(&case.algorithm, &case.inputs)
            .unwrap_or_else(|error| panic!("{} / {}: {error}", case.algorithm, case.name));
        for (name, expected) in &case.outputs {
            let what = format!("{} / {} / {name}", case.algorithm, case.name);
            let found = trace.outputs.get(name.as_str()).unwrap_or_else(|| panic!("{what}: no such output"));
            support::assert_agrees(found, expected, &what);
        }
    }
    assert!(cases.len() >= 50, "only {} golden cases were found", cases.len());
}

#[test]
fn every_golden_file_has_its_algorithm() {
    for (algorithm, _) in support::golden_files() {
        assert!(catalog::find(&algorithm).is_ok(), "{algorithm} has golden cases but is not in the catalog");
    }
}

#[test]
fn integers_agree_exactly() {
    for case in support::golden_cases() {
        for name in ["buckets", "colors", "distances", "mask"] {
            let Some(expected) = case.outputs.get(name) else { continue };
            let trace = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
            assert_eq!(trace.outputs[name].data(), expected.data(), "{} / {}", case.algorithm, case.name);
        }
    }
}

#[test]
fn the_attention_kernel_agrees_with_the_golden_cases() {
    /// The largest difference, relative to the largest magnitude of the output, for scores of magnitude up to 30.
    const ALLOWED: f64 = 1e-4;
    let mut compared = 0;
    for case in support::golden_cases().iter().filter(|case| case.algorithm == "scaled-dot-product-attention") {
        let exact = catalog::evaluate(&case.algorithm, &case.inputs, &Reference).expect("a reference result");
        let usual = ["scale", "softmaxAxis"].iter().all(|&option| case.inputs.get(option).is_none());
        if !usual || exact.outputs["scores"].data().iter().any(|score| score.abs() > 30.0) {
            continue; // outside the domain of the kernel, or of the bound
        }
        let given = |name: &str| case.inputs.optional_tensor(name).expect("a tensor");
        let single = |tensor: &Tensor| tensor.data().iter().map(|number| *number as f32).collect::<Vec<f32>>();
        let numbers = ["query", "key", "value"].map(|name| single(given(name).expect("an input")));
        let [query, key, value] = [0, 1, 2].map(|at| {
            let shape = given(["query", "key", "value"][at]).expect("an input").shape();
            Matrix::new("x", &numbers[at], shape[0], shape[1]).expect("a matrix")
        });
        let mask = given("mask").map(|mask| mask.data().iter().map(|keeps| *keeps as u8).collect::<Vec<u8>>());
        let bias = given("bias").map(single);
        let causal = case.inputs.get("causal") == Some(&Argument::Flag(true));
        let band = if causal { Band::CAUSAL } else { Band::FULL };
        let options = Heads { band, mask: mask.as_deref(), bias: bias.as_deref(), ..Heads::default() };
        let mut found = vec![f32::NAN; query.rows() * value.columns()];
        attend_heads(query, key, value, &options, &mut found).expect("an output");
        let exact = exact.outputs["output"].data();
        let largest = exact.iter().fold(0.0f64, |largest, value| largest.max(value.abs()));
        for (&exact, &found) in exact.iter().zip(&found) {
            assert!((exact - f64::from(found)).abs() <= ALLOWED * largest, "{}: {found} against {exact}", case.name);
        }
        compared += 1;
    }
    assert!(compared >= 10, "only {compared} cases were within the bound's domain");
}
