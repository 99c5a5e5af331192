//! Every formula and every worked number of the curriculum has an algorithm that computes it, and tests.
//!
//! The curriculum is a list of ids from four public lecture documents: F a formula, W worked numbers, E an erratum, X an exercise, P a poll. The list
//! beside this test, `pkg-tests/curriculum.json`, lists for each id what covers it: `{ "algorithms": [...], "tests": [...], "note": "..." }`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use attograph::catalog;
use serde_json::{Map, Value};

use crate::support::ROOT;

/// How many formulas and worked examples each document has.
const REQUIRED: &[(&str, usize)] = &[("S0-F", 14), ("S0-W", 7), ("S1-F", 7), ("S1-W", 3), ("S2-F", 3), ("S3-F", 4)];

/// Errata, exercises and polls whose right statement is a number or a computation.
const NUMBERS: &[&str] = &[
    "S0-E01", "S0-E03", "S0-E04", "S0-E10", "S0-E11", "S0-E15", "S0-E17", "S0-E18", "S0-E19", "S0-E21", "S0-E24",
    "S0-E25", "S0-E28", "S0-X01", "S0-X02", "S0-X04", "S0-X05", "S1-E02", "S1-E03", "S1-E04", "S1-E05", "S1-E06",
    "S1-E08", "S1-E09", "S1-E10", "S1-E12", "S1-X01", "S1-X02", "S1-X03", "S1-X04", "S1-P3", "S1-P4",
];

fn root() -> &'static Path {
    Path::new(ROOT)
}

fn list() -> Map<String, Value> {
    let text = std::fs::read_to_string(root().join("pkg-tests/curriculum.json")).expect("a list");
    serde_json::from_str(&text).expect("a JSON object")
}

/// The names of one field of an entry.
fn names<'a>(id: &str, entry: &'a Value, field: &str) -> Vec<&'a str> {
    let Some(names) = entry.get(field) else { return Vec::new() };
    let names = names.as_array().unwrap_or_else(|| panic!("{id}: {field} is no list"));
    names.iter().map(|name| name.as_str().unwrap_or_else(|| panic!("{id}: {field} holds {name}"))).collect()
}

/// The names of all native tests.
fn tests() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders: Vec<PathBuf> = vec![root().join("pkg-tests/native")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of tests") {
            let path = entry.expect("a folder entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a readable file");
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                // A test is a function behind `#[test]`; helpers and what is commented out do not count.
                for pair in lines.windows(2).filter(|pair| pair[0] == "#[test]") {
                    let name = pair[1].strip_prefix("fn ").and_then(|rest| rest.split('(').next());
                    found.extend(name.map(str::to_string));
                }
            }
        }
    }
    assert!(found.len() > 100, "only {} tests were found", found.len());
    found
}

#[test]
fn every_formula_and_every_worked_number_is_covered() {
    let list = list();
    let required =
        REQUIRED.iter().flat_map(|(kind, count)| (1..=*count).map(move |number| format!("{kind}{number:02}")));
    for id in required.chain(NUMBERS.iter().map(|id| id.to_string())) {
        let entry = list.get(&id).unwrap_or_else(|| panic!("{id} is not in the list"));
        let (algorithms, tests) = (names(&id, entry, "algorithms"), names(&id, entry, "tests"));
        assert!(!algorithms.is_empty() || !tests.is_empty(), "nothing covers {id}");
        assert!(!id.contains("-W") || !tests.is_empty(), "{id} is a number: a test has to hold it");
    }
}

#[test]
fn every_algorithm_and_every_test_of_the_list_exists() {
    let tests = tests();
    for (id, entry) in &list() {
        for algorithm in names(id, entry, "algorithms") {
            assert!(catalog::find(algorithm).is_ok(), "{id}: there is no algorithm {algorithm}");
        }
        for test in names(id, entry, "tests") {
            assert!(tests.contains(test), "{id}: there is no test {test}");
        }
    }
}

#[test]
fn ids_are_those_of_the_curriculum() {
    for id in list().keys() {
        let (document, number) = id.split_once('-').unwrap_or_else(|| panic!("{id} is no id"));
        let kind = number.chars().next().expect("a kind");
        let digits = number.strip_prefix(kind).expect("a number");
        assert!(["S0", "S1", "S2", "S3"].contains(&document) && "CFWPGXE".contains(kind), "{id}");
        assert!(!digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit()), "{id}");
    }
}
