//! Random steps, run on both backends.

use attograph::backend::Backend;
use attograph::op::{NonFinite, Numbers, Op, Settings, StepSpec};
use attograph::tensor::Tensor;
use attograph::trace::{Run, Untraced};
use proptest::collection::vec;
use proptest::prelude::*;

const LETTERS: [char; 5] = ['a', 'b', 'c', 'd', 'e'];

/// The letters of some axes: which letters in which order, and which of them share an axis with the one before.
pub type Index = Vec<(usize, bool)>;

/// A step on given numbers.
#[derive(Clone, Debug)]
pub struct Case {
    pub op: Op,
    pub sizes: Vec<usize>,
    pub operands: Vec<Index>,
    pub result: Index,
    pub seed: u64,
}

/// `i(hk)` for the letters of some axes.
fn written(index: &Index) -> String {
    let axes = index.chunk_by(|_, (_, joined)| *joined);
    let written = axes.map(|axis| {
        let letters: String = axis.iter().map(|(letter, _)| LETTERS[*letter]).collect();
        if axis.len() > 1 { format!("({letters})") } else { letters }
    });
    written.collect()
}

fn shape(index: &Index, sizes: &[usize]) -> Vec<usize> {
    index
        .chunk_by(|_, (_, joined)| *joined)
        .map(|axis| axis.iter().map(|(letter, _)| sizes[*letter]).product())
        .collect()
}

/// Any letters, each once, in any order.
fn some_letters() -> impl Strategy<Value = Index> {
    let orders = Just((0..LETTERS.len()).collect::<Vec<_>>()).prop_shuffle();
    (orders, 0..=LETTERS.len().min(4), vec(prop::bool::weighted(0.3), LETTERS.len()))
        .prop_map(|(order, count, joined)| order.into_iter().zip(joined).take(count).collect())
}

/// Lengths: 0 and 1, a few, and such that products are blocked.
fn length() -> impl Strategy<Value = usize> {
    prop_oneof![1 => Just(0usize), 3 => Just(1usize), 6 => 2usize..6, 6 => 6usize..20]
}

fn lengths() -> impl Strategy<Value = Vec<usize>> {
    vec(length(), LETTERS.len())
}

const MOST: usize = 60_000;

impl Case {
    /// How many terms all cells together have.
    fn work(&self) -> usize {
        let used =
            |letter: usize| self.operands.iter().chain([&self.result]).flatten().any(|(known, _)| *known == letter);
        (0..LETTERS.len()).filter(|letter| used(*letter)).map(|letter| self.sizes[letter].max(1)).product()
    }

    /// The numbers of each operand.
    pub fn numbers(&self, draw: impl Fn(u64) -> f64) -> Vec<Vec<f64>> {
        let mut state = self.seed;
        let mut next = || {
            // SplitMix64, Steele et al. 2014.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            draw(mixed ^ (mixed >> 31))
        };
        let shapes = self.operands.iter().map(|index| shape(index, &self.sizes).iter().product::<usize>());
        shapes.collect::<Vec<_>>().into_iter().map(|count| (0..count).map(|_| next()).collect()).collect()
    }

    /// Computes the step.
    pub fn run(&self, backend: &dyn Backend, numbers: &[Vec<f64>]) -> Tensor {
        let spec = |op, index: &Index, reads: Vec<&'static str>| -> &'static StepSpec {
            Box::leak(Box::new(StepSpec {
                id: "test.step",
                symbol: "T",
                op,
                index: written(index).leak(),
                axes: &[],
                reads: reads.leak(),
                formula: "",
                source: "",
                numbers: Numbers::Amounts,
                begins: None,
            }))
        };
        let mut tape = Untraced;
        let settings = Settings { non_finite: NonFinite::Propagate, ..Settings::default() };
        let mut run = Run::new(backend, &mut tape, settings);
        for (letter, size) in LETTERS.into_iter().zip(&self.sizes) {
            run.bind(letter, *size, "test").expect("an unknown letter");
        }
        let given: Vec<_> = self
            .operands
            .iter()
            .zip(numbers)
            .map(|(index, numbers)| {
                let tensor = Tensor::new(shape(index, &self.sizes), numbers.clone()).expect("numbers that fill it");
                run.given(spec(Op::Given, index, Vec::new()), "x", &tensor).expect("an input")
            })
            .collect();
        let reads = self.operands.iter().map(|index| &*written(index).leak()).collect();
        let value = run.step(spec(self.op, &self.result, reads), &given).expect("a step");
        run.tensor(value).expect("a tensor").clone()
    }
}

/// Contractions of one to three operands. A letter of the result may be in no operand, and a swept one in only one of them.
pub fn contractions() -> impl Strategy<Value = Case> {
    (lengths(), vec(some_letters(), 1..=3), some_letters(), any::<u64>())
        .prop_map(|(sizes, operands, result, seed)| Case { op: Op::Contract, sizes, operands, result, seed })
        .prop_filter("too large", |case| case.work() <= MOST)
}

/// Contractions as algorithms have them: a batch, rows, columns and one or two swept letters, in any order.
pub fn products() -> impl Strategy<Value = Case> {
    let of = |letters: [usize; 4]| {
        (Just(letters.to_vec()).prop_shuffle(), vec(prop::bool::weighted(0.3), 4))
            .prop_map(|(order, joined)| order.into_iter().zip(joined).collect::<Index>())
    };
    let long = vec(prop_oneof![1usize..4, 6usize..14, Just(33)], LETTERS.len());
    // b: batch, a: rows, c: columns, d and e: swept.
    (long, of([0, 1, 3, 4]), of([1, 2, 3, 4]), Just(vec![0, 1, 2]).prop_shuffle(), vec(any::<bool>(), 3), any::<u64>())
        .prop_map(|(sizes, left, right, order, joined, seed)| {
            let result = order.into_iter().zip(joined).collect();
            Case { op: Op::Contract, sizes, operands: vec![left, right], result, seed }
        })
        .prop_filter("too large", |case| case.work() <= MOST)
}

/// Operations that take `operands` operands and sweep nothing.
pub fn cell_by_cell(op: Op, operands: usize) -> impl Strategy<Value = Case> {
    (lengths(), some_letters(), vec(some_letters(), operands), any::<u64>())
        .prop_map(move |(sizes, result, operands, seed)| {
            let known = |(letter, _): &(usize, bool)| result.iter().any(|(known, _)| known == letter);
            let operands = operands.into_iter().map(|index| index.into_iter().filter(known).collect()).collect();
            Case { op, sizes, operands, result, seed }
        })
        .prop_filter("too large", |case| case.work() <= MOST)
}

/// Operations on one operand, of which any letter may be swept.
pub fn reductions(op: Op) -> impl Strategy<Value = Case> {
    (lengths(), some_letters(), some_letters(), any::<u64>())
        .prop_map(move |(sizes, operand, result, seed)| Case { op, sizes, operands: vec![operand], result, seed })
        .prop_filter("too large", |case| case.work() <= MOST)
}
