//! Every erratum has words and formulas in every language, and no words are left over.

use std::collections::BTreeSet;
use std::path::Path;

use attograph::lecture::poll::Decided;
use attograph::lecture::{DOCUMENTS, Erratum, Kind, TOPICS};
use serde_json::{Map, Value};

use crate::support::ROOT;

const LANGUAGES: [&str; 2] = ["en", "ko"];

fn folder(language: &str, kind: &str) -> std::path::PathBuf {
    Path::new(ROOT).join("src/text").join(language).join(kind)
}

/// The texts of a topic; none if there is no file.
fn texts(language: &str, kind: &str, topic: &str) -> Map<String, Value> {
    let path = folder(language, kind).join(format!("{topic}.json"));
    let Ok(text) = std::fs::read_to_string(&path) else { return Map::new() };
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Asserts that every part of an entry exists and is not empty.
fn hold_parts(place: &str, entry: &Value, parts: &[&str]) {
    let entry = entry.as_object().unwrap_or_else(|| panic!("{place} is no object"));
    let found: BTreeSet<&str> = entry.keys().map(String::as_str).collect();
    assert_eq!(found, parts.iter().copied().collect(), "{place}");
    for (part, text) in entry {
        assert!(text.as_str().is_some_and(|text| !text.trim().is_empty()), "{place} has no {part}");
    }
}

/// The files of a folder are those of the topics, no more.
fn hold_files(kind: &str) {
    for language in LANGUAGES {
        for entry in std::fs::read_dir(folder(language, kind)).expect("a folder of texts") {
            let path = entry.expect("a folder entry").path();
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            assert!(TOPICS.iter().any(|topic| topic.id == name), "{language}/{kind}: there is no topic {name}");
        }
    }
}

/// The parts of an erratum's texts: those that it must have, and those that it may have.
fn parts(kind: &str, erratum: &Erratum) -> (&'static [&'static str], &'static [&'static str]) {
    // Without numbers there may be no formula, and nothing to explain.
    match (kind, matches!(erratum.kind, Kind::Statement)) {
        ("errata", false) => (&["title", "printed", "formula"], &["side"]),
        ("errata", true) => (&["title", "printed"], &["formula"]),
        (_, false) => (&["right", "formula", "why"], &["side"]),
        (_, true) => (&["right"], &["formula", "why"]),
    }
}

#[test]
fn every_erratum_has_the_printed_text_and_in_another_file_its_correction() {
    for kind in ["errata", "errata-answers"] {
        hold_files(kind);
        for topic in TOPICS {
            let ids: BTreeSet<&str> = topic.errata().map(|erratum| erratum.id).collect();
            let [english, korean] = LANGUAGES.map(|language| texts(language, kind, topic.id));
            for (language, texts) in LANGUAGES.iter().zip([&english, &korean]) {
                assert_eq!(texts.keys().map(String::as_str).collect::<BTreeSet<_>>(), ids, "{language}/{kind}");
            }
            for erratum in topic.errata() {
                let (required, allowed) = parts(kind, erratum);
                let own: Vec<&str> =
                    allowed.iter().copied().filter(|part| english[erratum.id].get(part).is_some()).collect();
                for (language, texts) in LANGUAGES.iter().zip([&english, &korean]) {
                    hold_parts(
                        &format!("{language}/{kind}: {}", erratum.id),
                        &texts[erratum.id],
                        &[required, &own].concat(),
                    );
                }
                let both = LANGUAGES.map(|language| {
                    ["errata", "errata-answers"]
                        .map(|kind| texts(language, kind, topic.id)[erratum.id].get("formula").is_some())
                });
                assert!(both.iter().all(|[printed, right]| printed == right), "{}", erratum.id);
            }
        }
    }
}

#[test]
fn every_document_and_every_part_has_a_name_and_none_is_left_over() {
    for language in LANGUAGES {
        let path = Path::new(ROOT).join("src/text").join(language).join("sources.json");
        let sources: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON");
        let line = sources["line"].as_str().unwrap_or_default();
        assert!(["author", "name", "kind", "part"].iter().all(|name| line.contains(&format!("{{{name}}}"))), "{line}");
        assert_eq!(hold_texts(language, &sources["documents"]), names(DOCUMENTS.iter().map(|document| document.id)));
        let errata = TOPICS.iter().flat_map(|topic| topic.errata()).map(|erratum| erratum.part);
        let polls = TOPICS.iter().flat_map(|topic| topic.polls).map(|poll| poll.part);
        assert_eq!(hold_texts(language, &sources["parts"]), names(errata.chain(polls)), "{language}");
    }
}

#[test]
fn formulas_are_the_same_in_every_language_and_right_ones_differ_from_printed_ones() {
    for topic in TOPICS {
        let of = |language: &str, kind: &str| texts(language, kind, topic.id);
        let [printed, right] = ["errata", "errata-answers"].map(|kind| {
            let texts = LANGUAGES.map(|language| of(language, kind));
            for id in texts[0].keys() {
                assert_eq!(texts[0][id].get("formula"), texts[1][id].get("formula"), "{id}");
                let formula = texts[0][id].get("formula").and_then(Value::as_str).unwrap_or_default();
                let count = |bracket: char| formula.chars().filter(|&c| c == bracket).count();
                assert_eq!(count('{'), count('}'), "{id}: {formula}");
            }
            texts[0].clone()
        });
        for id in printed.keys().filter(|id| printed[*id].get("formula").is_some()) {
            assert_ne!(printed[id]["formula"], right[id]["formula"], "{id}");
        }
    }
}

/// The keys of an object, and that every text in it says something.
fn hold_texts(place: &str, entry: &Value) -> BTreeSet<String> {
    let entry = entry.as_object().unwrap_or_else(|| panic!("{place} is no object"));
    for (name, text) in entry {
        assert!(text.as_str().is_some_and(|text| !text.trim().is_empty()), "{place}: {name} says nothing");
    }
    entry.keys().cloned().collect()
}

fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    names.into_iter().map(str::to_string).collect()
}

#[test]
fn every_poll_has_a_question_and_a_text_for_each_statement() {
    hold_files("polls");
    for (topic, language) in TOPICS.iter().flat_map(|topic| LANGUAGES.map(|language| (topic, language))) {
        let texts = texts(language, "polls", topic.id);
        assert_eq!(texts.keys().cloned().collect::<BTreeSet<_>>(), names(topic.polls.iter().map(|poll| poll.id)));
        for poll in topic.polls {
            let (place, entry) = (format!("{language}/polls: {}", poll.id), &texts[poll.id]);
            assert!(entry["question"].as_str().is_some_and(|text| !text.trim().is_empty()), "{place}");
            assert_eq!(hold_texts(&place, &entry["options"]), names(poll.options.iter().map(|option| option.id)));
            assert_eq!(entry.as_object().map(Map::len), Some(2), "{place}");
        }
    }
}

#[test]
fn every_statement_has_a_reason_a_name_for_each_reading_and_one_for_each_number() {
    hold_files("poll-answers");
    for (topic, language) in TOPICS.iter().flat_map(|topic| LANGUAGES.map(|language| (topic, language))) {
        let texts = texts(language, "poll-answers", topic.id);
        assert_eq!(texts.keys().cloned().collect::<BTreeSet<_>>(), names(topic.polls.iter().map(|poll| poll.id)));
        for poll in topic.polls {
            let entry = texts[poll.id].as_object().expect("an object");
            assert_eq!(
                entry.keys().cloned().collect::<BTreeSet<_>>(),
                names(poll.options.iter().map(|option| option.id))
            );
            for statement in poll.options {
                let (place, entry) = (format!("{language}: {} {}", poll.id, statement.id), &entry[statement.id]);
                let (_, judged) = statement.judge().unwrap();
                let facts = judged.iter().flat_map(|judged| &judged.evidence.facts).map(|fact| fact.id);
                assert_eq!(hold_texts(&place, &entry["facts"]), names(facts), "{place}");
                assert!(entry["why"].as_str().is_some_and(|text| !text.trim().is_empty()), "{place}");
                let several = judged.len() > 1;
                if several {
                    let readings = names(judged.iter().map(|judged| judged.reading));
                    assert_eq!(hold_texts(&place, &entry["readings"]), readings, "{place}");
                }
                // The argument is there exactly where the runs decide nothing.
                let argued = statement.decided == Decided::ByArgument;
                let argument =
                    entry.get("argument").map(|text| text.as_str().is_some_and(|text| !text.trim().is_empty()));
                assert_eq!(argument, argued.then_some(true), "{place}");
                let parts = 2 + usize::from(several) + usize::from(argued);
                assert_eq!(entry.as_object().map(Map::len), Some(parts), "{place}");
            }
        }
    }
}
