//! The message of every error, and what to do about it, compared with `pkg-tests/messages.json`, from which the table in `docs/errors.md` is written. The
//! messages of the errors that the TypeScript half raises itself are those at the end of `src/js/refuse.ts`, which are compared with the library's as well.

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
        unknown(Named::Output, "weight", &["output", "scores", "weights"]),
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
        Error::NoGradient { input: "mask".into(), step: "attention.masked".into(), why: "comparison" },
        Error::NoBatch { input: "wQuery".into(), why: "learned" },
        Error::Syntax { place: 3, expected: "a digit".into() },
        Error::Internal { step: "attention.scores".into(), reason: "it has no operand".into() },
    ]
}

/// What to do about an error.
fn cure(code: &str) -> &'static str {
    match code {
        "missing-input" => "Give the input; the catalog lists which are required.",
        "unknown-input" => {
            "Correct the name; `known` lists the inputs of the algorithm, `nearest` is the most similar one."
        }
        "unknown-algorithm" => "Correct the id; `lab.catalog()` lists all.",
        "unknown-exercise" => "Correct the id; `lab.exercises()` lists all.",
        "unknown-derivation" => "Correct the id; `lab.derivations()` lists all.",
        "unknown-entry" => "Correct the id; `lab.derivations()` lists the entries of each derivation.",
        "unknown-erratum" => "Correct the id; `lab.errata()` lists all.",
        "unknown-poll" => "Correct the id; `lab.polls()` lists all.",
        "unknown-output" => "Correct the name; `known` lists the results of this run. Options decide which there are.",
        "unknown-step" => "Correct the id; `trace.steps` lists the steps of this run. Options decide which there are.",
        "given-twice" => "Give the input by its present name, `name`, alone.",
        "wrong-type" => "Pass a value of the expected kind.",
        "wrong-rank" => "Pass a tensor with as many axes as expected: a matrix has two, a vector one.",
        "shape-mismatch" => "Make the axis as long as `because`, which has the same letter.",
        "data-length" => "Pass as many numbers as the shape has cells: the product of its lengths.",
        "non-finite" => "Replace the number at `index`, or pass `nonFinite: \"propagate\"` to compute with it.",
        "out-of-range" => "Pass a value in the expected range.",
        "not-divisible" => "Choose a size that is a multiple of `divisor`.",
        "index-out-of-bounds" => "Use an index within the shape; indices count from 0.",
        "fully-masked-row" => "Unmask a key in this row, or leave `emptyRow` at `zero`.",
        "invalid-degree" => "Use edge weights whose sum at each node is not negative.",
        "too-large" => "Use smaller sizes; a tensor holds at most 2²⁶ numbers.",
        "over-limit" => "Use smaller sizes, or pass another `limit`; `limit: false` sets none.",
        "no-gradient" => "Ask for other inputs; `step` is where the way back ends, and `why` names the reason.",
        "no-batch" => {
            "Give one tensor for all members, or run them one by one; several graphs are one by `lab.disjointUnion`. `why` names the reason."
        }
        "syntax" => "Correct the expression at `place`, a character counted from 0.",
        "internal" => "This is a defect of the library: please report it with the inputs.",
        _ => panic!("nothing says what to do about {code}"),
    }
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
    json!({ "code": error.code(), "facts": facts, "message": error.to_string(), "cure": cure(error.code()) })
}

/// The line of `src/js/refuse.ts` behind which the messages are.
const WRITTEN: &str = "// Written from `src/error.rs` by `UPDATE_SNAPSHOT=1 cargo test --test native messages`.";

/// The messages as TypeScript, with the names of facts in braces; those of unknown names are put together in `src/js/refuse.ts`.
fn typescript() -> String {
    let mut lines = vec![
        format!("{WRITTEN}\n"),
        "/** The message of each error of the library, with the names of its facts in braces. */".to_string(),
        "const MESSAGES = {".to_string(),
    ];
    for error in examples().iter().filter(|error| !matches!(error, Error::Unknown { .. })) {
        let (code, template) = (error.code(), error.template());
        let code = if code.contains('-') { format!("\"{code}\"") } else { code.to_string() };
        let quote = if template.contains('"') { '\'' } else { '"' };
        let line = format!("  {code}: {quote}{template}{quote},");
        let line = if line.len() > 120 { line.replacen(": ", ":\n    ", 1) } else { line };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n} as const;\n"
}

/// What a file has; with UPDATE_SNAPSHOT it is written before.
fn held(path: &str, text: &str) -> String {
    let path = Path::new(ROOT).join(path);
    if std::env::var_os("UPDATE_SNAPSHOT").is_some() {
        std::fs::write(&path, text).expect("a writable file");
    }
    std::fs::read_to_string(&path).expect("a file; UPDATE_SNAPSHOT=1 writes it")
}

#[test]
fn every_message_is_the_one_in_the_list() {
    let found: Vec<Value> = examples().iter().map(described).collect();
    let text = serde_json::to_string_pretty(&found).expect("messages as JSON") + "\n";
    let expected: Vec<Value> =
        serde_json::from_str(&held("pkg-tests/messages.json", &text)).expect("a list of messages");
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected, "if the change is meant, run with UPDATE_SNAPSHOT=1");
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn the_messages_in_typescript_are_those_of_the_library() {
    const FILE: &str = "src/js/refuse.ts";
    let source = std::fs::read_to_string(Path::new(ROOT).join(FILE)).expect("a file");
    let (own, _) = source.split_once(WRITTEN).expect("the line above the messages");
    let expected = format!("{own}{}", typescript());
    assert_eq!(held(FILE, &expected), expected, "UPDATE_SNAPSHOT=1 writes them");
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
        .filter(|text| text.chars().all(|letter| letter == '-' || letter.is_ascii_lowercase()))
        .collect();
    assert_eq!(examples, declared);
    assert!(examples.contains("internal"));
}
