//! Gradients: against autograd, against central differences, and as traces.

use std::collections::{BTreeMap, BTreeSet};

use attograph::algorithm::{Argument, Arguments, Kind};
use attograph::backend::Reference;
use attograph::catalog::{self, ALGORITHMS, GradientRequest};
use attograph::error::{Error, Fact};
use attograph::gradient::{Gradient, Through};
use attograph::op::{Obstacle, Role};
use attograph::tensor::Tensor;
use attograph::trace::{RecordedStep, Trace};

use crate::robustness;
use crate::support::draws::{numbers, numbers_named};
use crate::support::{self, Case, ROOT};

/// Algorithms none of whose tensors has a gradient: they have no tensor, or only names, or compare, draw and count. Their notices say why.
const WITHOUT: &[&str] = &[
    "query-key-variance", "token-masking", "linear-warmup-decay", "index-position", "normalized-index-position",
    "binary-position", "sinusoidal-encoding", "sinusoidal-shift", "plane-rotation", "alibi-bias", "laplacian-encoding",
    "random-walk-encoding", "weisfeiler-lehman-colors", "distance-encoding", "random-features",
    "shortest-path-distances", "gcn-normalization", "receptive-field", "lsh-collision", "lsh-error",
];

fn is_long() -> bool {
    std::env::var_os("ATTOGRAPH_LONG").is_some()
}

/// The cases of every algorithm; without `--long` up to three small ones of each.
fn sample() -> Vec<Case> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let is_taken = move |case: &Case| {
        let numbers: usize = case.inputs.iter().map(|(_, argument)| size(argument)).sum();
        let count = taken.entry(case.algorithm.clone()).or_default();
        let takes = is_long() || *count == 0 || numbers <= 400 && *count < 3;
        *count += usize::from(takes);
        takes
    };
    support::all_cases().into_iter().filter(is_taken).collect()
}

fn size(argument: &Argument) -> usize {
    if let Argument::Tensor(tensor) = argument { tensor.data().len() } else { 0 }
}

fn gradient(case: &Case, through: Through) -> Gradient {
    let what = format!("{} / {}", case.algorithm, case.name);
    let shape = main_shape(case);
    let upstream = numbers(&shape, 7);
    let request = GradientRequest::new(&case.algorithm, &case.inputs).upstream(&upstream).through(through);
    request.compute().unwrap_or_else(|error| panic!("{what}: {error}"))
}

fn main_shape(case: &Case) -> Vec<usize> {
    main_result(&catalog::trace(&case.algorithm, &case.inputs).expect("a trace")).shape().to_vec()
}

/// The result of a run: its last step that is no count of positions.
fn main_result(trace: &Trace) -> &Tensor {
    let is_result = |step: &&RecordedStep| step.spec.op().name() != "size";
    &trace.steps.iter().rev().find(is_result).expect("a result").tensor
}

/// The inputs that a gradient's notices name, with the reasons.
fn named(found: &Gradient) -> BTreeMap<String, String> {
    let notices = found.trace.notices.iter().filter(|notice| notice.code == "no-gradient");
    notices
        .map(|notice| match notice.facts.as_slice() {
            [("input", Fact::Text(input)), ("step", Fact::Text(step)), ("why", Fact::Text(why))] => {
                assert!(found.trace.find(step).is_ok(), "{step} is no step");
                (input.clone(), why.clone())
            }
            other => panic!("{other:?}"),
        })
        .collect()
}

/// A golden gradient: the inputs of the run, the result that is gone back from, and the gradient of it.
fn asked(case: &Case) -> (Arguments, Option<String>, Tensor) {
    let is_asked = |name: &str| name == "upstream" || name == "of";
    let given = case.inputs.iter().filter(|(name, _)| !is_asked(name));
    let inputs = given.fold(Arguments::new(), |inputs, (name, argument)| inputs.with(name, argument.clone()));
    let of = case.inputs.get("of").map(|of| if let Argument::Word(of) = of { of.clone() } else { panic!("{of:?}") });
    (inputs, of, case.inputs.tensor("upstream").expect("a gradient of the output").clone())
}

#[test]
fn gradients_agree_with_autograd() {
    let mut cases: BTreeMap<String, usize> = BTreeMap::new();
    for case in support::golden_gradients() {
        let what = format!("{} / {}", case.algorithm, case.name);
        let (inputs, of, upstream) = asked(&case);
        let algorithm = catalog::find(&case.algorithm).expect("an algorithm");
        let present = |name: &String| {
            let is_it = |input: &&attograph::algorithm::Input| {
                input.name == *name || input.former_name().is_some_and(|former| former == *name)
            };
            algorithm.inputs.iter().find(is_it).unwrap_or_else(|| panic!("{what}: {name}")).name
        };
        for through in [Through::ClosedForms, Through::EveryStep] {
            let request = GradientRequest::new(&case.algorithm, &inputs).upstream(&upstream).through(through);
            let request = of.iter().fold(request, |request, of| request.of(of));
            let found = request.compute().unwrap_or_else(|error| panic!("{what}: {error}"));
            // What has a gradient there has one here, and nothing else.
            let expected: BTreeSet<&str> = case.outputs.keys().map(present).collect();
            assert_eq!(found.gradients.keys().map(String::as_str).collect::<BTreeSet<_>>(), expected, "{what}");
            for (name, expected) in &case.outputs {
                support::assert_agrees(&found.gradients[present(name)], expected, &format!("{what} / {name}"));
            }
        }
        *cases.entry(case.algorithm).or_default() += 1;
    }
    let few = ALGORITHMS.iter().map(|entry| entry.id).filter(|id| cases.get(*id).is_none_or(|count| *count < 2));
    assert_eq!(few.collect::<Vec<_>>(), WITHOUT, "algorithms with less than two golden gradients");
}

#[test]
fn gradients_agree_with_central_differences() {
    const STEP: f64 = 1e-5;
    let mut wrong = Vec::new();
    let mut compared: BTreeSet<String> = BTreeSet::new();
    let mut fixed: BTreeSet<(String, String)> = BTreeSet::new();
    for case in sample() {
        let what = format!("{} / {}", case.algorithm, case.name);
        let found = gradient(&case, Through::ClosedForms);
        let upstream = numbers(&main_shape(&case), 7);
        let last = |inputs: &Arguments| {
            let trace = catalog::trace(&case.algorithm, inputs).ok()?;
            Some(main_result(&trace).clone())
        };
        for (name, gradient) in &found.gradients {
            // A kernel of width 0 is a bell 3e-8 wide, narrower than any step of a difference.
            let sigma = case.inputs.optional_tensor("sigma").ok().flatten();
            if case.algorithm == "gaussian-mixture-layer" && sigma.is_some_and(|sigma| sigma.data().contains(&0.0)) {
                continue;
            }
            let tensor = case.inputs.tensor(name).or_else(|_| former(&case, name));
            let tensor = tensor.unwrap_or_else(|error| panic!("{what}: {error}")).clone();
            assert_eq!(gradient.shape(), tensor.shape(), "{what}: {name}");
            let normal = numbers_named(tensor.shape(), 3, name);
            // Shares stay shares where they change by a part of themselves.
            let of_itself =
                tensor.data().iter().zip(normal.data()).map(|(number, change)| number * change.tanh().abs() * 0.01);
            let of_itself = Tensor::new(tensor.shape().to_vec(), of_itself.collect()).expect("a tensor");
            let at = |direction: &Tensor, by: f64| {
                let data = tensor.data().iter().zip(direction.data()).map(|(number, change)| number + by * change);
                let moved = Tensor::new(tensor.shape().to_vec(), data.collect()).expect("a tensor");
                last(&with(&case, name, moved))
            };
            let both = |direction: &Tensor| Some((at(direction, STEP)?, at(direction, -STEP)?));
            let (direction, (above, below)) = match (both(&normal), both(&of_itself)) {
                (Some(found), _) => (normal, found),
                (None, Some(found)) => (of_itself, found),
                _ => {
                    fixed.insert((case.algorithm.clone(), name.clone()));
                    continue;
                }
            };
            let stated: f64 = gradient.data().iter().zip(direction.data()).map(|(slope, change)| slope * change).sum();
            let terms = upstream.data().iter().zip(above.data().iter().zip(below.data()));
            let expected = terms.clone().map(|(g, (a, b))| g * (a - b)).sum::<f64>() / (2.0 * STEP);
            let scale = terms.map(|(g, (a, _))| (g * a).abs()).sum::<f64>();
            // What is no number does not agree.
            let agrees = (stated - expected).abs() <= 1e-6 * (1.0 + expected.abs() + scale);
            if !agrees {
                wrong.push(format!("{what}, {name}: {stated} instead of {expected}"));
            }
            compared.insert(case.algorithm.clone());
        }
    }
    assert_eq!(wrong, [""; 0]);
    // The formulas multiply by these masks, whose numbers have to be 0 and 1, and labels at an end of their range leave it; the short sample lacks one.
    let ends = [("pattern-error", "mask"), ("binary-cross-entropy", "labels"), ("multi-head-attention", "headMask")];
    let ends = ends.into_iter().take(if is_long() { 3 } else { 2 });
    let ends = ends.map(|(id, input)| (id.to_string(), input.to_string())).collect();
    assert_eq!(fixed, ends, "inputs that cannot be changed");
    let without: Vec<&str> = ALGORITHMS.iter().map(|entry| entry.id).filter(|id| !compared.contains(*id)).collect();
    assert_eq!(without, WITHOUT, "algorithms without a gradient");
}

/// The tensor of an input that the case has by its former name.
fn former<'c>(case: &'c Case, name: &str) -> attograph::error::Result<&'c Tensor> {
    case.inputs.tensor(&given_name(case, name))
}

fn given_name(case: &Case, name: &str) -> String {
    let algorithm = catalog::find(&case.algorithm).expect("an algorithm");
    let input = algorithm.inputs.iter().find(|input| input.name == name).expect("an input");
    let former = input.former_name().map(|former| former.into_owned());
    former.filter(|former| case.inputs.get(former).is_some()).unwrap_or(name.to_string())
}

fn with(case: &Case, name: &str, tensor: Tensor) -> Arguments {
    case.inputs.clone().with(&given_name(case, name), tensor)
}

#[test]
fn a_gradient_is_a_trace_like_any_other() {
    let mut cells = 0usize;
    for case in sample() {
        let what = format!("{} / {}", case.algorithm, case.name);
        let forward = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
        for through in [Through::ClosedForms, Through::EveryStep] {
            let found = gradient(&case, through);
            // Watching changes nothing: the steps of the run come first, as they were.
            let first = forward.steps.len();
            assert!(found.trace.steps.len() > first || found.gradients.is_empty(), "{what}");
            for (step, again) in forward.steps.iter().zip(&found.trace.steps) {
                assert_eq!((step.id(), &step.operands), (again.id(), &again.operands), "{what}");
                support::alike::assert_same_bits(&again.tensor, &step.tensor, &what);
            }
            assert_eq!(forward.outputs, found.trace.outputs, "{what}");
            // Each number of the way back opens, and every gradient is a step.
            let mut ids: BTreeSet<String> = forward.steps.iter().map(|step| step.id()).collect();
            for step in &found.trace.steps[first..] {
                let spec = step.spec.gradient().expect("a step of a gradient");
                assert!(step.id().starts_with("gradient/"), "{what}: {}", step.id());
                assert!(ids.insert(step.id()), "{what}: {} occurs twice", step.id());
                assert!(forward.find(&spec.of).is_ok(), "{what}: {}", spec.of);
                assert!(spec.through.as_ref().is_none_or(|through| forward.find(through).is_ok()), "{what}");
                assert_eq!(step.spec.axes().len(), step.tensor.shape().len(), "{what}: {}", step.id());
                assert!(!found.trace.formula(step).contains('#'), "{what}: {}", found.trace.formula(step));
                assert_eq!(step.input.is_some(), spec.role == Role::Upstream, "{what}: {}", step.id());
                cells += step.tensor.data().len();
            }
            let numbers: usize = found.trace.steps[first..].iter().map(|step| step.tensor.data().len()).sum();
            if is_long() || numbers <= 4_000 {
                support::assert_cells_open(&found.trace, first, &what);
            }
            for (name, gradient) in &found.gradients {
                let is_it =
                    |step: &attograph::trace::RecordedStep| step.tensor.data().as_ptr() == gradient.data().as_ptr();
                assert!(gradient.data().is_empty() || found.trace.steps.iter().any(is_it), "{what}: {name}");
            }
        }
    }
    assert!(cells > 20_000, "only {cells} cells");
}

#[test]
fn closed_forms_are_what_every_step_gives() {
    for case in sample() {
        let what = format!("{} / {}", case.algorithm, case.name);
        let (closed, every) = (gradient(&case, Through::ClosedForms), gradient(&case, Through::EveryStep));
        assert_eq!(closed.gradients.keys().collect::<Vec<_>>(), every.gradients.keys().collect::<Vec<_>>(), "{what}");
        let largest =
            every.gradients.values().flat_map(|tensor| tensor.data()).fold(1.0f64, |most, x| most.max(x.abs()));
        for (name, tensor) in &closed.gradients {
            for (found, expected) in tensor.data().iter().zip(every.gradients[name].data()) {
                let close = (found - expected).abs() <= 1e-12 * largest || found.is_nan() && expected.is_nan();
                assert!(close, "{what}, {name}: {found} instead of {expected}");
            }
        }
    }
}

#[test]
fn what_has_no_gradient_says_why() {
    let mut reasons = BTreeSet::new();
    for case in sample() {
        let what = format!("{} / {}", case.algorithm, case.name);
        let found = gradient(&case, Through::ClosedForms);
        let named = named(&found);
        reasons.extend(named.values().cloned());
        for input in catalog::find(&case.algorithm).expect("an algorithm").inputs {
            let is_tensor = matches!(input.kind, Kind::Tensor(_));
            if !is_tensor || case.inputs.get(&given_name(&case, input.name)).is_none() {
                continue;
            }
            let has = found.gradients.contains_key(input.name);
            assert_ne!(has, named.contains_key(input.name), "{what}: {} is lost", input.name);
            if !has {
                let names = [input.name];
                let error = GradientRequest::new(&case.algorithm, &case.inputs).wrt(&names).compute();
                let error = error.expect_err("no gradient");
                let Error::NoGradient { input: named, why, .. } = &*error else { panic!("{what}: {error}") };
                assert_eq!((named.as_str(), error.code()), (input.name, "no-gradient"));
                assert!(!why.is_empty());
            }
        }
    }
    for why in [Obstacle::Comparison, Obstacle::Names, Obstacle::Structure] {
        assert!(reasons.contains(why.name()), "{} occurs nowhere: {reasons:?}", why.name());
    }
    // The scores do not depend on the values; every tensor of every case is read by something that leads to its main result.
    assert!(!reasons.contains(Obstacle::Unread.name()), "{reasons:?}");
    let x = Tensor::matrix(&[[1.0, 2.0], [0.5, -1.0]]).expect("a matrix");
    let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
    let request = GradientRequest::new("scaled-dot-product-attention", &inputs).of("scores").wrt(&["value"]);
    let error = request.compute().expect_err("no gradient");
    assert!(matches!(&*error, Error::NoGradient { why: "unread", .. }), "{error}");
}

#[test]
fn sizes_zero_and_one_have_gradients_or_typed_errors() {
    let mut computed = 0;
    for case in robustness::small_cases() {
        for (arguments, what) in robustness::resized(&case, &[0, 1]) {
            let Ok(forward) = catalog::trace(&case.algorithm, &arguments) else { continue };
            let found = catalog::gradient(&case.algorithm, &arguments)
                .unwrap_or_else(|error| panic!("{}, {what}: {error}", case.algorithm));
            support::assert_cells_open(&found.trace, forward.steps.len(), &what);
            computed += 1;
        }
    }
    assert!(computed > 100, "only {computed} runs");
}

#[test]
fn a_row_of_the_jacobian_is_the_gradient_of_a_number() {
    let x = Tensor::matrix(&[[1.0, 2.0], [0.5, -1.0], [0.0, 3.0]]).expect("a matrix");
    let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
    let row = |index: &[usize]| {
        let request = GradientRequest::new("scaled-dot-product-attention", &inputs);
        request.of("weights").at(index).wrt(&["query"]).compute().map(|found| found.gradients["query"].clone())
    };
    // The weights of a row add up to 1, whatever the query.
    let rows: Vec<Tensor> = (0..3).map(|key| row(&[1, key]).expect("a row")).collect();
    for place in 0..6 {
        let sum: f64 = rows.iter().map(|row| row.data()[place]).sum();
        assert!(sum.abs() < 1e-15);
        assert!(place / 2 == 1 || rows.iter().all(|row| row.data()[place] == 0.0), "other queries");
    }
    assert_eq!(row(&[3, 0]).expect_err("outside").code(), "index-out-of-bounds");
    assert_eq!(row(&[0]).expect_err("one axis").code(), "index-out-of-bounds");
    let request = || GradientRequest::new("scaled-dot-product-attention", &inputs);
    assert_eq!(request().of("nothing").compute().expect_err("no result").code(), "unknown-output");
    assert_eq!(request().wrt(&["nothing"]).compute().expect_err("no input").code(), "unknown-input");
    assert_eq!(request().wrt(&["bias"]).compute().expect_err("not given").code(), "missing-input");
    assert_eq!(request().wrt(&["causal"]).compute().expect_err("a flag").code(), "wrong-type");
    let other = numbers(&[2, 2], 1);
    assert_eq!(request().upstream(&other).compute().expect_err("another shape").code(), "shape-mismatch");
}

#[test]
fn an_input_that_layers_share_out_has_one_gradient() {
    let mut seen = BTreeSet::new();
    for case in sample() {
        let what = format!("{} / {}", case.algorithm, case.name);
        let forward = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
        let found = gradient(&case, Through::ClosedForms);
        for step in &forward.steps {
            let Some((input, _)) = step.input.as_deref().and_then(|shown| shown.split_once('[')) else { continue };
            let whole = &found.gradients.get(input).unwrap_or_else(|| panic!("{what}: {input} has no gradient"));
            let layer = step.layer().expect("a layer");
            assert_eq!(&whole.shape()[1..], step.tensor.shape(), "{what}: {input}");
            let length = step.tensor.data().len();
            let part = &whole.data()[layer * length..(layer + 1) * length];
            // The steps of the way back have the part, too: of the one step that shows it, or of all of them together.
            let shows = |other: &&RecordedStep| other.shows(input) && other.layer() == Some(layer);
            let of_part = match forward.steps.iter().filter(shows).count() {
                1 => format!("gradient/{}", step.id()),
                _ => format!("gradient/input/{input}[{layer}]"),
            };
            let of_part = found.trace.step(&of_part).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(of_part.tensor.data(), part, "{what}: {input}");
            seen.insert(case.algorithm.clone());
        }
    }
    for algorithm in ["encoder", "decoder", "encoder-decoder", "gcn-network"] {
        assert!(seen.contains(algorithm), "no layers in {algorithm}");
    }
}

#[test]
fn what_all_rounds_read_alike_is_collected_in_one_step() {
    let tensor = |shape: &[usize], seed: u64| numbers(shape, seed);
    let inputs = Arguments::new()
        .with("x", tensor(&[5, 3], 1))
        .with("wInput", tensor(&[3, 4], 2))
        .with("bInput", tensor(&[4], 3))
        .with("wHidden", tensor(&[4, 4], 4));
    let found = catalog::gradient("rnn", &inputs).expect("a gradient");
    // Nothing comes back round by round but the list of states, which every round makes longer.
    let by_round = |step: &&RecordedStep| step.id().contains("/via/time[");
    let by_round: BTreeSet<String> =
        found.trace.steps.iter().filter(by_round).map(|step| step.spec.id().into()).collect();
    assert!(by_round.iter().all(|id| id.starts_with("rnn.history/") || id.starts_with("rnn.start/")), "{by_round:?}");
    // A number of a matrix has a term for each round: the gradient there, times what was multiplied by it.
    let weights = found.trace.find("gradient/rnn.input-projection").expect("a gradient");
    let cell = found.trace.cell("gradient/rnn.input-projection", &[2, 1]).expect("a cell");
    assert_eq!((cell.terms.len(), found.trace.steps[weights].spec.op().name()), (5, "contract"));
    for (time, term) in cell.terms.iter().enumerate() {
        let [gradient, factor] = term.as_slice() else { panic!("{term:?}") };
        let at = |step: &str| {
            found
                .trace
                .step(&format!("{step}time[{time}]/rnn.{}", if step.is_empty() { "input" } else { "from-input" }))
        };
        assert_eq!(gradient.value, at("gradient/").expect("a gradient").tensor.data()[1]);
        assert_eq!(factor.value, at("").expect("an input").tensor.data()[2]);
    }
    // Of a bias nothing is multiplied.
    assert!(found.trace.find("gradient/rnn.input-bias/gradients").is_ok());
    assert!(found.trace.find("gradient/rnn.input-bias/factors").is_err());
    // The rows of the sequence have the gradients of their rounds.
    let rows = found.trace.step("gradient/rnn.x").expect("a gradient");
    assert_eq!((rows.spec.op().function(), rows.operands.len()), (Some("per-round"), 5));
    // A loss that some rounds do not reach goes the same way back.
    let early = GradientRequest::new("rnn", &inputs).at(&[1, 0]).compute().expect("a gradient");
    assert!(early.gradients["x"].data()[6..].iter().all(|slope| *slope == 0.0));
    assert!(early.gradients["x"].data()[..6].iter().all(|slope| *slope != 0.0));
    // Which algorithms have such rounds.
    let is_collected = |case: &Case| {
        let found = gradient(case, Through::ClosedForms);
        let role = |step: &RecordedStep| step.spec.gradient().map(|spec| spec.role);
        found.trace.steps.iter().any(|step| role(step) == Some(Role::Rounds))
    };
    let all: BTreeSet<String> = sample().into_iter().filter(is_collected).map(|case| case.algorithm).collect();
    assert_eq!(all.iter().map(String::as_str).collect::<Vec<_>>(), ["personalized-pagerank-propagation", "rnn"]);
}

#[test]
fn the_main_result_is_no_count() {
    // Without a readout the last step of a recurrent network is the number of its rounds.
    let x = Tensor::matrix(&[[1.0, 2.0], [0.5, -1.0]]).expect("a matrix");
    let inputs = Arguments::new().with("x", x.clone()).with("wInput", x.clone()).with("wHidden", x);
    let found = catalog::gradient("rnn", &inputs).expect("a gradient");
    let states = GradientRequest::new("rnn", &inputs).of("states").compute().expect("a gradient");
    assert_eq!(found.gradients["wHidden"].data(), states.gradients["wHidden"].data());
    assert!(found.gradients["wHidden"].data().iter().any(|slope| *slope != 0.0));
}

#[test]
fn a_masked_row_passes_no_gradient() {
    let x = Tensor::matrix(&[[1.0, 2.0], [0.5, -1.0]]).expect("a matrix");
    let mask = Tensor::matrix(&[[0.0, 0.0], [1.0, 0.0]]).expect("a mask");
    let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x).with("mask", mask);
    for through in [Through::ClosedForms, Through::EveryStep] {
        let request = GradientRequest::new("scaled-dot-product-attention", &inputs).through(through);
        let found = request.compute().expect("a gradient");
        assert_eq!(found.gradients["value"].data(), [1.0, 1.0, 0.0, 0.0]);
        assert!(found.gradients["query"].data().iter().all(|slope| *slope == 0.0), "one key: its weight is 1");
        let nan = inputs.clone().with("emptyRow", "nan");
        let found = GradientRequest::new("scaled-dot-product-attention", &nan).through(through).compute().expect("NaN");
        assert!(found.gradients["query"].data()[0].is_nan());
        assert!(found.trace.notices.iter().any(|notice| notice.code == "non-finite-result"));
    }
}

#[test]
fn every_role_has_a_text_in_every_language() {
    for language in ["en", "ko"] {
        let path = std::path::Path::new(ROOT).join("src/text").join(language).join("gradients.json");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let texts: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).expect("an object");
        // The title of one path of several is no role's.
        let names: BTreeSet<&str> = Role::ALL.iter().map(|role| role.name()).chain(["by-path"]).collect();
        assert_eq!(texts.keys().map(String::as_str).collect::<BTreeSet<_>>(), names, "{language}");
        let parts = |entry: &serde_json::Value| entry["parts"].as_object().cloned().unwrap_or_default();
        let all = texts.iter().flat_map(|(role, entry)| {
            let own = std::iter::once((role.clone(), entry.clone()));
            own.chain(parts(entry).into_iter().map(move |(part, entry)| (format!("{role}, {part}"), entry)))
        });
        for (role, entry) in all {
            let wanted: &[&str] = if role == "by-path" { &["title"] } else { &["title", "text"] };
            for part in wanted {
                let text = entry[*part].as_str().unwrap_or_default();
                assert!(!text.trim().is_empty(), "{language}: {role} has no {part}");
                let is_known = |name: &str| ["of", "through"].contains(&name);
                for piece in text.split('{').skip(1) {
                    assert!(
                        piece.split_once('}').is_some_and(|(name, _)| is_known(name)),
                        "{language}: {role}: {piece}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_backends_agree() {
    use attograph::backend::Nalgebra;
    for case in sample().iter().take(60) {
        let request = |backend| GradientRequest::new(&case.algorithm, &case.inputs).backend(backend).compute();
        let (fast, exact) = (request(&Nalgebra).expect("a gradient"), request(&Reference).expect("a gradient"));
        for (name, expected) in &exact.gradients {
            let what = format!("{} / {} / {name}", case.algorithm, case.name);
            if expected.data().iter().all(|number| number.is_finite()) {
                support::alike::assert_alike(&fast.gradients[name], expected, 1e-9, &what);
            }
        }
    }
}
