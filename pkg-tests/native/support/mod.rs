//! Golden files and examples as inputs and expectations, and the invariants of every trace.
#![cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "the tests in the browser use a part of it"))]

pub mod alike;
pub mod close;
pub mod draws;
#[cfg(not(target_arch = "wasm32"))]
pub mod graphs;
pub mod rows;
pub mod runs;

use std::collections::BTreeMap;
use std::path::Path;

use attograph::algorithm::{Algorithm, Argument, Arguments, Part};
use attograph::backend::Reference;
use attograph::catalog;
use attograph::graph::Graph;
use attograph::op::Op;
use attograph::tensor::Tensor;
use attograph::trace::{RecordedStep, Trace};
use serde_json::Value;

use close::same_bits;

/// The folder of the repository.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// One golden case.
pub struct Case {
    pub algorithm: String,
    pub name: String,
    pub inputs: Arguments,
    pub outputs: BTreeMap<String, Tensor>,
}

/// Every golden file: its algorithm and its contents.
pub fn golden_files() -> Vec<(String, Value)> {
    files_in("pkg-tests/golden")
}

/// Every golden file of gradients, in which an output has the name of an input, with its algorithm.
pub fn golden_gradients() -> Vec<Case> {
    let of = |(name, file): &(String, Value)| cases_of(name.strip_suffix("-gradient").expect("a gradient"), file);
    files_in("pkg-tests/golden/gradients").iter().flat_map(of).collect()
}

fn files_in(folder: &str) -> Vec<(String, Value)> {
    let folder = Path::new(ROOT).join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("a folder of cases")
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no file of cases found");
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let file: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (file["algorithm"].as_str().expect("an algorithm id").to_string(), file)
    };
    paths.iter().map(read).collect()
}

/// All golden cases of the algorithms that the catalog has, in the order of their files.
pub fn golden_cases() -> Vec<Case> {
    let known = |(algorithm, _): &(String, Value)| attograph::catalog::find(algorithm).is_ok();
    golden_files().into_iter().filter(known).flat_map(|(algorithm, file)| cases_of(&algorithm, &file)).collect()
}

/// Every case there is an input for: the golden ones, and the examples of algorithms and options that no golden file has.
pub fn all_cases() -> Vec<Case> {
    golden_cases()
        .into_iter()
        .chain(files_in("pkg-tests/examples").iter().flat_map(|(id, file)| cases_of(id, file)))
        .collect()
}

/// All cases of one golden file, for the browser, which has no folder to read them from.
#[cfg(target_arch = "wasm32")]
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
            outputs: outputs(&case["outputs"], ""),
        })
        .collect()
}

/// Reads outputs, whose names nest as those of inputs do.
fn outputs(values: &Value, prefix: &str) -> BTreeMap<String, Tensor> {
    let mut found = BTreeMap::new();
    for (field, value) in values.as_object().into_iter().flatten() {
        let name = format!("{prefix}{field}");
        match value {
            Value::Object(fields) if !fields.contains_key("data") => found.extend(outputs(value, &format!("{name}."))),
            _ => drop(found.insert(name, tensor(value))),
        }
    }
    found
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
            Value::Array(list) => Argument::Tensor(vector(list)),
            Value::String(word) => Argument::Word(word.clone()),
            other => panic!("unexpected input {other}"),
        };
        *arguments = std::mem::take(arguments).with(&name, argument);
    }
}

/// A list of whole numbers, such as labels.
fn vector(list: &[Value]) -> Tensor {
    Tensor::vector(list.iter().map(|number| number.as_f64().expect("a number")).collect()).expect("a short list")
}

fn tensor(value: &Value) -> Tensor {
    if let Some(number) = value.as_f64() {
        return Tensor::scalar(number);
    }
    let numbers = |field: &str| -> Vec<f64> {
        value[field].as_array().expect(field).iter().map(|number| number.as_f64().expect("a number")).collect()
    };
    let shape = numbers("shape").into_iter().map(|length| length as usize).collect();
    Tensor::new(shape, numbers("data")).expect("data that fills its shape")
}

/// Inputs were float32 numbers, and nine digits name one exactly once they are read as one; what is no float32 number (a computed weight) stays.
fn input_tensor(value: &Value) -> Tensor {
    let tensor = tensor(value);
    let as_given = |&number: &f64| {
        let single = f64::from(number as f32);
        if (single - number).abs() <= 5e-9 * number.abs() { single } else { number }
    };
    let data = tensor.data().iter().map(as_given).collect();
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

/// Asserts that two tensors agree within the tolerance of the golden files: 1e-8 of the largest magnitude plus 1e-12.
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

/// Asserts the invariants of a trace: recording changes no result, the table of steps is the program, each cell is recomputed from the cells that it
/// lists, and inputs and results are steps. Returns the trace.
pub fn assert_lawful(algorithm: &str, inputs: &Arguments, what: &str) -> Trace {
    let entry = catalog::find(algorithm).expect("a catalog entry");
    let trace = catalog::trace(algorithm, inputs).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_watching_changes_nothing(entry, inputs, &trace, what);
    assert_table_is_program(entry, inputs, &trace, what);
    assert_table_is_executable(&trace, what);
    assert_results_are_steps(entry, &trace, what);
    trace
}

fn assert_watching_changes_nothing(entry: &Algorithm, inputs: &Arguments, trace: &Trace, what: &str) {
    let unwatched = catalog::evaluate(entry.id, inputs, &Reference).expect("a result");
    assert_eq!(unwatched.outputs.keys().collect::<Vec<_>>(), trace.outputs.keys().collect::<Vec<_>>(), "{what}");
    for (name, traced) in &trace.outputs {
        let untraced = &unwatched.outputs[name];
        assert_eq!(untraced.shape(), traced.shape(), "{what} / {name}");
        let same = untraced.data().iter().zip(traced.data()).all(|(left, right)| same_bits(*left, *right));
        assert!(same, "{what} / {name}: watching changed the result");
    }
    assert_eq!(unwatched.notices, trace.notices, "{what}");
}

fn assert_table_is_program(entry: &Algorithm, inputs: &Arguments, trace: &Trace, what: &str) {
    let marked: Vec<String> = trace.steps.iter().map(|step| step.id()).collect();
    let listed = entry.steps();
    let conditions = |id: &str| listed.iter().find(|step| step.id() == id).map(|step| step.appears(entry, inputs));
    let mut at = 0;
    walk(entry.parts, "", "", &conditions, &marked, &mut at);
    assert_eq!(at, marked.len(), "{what}: {:?} is not in the table", marked.get(at));
    for step in &trace.steps {
        assert_eq!(step.spec.reads().len(), step.operands.len(), "{what}: {}", step.id());
    }
}

/// Follows the table along the marked ids, as far as they agree.
fn walk(
    parts: &[Part],
    scope: &str,
    pattern: &str,
    appears: &dyn Fn(&str) -> Option<bool>,
    marked: &[String],
    at: &mut usize,
) {
    for part in parts {
        match part {
            Part::Steps { specs, .. } => {
                for spec in specs.iter().filter(|spec| appears(&format!("{pattern}{}", spec.id)) == Some(true)) {
                    let expected = format!("{scope}{}", spec.id);
                    if marked.get(*at) != Some(&expected) {
                        panic!("the table has {expected}, the trace {:?}", marked.get(*at));
                    }
                    *at += 1;
                }
            }
            Part::Group { name: "", parts, .. } => walk(parts, scope, pattern, appears, marked, at),
            Part::Group { name, rounds: false, parts, .. } => {
                walk(parts, &format!("{scope}{name}/"), &format!("{pattern}{name}/"), appears, marked, at);
            }
            Part::Group { name, rounds: true, parts, .. } => {
                for round in 0.. {
                    let inner = format!("{scope}{name}[{round}]/");
                    if !marked.get(*at).is_some_and(|id| id.starts_with(&inner)) {
                        break;
                    }
                    walk(parts, &inner, &format!("{pattern}{name}[]/"), appears, marked, at);
                }
            }
        }
    }
}

fn assert_table_is_executable(trace: &Trace, what: &str) {
    assert_cells_open(trace, 0, what);
}

/// Every cell of every step from this one on is recomputed, bit for bit, from the cells that it lists.
pub fn assert_cells_open(trace: &Trace, first: usize, what: &str) {
    for step in trace.steps.iter().skip(first) {
        let id = step.id();
        for offset in 0..step.tensor.data().len() {
            let index = step.tensor.index_of(offset);
            let cell = trace.cell(&id, &index).expect("a cell");
            let again = trace.recompute(&cell).expect("a value");
            let stored = step.tensor.data()[offset];
            assert!(same_bits(again, stored), "{what} / {id} {index:?}: {again} instead of {stored}");
            // The operands have the values that the cell lists.
            for operand in cell.terms.iter().flatten() {
                let read = &trace.steps[operand.step];
                assert!(operand.step < cell.step, "{what}: {id} reads a later step");
                assert!(same_bits(operand.value, read.tensor.get(&operand.index).expect("a cell that exists")));
            }
        }
    }
}

fn assert_results_are_steps(entry: &Algorithm, trace: &Trace, what: &str) {
    let last = trace.steps.last().expect("a step");
    let declared = entry.outputs.iter().find(|output| output.steps.iter().any(|spec| spec.id == last.spec.id()));
    let name = declared.unwrap_or_else(|| panic!("{what}: the last step, {}, is no output", last.id())).name;
    assert_eq!(trace.outputs[name].shape(), last.tensor.shape(), "{what}: {name}");
    for (name, tensor) in &trace.outputs {
        let output = entry.outputs.iter().find(|output| output.name == *name).expect("a declared output");
        let same = |step: &&RecordedStep| step.tensor.data().as_ptr() == tensor.data().as_ptr();
        let steps: Vec<&RecordedStep> = trace.steps.iter().filter(same).collect();
        let found = steps.iter().any(|step| output.steps.iter().any(|spec| spec.id == step.spec.id()));
        assert!(found || tensor.data().is_empty(), "{what}: output {name} is none of its steps");
    }
    for step in &trace.steps {
        assert_eq!(step.input.is_some(), matches!(step.spec.op(), Op::Given), "{what}: {}", step.id());
    }
}
