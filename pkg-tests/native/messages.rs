//! The message of every error, compared with `pkg-tests/messages.json`. The errors that the TypeScript half raises itself are compared with the same file.

use std::collections::BTreeSet;
use std::path::Path;

use attograph::error::{Error, Fact, Named};
use serde_json::{Value, json};

use crate::support::ROOT;

/// More names than a message lists.
const MANY: [&str; 25] = ["an-algorithm"; 25];

fn unknown(kind: Named, name: &str, known: &[&str]) -> Error {
    Error::Unknown { kind, name: name.into(), known: known.iter().map(|known| known.to_string()).collect() }
}

/// An error of every variant, and of every form of its message.
fn examples() -> Vec<Error> {
    vec![
        Error::MissingInput { input: "query".into() },
        unknown(Named::Input, "quarry", &["query", "key"]),
        unknown(Named::Input, "wQuery", &["x", "attention.wQuery"]),
        unknown(Named::Algorithm, "gat-layr", &["gcn-layer", "gat-layer"]),
        unknown(Named::Algorithm, "gat", &["gcn-layer", "gat-layer"]),
        unknown(Named::Algorithm, "x", &MANY),
        unknown(Named::Exercise, "x", &["attention-steps", "gat-steps"]),
        unknown(Named::Derivation, "x", &["node-weights"]),
        unknown(Named::Entry, "weights", &["parameters"]),
        unknown(Named::Erratum, "S0-E99", &["S1-E01"]),
        unknown(Named::Poll, "x", &["S1-P1"]),
        unknown(Named::Step, "attention.none", &["attention.scores", "attention.output"]),
        unknown(Named::Step, "x", &[]),
        Error::GivenTwice { input: "params.wQuery".into(), name: "wQuery".into() },
        Error::WrongType { input: "causal".into(), expected: "true or false".into(), found: "1".into() },
        Error::WrongRank { input: "query".into(), expected: 2, found: 1 },
        Error::ShapeMismatch { input: "key".into(), axis: 1, expected: 2, found: 3, because: "`query`".into() },
        Error::DataLength { input: "query".into(), expected: 4, found: 3 },
        Error::NonFinite { input: "query".into(), index: vec![1, 0], value: f64::INFINITY },
        Error::OutOfRange { input: "length".into(), index: vec![], value: 1.5, expected: "a whole number".into() },
        Error::OutOfRange { input: "mask".into(), index: vec![0, 1], value: -2.0, expected: "0 or 1".into() },
        Error::NotDivisible { input: "x".into(), size: 5, divisor: 2, because: "`heads`".into() },
        Error::IndexOutOfBounds { step: "attention.scores".into(), index: vec![0, 2], shape: vec![2, 2] },
        Error::FullyMaskedRow { row: vec![1] },
        Error::InvalidDegree { node: 3, degree: -0.5 },
        Error::TooLarge { what: "query".into(), shape: vec![100_000, 100_000], limit: 67_108_864 },
        Error::OverLimit {
            algorithm: "gcn-layer".into(),
            seconds: 90.0,
            bytes: 3_000_000_000,
            operations: 40_000_000_000,
            limit_seconds: 60.0,
            limit_bytes: 2_147_483_648.0,
        },
        Error::Syntax { place: 3, expected: "a digit".into() },
        Error::Internal { step: "attention.scores".into(), reason: "it has no operand".into() },
    ]
}

fn plain(fact: &Fact) -> Value {
    match fact {
        Fact::Text(text) => json!(text),
        // Whole numbers as JavaScript writes them; JSON has no infinity.
        Fact::Number(number) if number.fract() == 0.0 => json!(*number as i64),
        Fact::Number(number) => json!(number),
        Fact::Index(index) => json!(index),
        Fact::Names(names) => json!(names),
        Fact::Absent => Value::Null,
    }
}

fn described(error: &Error) -> Value {
    let facts: serde_json::Map<_, _> =
        error.facts().iter().map(|(name, fact)| (name.to_string(), plain(fact))).collect();
    json!({ "code": error.code(), "facts": facts, "message": error.to_string() })
}

#[test]
fn every_message_is_the_one_in_the_list() {
    let found: Vec<Value> = examples().iter().map(described).collect();
    let path = Path::new(ROOT).join("pkg-tests/messages.json");
    if std::env::var_os("UPDATE_SNAPSHOT").is_some() {
        let text = serde_json::to_string_pretty(&found).expect("messages as JSON") + "\n";
        std::fs::write(&path, text).expect("a writable list");
    }
    let text = std::fs::read_to_string(&path).expect("a list; UPDATE_SNAPSHOT=1 writes it");
    let expected: Vec<Value> = serde_json::from_str(&text).expect("a list of messages");
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected, "if the change is meant, run with UPDATE_SNAPSHOT=1");
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn every_code_has_an_example() {
    let examples: BTreeSet<&str> = examples().iter().map(Error::code).collect();
    let sources = [include_str!("../../src/error.rs"), include_str!("../../src/error/unknown.rs")];
    let declared: BTreeSet<&str> = sources
        .iter()
        .flat_map(|source| source.lines())
        .filter_map(|line| line.split_once(" => \""))
        .filter_map(|(_, rest)| rest.split('"').next())
        .collect();
    assert_eq!(examples, declared);
    assert!(examples.contains("internal"));
}
