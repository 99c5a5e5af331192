//! Every erratum has words and formulas in every language, and no words are left over.

use std::collections::BTreeSet;
use std::path::Path;

use attograph::lecture::TOPICS;
use serde_json::{Map, Value};

const LANGUAGES: [&str; 2] = ["en", "ko"];

fn folder(language: &str, kind: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("www/text").join(language).join(kind)
}

/// The texts of a topic; none if there is no file.
fn texts(language: &str, kind: &str, topic: &str) -> Map<String, Value> {
    let path = folder(language, kind).join(format!("{topic}.json"));
    let Ok(text) = std::fs::read_to_string(&path) else { return Map::new() };
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Says that every part of an entry is there and says something.
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

#[test]
fn every_erratum_says_what_is_printed_and_apart_from_it_what_is_right_and_why() {
    for (kind, parts) in [("errata", ["title", "printed", "formula"]), ("errata-answers", ["right", "formula", "why"])]
    {
        hold_files(kind);
        for topic in TOPICS {
            let ids: BTreeSet<&str> = topic.errata().map(|erratum| erratum.id).collect();
            for language in LANGUAGES {
                let texts = texts(language, kind, topic.id);
                assert_eq!(texts.keys().map(String::as_str).collect::<BTreeSet<_>>(), ids, "{language}/{kind}");
                for (id, entry) in &texts {
                    hold_parts(&format!("{language}/{kind}: {id}"), entry, &parts);
                }
            }
        }
    }
}

#[test]
fn formulas_are_the_same_in_every_language_and_right_ones_differ_from_printed_ones() {
    for topic in TOPICS {
        let of = |language: &str, kind: &str| texts(language, kind, topic.id);
        let [printed, right] = ["errata", "errata-answers"].map(|kind| {
            let texts = LANGUAGES.map(|language| of(language, kind));
            for id in texts[0].keys() {
                assert_eq!(texts[0][id]["formula"], texts[1][id]["formula"], "{id}");
                let formula = texts[0][id]["formula"].as_str().unwrap_or_default();
                let count = |bracket: char| formula.chars().filter(|&c| c == bracket).count();
                assert_eq!(count('{'), count('}'), "{id}: {formula}");
            }
            texts[0].clone()
        });
        for id in printed.keys() {
            assert_ne!(printed[id]["formula"], right[id]["formula"], "{id}");
        }
    }
}
