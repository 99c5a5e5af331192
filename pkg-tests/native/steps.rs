//! Writes every step of every case, as native code computes it, for the package's tests to compare with what WebAssembly computes.

use std::path::Path;

use attograph::catalog;
use serde_json::json;

use crate::support;

#[test]
fn every_step_of_every_case_is_written_to_a_file() {
    let mut index = Vec::new();
    let mut bytes: Vec<u8> = Vec::new();
    for case in support::all_cases() {
        let trace = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
        for step in &trace.steps {
            index.push(json!({
                "algorithm": case.algorithm,
                "case": case.name,
                "step": step.id(),
                "shape": step.tensor.shape(),
                "offset": bytes.len() / 8,
            }));
            bytes.extend(step.tensor.data().iter().flat_map(|number| number.to_le_bytes()));
        }
    }
    assert!(index.len() >= 500, "only {} steps", index.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("native-steps.f64"), bytes).expect("a file of numbers");
    std::fs::write(folder.join("native-steps.json"), json!(index).to_string()).expect("an index of the numbers");
}
