//! The cells that a number lists, which the page lights, are those that it is computed from: another number in any other cell changes nothing, and each
//! listed one matters under some circumstances. Over every step that a case has. Whole numbers that point at places, such as the ends of edges, decide
//! which cells are read at all: of these, a cell lists the ones that it found.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::all_cases;
use crate::support::close::same_bits;
use attograph::backend::{Backend, Reference};
use attograph::catalog;
use attograph::op::{Op, Settings};
use attograph::random::Random;
use attograph::tensor::Tensor;
use attograph::trace::{Operand, RecordedStep, Trace};

/// Of an operand with more numbers than this, some all over it are replaced.
const MOST_REPLACED: usize = 24;
/// Of a step with more cells than this, some all over it are looked at.
const MOST_CELLS: usize = 48;
/// How many times the other numbers are drawn anew: a factor may be 0, or a maximum too large to see another number by.
const CIRCUMSTANCES: u64 = 8;

/// Rules whose cells list numbers that some of them do not need, and why.
const FOR_THE_READER: &[(&str, &str)] =
    &[("eigenvectors", "the whole matrix decides, although some entries of a graph of two pieces change nothing")];

/// Returns the step's numbers from other operands; none where these give the result another shape.
fn computed(step: &RecordedStep, operands: &[Tensor]) -> Option<Vec<f64>> {
    let data: Vec<&[f64]> = operands.iter().map(Tensor::data).collect();
    let tensors: Vec<&Tensor> = operands.iter().collect();
    let numbers = match step.spec.op() {
        Op::Contract => Reference.contract(&step.plan, &data),
        Op::Map(function) => Reference.map(&step.plan, function, &data, &Settings::default()),
        Op::Reduce(reduction) => Reference.reduce(&step.plan, reduction, &data),
        Op::Gather => Reference.gather(&step.plan, &data),
        Op::Scatter(reduction) => Reference.scatter(&step.plan, reduction, &data),
        Op::Rule(rule) => rule.tensor(&tensors, step.tensor.shape()),
        Op::Transpose(rule, operand) => rule.transposed(operand, &tensors),
        Op::Given | Op::Size(_) => return None,
    };
    (numbers.len() == step.tensor.data().len()).then_some(numbers)
}

/// Some places all over a list of this length, all of them if it is short.
fn spread(length: usize, most: usize) -> impl Iterator<Item = usize> {
    let taken = length.min(most);
    (0..taken).map(move |place| place * length / taken.max(1))
}

fn replaced(tensor: &Tensor, replace: impl Fn(usize, f64) -> f64) -> Tensor {
    let data = tensor.data().iter().enumerate().map(|(place, &number)| replace(place, number)).collect();
    Tensor::new(tensor.shape().to_vec(), data).expect("data that fills its shape")
}

/// What may stand in the place of a number: whole numbers in the place of whole numbers, which may count or point at something.
fn others(numbers: &[f64], number: f64, random: &mut Random) -> Vec<f64> {
    let any = |random: &mut Random| numbers[(random.uniform() * numbers.len() as f64) as usize % numbers.len()];
    if numbers.iter().all(|number| number.fract() == 0.0) {
        return vec![any(random), any(random), number + 1.0, (number - 1.0).max(0.0), 0.0, 1.0];
    }
    vec![any(random), number + 0.5, -number, number + 50.0, number - 50.0, 0.0]
}

struct Found {
    /// Cells that changed although they do not list the number, as texts.
    unlit: BTreeSet<String>,
    /// Cells with a number that they list and that never changed them, as texts.
    unused: BTreeSet<String>,
}

fn look(trace: &Trace, step: &RecordedStep, what: &str) -> Found {
    let id = step.id();
    let mut found = Found { unlit: BTreeSet::new(), unused: BTreeSet::new() };
    let given: Vec<usize> = step.operands.clone();
    let sources: BTreeSet<usize> = given.iter().copied().collect();
    let own = |source: usize| trace.steps[source].tensor.clone();
    let selects = matches!(step.spec.op(), Op::Rule(_) | Op::Gather | Op::Scatter(_));
    let points =
        |source: usize| selects && trace.steps[source].tensor.data().iter().all(|number| number.fract() == 0.0);
    let cells: Vec<usize> = spread(step.tensor.data().len(), MOST_CELLS).collect();
    let lit: BTreeMap<usize, BTreeSet<(usize, usize)>> = cells
        .iter()
        .map(|&cell| {
            let read = trace.cell(&id, &step.tensor.index_of(cell)).expect("a cell").terms.into_iter().flatten();
            let place = |operand: Operand| {
                let tensor = &trace.steps[operand.step].tensor;
                (operand.step, tensor.offset(&operand.index).expect("a place"))
            };
            (cell, read.map(place).collect())
        })
        .collect();
    let mut used: BTreeMap<usize, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for circumstance in 0..CIRCUMSTANCES {
        let mut random = Random::new(circumstance);
        // First the run's own numbers, then others of theirs.
        let around: BTreeMap<usize, Tensor> = sources
            .iter()
            .map(|&source| {
                let tensor = own(source);
                let numbers = tensor.data().to_vec();
                let drawn: Vec<f64> = numbers
                    .iter()
                    .map(|&number| {
                        if circumstance == 0 || points(source) {
                            return number;
                        }
                        let choice = others(&numbers, number, &mut random);
                        choice[(random.uniform() * choice.len() as f64) as usize % choice.len()]
                    })
                    .collect();
                (source, replaced(&tensor, |place, _| drawn[place]))
            })
            .collect();
        let operands =
            |around: &BTreeMap<usize, Tensor>| given.iter().map(|source| around[source].clone()).collect::<Vec<_>>();
        let Some(before) = computed(step, &operands(&around)) else { continue };
        for &source in &sources {
            let numbers = own(source).data().to_vec();
            for place in spread(numbers.len(), MOST_REPLACED) {
                let number = around[&source].data()[place];
                for other in others(&numbers, number, &mut random) {
                    let mut changed = around.clone();
                    changed
                        .insert(source, replaced(&around[&source], |at, kept| if at == place { other } else { kept }));
                    let Some(after) = computed(step, &operands(&changed)) else { continue };
                    for &cell in &cells {
                        if same_bits(before[cell], after[cell]) {
                            continue;
                        }
                        used.entry(cell).or_default().insert((source, place));
                        if circumstance == 0 && !points(source) && !lit[&cell].contains(&(source, place)) {
                            found.unlit.insert(format!(
                                "{what} / {id}: {:?} reads {} {place}",
                                step.tensor.index_of(cell),
                                trace.steps[source].id()
                            ));
                        }
                    }
                }
            }
        }
    }
    let by_rule = matches!(step.spec.op(), Op::Rule(rule) if FOR_THE_READER.iter().all(|(name, _)| *name != rule.name));
    for &source in sources.iter().filter(|&&source| !points(source)) {
        let tried: BTreeSet<usize> = spread(trace.steps[source].tensor.data().len(), MOST_REPLACED).collect();
        let listed = |cell: &usize| -> Vec<(usize, usize)> {
            lit[cell].iter().filter(|(from, place)| *from == source && tried.contains(place)).copied().collect()
        };
        let needed = |cell: &usize, place: &(usize, usize)| used.get(cell).is_some_and(|used| used.contains(place));
        let name = trace.steps[source].id();
        if by_rule {
            for cell in &cells {
                let idle = listed(cell).into_iter().filter(|place| !needed(cell, place));
                let index = step.tensor.index_of(*cell);
                found
                    .unused
                    .extend(idle.map(|(_, place)| format!("{what} / {id}: {index:?} does not need {name} {place}")));
            }
        } else if cells.iter().any(|cell| !listed(cell).is_empty())
            && !cells.iter().any(|cell| listed(cell).iter().any(|place| needed(cell, place)))
        {
            found.unused.insert(format!("{what} / {id}: no cell needs {name}"));
        }
    }
    found
}

/// A run with this many pairs of cells and numbers is large enough.
const ENOUGH: usize = 36;

/// Every step that cases have, in the smallest run that is large enough, or else in the largest.
fn small_runs() -> Vec<(String, Trace, usize)> {
    let mut found: BTreeMap<(String, String), (usize, usize, usize)> = BTreeMap::new();
    let mut traces = Vec::new();
    for case in all_cases() {
        let trace = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
        for (place, step) in trace.steps.iter().enumerate() {
            let read = step.operands.iter().map(|&operand| trace.steps[operand].tensor.data().len());
            let size = read.sum::<usize>() * step.tensor.data().len();
            let rank = if size < ENOUGH { usize::MAX - size } else { size };
            let known = found.entry((case.algorithm.clone(), step.spec.id().to_string())).or_insert((usize::MAX, 0, 0));
            if rank < known.0 {
                *known = (rank, traces.len(), place);
            }
        }
        traces.push((format!("{} / {}", case.algorithm, case.name), trace));
    }
    let chosen = found.into_values().map(|(_, run, place)| {
        let (name, trace) = &traces[run];
        (name.clone(), trace.clone(), place)
    });
    chosen.collect()
}

#[test]
fn a_cell_lists_the_numbers_that_it_is_computed_from_and_no_others() {
    let (mut unlit, mut unused) = (Vec::new(), Vec::new());
    for (name, trace, place) in small_runs() {
        let step = &trace.steps[place];
        let found = look(&trace, step, &name);
        unlit.extend(found.unlit.into_iter().take(2));
        unused.extend(found.unused.into_iter().take(2));
    }
    assert!(unlit.is_empty() && unused.is_empty(), "{unlit:#?}\n{unused:#?}");
}
