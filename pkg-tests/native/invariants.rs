//! The invariants of the trace engine, on every golden case of every algorithm.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use attograph::backend::Reference;
use attograph::catalog::{self, Algorithm};
use attograph::trace::{Op, Trace};
use support::Case;

fn traces() -> Vec<(&'static Algorithm, Case, Trace)> {
    support::golden_cases()
        .into_iter()
        .map(|case| {
            let algorithm = catalog::find(&case.algorithm).expect("a catalog entry");
            let trace = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
            (algorithm, case, trace)
        })
        .collect()
}

fn same_bits(left: f64, right: f64) -> bool {
    left.to_bits() == right.to_bits() || left.is_nan() && right.is_nan()
}

#[test]
fn watching_changes_nothing() {
    for (algorithm, case, trace) in traces() {
        let unwatched = catalog::evaluate(algorithm.id, &case.inputs, &Reference).expect("a result");
        assert_eq!(unwatched.outputs.keys().collect::<Vec<_>>(), trace.outputs.keys().collect::<Vec<_>>());
        for (name, traced) in &trace.outputs {
            let untraced = &unwatched.outputs[name];
            assert_eq!(untraced.shape(), traced.shape());
            for (left, right) in untraced.data().iter().zip(traced.data()) {
                assert!(same_bits(*left, *right), "{} / {} / {name}", algorithm.id, case.name);
            }
        }
        assert_eq!(unwatched.notices, trace.notices);
    }
}

#[test]
fn the_table_is_the_program() {
    for (algorithm, case, trace) in traces() {
        let declared: Vec<&str> = algorithm
            .steps
            .iter()
            .filter(|step| step.appears(algorithm, &case.inputs))
            .map(|step| step.spec.id)
            .collect();
        let marked: Vec<&str> = trace.steps.iter().map(|step| step.spec.id).collect();
        assert_eq!(marked, declared, "{} / {}", algorithm.id, case.name);
        for step in &trace.steps {
            for (read, &operand) in step.spec.reads.iter().zip(&step.operands) {
                let id = trace.steps[operand].spec.id;
                assert!(read.from.contains(&id), "{} reads {id}, but its table says {:?}", step.spec.id, read.from);
            }
        }
    }
}

#[test]
fn every_optional_step_occurs_in_some_case() {
    let mut seen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (algorithm, _, trace) in traces() {
        seen.entry(algorithm.id).or_default().extend(trace.steps.iter().map(|step| step.spec.id));
    }
    // What no golden case switches on is covered by the laws, which name the option.
    let laws = ["attention.mask", "attention.masked", "attention.causal", "attention.bias"];
    for algorithm in catalog::ALGORITHMS {
        for step in algorithm.steps {
            let covered = seen[algorithm.id].contains(step.spec.id);
            let family = step.spec.id.rsplit('.').next().unwrap_or_default();
            let optional =
                step.when.is_some() && (laws.contains(&step.spec.id) || ["mask", "masked", "causal"].contains(&family));
            assert!(covered || optional, "{}: step {} occurs in no golden case", algorithm.id, step.spec.id);
        }
    }
}

#[test]
fn the_table_is_executable() {
    let mut cells = 0usize;
    for (algorithm, case, trace) in traces() {
        for step in &trace.steps {
            for offset in 0..step.tensor.data().len() {
                let index = step.tensor.index_of(offset);
                let cell = trace.cell(step.spec.id, &index).expect("a cell");
                let again = trace.recompute(&cell).expect("a value");
                assert!(
                    same_bits(again, step.tensor.data()[offset]),
                    "{} / {} / {} {index:?}: {again} instead of {}",
                    algorithm.id,
                    case.name,
                    step.spec.id,
                    step.tensor.data()[offset]
                );
                // What the cell claims to read stands there.
                for operand in cell.terms.iter().flatten() {
                    let read = &trace.steps[operand.step];
                    assert!(operand.step < cell.step, "{} reads a later step", step.spec.id);
                    assert!(same_bits(operand.value, read.tensor.get(&operand.index).expect("a cell that exists")));
                }
                cells += 1;
            }
        }
    }
    assert!(cells > 100_000, "only {cells} cells were checked");
}

#[test]
fn no_step_is_hidden() {
    // Softmax is always four steps, and a scale is a step of its own.
    for algorithm in catalog::ALGORITHMS {
        let ids: Vec<&str> = algorithm.steps.iter().map(|step| step.spec.id).collect();
        let has = |suffix: &str| ids.iter().any(|id| id.ends_with(suffix));
        if has("weights") && !ids.iter().all(|id| id.starts_with("gcn") || id.starts_with("graph")) {
            for part in [".row-max", ".exponentials", ".row-sum"] {
                assert!(has(part), "{} has weights but no step {part}", algorithm.id);
            }
        }
        if has(".scaled") {
            assert!(has(".scale"), "{} scales by a number that is no step", algorithm.id);
        }
    }
    // Nothing but a contraction multiplies and adds at once: every map is one function of at most three operands.
    for step in catalog::ALGORITHMS.iter().flat_map(|algorithm| algorithm.steps) {
        if let Op::Map(function) = step.spec.op {
            assert!(function.arity <= 3, "{} hides {} operands in one function", step.spec.id, function.arity);
        }
    }
}

#[test]
fn the_last_step_is_the_result_and_inputs_are_steps() {
    for (algorithm, case, trace) in traces() {
        let last = trace.steps.last().expect("a step");
        let declared = algorithm.outputs.iter().find(|output| output.steps.iter().any(|spec| spec.id == last.spec.id));
        let name = declared.unwrap_or_else(|| panic!("{}: the last step is no output", algorithm.id)).name;
        assert_eq!(trace.outputs[name], last.tensor, "{} / {}", algorithm.id, case.name);
        for output in algorithm.outputs {
            let step = output.steps.iter().find_map(|spec| trace.step(spec.id).ok());
            let step = step.unwrap_or_else(|| panic!("{}: output {} is no step", algorithm.id, output.name));
            assert_eq!(trace.outputs[output.name], step.tensor);
        }
        for step in &trace.steps {
            assert_eq!(step.input.is_some(), matches!(step.spec.op, Op::Given), "{}", step.spec.id);
        }
    }
}

#[test]
fn ids_are_unique_and_kebab_case() {
    let kebab = |word: &str| {
        !word.is_empty()
            && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    };
    let mut algorithms = BTreeSet::new();
    for algorithm in catalog::ALGORITHMS {
        assert!(kebab(algorithm.id) && algorithms.insert(algorithm.id), "{}", algorithm.id);
        let mut steps = BTreeSet::new();
        for step in algorithm.steps {
            let (family, name) = step.spec.id.split_once('.').expect("family.name");
            assert!(kebab(family) && kebab(name), "{}", step.spec.id);
            assert!(steps.insert(step.spec.id), "{} occurs twice in {}", step.spec.id, algorithm.id);
            assert_eq!(
                attograph::trace::Letters::parse(step.spec.index).axes().len(),
                step.spec.axes.len(),
                "{}",
                step.spec.id
            );
            assert!(!step.spec.formula.is_empty() && !step.spec.source.is_empty() && !step.spec.symbol.is_empty());
        }
    }
}

#[test]
fn the_catalog_changes_only_in_review() {
    let mut lines = Vec::new();
    for algorithm in catalog::ALGORITHMS {
        lines.push(algorithm.id.to_string());
        lines.extend(algorithm.inputs.iter().map(|input| format!("  input {} {}", input.name, input.kind.name())));
        lines.extend(algorithm.steps.iter().map(|step| format!("  step {} {}", step.spec.id, step.spec.index)));
        lines.extend(algorithm.outputs.iter().map(|output| format!("  output {}", output.name)));
    }
    let found = lines.join("\n") + "\n";
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg-tests/native/catalog.snapshot");
    if std::env::var_os("UPDATE_SNAPSHOT").is_some() {
        std::fs::write(&path, &found).expect("a writable snapshot");
    }
    let expected = std::fs::read_to_string(&path).expect("a snapshot; UPDATE_SNAPSHOT=1 writes it");
    assert!(
        found == expected,
        "the catalog differs from {}; if that is meant, run with UPDATE_SNAPSHOT=1",
        path.display()
    );
}

#[test]
fn every_step_has_text_in_every_language_and_no_text_is_left_over() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/text");
    let steps: BTreeSet<&str> =
        catalog::ALGORITHMS.iter().flat_map(|entry| entry.steps).map(|step| step.spec.id).collect();
    let algorithms: BTreeSet<&str> = catalog::ALGORITHMS.iter().map(|entry| entry.id).collect();
    for language in ["en", "ko"] {
        let read = |path: std::path::PathBuf| -> serde_json::Map<String, serde_json::Value> {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let mut found = BTreeSet::new();
        for entry in std::fs::read_dir(root.join(language).join("steps")).expect("step texts") {
            let path = entry.expect("a folder entry").path();
            let family = path.file_stem().expect("a name").to_string_lossy().into_owned();
            for (id, text) in read(path) {
                assert!(id.starts_with(&format!("{family}.")), "{id} stands in the file of {family}");
                for part in ["title", "text"] {
                    assert!(
                        text[part].as_str().is_some_and(|text| !text.trim().is_empty()),
                        "{language}: {id} has no {part}"
                    );
                }
                found.insert(id);
            }
        }
        let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, steps, "{language}: texts and steps differ");
        let titles = read(root.join(language).join("algorithms.json"));
        assert_eq!(
            titles.keys().map(String::as_str).collect::<BTreeSet<_>>(),
            algorithms,
            "{language}: algorithm texts"
        );
    }
}
