//! Batches: every member has the bits of a run of its own.

use std::collections::{BTreeMap, BTreeSet};

use attograph::algorithm::{Argument, Arguments, Kind};
use attograph::backend::Reference;
use attograph::catalog::{self, ALGORITHMS, GradientRequest};
use attograph::error::{Error, Fact};
use attograph::measure::{counting, estimate, permutation};
use attograph::tensor::Tensor;

use crate::support::alike::assert_same_bits;
use crate::support::{Case, all_cases, assert_cells_open};

/// The members of each batch: the case itself, its numbers in reverse order, and the case again.
const MEMBERS: usize = 3;

/// The algorithms of which no case accepts a batch: several graphs are one graph.
const REFUSED: &[&str] = &[
    "distance-encoding", "gat-layer", "gatv2-layer", "gaussian-mixture-layer", "gcn-layer", "gcn-network",
    "graph-isomorphism-layer", "graph-masked-attention", "graph-transformer-layer", "graphormer-attention",
    "k-hop-attention", "mean-aggregation-layer", "message-passing", "message-passing-layer", "over-smoothing",
    "personalized-pagerank-propagation",
];

/// The tensors of a case that are not learned, by name.
fn unlearned(case: &Case) -> Vec<String> {
    let algorithm = catalog::find(&case.algorithm).expect("an algorithm");
    let is_unlearned = |name: &str| {
        let same = |declared: &&attograph::algorithm::Input| {
            declared.name == name || declared.former_name().is_some_and(|former| former == name)
        };
        let declared = algorithm.inputs.iter().find(same);
        declared.is_some_and(|input| !input.learned && matches!(input.kind, Kind::Tensor(_)))
    };
    case.inputs.iter().map(|(name, _)| name).filter(|name| is_unlearned(name)).map(str::to_string).collect()
}

fn reversed(tensor: &Tensor) -> Tensor {
    Tensor::new(tensor.shape().to_vec(), tensor.data().iter().rev().copied().collect()).expect("the same shape")
}

/// The inputs of a member, of which these have a number of its own.
fn member(case: &Case, names: &[String], number: usize) -> Arguments {
    names.iter().fold(case.inputs.clone(), |inputs, name| {
        let tensor = case.inputs.tensor(name).expect("a tensor");
        inputs.with(name, if number == 1 { reversed(tensor) } else { tensor.clone() })
    })
}

/// The inputs of all members, of which these are batches.
fn batch(case: &Case, names: &[String]) -> Arguments {
    names.iter().fold(case.inputs.clone(), |inputs, name| {
        let tensors = (0..MEMBERS).map(|number| member(case, names, number).tensor(name).expect("a tensor").clone());
        inputs.with_batch(name, stacked(&tensors.collect::<Vec<_>>()))
    })
}

fn stacked(tensors: &[Tensor]) -> Tensor {
    let shape = [&[tensors.len()], tensors[0].shape()].concat();
    Tensor::new(shape, tensors.iter().flat_map(|tensor| tensor.data()).copied().collect()).expect("equal shapes")
}

fn share(tensor: &Tensor, number: usize) -> Tensor {
    let length: usize = tensor.shape()[1..].iter().product();
    let data = tensor.data()[number * length..(number + 1) * length].to_vec();
    Tensor::new(tensor.shape()[1..].to_vec(), data).expect("a share")
}

/// The reason of a refusal.
fn why(error: &Error) -> String {
    match error.facts().as_slice() {
        [("input", _), ("why", Fact::Text(why))] if error.code() == "no-batch" => why.clone(),
        _ => panic!("{error}"),
    }
}

#[test]
fn every_member_has_the_bits_of_a_run_of_its_own() {
    let mut accepted: BTreeSet<String> = BTreeSet::new();
    let mut refused: BTreeMap<String, String> = BTreeMap::new();
    for case in all_cases() {
        let all = unlearned(&case);
        // All of them, and each alone beside tensors that the members share.
        let mut choices: Vec<Vec<String>> = all.iter().map(|name| vec![name.clone()]).collect();
        choices.push(all.clone());
        choices.dedup();
        for names in choices.iter().filter(|names| !names.is_empty()) {
            let what = format!("{} / {}, a batch of {}", case.algorithm, case.name, names.join(", "));
            let alone: Vec<_> =
                (0..MEMBERS).map(|number| catalog::trace(&case.algorithm, &member(&case, names, number))).collect();
            let found = catalog::trace(&case.algorithm, &batch(&case, names));
            let found = match found {
                Ok(found) => found,
                Err(error) if error.code() == "no-batch" => {
                    refused.insert(case.algorithm.clone(), why(&error));
                    continue;
                }
                // What one member may not have, no batch may have.
                Err(error) => {
                    let codes: Vec<_> = alone.iter().filter_map(|run| Some(run.as_ref().err()?.code())).collect();
                    assert!(codes.contains(&error.code()), "{what}: {error}");
                    continue;
                }
            };
            for (number, run) in alone.into_iter().enumerate() {
                let run = run.unwrap_or_else(|error| panic!("{what}, member {number}: {error}"));
                for (name, output) in &run.outputs {
                    let of_all = &found.outputs[name];
                    let one = match of_all.shape().len() == output.shape().len() {
                        true => of_all.clone(),
                        false => share(of_all, number),
                    };
                    assert_same_bits(&one, output, &format!("{what}: {name} of member {number}"));
                }
            }
            accepted.insert(case.algorithm.clone());
        }
    }
    let only: Vec<(&str, &str)> =
        refused.iter().filter(|(id, _)| !accepted.contains(*id)).map(|(id, why)| (id.as_str(), why.as_str())).collect();
    let pinned: Vec<(&str, &str)> = REFUSED.iter().map(|id| (*id, "graph")).collect();
    assert_eq!(only, pinned, "algorithms that take no batch");
    let without = ALGORITHMS.iter().filter(|entry| !accepted.contains(entry.id) && !refused.contains_key(entry.id));
    for entry in without {
        let has_tensor = entry.inputs.iter().any(|input| matches!(input.kind, Kind::Tensor(_)) && !input.learned);
        assert!(!has_tensor, "no case of {} gives a tensor", entry.id);
    }
}

/// The smallest case of each algorithm that takes a batch of all its tensors.
fn small() -> Vec<(Case, Vec<String>)> {
    let mut smallest: BTreeMap<String, (usize, Case, Vec<String>)> = BTreeMap::new();
    for case in all_cases() {
        let names = unlearned(&case);
        let runs = !names.is_empty() && catalog::evaluate(&case.algorithm, &batch(&case, &names), &Reference).is_ok();
        let of = |argument: &Argument| if let Argument::Tensor(tensor) = argument { tensor.data().len() } else { 0 };
        let numbers = case.inputs.iter().map(|(_, argument)| of(argument)).sum();
        if runs && smallest.get(&case.algorithm).is_none_or(|(least, ..)| numbers < *least) {
            smallest.insert(case.algorithm.clone(), (numbers, case, names));
        }
    }
    smallest.into_values().map(|(_, case, names)| (case, names)).collect()
}

#[test]
fn cells_of_a_batch_open_and_their_cost_is_that_of_the_members() {
    for (case, names) in small() {
        let what = format!("a batch of {} / {}", case.algorithm, case.name);
        let inputs = batch(&case, &names);
        let trace = catalog::trace(&case.algorithm, &inputs).expect("a trace");
        assert_cells_open(&trace, 0, &what);
        let evaluated = catalog::evaluate(&case.algorithm, &inputs, &Reference).expect("results");
        assert_eq!(evaluated.outputs.keys().collect::<Vec<_>>(), trace.outputs.keys().collect::<Vec<_>>(), "{what}");
        for (name, output) in &trace.outputs {
            assert_same_bits(&evaluated.outputs[name], output, &format!("{what}: {name}, watched"));
        }
        let counted = counting::count(&case.algorithm, &inputs, &Reference).expect("counts");
        assert_eq!(counted.steps.len(), trace.steps.len(), "{what}");
        estimate::estimate(&case.algorithm, &inputs).unwrap_or_else(|error| panic!("{what}: {error}"));
    }
}

#[test]
fn gradients_of_a_batch_are_those_of_its_members() {
    let mut compared = 0;
    for (case, names) in small() {
        let what = format!("the gradient of a batch of {} / {}", case.algorithm, case.name);
        let inputs = batch(&case, &names);
        let found = GradientRequest::new(&case.algorithm, &inputs).compute();
        let found = found.unwrap_or_else(|error| panic!("{what}: {error}"));
        let first = found.trace.steps.iter().position(|step| step.spec.gradient().is_some());
        assert_cells_open(&found.trace, first.unwrap_or(found.trace.steps.len()), &what);
        let alone: Vec<_> = (0..MEMBERS)
            .map(|number| {
                let inputs = member(&case, &names, number);
                GradientRequest::new(&case.algorithm, &inputs).compute().expect("a gradient of one")
            })
            .collect();
        for (name, gradient) in &found.gradients {
            compared += 1;
            if gradient.shape().len() > alone[0].gradients[name].shape().len() {
                for (number, one) in alone.iter().enumerate() {
                    assert_same_bits(&share(gradient, number), &one.gradients[name], &format!("{what}: {name}"));
                }
                continue;
            }
            let sums = (0..gradient.data().len()).map(|place| {
                let shares = alone.iter().map(|one| one.gradients[name].data()[place]);
                (shares.clone().sum::<f64>(), shares.map(f64::abs).sum::<f64>())
            });
            for (found, (sum, magnitude)) in gradient.data().iter().zip(sums) {
                assert!((found - sum).abs() <= 1e-12 * magnitude.max(1.0), "{what}: {name}: {found}, not {sum}");
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn a_batch_of_any_size_runs_and_what_does_not_fit_is_a_typed_error() {
    let matrix = |numbers: &[f64]| Tensor::new(vec![1, numbers.len()], numbers.to_vec()).expect("a row");
    let weights = Arguments::new().with("wInput", matrix(&[1.0])).with("wHidden", matrix(&[0.5]));
    let run = |inputs: &Arguments| catalog::trace("rnn", inputs);
    for members in [0, 1] {
        let x = Tensor::new(vec![members, 2, 1], vec![1.0; members * 2]).expect("sequences");
        let found = run(&weights.clone().with_batch("x", x)).expect("a trace");
        assert_eq!(found.outputs["states"].shape(), [members, 2, 1]);
    }
    let x = Tensor::new(vec![2, 3, 1], vec![0.5; 6]).expect("sequences");
    let failed = |inputs: Arguments| run(&inputs).expect_err("a refusal");
    let learned = failed(weights.clone().with("x", matrix(&[1.0])).with_batch("wHidden", x.clone()));
    assert_eq!(*learned, Error::NoBatch { input: "wHidden".into(), why: "learned" });
    let short = Tensor::new(vec![3, 1], vec![0.0; 3]).expect("states");
    let differs = failed(weights.clone().with_batch("x", x.clone()).with_batch("h0", short));
    assert_eq!((differs.code(), differs.facts().len()), ("shape-mismatch", 5), "{differs}");
    assert_eq!(failed(weights.clone().with_batch("x", Tensor::scalar(1.0))).code(), "wrong-rank");
    assert_eq!(
        failed(weights.clone().with("task", Argument::Batch(x.clone())).with("x", matrix(&[1.0]))).code(),
        "wrong-type"
    );
    let inputs = weights.with_batch("x", x);
    let order = permutation::permutation_test("rnn", &inputs, &permutation::Options::default(), &Reference);
    assert_eq!(*order.expect_err("a refusal"), Error::NoBatch { input: "x".into(), why: "order" });
}
