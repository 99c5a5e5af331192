//! Scattering: every number to the cell that its index names, in index order, and to no other.

use std::collections::BTreeMap;

use attograph::backend::{Backend, Nalgebra, Reference};
use attograph::op::{NonFinite, Op, Reduction, Settings, StepSpec, given, step};
use attograph::tensor::Tensor;
use attograph::trace::{Recorder, Run, Trace};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::alike::assert_same_bits;
use crate::support::close::same_bits;

// Numbers x of heads h at places s with features k; each head has an index of its own, and the result has the named letter i between them.
static X: StepSpec = given("scatter.x", "hsk", &["head", "place", "feature"]).written("X", "X", "a test");
static NAMES: StepSpec = given("scatter.names", "hs", &["head", "place"]).written("N", "N", "a test");
static TABLE: StepSpec = given("scatter.table", "hik", &["head", "row", "feature"]).written("T", "T", "a test");
static SUM: StepSpec = scattered("scatter.sum", Reduction::Sum);
static MOST: StepSpec = scattered("scatter.most", Reduction::Max);
static GATHERED: StepSpec = step("scatter.gathered", Op::Gather, &["hik", "hs"], "hsk", &["head", "place", "feature"])
    .written("G", "G", "a test");

const fn scattered(id: &'static str, reduction: Reduction) -> StepSpec {
    step(id, Op::Scatter(reduction), &["hsk", "hs"], "hik", &["head", "row", "feature"]).written("S", "S", "a test")
}

/// The lengths of the axes h, s, i and k.
#[derive(Clone, Copy, Debug)]
struct Lengths {
    heads: usize,
    places: usize,
    rows: usize,
    features: usize,
}

/// A run of both scatters, and, where there is a table, of a gather from it by the same index.
fn run(backend: &dyn Backend, lengths: Lengths, x: &[f64], names: &[f64], table: Option<&[f64]>) -> Trace {
    let Lengths { heads, places, rows, features } = lengths;
    let tensor = |shape: &[usize], numbers: &[f64]| Tensor::new(shape.to_vec(), numbers.to_vec()).expect("a tensor");
    let mut tape = Recorder::new();
    let mut run = Run::new(backend, &mut tape, Settings { non_finite: NonFinite::Propagate, ..Settings::default() });
    let x = run.given(&X, "x", &tensor(&[heads, places, features], x)).expect("x");
    let names = run.given(&NAMES, "names", &tensor(&[heads, places], names)).expect("names");
    run.bind('i', rows, "`rows`").expect("rows");
    run.step(&SUM, &[x, names]).expect("a sum");
    run.step(&MOST, &[x, names]).expect("a maximum");
    if let Some(table) = table {
        let table = run.given(&TABLE, "table", &tensor(&[heads, rows, features], table)).expect("table");
        run.step(&GATHERED, &[table, names]).expect("gathered rows");
    }
    let (notices, settings) = (run.notices().to_vec(), *run.settings());
    Trace { algorithm: "scatter", steps: tape.into_steps(), outputs: BTreeMap::new(), notices, settings }
}

/// The definition, cell by cell.
fn expected(lengths: Lengths, x: &[f64], names: &[f64], reduction: Reduction) -> Vec<f64> {
    let Lengths { heads, places, rows, features } = lengths;
    let mut cells = Vec::new();
    for head in 0..heads {
        for row in 0..rows {
            for feature in 0..features {
                let named = (0..places).filter(|place| names[head * places + place] == row as f64);
                let numbers = named.map(|place| x[(head * places + place) * features + feature]);
                cells.push(numbers.fold(reduction.start(), |so_far, next| reduction.fold(so_far, next)));
            }
        }
    }
    cells
}

fn lengths() -> impl Strategy<Value = Lengths> {
    (0..4usize, 0..9usize, 1..5usize, 0..4usize).prop_map(|(heads, places, rows, features)| Lengths {
        heads,
        places,
        rows,
        features,
    })
}

/// An index that mostly names a row, and now and then none: below, beyond, between two, or not a number.
fn name() -> impl Strategy<Value = f64> {
    prop_oneof![
        12 => (0..4u8).prop_map(f64::from),
        1 => prop::sample::select(vec![-1.0, 7.0, 0.5, f64::NAN, f64::INFINITY]),
    ]
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![9 => -1e3..1e3f64, 1 => prop::sample::select(vec![1e308, -1e308, f64::NAN, f64::INFINITY, -0.0])]
}

fn case() -> impl Strategy<Value = (Lengths, Vec<f64>, Vec<f64>)> {
    lengths().prop_flat_map(|lengths| {
        let Lengths { heads, places, features, .. } = lengths;
        (Just(lengths), vec(number(), heads * places * features), vec(name(), heads * places))
    })
}

proptest! {
    #[test]
    fn every_number_counts_in_the_cell_that_it_names_in_order((lengths, x, names) in case()) {
        for backend in [&Reference as &dyn Backend, &Nalgebra] {
            let trace = run(backend, lengths, &x, &names, None);
            for (id, reduction) in [("scatter.sum", Reduction::Sum), ("scatter.most", Reduction::Max)] {
                let found = &trace.step(id).expect("a step").tensor;
                let expected = Tensor::new(found.shape().to_vec(), expected(lengths, &x, &names, reduction)).expect("a tensor");
                assert_same_bits(found, &expected, id);
                for offset in 0..found.data().len() {
                    let cell = trace.cell(id, &found.index_of(offset)).expect("a cell");
                    prop_assert!(same_bits(trace.recompute(&cell).expect("a number"), cell.value), "{id} {offset}");
                }
            }
        }
    }

    #[test]
    fn a_scatter_is_the_transpose_of_the_gather_by_the_same_index(
        (lengths, names) in lengths().prop_flat_map(|lengths| {
            let row = (0..lengths.rows).prop_map(|row| row as f64);
            (Just(lengths), vec(row, lengths.heads * lengths.places))
        }),
        seed in 0..1000u32,
    ) {
        // Whole numbers, so that no sum rounds.
        let whole = |count: usize, factor: u32| (0..count as u32).map(|place| f64::from((place * factor + seed) % 13) - 6.0).collect::<Vec<f64>>();
        let x = whole(lengths.heads * lengths.places * lengths.features, 7);
        let table = whole(lengths.heads * lengths.rows * lengths.features, 5);
        let trace = run(&Reference, lengths, &x, &names, Some(&table));
        let dot = |id: &str, other: &[f64]| {
            let tensor = &trace.step(id).expect("a step").tensor;
            tensor.data().iter().zip(other).map(|(left, right)| left * right).sum::<f64>()
        };
        prop_assert_eq!(dot("scatter.sum", &table), dot("scatter.gathered", &x));
    }
}
