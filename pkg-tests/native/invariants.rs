//! The invariants of the trace engine, on every golden case of every algorithm.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{self, Case, ROOT};
use attograph::algorithm::Step;
use attograph::catalog::{self, Algorithm};
use attograph::op::{Numbers, Op, StepSpec};
use attograph::trace::Trace;

fn traces() -> Vec<(&'static Algorithm, Trace)> {
    let run = |case: Case| {
        let algorithm = catalog::find(&case.algorithm).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let what = format!("{} / {}", case.algorithm, case.name);
        (algorithm, catalog::trace(algorithm.id, &case.inputs).unwrap_or_else(|error| panic!("{what}: {error}")))
    };
    support::all_cases().into_iter().map(run).collect()
}

#[test]
fn every_case_satisfies_the_invariants_of_a_trace() {
    let mut cells = 0usize;
    for case in support::all_cases() {
        let what = format!("{} / {}", case.algorithm, case.name);
        let trace = support::assert_lawful(&case.algorithm, &case.inputs, &what);
        cells += trace.steps.iter().map(|step| step.tensor.data().len()).sum::<usize>();
    }
    assert!(cells > 100_000, "only {cells} cells were checked");
}

#[test]
fn every_step_of_every_algorithm_occurs_in_some_case() {
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (algorithm, trace) in traces() {
        seen.entry(algorithm.id).or_default().extend(trace.steps.iter().map(|step| without_rounds(&step.id())));
    }
    for algorithm in catalog::ALGORITHMS {
        let Some(seen) = seen.get(algorithm.id) else { panic!("{} occurs in no case", algorithm.id) };
        for step in algorithm.steps() {
            assert!(seen.contains(&step.id()), "{}: step {} occurs in no case", algorithm.id, step.id());
        }
    }
}

/// Returns the name of a step of a trace as the catalog has it: `[]` in place of the numbers of rounds.
fn without_rounds(id: &str) -> String {
    let after = |piece: &str| piece.split_once(']').map_or(String::new(), |(_, rest)| format!("[]{rest}"));
    let (first, rounds) = id.split_once('[').unwrap_or((id, ""));
    std::iter::once(first.to_string()).chain(rounds.split('[').map(after)).collect()
}

/// For each step of each algorithm and each of its operands, the steps that are that operand in some case.
fn sources() -> BTreeMap<(&'static str, String), Vec<BTreeSet<String>>> {
    let mut sources: BTreeMap<_, Vec<BTreeSet<String>>> = BTreeMap::new();
    for (algorithm, trace) in traces() {
        for step in &trace.steps {
            let found = sources.entry((algorithm.id, without_rounds(&step.id()))).or_default();
            found.resize(step.operands.len(), BTreeSet::new());
            for (seen, &operand) in found.iter_mut().zip(&step.operands) {
                seen.insert(without_rounds(&trace.steps[operand].id()));
            }
        }
    }
    sources
}

#[test]
fn no_step_is_hidden() {
    // Softmax is always four steps, and a scale is a step of its own.
    for algorithm in catalog::ALGORITHMS {
        let ids: Vec<&str> = algorithm.steps().iter().map(|step| step.spec.id).collect();
        let has = |suffix: &str| ids.iter().any(|id| id.ends_with(suffix));
        if has(".weights") {
            for part in [".row-max", ".exponentials", ".row-sum"] {
                assert!(has(part), "{} has weights but no step {part}", algorithm.id);
            }
        }
        if has(".scaled") {
            assert!(has(".scale"), "{} scales by a number that is no step", algorithm.id);
        }
    }
    // Nothing but a contraction multiplies and adds at once: every map is one function of at most three operands.
    for step in catalog::ALGORITHMS.iter().flat_map(|algorithm| algorithm.steps()) {
        if let Op::Map(function) = step.spec.op {
            assert!(function.arity() <= 3, "{} hides {} operands in one function", step.spec.id, function.arity());
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
        for step in algorithm.steps() {
            let (family, name) = step.spec.id.split_once('.').expect("family.name");
            assert!(kebab(family) && kebab(name), "{}", step.spec.id);
            assert!(steps.insert(step.id()), "{} occurs twice in {}", step.id(), algorithm.id);
            assert_eq!(
                attograph::op::Letters::parse(step.spec.index).axes().count(),
                step.spec.axes.len(),
                "{}",
                step.spec.id
            );
            assert!(!step.spec.formula.is_empty() && !step.spec.source.is_empty() && !step.spec.symbol.is_empty());
        }
    }
}

#[test]
fn no_number_contradicts_what_its_step_declares() {
    let declared = |step: &Step| (step.spec.numbers != Numbers::Amounts).then_some(step.spec.id);
    let mut left: BTreeSet<&str> =
        catalog::ALGORITHMS.iter().flat_map(|entry| entry.steps()).filter_map(|step| declared(&step)).collect();
    for case in support::all_cases() {
        for step in catalog::trace(&case.algorithm, &case.inputs).expect("a trace").steps {
            let holds = |number: &f64| match step.spec.numbers() {
                Numbers::Amounts => true,
                Numbers::Shares => (0.0..=1.0 + 1e-12).contains(number),
                // −1 names nothing, such as the label of a position that has none, and counts nothing, such as the edges of a path that there is not.
                Numbers::Names | Numbers::Counts => number.fract() == 0.0 && *number >= -1.0,
            };
            let numbers = step.spec.numbers().name();
            assert!(step.tensor.data().iter().all(holds), "{}: {} has no {numbers}", case.algorithm, step.id());
            left.remove(step.spec.id());
        }
    }
    assert!(left.is_empty(), "declared, but in no run: {left:?}");
}

#[test]
fn the_catalog_agrees_with_its_snapshot() {
    let sources = sources();
    let step_line = |algorithm: &'static str, id: String, spec: &StepSpec| {
        let sources = sources.get(&(algorithm, id.clone())).map_or(&[][..], Vec::as_slice);
        let operand = |(letters, from): (&&str, &BTreeSet<String>)| {
            format!(" < {letters} {}", from.iter().map(String::as_str).collect::<Vec<_>>().join("|"))
        };
        let reads = spec.reads.iter().zip(sources).map(operand).collect::<String>();
        let numbers = if spec.numbers == Numbers::Amounts { "" } else { spec.numbers.name() };
        let facts = [numbers.to_string(), spec.begins.map_or(String::new(), |chapter| format!("begins {chapter}"))];
        let facts: String = facts.iter().filter(|fact| !fact.is_empty()).map(|fact| format!("; {fact}")).collect();
        format!("  step {id} {}{reads}{facts}", spec.index)
    };
    let mut lines = Vec::new();
    for algorithm in catalog::ALGORITHMS {
        lines.push(algorithm.id.to_string());
        lines.extend(algorithm.inputs.iter().map(|input| {
            let learned = if input.learned { " learned" } else { "" };
            let former = input.former_name().map(|former| format!(" < {former}")).unwrap_or_default();
            format!("  input {} {}{learned}{former}", input.name, input.kind.name())
        }));
        lines.extend(algorithm.steps().iter().map(|step| step_line(algorithm.id, step.id(), step.spec)));
        lines.extend(algorithm.outputs.iter().map(|output| format!("  output {}", output.name)));
    }
    let found = lines.join("\n") + "\n";
    let path = std::path::Path::new(ROOT).join("pkg-tests/native/catalog.snapshot");
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
    let root = std::path::Path::new(ROOT).join("src/text");
    let steps: BTreeSet<&str> =
        catalog::ALGORITHMS.iter().flat_map(|entry| entry.steps()).map(|step| step.spec.id).collect();
    let algorithms: BTreeSet<&str> = catalog::ALGORITHMS.iter().map(|entry| entry.id).collect();
    for language in ["en", "ko"] {
        let read = |path: std::path::PathBuf| -> serde_json::Map<String, serde_json::Value> {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let mut found = BTreeSet::new();
        let mut take = |texts: &serde_json::Map<String, serde_json::Value>| {
            for (id, text) in texts {
                for part in ["title", "text"] {
                    assert!(
                        text[part].as_str().is_some_and(|text| !text.trim().is_empty()),
                        "{language}: {id} has no {part}"
                    );
                }
                assert!(found.insert(id.clone()), "{language}: {id} has two texts");
            }
        };
        for entry in std::fs::read_dir(root.join(language).join("steps")).expect("step texts") {
            let path = entry.expect("a folder entry").path();
            let family = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let texts = read(path);
            for id in texts.keys() {
                assert!(id.starts_with(&format!("{family}.")), "{id} stands in the file of {family}");
            }
            take(&texts);
        }
        let topics = std::fs::read_dir(root.join(language).join("algorithms")).expect("algorithm texts");
        let topics: Vec<_> = topics.map(|topic| read(topic.expect("a folder entry").path())).collect();
        for (id, entry) in topics.iter().flatten() {
            assert_eq!(
                entry.get("title").is_some(),
                language != "en",
                "{language}: the title of {id}, in Rust if it is English"
            );
        }
        // Steps that are an algorithm's own stand with its texts.
        topics.iter().flat_map(|topic| topic.values()).filter_map(|entry| entry["steps"].as_object()).for_each(take);
        let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, steps, "{language}: texts and steps differ");
        let titles: BTreeSet<&str> = topics.iter().flat_map(|topic| topic.keys().map(String::as_str)).collect();
        assert_eq!(titles, algorithms, "{language}: algorithm texts");
    }
}
