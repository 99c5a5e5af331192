//! What LSH attention has compared, and what it has missed.
//!
//! ```text
//! sort order, chunk length ─► pairs seen in each round ─► in any round ─► their number, their share of n²
//! O′ of LSH attention, O of full attention ─► O′ − O: largest, mean
//! ```
//!
//! Full attention with the same queries, keys and rules is LSH attention in one chunk: the difference is then that of hashing alone.
//!
//! Source: Kitaev et al. 2020, *Reformer*, section 2; the errors are plain differences.

use crate::algorithm::{Algorithm, always, integer, output, required};
use crate::error::{Error, Result};
use crate::op::{DIVIDE, Fill, MULTIPLY, Obstacle, Op, Reads, Reduction, Rule, SourceCell, StepSpec, given, step};
use crate::sparse::hashing::lsh_attention::CHUNK_LENGTH;
use crate::sparse::patterns::pattern_error::{ABSOLUTE, CELLS, COLUMNS, DIFFERENCE, MAXIMUM, MEAN, ROWS, SUM};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

const SOURCE: &str = "Kitaev et al. 2020, section 2, LSH attention";

/// The output of LSH attention.
pub static OUTPUT: StepSpec = given("lsh-error.output", "iv", &["query", "value-feature"])
    .written("O'", r"O' \in \mathbb{R}^{n \times d_v}", SOURCE);

/// The output of full attention.
pub static REFERENCE: StepSpec = given("lsh-error.reference", "iv", &["query", "value-feature"])
    .written("O", r"O \in \mathbb{R}^{n \times d_v}", SOURCE);

/// The entry round · n + position at each sorted place.
pub static ORDER: StepSpec =
    given("lsh-error.order", "hs", &["head", "sorted-place"]).written(r"\pi", r"\pi", SOURCE).names();

/// 1 where a token's chunk in a round, or the chunk before it, has the key.
pub static SEEN_IN_ROUND: StepSpec = step(
    "lsh-error.seen-in-round",
    Op::Rule(&IN_WINDOW),
    &["hs", ""],
    "htim",
    &["head", "round", "query", "key"],
)
.written(
    "V^t",
    r"V^t_{im} = [\,p_s = m \text{ for some } s \text{ in the window of } 2 w \text{ places at } \pi^{-1}(tn + i)\,]",
    SOURCE,
);

/// 1 where some round has it.
pub static SEEN: StepSpec =
    step("lsh-error.seen", Op::Reduce(Reduction::Max), &["htim"], "him", &["head", "query", "key"])
        .written("V", r"V_{im} = \max_t V^t_{im}", SOURCE);

/// The number of pairs that were compared.
pub static PAIRS: StepSpec = step("lsh-error.pairs", Op::Reduce(Reduction::Sum), &["him"], "h", &["head"])
    .written(r"\textstyle\sum V", r"\sum_{im} V_{im}", SOURCE);

/// The number of all pairs.
pub static ALL: StepSpec =
    step("lsh-error.all-pairs", Op::Map(&MULTIPLY), &["", ""], "", &[]).written("n^2", r"n \cdot n", SOURCE);

/// The share of the pairs that were compared.
pub static SHARE: StepSpec = step("lsh-error.share", Op::Map(&DIVIDE), &["h", ""], "h", &["head"])
    .written(r"\textstyle\sum V / n^2", r"\sum_{im} V_{im} / n^2", SOURCE);

/// Whether the window of a token's place has a key. The window is the place's chunk and the chunk before it; before the first is the last.
static IN_WINDOW: Rule = Rule {
    name: "in-window",
    template: "seen({*})",
    fill: Fill::AtOnce(|operands, shape| {
        let mut cells = vec![0.0; shape.iter().product()];
        let ([order, chunk], [_, rounds, length, _]) = (operands, shape) else { return cells };
        let (places, width) = (rounds * length, chunk.data().first().map_or(1, |width| *width as usize).max(1));
        for (head, entries) in order.data().chunks_exact(places.max(1)).enumerate() {
            for (place, &entry) in entries.iter().enumerate() {
                let row = (head * places + entry as usize) * length;
                for key in window(entries, place, width) {
                    if let Some(cell) = cells.get_mut(row + key as usize % length) {
                        *cell = 1.0;
                    }
                }
            }
        }
        cells
    }),
    reads: Reads::Cells(|_, shape, index| {
        let ([_, rounds, length, _], [head, ..]) = (shape, index) else { return Vec::new() };
        let places = rounds * length;
        let entries = (head * places..(head + 1) * places).map(|offset| SourceCell { operand: 0, offset });
        entries.chain([SourceCell { operand: 1, offset: 0 }]).collect()
    }),
    value: |values, shape, index| {
        let ([_, _, length, _], [_, round, token, key]) = (shape, index) else { return f64::NAN };
        let Some((&width, entries)) = values.split_last() else { return f64::NAN };
        let entry = (round * length + token) as f64;
        let Some(place) = entries.iter().position(|value| *value == entry) else { return 0.0 };
        let seen = window(entries, place, (width as usize).max(1)).any(|other| other as usize % length == *key);
        f64::from(seen)
    },
    ..Rule::constant(Obstacle::Structure)
};

/// The entries of a place's chunk and of the chunk before it.
fn window(entries: &[f64], place: usize, width: usize) -> impl Iterator<Item = f64> {
    let (chunk, last) = (place / width, (entries.len() / width).saturating_sub(1));
    let of = move |chunk: usize| entries.iter().skip(chunk * width).take(width).copied();
    of(chunk).chain(of(chunk.checked_sub(1).unwrap_or(last)))
}

/// Validates the sorted entries, and sets the number of rounds and the length of a chunk. A sequence that fits into one chunk is one chunk.
fn bind_places(run: &mut Run, order: &Tensor, chunk_length: usize) -> Result<()> {
    let (length, places) = (run.size('i')?, run.size('s')?);
    let width = chunk_length.min(places);
    let divisible = |input: &str, size: usize, divisor: usize, because: &str| match size.checked_rem(divisor) {
        Some(0) | None => Ok(()),
        Some(_) => Err(Error::NotDivisible { input: input.into(), size, divisor, because: because.into() }),
    };
    divisible("sortOrder", places, length, "the rows of `output`, in each round")?;
    divisible("sortOrder", places, width, "`chunkLength`")?;
    let wrong = |entry: &f64| entry.fract() != 0.0 || !(0.0..places as f64).contains(entry);
    if let Some(place) = order.data().iter().position(wrong) {
        let value = order.data().get(place).copied().unwrap_or_default();
        let (index, expected) = (order.index_of(place), "the number of a place".into());
        return Err(Error::OutOfRange { input: "sortOrder".into(), index, value, expected }.into());
    }
    let count = |size: usize, of: usize| size.checked_div(of).unwrap_or_default();
    for (letter, size) in [('t', count(places, length)), ('m', length), ('c', count(places, width)), ('w', width)] {
        run.bind(letter, size, "`sortOrder`")?;
    }
    Ok(())
}

/// The errors of the output: the largest, and the mean.
fn errors(run: &mut Run, output: Value, reference: Value) -> Result<[Value; 3]> {
    let difference = run.step(&DIFFERENCE, &[output, reference])?;
    let absolute = run.step(&ABSOLUTE, &[difference])?;
    let maximum = run.step(&MAXIMUM, &[absolute])?;
    let sum = run.step(&SUM, &[absolute])?;
    let rows = run.step(&ROWS, &[absolute])?;
    let columns = run.step(&COLUMNS, &[absolute])?;
    let cells = run.step(&CELLS, &[rows, columns])?;
    Ok([maximum, run.step(&MEAN, &[sum, cells])?, rows])
}

/// Counts the pairs that LSH attention has compared, and measures its output against full attention.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | output, reference | [n, v] |
/// | sortOrder | [heads, places] |
/// | seen | [heads, n, n] |
/// | pairs, share | \[heads\] |
/// | maximumError, meanError | one number each |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit: the places are n for each round, and a multiple of the chunk length.
///
/// # Complexity
/// Proportional to the rounds times n².
///
/// # Example
/// Four tokens in chunks of one: each sees itself and the one sorted before it, half of the 16 pairs.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("output", Tensor::matrix(&[[1.0], [2.0], [3.0], [4.0]])?)
///     .with("reference", Tensor::matrix(&[[1.0], [2.0], [3.0], [6.0]])?)
///     .with("sortOrder", Tensor::matrix(&[[0.0, 2.0, 1.0, 3.0]])?)
///     .with("chunkLength", 1.0);
/// let trace = catalog::trace("lsh-error", &inputs)?;
/// assert_eq!(trace.outputs["pairs"].data(), [8.0]);
/// assert_eq!(trace.outputs["seen"].get(&[0, 1, 2]), Some(1.0));
/// assert_eq!(trace.outputs["meanError"].data(), [0.5]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "lsh-error",
    title: "Pairs and error of LSH attention",
    source: SOURCE,
    inputs: &[
        required("output", &OUTPUT),
        required("reference", &REFERENCE),
        required("sortOrder", &ORDER),
        integer("chunkLength", 1),
    ],
    parts: &[always(&[
        &OUTPUT, &REFERENCE, &ORDER, &CHUNK_LENGTH, &SEEN_IN_ROUND, &SEEN, &PAIRS, &DIFFERENCE, &ABSOLUTE, &MAXIMUM,
        &SUM, &ROWS, &COLUMNS, &CELLS, &MEAN, &ALL, &SHARE,
    ])],
    outputs: &[
        output("seen", &[&SEEN]),
        output("pairs", &[&PAIRS]),
        output("share", &[&SHARE]),
        output("maximumError", &[&MAXIMUM]),
        output("meanError", &[&MEAN]),
    ],
    run: |inputs, run| {
        let output = run.given(&OUTPUT, "output", inputs.tensor("output")?)?;
        let reference = run.given(&REFERENCE, "reference", inputs.tensor("reference")?)?;
        let given_order = inputs.tensor("sortOrder")?;
        let order = run.given(&ORDER, "sortOrder", given_order)?;
        for (letter, input) in [('i', "output"), ('v', "output"), ('s', "sortOrder")] {
            run.require_positive(letter, input)?;
        }
        bind_places(run, given_order, inputs.integer("chunkLength")?)?;
        let chunk_length = run.step(&CHUNK_LENGTH, &[order])?;
        let seen_in_round = run.step(&SEEN_IN_ROUND, &[order, chunk_length])?;
        let seen = run.step(&SEEN, &[seen_in_round])?;
        let pairs = run.step(&PAIRS, &[seen])?;
        let [maximum, mean, rows] = errors(run, output, reference)?;
        let all = run.step(&ALL, &[rows, rows])?;
        let share = run.step(&SHARE, &[pairs, all])?;
        Ok(vec![("seen", seen), ("pairs", pairs), ("share", share), ("maximumError", maximum), ("meanError", mean)])
    },
};
