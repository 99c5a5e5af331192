//! The catalog agrees with the golden files, which PyTorch, PyTorch Geometric and Hugging Face have computed.

use attograph::backend::{Cpu, Reference};
use attograph::catalog;

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
fn the_fused_kernel_stays_within_its_bound_of_the_reference() {
    let mut compared = 0;
    for case in support::golden_cases().iter().filter(|case| case.algorithm == "scaled-dot-product-attention") {
        let exact = catalog::evaluate(&case.algorithm, &case.inputs, &Reference).expect("a reference result");
        let fast = catalog::evaluate(&case.algorithm, &case.inputs, &Cpu).expect("a fast result");
        let scores = &exact.outputs["scores"];
        if scores.data().iter().any(|score| score.abs() > 30.0) {
            continue; // outside the domain of the bound
        }
        let (exact, fast) = (&exact.outputs["output"], &fast.outputs["output"]);
        let largest = exact.data().iter().fold(0.0f64, |largest, value| largest.max(value.abs()));
        for (exact, fast) in exact.data().iter().zip(fast.data()) {
            assert!((exact - fast).abs() <= Cpu::RELATIVE_BOUND * largest, "{}: {fast} against {exact}", case.name);
        }
        compared += 1;
    }
    assert!(compared >= 10, "only {compared} cases were within the bound's domain");
}
