//! The crate as WebAssembly, in a browser: allocation and the fast engine's bounds with the instructions of either variant, and with those of the
//! library's file the golden results and every cell taken apart.
#![cfg(target_arch = "wasm32")]

#[path = "../native/fast/mod.rs"]
mod fast;
#[path = "../native/support/mod.rs"]
mod support;

use std::alloc::{Layout, alloc, dealloc};

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn aligned_allocations_can_be_freed() {
    for alignment in [8, 16, 32, 64, 128] {
        for size in [1, 15, 16, 17, 1000, 100_000] {
            let layout = Layout::from_size_align(size, alignment).expect("a layout");
            // SAFETY: the layout's size is not 0; the block is freed once, with the layout it was allocated with.
            unsafe {
                let block = alloc(layout);
                assert!(!block.is_null() && (block as usize).is_multiple_of(alignment));
                dealloc(block, layout);
            }
        }
    }
}

/// The f64 library, whose file has the instructions of `simd`: its tests are left out for the other variant.
mod f64_library {
    use attograph::backend::{Nalgebra, Reference};
    use attograph::catalog::{self, Arguments};
    use attograph::random::{self, Distribution};

    use super::support::alike::{ALIKE, assert_alike, assert_evaluates_alike, assert_same_bits};
    use super::{support, wasm_bindgen_test};

    /// Golden files of several families; the browser has no folder to read them from.
    const GOLDEN: [&str; 5] = [
        include_str!("../golden/scaled-dot-product-attention.json"),
        include_str!("../golden/multi-head-attention.json"),
        include_str!("../golden/gat-layer.json"),
        include_str!("../golden/gcn-normalization.json"),
        include_str!("../golden/lsh-attention.json"),
    ];

    fn cases() -> Vec<support::Case> {
        GOLDEN.iter().flat_map(|text| support::cases_in(text)).collect()
    }

    #[wasm_bindgen_test]
    fn golden_cases_agree() {
        for case in cases() {
            let trace = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
            for (name, expected) in &case.outputs {
                let what = format!("{} / {} / {name}", case.algorithm, case.name);
                support::assert_agrees(&trace.outputs[name.as_str()], expected, &what);
            }
        }
    }

    #[wasm_bindgen_test]
    fn watching_changes_no_bit() {
        for case in cases() {
            let trace = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
            let evaluation = catalog::evaluate(&case.algorithm, &case.inputs, &Reference).expect("an evaluation");
            for (name, output) in &evaluation.outputs {
                let bits = |data: &[f64]| data.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
                assert_eq!(
                    bits(output.data()),
                    bits(trace.outputs[name].data()),
                    "{} / {} / {name}",
                    case.algorithm,
                    case.name
                );
            }
        }
    }

    #[wasm_bindgen_test]
    fn every_cell_recomputes_to_its_bits() {
        for case in cases() {
            let trace = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
            for step in &trace.steps {
                for offset in 0..step.tensor.data().len() {
                    let cell = trace.cell(step.spec.id(), &step.tensor.index_of(offset)).expect("a cell");
                    let again = trace.recompute(&cell).expect("a number");
                    assert_eq!(
                        again.to_bits(),
                        cell.value.to_bits(),
                        "{} / {}: {:?}",
                        case.name,
                        step.spec.id(),
                        cell.index
                    );
                }
            }
        }
    }

    /// In this file nalgebra's product sums up to 256 terms in index order.
    #[wasm_bindgen_test]
    fn nalgebra_gives_the_bits_of_the_reference() {
        let numbers =
            |rows, columns, seed| random::tensor(&[rows, columns], seed, Distribution::Normal, None).expect("numbers");
        let long = |tokens, width| {
            ["query", "key", "value"]
                .iter()
                .zip(1..)
                .fold(Arguments::new(), |given, (name, seed)| given.with(name, numbers(tokens, width, seed)))
        };
        let found = |inputs: &Arguments| {
            catalog::evaluate("scaled-dot-product-attention", inputs, &Nalgebra).expect("a result")
        };
        let exact = |inputs: &Arguments| {
            catalog::evaluate("scaled-dot-product-attention", inputs, &Reference).expect("a result")
        };
        let (short, deep) = (long(70, 256), long(300, 8));
        assert_same_bits(&found(&short).outputs["output"], &exact(&short).outputs["output"], "256 terms");
        assert_alike(&found(&deep).outputs["output"], &exact(&deep).outputs["output"], ALIKE, "300 terms");
        for case in cases() {
            assert_evaluates_alike(&case, 0.0);
        }
    }
}
