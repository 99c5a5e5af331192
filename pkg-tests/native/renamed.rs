//! The names of learned inputs, and the names that they had before.

use std::collections::{BTreeMap, BTreeSet};

use attograph::algorithm::{Algorithm, Argument, Input};
use attograph::backend::{Nalgebra, Reference};
use attograph::catalog::{self, ALGORITHMS, Arguments};
use attograph::error::{Error, Fact};
use attograph::measure::counting::count;
use attograph::measure::estimate::estimate;
use attograph::measure::permutation::{Options, permutation_test};
use attograph::tensor::Tensor;

use crate::support::{Case, all_cases, assert_lawful, close::same_bits};

/// The algorithms some of whose inputs had other names.
const RENAMED: [&str; 9] = [
    "decoder", "decoder-layer", "encoder", "encoder-decoder", "encoder-layer", "gaussian-mixture-layer",
    "graph-isomorphism-layer", "multi-head-attention", "patch-embedding",
];

/// Learned inputs that are neither matrices of a projection nor biases nor of a normalization.
const OTHERS: [&str; 18] = [
    "attention", "attentionSource", "attentionTarget", "centrality", "classToken", "columnTable", "lengthProjection",
    "lambdaKey", "lambdaQuery", "mixing", "mu", "outCentrality", "positions", "sigma", "spatialBias", "table",
    "valueLengthProjection", "gamma",
];

fn algorithm_of(case: &Case) -> &'static Algorithm {
    catalog::find(&case.algorithm).expect("an algorithm")
}

/// The inputs of a case, each by its former name if it had another.
fn formerly(case: &Case) -> Arguments {
    let inputs = algorithm_of(case).inputs;
    let former = |name: &str| inputs.iter().find(|input| input.name == name).and_then(Input::former_name);
    case.inputs.iter().fold(Arguments::new(), |all, (name, argument)| match former(name) {
        Some(former) => all.with(&former, argument.clone()),
        None => all.with(name, argument.clone()),
    })
}

fn renamed_cases() -> Vec<Case> {
    all_cases().into_iter().filter(|case| RENAMED.contains(&case.algorithm.as_str())).collect()
}

fn bits(tensor: &Tensor) -> Vec<u64> {
    tensor.data().iter().map(|number| number.to_bits()).collect()
}

#[test]
fn learned_inputs_are_named_by_the_convention() {
    for algorithm in ALGORITHMS {
        let mut matrices: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for input in algorithm.inputs.iter().filter(|input| input.learned) {
            let what = format!("{}: {}", algorithm.id, input.name);
            assert!(!input.name.starts_with("params."), "{what}");
            let (part, name) = input.name.rsplit_once('.').unwrap_or(("", input.name));
            let mut letters = name.chars();
            let first = letters.next();
            let role = letters.next().is_none_or(|next| next.is_ascii_uppercase() || next.is_ascii_digit());
            match first {
                Some('w') if role => drop(matrices.entry(part).or_default().insert(name)),
                Some('b') if role => {}
                _ => assert!(OTHERS.contains(&name) || name == "beta", "{what}"),
            }
        }
        for (part, names) in matrices {
            // `w` where there is one matrix, `w` and a role where there are several; of a recurrence or a stack, the optional ones count.
            assert_eq!(names.len() == 1, names.contains("w"), "{} {part}: {names:?}", algorithm.id);
        }
        for input in algorithm.inputs.iter().filter(|input| !input.learned) {
            assert!(!input.name.contains('.'), "{}: {} is nested and not learned", algorithm.id, input.name);
        }
    }
}

#[test]
fn a_former_name_is_the_name_of_no_input() {
    let mut found = BTreeSet::new();
    for algorithm in ALGORITHMS {
        let mut names: BTreeSet<String> = algorithm.inputs.iter().map(|input| input.name.to_string()).collect();
        for former in algorithm.inputs.iter().filter_map(Input::former_name) {
            assert!(names.insert(former.to_string()), "{}: {former} is taken", algorithm.id);
            found.insert(algorithm.id);
        }
    }
    assert_eq!(found.into_iter().collect::<Vec<_>>(), RENAMED);
}

#[test]
fn former_names_give_the_same_bits_and_a_notice() {
    let mut seen = BTreeSet::new();
    for case in renamed_cases() {
        let what = format!("{} / {}", case.algorithm, case.name);
        let inputs = formerly(&case);
        assert_ne!(inputs, case.inputs, "{what}");
        let present = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
        assert!(present.notices.iter().all(|notice| notice.code != "renamed-input"), "{what}");
        let former = assert_lawful(&case.algorithm, &inputs, &what);
        let marks = |trace: &attograph::trace::Trace| {
            let mark = |step: &attograph::trace::RecordedStep| (step.id(), step.input.clone(), bits(&step.tensor));
            trace.steps.iter().map(mark).collect::<Vec<_>>()
        };
        assert_eq!(marks(&former), marks(&present), "{what}");
        assert_eq!(former.outputs, present.outputs, "{what}");
        // One notice, behind those of the run, with the first of the names.
        let (notice, others) = former.notices.split_last().expect("a notice");
        assert_eq!(others, present.notices, "{what}");
        assert_eq!(notice.code, "renamed-input", "{what}");
        let [("input", Fact::Text(given)), ("name", Fact::Text(name))] = &notice.facts[..] else { panic!("{what}") };
        let first = inputs.iter().find(|(name, _)| case.inputs.get(name).is_none()).expect("a former name").0;
        assert_eq!(given, first, "{what}");
        assert_eq!(inputs.get(given), case.inputs.get(name), "{what}");

        let fast = |inputs: &Arguments| catalog::evaluate(&case.algorithm, inputs, &Nalgebra).expect("a result");
        let (one, other) = (fast(&case.inputs), fast(&inputs));
        for (name, tensor) in &one.outputs {
            let pairs = tensor.data().iter().zip(other.outputs[name].data());
            assert!(pairs.clone().all(|(a, b)| same_bits(*a, *b)), "{what} / {name}");
        }
        assert_eq!(other.notices.last().map(|notice| notice.code), Some("renamed-input"), "{what}");
        let costs = |inputs: &Arguments| estimate(&case.algorithm, inputs).expect("an estimate");
        assert_eq!(costs(&inputs), costs(&case.inputs), "{what}");
        let counts = |inputs: &Arguments| count(&case.algorithm, inputs, &Reference).expect("counts").total;
        assert_eq!(counts(&inputs), counts(&case.inputs), "{what}");
        let options = Options::default();
        let moved = |inputs: &Arguments| permutation_test(&case.algorithm, inputs, &options, &Reference);
        assert_eq!(moved(&inputs), moved(&case.inputs), "{what}");
        seen.insert(case.algorithm.clone());
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), RENAMED, "every algorithm with former names has a case");
}

#[test]
fn a_permutation_test_takes_the_former_name_of_what_it_permutes() {
    let case = renamed_cases().into_iter().find(|case| case.inputs.get("positions").is_some()).expect("a case");
    let named = |name: &str| Options { inputs: Some(vec![name.into()]), ..Options::default() };
    let tested = |inputs: &Arguments, name: &str| permutation_test(&case.algorithm, inputs, &named(name), &Reference);
    let present = tested(&case.inputs, "positions").expect("a test");
    assert_eq!(present.inputs, ["positions"]);
    assert_eq!(tested(&formerly(&case), "params.positions"), Ok(present.clone()));
    assert_eq!(tested(&case.inputs, "params.positions"), Ok(present));
}

#[test]
fn an_input_by_both_names_is_refused() {
    for case in renamed_cases() {
        let former = formerly(&case);
        for (name, argument) in former.iter().filter(|(name, _)| case.inputs.get(name).is_none()) {
            let both = case.inputs.clone().with(name, argument.clone());
            let error = catalog::trace(&case.algorithm, &both).expect_err("an error");
            let Error::GivenTwice { input, name: present } = &*error else { panic!("{error}") };
            assert_eq!(input, name);
            assert!(case.inputs.get(present).is_some(), "{present}");
            assert_eq!(estimate(&case.algorithm, &both).expect_err("an error"), error);
            let moved = permutation_test(&case.algorithm, &both, &Options::default(), &Reference);
            assert_eq!(moved.expect_err("an error"), error);
        }
    }
}

#[test]
fn an_error_names_an_input_as_it_was_given() {
    for case in renamed_cases() {
        let former = formerly(&case);
        for input in algorithm_of(&case).inputs {
            let (Some(name), Some(Argument::Tensor(_))) = (input.former_name(), case.inputs.get(input.name)) else {
                continue;
            };
            let refused = |inputs: &Arguments, name: &str| {
                let error = catalog::trace(&case.algorithm, &inputs.clone().with(name, true)).expect_err("an error");
                let Error::WrongType { input, .. } = &*error else { panic!("{error}") };
                input.clone()
            };
            assert_eq!(refused(&case.inputs, input.name), input.name);
            assert_eq!(refused(&former, &name), name);
        }
    }
    let one = Tensor::matrix(&[[1.0]]).expect("a matrix");
    let inputs = Arguments::new().with("x", one.clone()).with("heads", 1.0);
    let missing = |inputs: &Arguments| match *catalog::trace("multi-head-attention", inputs).expect_err("an error") {
        Error::MissingInput { input } => input,
        other => panic!("{other}"),
    };
    assert_eq!(missing(&inputs), "wQuery");
    assert_eq!(missing(&inputs.clone().with("wQuery", one.clone())), "wKey");
    assert_eq!(missing(&inputs.with("params.wQuery", one)), "params.wKey");
}

#[test]
fn only_names_that_inputs_had_are_accepted() {
    let one = Tensor::matrix(&[[1.0]]).expect("a matrix");
    for (id, name) in [("gcn-layer", "params.w"), ("feed-forward", "params.w1"), ("encoder", "params.norm.gamma")] {
        let error = catalog::trace(id, &Arguments::new().with(name, one.clone())).expect_err("an error");
        assert_eq!(error.code(), "unknown-input", "{id}: {error}");
    }
}
