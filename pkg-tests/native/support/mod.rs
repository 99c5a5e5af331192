//! Golden files as inputs and expectations.
#![allow(dead_code, reason = "every test binary uses a part of it")]

use std::collections::BTreeMap;
use std::path::Path;

use attograph::catalog::{Argument, Arguments};
use attograph::graph::Graph;
use attograph::tensor::Tensor;
use serde_json::Value;

/// One golden case.
pub struct Case {
    pub algorithm: String,
    pub name: String,
    pub inputs: Arguments,
    pub outputs: BTreeMap<String, Tensor>,
}

/// Every golden file: its algorithm and its contents.
pub fn golden_files() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg-tests/golden");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("pkg-tests/golden exists")
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no golden file found");
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable golden file");
        let file: Value = serde_json::from_str(&text).expect("a golden file is JSON");
        (file["algorithm"].as_str().expect("an algorithm id").to_string(), file)
    };
    paths.iter().map(read).collect()
}

/// All golden cases of the algorithms that the catalog has, in the order of their files.
pub fn golden_cases() -> Vec<Case> {
    let known = |(algorithm, _): &(String, Value)| attograph::catalog::find(algorithm).is_ok();
    golden_files().into_iter().filter(known).flat_map(|(algorithm, file)| cases_of(&algorithm, &file)).collect()
}

/// All cases of one golden file.
pub fn cases_in(text: &str) -> Vec<Case> {
    let file: Value = serde_json::from_str(text).expect("a golden file is JSON");
    cases_of(file["algorithm"].as_str().expect("an algorithm id"), &file)
}

fn cases_of(algorithm: &str, file: &Value) -> Vec<Case> {
    file["cases"]
        .as_array()
        .expect("a list of cases")
        .iter()
        .map(|case| Case {
            algorithm: algorithm.to_string(),
            name: case["name"].as_str().expect("a name").to_string(),
            inputs: arguments(&case["inputs"]),
            outputs: case["outputs"]
                .as_object()
                .expect("outputs")
                .iter()
                .map(|(name, value)| (name.clone(), tensor(value)))
                .collect(),
        })
        .collect()
}

/// Reads inputs as the JavaScript interface takes them.
pub fn arguments(inputs: &Value) -> Arguments {
    let mut arguments = Arguments::new();
    add(&mut arguments, "", inputs);
    arguments
}

fn add(arguments: &mut Arguments, prefix: &str, inputs: &Value) {
    for (field, value) in inputs.as_object().expect("an object of inputs") {
        let name = format!("{prefix}{field}");
        let argument = match value {
            Value::Object(fields) if fields.contains_key("data") => Argument::Tensor(input_tensor(value)),
            Value::Object(fields) if fields.contains_key("nodes") => Argument::Graph(graph(value)),
            Value::Object(_) => {
                add(arguments, &format!("{name}."), value);
                continue;
            }
            Value::Bool(flag) => Argument::Flag(*flag),
            Value::Number(number) => Argument::Number(number.as_f64().expect("a float")),
            Value::String(word) => Argument::Word(word.clone()),
            other => panic!("unexpected input {other}"),
        };
        *arguments = std::mem::take(arguments).with(&name, argument);
    }
}

fn tensor(value: &Value) -> Tensor {
    let numbers = |field: &str| -> Vec<f64> {
        value[field].as_array().expect(field).iter().map(|number| number.as_f64().expect("a number")).collect()
    };
    let shape = numbers("shape").into_iter().map(|length| length as usize).collect();
    Tensor::new(shape, numbers("data")).expect("data that fills its shape")
}

/// Inputs were float32 numbers: nine digits name one exactly, but only once they are read as one.
fn input_tensor(value: &Value) -> Tensor {
    let tensor = tensor(value);
    let data = tensor.data().iter().map(|&number| f64::from(number as f32)).collect();
    Tensor::new(tensor.shape().to_vec(), data).expect("data that fills its shape")
}

fn graph(value: &Value) -> Graph {
    let nodes = value["nodes"].as_u64().expect("nodes") as usize;
    let directed = value["directed"].as_bool().unwrap_or(false);
    let graph = Graph::from_tensor(nodes, &tensor(&value["edges"]), directed).expect("a graph");
    match value.get("weights") {
        None => graph,
        Some(weights) => graph.with_weights(input_tensor(weights).data().to_vec()).expect("weights"),
    }
}

/// The largest difference of two tensors of one shape, against what the golden files promise: 1e-8 of the largest magnitude plus 1e-12.
pub fn assert_agrees(found: &Tensor, expected: &Tensor, what: &str) {
    assert_eq!(found.shape(), expected.shape(), "{what}: shape");
    let largest = expected.data().iter().fold(0.0f64, |largest, value| largest.max(value.abs()));
    let allowed = 1e-8 * largest + 1e-12;
    for (offset, (found_value, expected_value)) in found.data().iter().zip(expected.data()).enumerate() {
        let difference = (found_value - expected_value).abs();
        assert!(
            difference <= allowed,
            "{what}: {found_value} instead of {expected_value} at {:?} (difference {difference:e}, allowed {allowed:e})",
            found.index_of(offset)
        );
    }
}
