//! Every exercise and every misconception has words in every language, and no words are left over.

use std::collections::BTreeSet;
use std::path::Path;

use attograph::error::Error;
use attograph::exercise::EXERCISES;
use attograph::exercise::answer::Answer;
use attograph::exercise::derivation::{DERIVATIONS, Mark, find};
use serde_json::{Map, Value};

use crate::support::ROOT;

fn texts(language: &str, file: &str) -> Map<String, Value> {
    let path = Path::new(ROOT).join("src/text").join(language).join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Holds a file to the ids and to the parts that each entry has, no more and no fewer.
fn hold(file: &str, ids: &BTreeSet<&str>, parts: &[&str]) {
    for language in ["en", "ko"] {
        let texts = texts(language, file);
        let found: BTreeSet<&str> = texts.keys().map(String::as_str).collect();
        assert_eq!(&found, ids, "{language}/{file}");
        for (id, text) in &texts {
            let entry = text.as_object().unwrap_or_else(|| panic!("{language}/{file}: {id} is no object"));
            let names: BTreeSet<&str> = entry.keys().map(String::as_str).collect();
            assert_eq!(names, parts.iter().copied().collect(), "{language}/{file}: {id}");
            for (part, text) in entry {
                let says_something = text.as_str().is_some_and(|text| !text.trim().is_empty());
                assert!(says_something, "{language}/{file}: {id} has no {part}");
            }
        }
    }
}

#[test]
fn every_exercise_has_a_title_and_a_task() {
    hold("exercises.json", &EXERCISES.iter().map(|exercise| exercise.id).collect(), &["title", "task"]);
}

#[test]
fn every_misconception_has_a_name_an_explanation_and_a_hint() {
    let misconceptions = EXERCISES.iter().flat_map(|exercise| exercise.misconceptions);
    let ids = misconceptions.map(|misconception| misconception.id).collect();
    hold("misconceptions.json", &ids, &["name", "explanation", "hint"]);
}

#[test]
fn every_derivation_and_each_of_its_entries_has_texts() {
    for language in ["en", "ko"] {
        // One file a topic.
        let files = ["position", "attention", "graph", "gradient"];
        let texts: Map<String, Value> =
            files.iter().flat_map(|topic| texts(language, &format!("derivations/{topic}.json"))).collect();
        let found: BTreeSet<&str> = texts.keys().map(String::as_str).collect();
        assert_eq!(found, DERIVATIONS.iter().map(|derivation| derivation.id).collect(), "{language}");
        for derivation in DERIVATIONS {
            let parts = texts[derivation.id].as_object().expect("an object");
            let names: BTreeSet<&str> = parts.keys().map(String::as_str).collect();
            assert_eq!(
                names,
                ["title", "task", "conclusion", "symbols", "entries", "mistakes"].into(),
                "{language}: {}",
                derivation.id
            );
            let known = |part: &str| parts[part].as_object().expect(part).keys().cloned().collect::<BTreeSet<String>>();
            let symbols: BTreeSet<String> = derivation.symbols.iter().map(|symbol| symbol.name.to_string()).collect();
            assert_eq!(known("symbols"), symbols, "{language}: {}", derivation.id);
            let entries: BTreeSet<String> = derivation.entries.iter().map(|entry| entry.id.to_string()).collect();
            assert_eq!(known("entries"), entries, "{language}: {}", derivation.id);
            let mistakes = derivation.entries.iter().flat_map(|entry| entry.mistakes);
            assert_eq!(
                known("mistakes"),
                mistakes.map(|(id, _)| id.to_string()).collect(),
                "{language}: {}",
                derivation.id
            );
            let mut said = vec![&parts["title"], &parts["task"], &parts["conclusion"]];
            said.extend(parts["symbols"].as_object().expect("symbols").values());
            for entry in parts["entries"].as_object().expect("entries").values() {
                let names: BTreeSet<&str> = entry.as_object().expect("an object").keys().map(String::as_str).collect();
                assert_eq!(names, ["label", "hint", "why"].into(), "{language}: {}", derivation.id);
                said.extend(entry.as_object().expect("an object").values());
            }
            for mistake in parts["mistakes"].as_object().expect("mistakes").values() {
                let names: BTreeSet<&str> =
                    mistake.as_object().expect("an object").keys().map(String::as_str).collect();
                assert_eq!(names, ["name", "explanation"].into(), "{language}: {}", derivation.id);
                said.extend(mistake.as_object().expect("an object").values());
            }
            for text in said {
                assert!(text.as_str().is_some_and(|text| !text.trim().is_empty()), "{language}: {}", derivation.id);
            }
        }
    }
}

#[test]
fn every_phrase_of_a_syntax_error_has_a_text_in_every_language() {
    let unreadable = ["2 2", "2 +", "(1", "x", "1.2.3", ".", "1e1000", &"(".repeat(99), &"1".repeat(2000)];
    let mut phrases = BTreeSet::from(["a number".to_string()]);
    for text in unreadable {
        match *Answer::read(text).expect_err(text) {
            Error::Syntax { ref expected, .. } => phrases.insert(expected.clone()),
            ref other => panic!("{text}: {other}"),
        };
    }
    assert_eq!(phrases.len(), unreadable.len() + 1, "{phrases:?}");
    let layer = find("graph-convolution-equivariance").expect("a derivation");
    let unfit = ["A W", "1", "H^2", "exp(H) W", "A H"];
    for text in unfit {
        let checked = layer.check(&[("layer".to_string(), text.to_string())].into(), 0).expect("marks");
        match checked.marks.into_iter().find(|(entry, _)| *entry == "layer").expect("a mark").1 {
            Mark::Unreadable { expected, .. } => phrases.insert(expected),
            other => panic!("{text}: {other:?}"),
        };
    }
    assert_eq!(phrases.len(), unreadable.len() + 1 + unfit.len(), "{phrases:?}");
    for language in ["en", "ko"] {
        let known = &texts(language, "errors.json")["phrases"];
        for phrase in &phrases {
            // The shapes that follow a phrase in parentheses need no text.
            let phrase = phrase.split(" (").next().unwrap_or_default();
            assert!(known[phrase].is_string(), "{language}: {phrase}");
        }
    }
}

#[test]
fn ids_of_exercises_are_all_different() {
    let ids: BTreeSet<&str> = EXERCISES.iter().map(|exercise| exercise.id).collect();
    assert_eq!(ids.len(), EXERCISES.len());
    for exercise in EXERCISES {
        let ids: BTreeSet<&str> = exercise.misconceptions.iter().map(|misconception| misconception.id).collect();
        assert_eq!(ids.len(), exercise.misconceptions.len(), "{}", exercise.id);
    }
}
