//! Invalid input gives a typed error that names the input; nothing panics, and every NaN is noticed.

use crate::support::{self, Case};
use attograph::algorithm::{Argument, Arguments, IfAbsent, Kind};
use attograph::catalog;
use attograph::error::{Error, Fact};
use attograph::graph::Graph;
use attograph::op::Letters;
use attograph::tensor::Tensor;

/// The golden cases with few enough numbers to be run hundreds of times.
pub fn small_cases() -> Vec<Case> {
    let size = |argument: &Argument| match argument {
        Argument::Tensor(tensor) => tensor.data().len(),
        Argument::Graph(graph) => graph.nodes() * graph.nodes(),
        _ => 0,
    };
    let total = |case: &Case| -> usize {
        let inputs = catalog::find(&case.algorithm).expect("an algorithm").inputs;
        inputs.iter().filter_map(|input| case.inputs.get(input.name)).map(size).sum()
    };
    support::all_cases().into_iter().filter(|case| total(case) < 700).collect()
}

/// Runs a case, and asserts that its error or its notices are sound.
fn run(case: &Case, inputs: &Arguments, what: &str) -> Result<(), Box<Error>> {
    let what = format!("{} / {} / {what}", case.algorithm, case.name);
    match catalog::trace(&case.algorithm, inputs) {
        Err(error) => {
            assert_ne!(error.code(), "internal", "{what}: {error}");
            assert!(!error.to_string().is_empty());
            Err(error)
        }
        Ok(trace) => {
            let finite = trace.outputs.values().all(|tensor| tensor.data().iter().all(|number| number.is_finite()));
            let noticed = trace.notices.iter().any(|notice| notice.code == "non-finite-result");
            assert_eq!(noticed, !finite, "{what}: a result that is not finite is noticed, and only then");
            let computed = || trace.steps.iter().filter(|step| step.input.is_none());
            let any = |test: fn(&f64) -> bool| computed().any(|step| step.tensor.data().iter().any(test));
            let inside = trace.notices.iter().any(|notice| notice.code == "non-finite-step");
            // −∞ is what a mask puts where a key is hidden.
            let broken = any(|number| number.is_nan() || *number == f64::INFINITY);
            assert!(!broken || noticed || inside, "{what}: NaN or an infinity inside is noticed");
            assert!(!inside || finite && any(|number| !number.is_finite()), "{what}: only then, and only once");
            Ok(())
        }
    }
}

fn names_input(error: &Error, name: &str) -> bool {
    error.facts().iter().any(|(fact, value)| *fact == "input" && *value == Fact::Text(name.into()))
}

/// Inputs that may be left out unless another input chooses what needs them.
const NEEDED_BY_CHOICE: [(&str, &str); 6] = [
    ("message-passing", "wValue"),
    ("message-passing", "wQuery"),
    ("message-passing", "wKey"),
    ("message-passing", "wSelf"),
    ("message-passing", "attentionSource"),
    ("message-passing", "attentionTarget"),
];

#[test]
fn an_omitted_input_is_missing_or_has_a_default() {
    for case in small_cases() {
        for input in catalog::find(&case.algorithm).expect("an algorithm").inputs {
            let mut kept = Arguments::new();
            for other in catalog::find(&case.algorithm).expect("an algorithm").inputs {
                if let (true, Some(argument)) = (other.name != input.name, case.inputs.get(other.name)) {
                    kept = kept.with(other.name, argument.clone());
                }
            }
            let result = run(&case, &kept, &format!("without {}", input.name));
            if input.if_absent == IfAbsent::Required {
                assert_eq!(result, Err(Error::MissingInput { input: input.name.into() }.into()));
            } else if let Err(error) = result {
                let chosen =
                    NEEDED_BY_CHOICE.contains(&(&case.algorithm, input.name)) && names_input(&error, input.name);
                assert!(error.code() != "missing-input" || chosen, "{}: {error}", case.algorithm);
            }
        }
    }
}

#[test]
fn an_input_of_the_wrong_kind_is_named() {
    for case in small_cases() {
        for input in catalog::find(&case.algorithm).expect("an algorithm").inputs {
            let wrong: Argument = match input.kind {
                Kind::Tensor(_) | Kind::Graph => Argument::Number(1.0),
                Kind::Integer { .. } | Kind::Number | Kind::Flag => Argument::Word("many".into()),
                Kind::Choice(_) => Argument::Word("neither".into()),
            };
            let error = run(&case, &case.inputs.clone().with(input.name, wrong), input.name).expect_err("a wrong kind");
            assert_eq!(error.code(), "wrong-type", "{}", case.algorithm);
            assert!(names_input(&error, input.name), "{}: {error}", case.algorithm);
        }
        let error =
            run(&case, &case.inputs.clone().with("quary", 1.0), "a misspelt name").expect_err("an unknown input");
        assert_eq!(error.code(), "unknown-input");
    }
}

#[test]
fn nan_and_infinity_are_errors_with_their_index() {
    for case in small_cases() {
        for input in catalog::find(&case.algorithm).expect("an algorithm").inputs {
            let Some(Argument::Tensor(tensor)) = case.inputs.get(input.name) else { continue };
            // A tensor without numbers has no place for one.
            if tensor.data().is_empty() {
                continue;
            }
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let mut data = tensor.data().to_vec();
                let place = data.len() / 2;
                data[place] = value;
                let broken = Tensor::new(tensor.shape().to_vec(), data).expect("a tensor");
                let inputs = case.inputs.clone().with(input.name, broken);
                let error = run(&case, &inputs, input.name).expect_err("a value that is not finite");
                let Error::NonFinite { input: named, index, .. } = &*error else {
                    panic!("{}: {error}", case.algorithm)
                };
                assert_eq!((named.as_str(), index), (input.name, &tensor.index_of(place)));
                let _ = run(&case, &inputs.with("nonFinite", "propagate"), "propagated");
            }
        }
    }
}

#[test]
fn every_shape_gives_a_result_or_an_error_that_names_an_input() {
    for case in small_cases() {
        for input in catalog::find(&case.algorithm).expect("an algorithm").inputs {
            let Some(Argument::Tensor(tensor)) = case.inputs.get(input.name) else { continue };
            let mut shapes = vec![vec![], vec![0], vec![3], vec![2, 3, 4], vec![0, 0], vec![1, 1]];
            for axis in 0..tensor.shape().len() {
                for length in [0, 1, tensor.shape()[axis] + 1, tensor.shape()[axis].saturating_sub(1)] {
                    let mut shape = tensor.shape().to_vec();
                    shape[axis] = length;
                    shapes.push(shape);
                }
            }
            for shape in shapes {
                let count = shape.iter().product();
                let numbers = tensor.data().iter().copied().cycle().take(count).collect();
                let Ok(other) = Tensor::new(shape.clone(), numbers) else { continue };
                let _ = run(
                    &case,
                    &case.inputs.clone().with(input.name, other),
                    &format!("{} of shape {shape:?}", input.name),
                );
            }
        }
    }
}

/// The inputs of a case with every axis of a letter at once of another length, so that the shapes still fit each other; of each letter that an input has.
pub fn resized(case: &Case, lengths: &[usize]) -> Vec<(Arguments, String)> {
    let inputs = catalog::find(&case.algorithm).expect("an algorithm").inputs;
    let tensors = inputs.iter().filter_map(|input| match (input.kind, case.inputs.get(input.name)) {
        (Kind::Tensor(spec), Some(Argument::Tensor(tensor))) => Some((input.name, Letters::parse(spec.index), tensor)),
        _ => None,
    });
    let tensors: Vec<_> = tensors.collect();
    let has = |letter: &char| tensors.iter().any(|(_, letters, _)| letters.axes().any(|axis| axis.contains(*letter)));
    let mut found = Vec::new();
    for letter in ('a'..='z').filter(has) {
        for &length in lengths {
            let mut arguments = case.inputs.clone();
            for (name, letters, tensor) in &tensors {
                let shape: Vec<usize> = letters
                    .axes()
                    .zip(tensor.shape())
                    .map(|(group, &old)| if group.contains(letter) { length } else { old })
                    .collect();
                let count = shape.iter().product();
                let numbers = tensor.data().iter().copied().cycle().take(count).collect();
                if let Ok(resized) = Tensor::new(shape, numbers) {
                    arguments = arguments.with(name, resized);
                }
            }
            found.push((arguments, format!("axis {letter} of length {length}")));
        }
    }
    found
}

#[test]
fn sizes_zero_and_one_work_or_give_a_typed_error() {
    for case in small_cases() {
        for (arguments, what) in resized(&case, &[0, 1, 2, 5]) {
            let _ = run(&case, &arguments, &what);
        }
    }
}

#[test]
fn numbers_out_of_range_are_errors_before_anything_is_allocated() {
    for case in small_cases() {
        for input in catalog::find(&case.algorithm).expect("an algorithm").inputs {
            let values = match input.kind {
                Kind::Integer { .. } => vec![0.0, -1.0, 0.5, 1e9, 4e9, 1e300, f64::NAN, f64::INFINITY],
                Kind::Number => vec![0.0, -1.0, 1e300, -1e300, f64::NAN, f64::INFINITY],
                _ => continue,
            };
            for value in values {
                let result =
                    run(&case, &case.inputs.clone().with(input.name, value), &format!("{} = {value}", input.name));
                if !value.is_finite() {
                    let Err(error) = result else { panic!("{}: {} = {value} is taken", case.algorithm, input.name) };
                    assert!(names_input(&error, input.name), "{}: {error}", case.algorithm);
                }
            }
        }
    }
}

#[test]
fn an_overflow_of_huge_numbers_is_noticed() {
    for case in small_cases() {
        for input in catalog::find(&case.algorithm).expect("an algorithm").inputs {
            let Some(Argument::Tensor(tensor)) = case.inputs.get(input.name) else { continue };
            for scale in [1e150, 1e300, 0.0, 1e-300] {
                let data = tensor.data().iter().map(|number| number * scale).collect();
                let scaled = Tensor::new(tensor.shape().to_vec(), data).expect("a tensor");
                let _ = run(
                    &case,
                    &case.inputs.clone().with(input.name, scaled),
                    &format!("{} times {scale:e}", input.name),
                );
            }
        }
    }
}

/// The step that a notice names.
fn non_finite_step(id: &str, inputs: &Arguments) -> Option<Fact> {
    let trace = catalog::trace(id, inputs).expect("a trace");
    assert!(trace.outputs.values().all(|tensor| tensor.data().iter().all(|number| number.is_finite())));
    let notice = trace.notices.into_iter().find(|notice| notice.code == "non-finite-step");
    notice.and_then(|notice| notice.facts.into_iter().next()).map(|(_, step)| step)
}

#[test]
fn an_overflow_within_a_run_is_noticed_with_its_first_step() {
    let matrix = |rows: &[[f64; 2]]| Tensor::matrix(rows).expect("a matrix");
    let step = |name: &str| Some(Fact::Text(name.into()));

    // ∞ − ∞ has no largest direction, so that the bucket would silently be 0.
    let x = matrix(&[[9.0, 9.0], [1.0, 2.0]]);
    let buckets = Arguments::new().with("x", x.clone()).with("rotation", matrix(&[[1e308, 1e308], [-1e308, 1e308]]));
    assert_eq!(non_finite_step("bucket-attention", &buckets), step("bucket.rotated"));

    let unit = matrix(&[[1.0, 0.0], [0.0, 1.0]]);
    let rotations = Tensor::new(vec![1, 2, 1, 2], vec![1e308, 1e308, -1e308, 1e308]).expect("rotations");
    let hashed = Arguments::new()
        .with("x", x)
        .with("wQueryKey", unit.clone())
        .with("wValue", unit.clone())
        .with("rotations", rotations)
        .with("chunkLength", 2.0);
    assert_eq!(non_finite_step("lsh-attention", &hashed), step("lsh.rotated"));

    // The mean over both tokens is infinite, but no token attends to the node that covers both.
    let large = matrix(&[[1.7e308, 0.0], [1.7e308, 0.0]]);
    let tree = Arguments::new().with("query", unit.clone()).with("key", large).with("value", unit);
    let tree = tree.with("query", matrix(&[[0.0, 1.0], [0.0, 1.0]]));
    assert_eq!(non_finite_step("binary-partition-attention", &tree), step("partition.node-key"));
}

#[test]
fn masks_are_not_taken_for_overflows() {
    for case in support::golden_cases() {
        let trace = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
        let inside = trace.notices.iter().find(|notice| notice.code == "non-finite-step");
        assert_eq!(inside, None, "{} / {}", case.algorithm, case.name);
    }
}

#[test]
fn odd_graphs_work_or_give_a_typed_error() {
    let graphs = [
        Graph::new(0, vec![], false),
        Graph::new(1, vec![], false),
        Graph::new(1, vec![[0, 0]], false),
        Graph::new(4, vec![], true),
        Graph::new(4, vec![[0, 0], [1, 1], [0, 1], [1, 0], [0, 1]], true),
        Graph::new(4, vec![[0, 1], [1, 0], [2, 2]], false),
        Graph::new(3, vec![[0, 1], [1, 2]], false).and_then(|graph| graph.with_weights(vec![-1.0, 0.5])),
        Graph::new(3, vec![[0, 1], [1, 2]], true).and_then(|graph| graph.with_weights(vec![0.0, -3.0])),
    ];
    for case in small_cases() {
        if case.inputs.get("graph").is_none() {
            continue;
        }
        for graph in &graphs {
            let graph = graph.clone().expect("a graph");
            let mut inputs = case.inputs.clone().with("graph", graph.clone());
            let of_nodes = ["x", "query", "key", "value", "positions"].map(|name| (name, graph.nodes()));
            for (name, rows) in of_nodes.into_iter().chain([("edgeFeatures", graph.edges().len())]) {
                let Some(Argument::Tensor(features)) = case.inputs.get(name) else { continue };
                let width = features.shape()[1];
                let numbers = features.data().iter().copied().cycle().take(rows * width).collect();
                inputs = inputs.with(name, Tensor::new(vec![rows, width], numbers).expect("features"));
            }
            if let Some(Argument::Tensor(anchors)) = case.inputs.get("anchors") {
                let there = anchors.data().iter().copied().filter(|&node| node < graph.nodes() as f64).collect();
                inputs = inputs.with("anchors", Tensor::vector(there).expect("anchors"));
            }
            if let Some(Argument::Tensor(mixing)) = case.inputs.get("mixing") {
                let numbers = mixing.data().iter().copied().cycle().take(graph.nodes().pow(2)).collect();
                let square = vec![graph.nodes(), graph.nodes()];
                inputs = inputs.with("mixing", Tensor::new(square, numbers).expect("a matrix"));
            }
            let negative = graph.weights().is_some_and(|weights| weights.iter().any(|weight| *weight < 0.0));
            let result = run(&case, &inputs, &format!("{graph:?}"));
            if let Err(error) = result {
                let about_weights = ["invalid-degree", "out-of-range"].contains(&error.code());
                assert!(negative && about_weights, "{}: {graph:?}: {error}", case.algorithm);
            }
        }
    }
}

#[test]
fn weights_that_are_not_finite_follow_the_policy_in_every_graph_algorithm() {
    for case in small_cases().iter().filter(|case| case.inputs.get("graph").is_some()) {
        let Some(Argument::Graph(graph)) = case.inputs.get("graph") else { panic!("a graph") };
        let mut weights = vec![1.0; graph.edges().len()];
        let last = weights.len() - 1;
        weights[last] = f64::INFINITY;
        let inputs = case.inputs.clone().with("graph", graph.clone().with_weights(weights).expect("weights"));
        assert_eq!(
            run(case, &inputs, "an infinite weight"),
            Err(Error::NonFinite { input: "graph.weights".into(), index: vec![last], value: f64::INFINITY }.into())
        );
        assert_eq!(run(case, &inputs.with("nonFinite", "propagate"), "an infinite weight, propagated"), Ok(()));
    }
}
