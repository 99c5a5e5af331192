//! What the texts and formulas say is what the algorithms compute. Each test fails on a text or a formula that once was wrong.

mod attention;
mod formulas;
mod graph;
mod position;
mod sparse;

use crate::support::ROOT;

/// Returns the text of a step, by the folder of a language.
fn text_of(language: &str, step: &str) -> String {
    let family = step.split_once('.').expect("family.name").0;
    let path = format!("{ROOT}/src/text/{language}/steps/{family}.json");
    let texts = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let texts: serde_json::Value = serde_json::from_str(&texts).expect("texts are JSON");
    texts[step]["text"].as_str().unwrap_or_else(|| panic!("{step} has no text")).to_string()
}

/// Asserts that a step's text names each of these in English and in Korean.
fn assert_says(step: &str, english: &[&str], korean: &[&str]) {
    for (language, words) in [("en", english), ("ko", korean)] {
        let text = text_of(language, step);
        for word in words {
            assert!(text.contains(word), "{language}: {step} does not say {word:?}: {text}");
        }
    }
}
