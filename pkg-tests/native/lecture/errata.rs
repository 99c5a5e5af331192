//! Errors to find: both versions are run, and they differ where the curriculum states.

mod attention;
mod graph;
mod position;
mod pretraining;
mod sparse;

use std::collections::BTreeSet;

use attograph::lecture::{Comparison, DOCUMENTS, Difference, Erratum, Kind, Status, TOPICS, erratum};

/// Both ways of an erratum.
fn compare(id: &str) -> Comparison {
    let (_, erratum) = erratum(id).unwrap_or_else(|error| panic!("{id}: {error}"));
    erratum.compare().unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// The first difference of an erratum with numbers.
fn first(found: &Comparison) -> &Difference {
    found.first.as_ref().expect("numbers that differ")
}

/// The right number and the printed one of an erratum of one number.
fn amounts(id: &str) -> [Option<f64>; 2] {
    let found = compare(id);
    [first(&found).right, first(&found).wrong]
}

/// Asserts the first difference: step, cell, and both numbers to the digits of the curriculum.
fn assert_first(id: &str, step: &str, index: &[usize], right: f64, wrong: f64, tolerance: f64) -> Comparison {
    let found = compare(id);
    let first = first(&found);
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

fn all() -> impl Iterator<Item = &'static Erratum> {
    TOPICS.iter().flat_map(|topic| topic.errata())
}

#[test]
fn both_versions_of_every_erratum_with_numbers_run_and_differ_in_its_step() {
    for erratum in all().filter(|erratum| !matches!(erratum.kind, Kind::Statement)) {
        let found = erratum.compare().unwrap_or_else(|error| panic!("{}: {error}", erratum.id));
        let first = first(&found);
        assert_eq!(first.shown, 0, "{}", erratum.id);
        assert_ne!(first.right, first.wrong, "{}", erratum.id);
        assert_eq!(found.sides.is_some(), matches!(erratum.kind, Kind::Run { .. }), "{}", erratum.id);
        let shown = &found.shown[0];
        assert_eq!(first.right, shown.right.get(&first.index), "{}", erratum.id);
        assert_eq!(first.wrong, shown.wrong.get(&first.index), "{}", erratum.id);
        // Numbers that a reader can follow: few, and none beyond three digits before the point.
        for tensor in [&shown.right, &shown.wrong] {
            assert!(tensor.data().len() <= 36, "{}: {} numbers", erratum.id, tensor.data().len());
        }
    }
}

#[test]
fn an_erratum_without_numbers_has_nothing_to_run() {
    for erratum in all().filter(|erratum| matches!(erratum.kind, Kind::Statement)) {
        let found = erratum.compare().unwrap_or_else(|error| panic!("{}: {error}", erratum.id));
        assert!(found.sides.is_none() && found.shown.is_empty() && found.first.is_none(), "{}", erratum.id);
    }
}

#[test]
fn every_erratum_of_the_curriculum_is_there_and_names_its_document() {
    let numbers = |document: &str| match document {
        "S0" => 1..=30,
        "S1" => 1..=14,
        "S2" => 1..=3,
        _ => 1..=8,
    };
    let ids: BTreeSet<String> = all().map(|erratum| erratum.id.to_string()).collect();
    let expected = DOCUMENTS
        .iter()
        .flat_map(|document| numbers(document.id).map(move |number| format!("{}-E{number:02}", document.id)));
    assert_eq!(ids, expected.collect());
    for erratum in all() {
        let source = erratum.source().unwrap_or_else(|error| panic!("{}: {error}", erratum.id));
        assert!(erratum.id.starts_with(source.document.id), "{}", erratum.id);
    }
}

#[test]
fn what_is_right_is_withdrawn_and_what_the_wording_decides_is_contested() {
    let with = |status| all().filter(|erratum| erratum.status == status).map(|erratum| erratum.id).collect::<Vec<_>>();
    assert_eq!(with(Status::Withdrawn), ["S3-E04"]);
    let contested: BTreeSet<&str> = with(Status::Contested).into_iter().collect();
    assert!(
        ["S0-E01", "S0-E19", "S0-E23", "S0-E29", "S1-E07", "S3-E02"].iter().all(|id| contested.contains(id)),
        "{contested:?}"
    );
    let notation: BTreeSet<&str> = with(Status::Notation).into_iter().collect();
    assert!(["S0-E06", "S0-E08", "S0-E11", "S0-E22", "S0-E25"].iter().all(|id| notation.contains(id)), "{notation:?}");
}

#[test]
fn an_erratum_that_does_not_exist_is_refused() {
    assert_eq!(erratum("S0-E99").err().map(|error| error.code()), Some("unknown-erratum"));
}
