//! Errors to find: both versions are run, and they differ where the curriculum states.

mod attention;
mod graph;
mod position;
mod pretraining;
mod sparse;

use std::collections::BTreeSet;

use attograph::lecture::{Comparison, Kind, TOPICS, erratum};

/// Both ways of an erratum.
fn compare(id: &str) -> Comparison {
    let (_, erratum) = erratum(id).unwrap_or_else(|error| panic!("{id}: {error}"));
    erratum.compare().unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Asserts the first difference: step, cell, and both numbers to the digits of the curriculum.
fn assert_first(id: &str, step: &str, index: &[usize], right: f64, wrong: f64, tolerance: f64) -> Comparison {
    let found = compare(id);
    let first = &found.first;
    assert_eq!(found.shown[first.shown].right_step, Some(step), "{id}");
    assert_eq!(first.index, index, "{id}");
    let near = |found: Option<f64>, expected: f64| {
        let found = found.unwrap_or_else(|| panic!("{id}: no such cell"));
        assert!(found == expected || (found - expected).abs() <= tolerance, "{id}: {found} for {expected}");
    };
    near(first.right, right);
    near(first.wrong, wrong);
    found
}

/// Asserts numbers of a shown step, from the first cell on.
fn assert_numbers(found: &[f64], expected: &[f64], tolerance: f64) {
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= tolerance, "cell {place}: {found} for {expected}");
    }
    assert!(found.len() >= expected.len());
}

#[test]
fn ids_are_those_of_errata_and_all_different() {
    let all: Vec<&str> = TOPICS.iter().flat_map(|topic| topic.errata()).map(|erratum| erratum.id).collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    for id in all {
        let (document, number) = id.split_once("-E").unwrap_or_else(|| panic!("{id} is no erratum"));
        assert!(["S0", "S1", "S2", "S3"].contains(&document) && number.parse::<u8>().is_ok(), "{id}");
    }
}

#[test]
fn both_versions_of_every_erratum_run_and_differ_in_its_step() {
    for erratum in TOPICS.iter().flat_map(|topic| topic.errata()) {
        let found = erratum.compare().unwrap_or_else(|error| panic!("{}: {error}", erratum.id));
        assert_eq!(found.first.shown, 0, "{}", erratum.id);
        assert_ne!(found.first.right, found.first.wrong, "{}", erratum.id);
        assert_eq!(found.sides.is_some(), matches!(erratum.kind, Kind::Run { .. }), "{}", erratum.id);
        let shown = &found.shown[0];
        assert_eq!(found.first.right, shown.right.get(&found.first.index), "{}", erratum.id);
        assert_eq!(found.first.wrong, shown.wrong.get(&found.first.index), "{}", erratum.id);
        // Numbers that a reader can follow: few, and none beyond three digits before the point.
        for tensor in [&shown.right, &shown.wrong] {
            assert!(tensor.data().len() <= 36, "{}: {} numbers", erratum.id, tensor.data().len());
        }
    }
}

#[test]
fn an_erratum_that_does_not_exist_is_refused() {
    assert_eq!(erratum("S0-E99").err().map(|error| error.code()), Some("unknown-erratum"));
}
