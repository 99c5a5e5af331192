//! Linear attention: a product of features instead of a softmax, so that the sum over the keys is computed once for all queries.
//!
//! ```text
//! Q [n, d] ─► φ(Q) [n, r] ────────────────────────────┬─► φ(Q) M [n, v] ─┐
//! K [m, d] ─► φ(K) [m, r] ─┬─► M = φ(K)ᵀ V [r, v] ────┘                  ├─► row by row, divided ─► O [n, v]
//! V [m, v] ────────────────┘   z = Σⱼ φ(kⱼ) [r] ────────► φ(Q) z [n] ────┘
//! ```
//!
//! With `causal`, query i reads the sums over the first i keys only: a state of r · v numbers to which each token adds one term, as in a recurrent
//! network.
//!
//! Source: Katharopoulos et al. 2020, *Transformers are RNNs: Fast Autoregressive Transformers with Linear Attention*, section 3.

use crate::algorithm::{Algorithm, Part, always, flag, include, include_when, output, required, when};
use crate::error::{Error, Result};
use crate::op::{
    Cost, EmptyRow, Fill, Function, Local, NORMALIZE, Obstacle, Op, Pull, Reads, Reduction, Rule, Slope, Source,
    SourceCell, StepSpec, step,
};
use crate::tensor::Tensor;
use crate::trace::{Notice, Run, Value};

use super::scaled_dot_product::{KEY, QUERY, VALUE};

const SOURCE: &str = "Katharopoulos et al. 2020, section 3.2";
const CAUSAL_SOURCE: &str = "Katharopoulos et al. 2020, section 3.3";

/// min(1, a): the slope of [`ELU_PLUS_ONE`], whose result is a.
static ELU_PLUS_ONE_SLOPE: Function =
    Function::unary("at-most-one", "min(1, {0})", Cost::COMPARISON, |a| if a > 1.0 { 1.0 } else { a }).derivative();

/// elu(a) + 1: a + 1 above 0, exp(a) below; always positive.
pub static ELU_PLUS_ONE: Function = Function::unary(
    "elu-plus-one",
    "elu({0}) + 1",
    Cost { additions: 1, functions: 1, comparisons: 1, ..Cost::NONE },
    |a| if a > 0.0 { a + 1.0 } else { libm::exp(a) },
)
.slopes(&[Slope::By(&ELU_PLUS_ONE_SLOPE, &[Local::Result])]);

/// The features of each query.
pub static QUERY_FEATURES: StepSpec =
    step("linear.query-features", Op::Map(&ELU_PLUS_ONE), &["ik"], "ik", &["query", "feature"])
        .written(r"\varphi(Q)", r"\varphi(q)_k = \text{elu}(q_k) + 1", "Katharopoulos et al. 2020, eq. (7)");

/// The features of each key.
pub static KEY_FEATURES: StepSpec =
    step("linear.key-features", Op::Map(&ELU_PLUS_ONE), &["jk"], "jk", &["key", "feature"])
        .written(r"\varphi(K)", r"\varphi(k)_k = \text{elu}(k_k) + 1", "Katharopoulos et al. 2020, eq. (7)");

/// The values, summed over all keys with each feature as weight.
pub static KEY_VALUES: StepSpec =
    step("linear.key-values", Op::Contract, &["jr", "jv"], "rv", &["kernel-feature", "value-feature"])
        .written("M", r"M = \sum_j \varphi(k_j) v_j^\top", "Katharopoulos et al. 2020, eq. (5)")
        .begins("output");

/// The features, summed over all keys.
pub static KEY_SUM: StepSpec = step("linear.key-sum", Op::Reduce(Reduction::Sum), &["jr"], "r", &["kernel-feature"])
    .written("z", r"z = \sum_j \varphi(k_j)", "Katharopoulos et al. 2020, eq. (5)");

/// The product of each query's features with the sums of the values.
pub static NUMERATOR: StepSpec =
    step("linear.numerator", Op::Contract, &["ir", "rv"], "iv", &["query", "value-feature"])
        .written(r"\varphi(Q) M", r"\varphi(q_i)^\top M", "Katharopoulos et al. 2020, eq. (5)");

/// The product of each query's features with the sum of the keys' features.
pub static NORMALIZER: StepSpec = step("linear.normalizer", Op::Contract, &["ir", "r"], "i", &["query"])
    .written(r"\varphi(Q) z", r"\varphi(q_i)^\top z", "Katharopoulos et al. 2020, eq. (5)");

/// The term that each token adds to the state: its value, multiplied by each of its features.
pub static UPDATES: StepSpec =
    step("linear.updates", Op::Contract, &["jr", "jv"], "jrv", &["key", "kernel-feature", "value-feature"])
        .written(r"\varphi(k) v^\top", r"\varphi(k_j) v_j^\top", CAUSAL_SOURCE);

/// The state of each query: the sum of the updates up to its position.
pub static STATES: StepSpec =
    step("linear.states", Op::Rule(&RUNNING_SUM), &["jrv"], "irv", &["query", "kernel-feature", "value-feature"])
        .written("M_i", r"M_i = M_{i-1} + \varphi(k_i) v_i^\top", CAUSAL_SOURCE);

/// The features, summed up to each position.
pub static KEY_SUMS: StepSpec =
    step("linear.key-sums", Op::Rule(&RUNNING_SUM), &["jr"], "ir", &["query", "kernel-feature"])
        .written("z_i", r"z_i = z_{i-1} + \varphi(k_i)", CAUSAL_SOURCE);

/// The product of each query's features with its state.
pub static CAUSAL_NUMERATOR: StepSpec =
    step("linear.causal-numerator", Op::Contract, &["ir", "irv"], "iv", &["query", "value-feature"])
        .written(r"\varphi(q_i)^\top M_i", r"\varphi(q_i)^\top M_i", CAUSAL_SOURCE);

/// The product of each query's features with the sum of the features up to its position.
pub static CAUSAL_NORMALIZER: StepSpec = step("linear.causal-normalizer", Op::Contract, &["ir", "ir"], "i", &["query"])
    .written(r"\varphi(q_i)^\top z_i", r"\varphi(q_i)^\top z_i", CAUSAL_SOURCE);

/// The products of the features of each query with those of each key. They are shown only: no output is computed from them.
pub static SIMILARITIES: StepSpec = step("linear.similarities", Op::Contract, &["ir", "jr"], "ij", &["query", "key"])
    .written(r"\varphi(Q)\varphi(K)^\top", r"\varphi(q_i)^\top \varphi(k_j)", "Katharopoulos et al. 2020, eq. (4)");

/// The same, and 0 for keys after the query.
pub static CAUSAL_SIMILARITIES: StepSpec =
    step("linear.causal-similarities", Op::Rule(&ZERO_AFTER), &["ij"], "ij", &["query", "key"]).written(
        r"\varphi(Q)\varphi(K)^\top",
        r"\begin{cases} \varphi(q_i)^\top \varphi(k_j) & j \le i \\ 0 & j > i \end{cases}",
        CAUSAL_SOURCE,
    );

/// The weights in place of those of a softmax: their rows sum to 1.
pub static WEIGHTS: StepSpec = step("linear.normalized", Op::Map(&NORMALIZE), &["ij", "i"], "ij", &["query", "key"])
    .written(
        "A",
        r"A_{ij} = \frac{\varphi(q_i)^\top \varphi(k_j)}{\varphi(q_i)^\top z}",
        "Katharopoulos et al. 2020, eq. (4)",
    )
    .shares();

/// The weighted mean of the values.
pub static OUTPUT: StepSpec =
    step("linear.output", Op::Map(&NORMALIZE), &["iv", "i"], "iv", &["query", "value-feature"]).written(
        "O",
        r"o_i = \frac{\varphi(q_i)^\top M}{\varphi(q_i)^\top z}",
        "Katharopoulos et al. 2020, eq. (5)",
    );

/// Sums over the first axis, up to and including each position.
static RUNNING_SUM: Rule = Rule {
    name: "running-sum",
    template: "sum({*})",
    cumulative: true,
    fill: Fill::AtOnce(|operands, shape| {
        let width = shape.iter().skip(1).product();
        let mut sums = vec![0.0; width];
        let numbers = operands.first().map(|tensor| tensor.data()).unwrap_or_default();
        let mut filled = Vec::with_capacity(numbers.len());
        for row in numbers.chunks(width.max(1)) {
            sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            filled.extend_from_slice(&sums);
        }
        filled
    }),
    reads: Reads::Cells(|_, shape, index| {
        let width: usize = shape.iter().skip(1).product();
        let place = shape.iter().zip(index).skip(1).fold(0, |place, (length, position)| place * length + position);
        let last = index.first().copied().unwrap_or_default();
        (0..=last).map(|row| SourceCell { operand: 0, offset: row * width + place }).collect()
    }),
    value: |values, _, _| values.iter().fold(0.0, |sum, number| sum + number),
    ..Rule::by(&[Pull { operand: 0, rule: &SUM_FROM_THE_END, reads: &[Source::Upstream] }])
};

/// Sums over the first axis, from the last position back to each: what [`RUNNING_SUM`] sends back.
static SUM_FROM_THE_END: Rule = Rule {
    name: "running-sum-from-the-end",
    template: "sum({*})",
    cumulative: true,
    fill: Fill::AtOnce(|operands, shape| {
        let width = shape.iter().skip(1).product::<usize>().max(1);
        let mut filled = operands.first().map(|tensor| tensor.data().to_vec()).unwrap_or_default();
        let mut sums = vec![0.0; width];
        for row in filled.rchunks_exact_mut(width) {
            for (sum, number) in sums.iter_mut().zip(row) {
                *sum += *number;
                *number = *sum;
            }
        }
        filled
    }),
    reads: Reads::Cells(|_, shape, index| {
        let width: usize = shape.iter().skip(1).product();
        let place = shape.iter().zip(index).skip(1).fold(0, |place, (length, position)| place * length + position);
        let (rows, first) = (shape.first().copied().unwrap_or_default(), index.first().copied().unwrap_or_default());
        (first..rows).rev().map(|row| SourceCell { operand: 0, offset: row * width + place }).collect()
    }),
    value: |values, _, _| values.iter().fold(0.0, |sum, number| sum + number),
    ..Rule::underived(Obstacle::SecondOrder)
};

/// The operand where the key does not come after the query, 0 elsewhere.
static ZERO_AFTER: Rule = Rule {
    name: "zero-after",
    reads: Reads::One(|_, shape, offset| {
        let columns = shape.last()?.max(&1);
        (offset % columns <= offset / columns).then_some(SourceCell { operand: 0, offset })
    }),
    ..Rule::copies(&[0])
};

/// The steps of [`attend_by_features`]; their options are the algorithm's inputs `causal` and `showWeights`.
pub static PARTS: &[Part] = &[
    when("!causal", &[&KEY_VALUES, &KEY_SUM, &NUMERATOR, &NORMALIZER]),
    when("causal", &[&UPDATES, &STATES, &KEY_SUMS, &CAUSAL_NUMERATOR, &CAUSAL_NORMALIZER]),
    include_when(
        "showWeights",
        "",
        &[always(&[&SIMILARITIES]), when("causal", &[&CAUSAL_SIMILARITIES]), always(&[&WEIGHTS])],
    ),
    always(&[&OUTPUT]),
];

/// Options of attention by features.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Hide every key after the query's own position.
    pub causal: bool,
    /// Compute the [n, m] weights as well, in time and memory proportional to n · m.
    pub show_weights: bool,
}

/// The results of attention by features.
#[derive(Clone, Copy, Debug)]
pub struct Attended {
    /// [n, m], with `show_weights`: rows sum to 1.
    pub weights: Option<Value>,
    /// [n, v].
    pub output: Value,
}

/// Validates queries, keys and values. With `causal`, there has to be a key for each query.
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; the width must be at least 1.
pub fn take_in(run: &mut Run, query: &Tensor, key: &Tensor, value: &Tensor, causal: bool) -> Result<[Value; 3]> {
    let query = run.given(&QUERY, "query", query)?;
    if causal {
        run.bind('j', run.size('i')?, "`query`: causal linear attention has one key for each query")?;
    }
    let key = run.given(&KEY, "key", key)?;
    let value = run.given(&VALUE, "value", value)?;
    run.require_positive('k', "query")?;
    Ok([query, key, value])
}

/// Computes the mean of the values [m, v], weighted by the products of the features of queries [n, r] and keys [m, r].
///
/// A row whose weights sum to 0, such as one without keys, follows the run's policy for empty rows and is noticed.
///
/// # Errors
/// [`Error::FullyMaskedRow`] if the policy is an error; those of [`Run::step`].
///
/// # Complexity
/// (n + m) · r · (v + 1) multiplications; n · r · v more additions with `causal`, and n · m · r more multiplications with `show_weights`.
pub fn attend_by_features(
    run: &mut Run,
    query: Value,
    key: Value,
    value: Value,
    options: &Options,
) -> Result<Attended> {
    let (numerator, normalizer) = if options.causal {
        let updates = run.step(&UPDATES, &[key, value])?;
        let states = run.step(&STATES, &[updates])?;
        let sums = run.step(&KEY_SUMS, &[key])?;
        (run.step(&CAUSAL_NUMERATOR, &[query, states])?, run.step(&CAUSAL_NORMALIZER, &[query, sums])?)
    } else {
        let key_values = run.step(&KEY_VALUES, &[key, value])?;
        let sum = run.step(&KEY_SUM, &[key])?;
        (run.step(&NUMERATOR, &[query, key_values])?, run.step(&NORMALIZER, &[query, sum])?)
    };
    check_normalizers(run, normalizer)?;
    let mut weights = None;
    if options.show_weights {
        let mut similarities = run.step(&SIMILARITIES, &[query, key])?;
        if options.causal {
            similarities = run.step(&CAUSAL_SIMILARITIES, &[similarities])?;
        }
        weights = Some(run.step(&WEIGHTS, &[similarities, normalizer])?);
    }
    let output = run.step(&OUTPUT, &[numerator, normalizer])?;
    Ok(Attended { weights, output })
}

/// Applies the policy for rows without any key to the rows whose normalizer is 0.
fn check_normalizers(run: &mut Run, normalizer: Value) -> Result<()> {
    let all = run.all(normalizer)?;
    let Some(first) = all.data().iter().position(|sum| *sum == 0.0) else { return Ok(()) };
    if run.settings().empty_row == EmptyRow::Error {
        return Err(Error::FullyMaskedRow { row: all.index_of(first) }.into());
    }
    // A row is reported once, even if it is empty in several members of a batch.
    let length = all.shape().last().copied().unwrap_or(1).max(1);
    let is_empty = |row: &usize| all.data().iter().skip(*row).step_by(length).any(|sum| *sum == 0.0);
    let rows: Vec<usize> = (0..length).filter(is_empty).collect();
    run.notice(Notice::fully_masked_rows(rows));
    Ok(())
}

/// Computes attention with the features elu(x) + 1 in place of the softmax.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | query | [n, d] |
/// | key | [m, d]; m = n if `causal` |
/// | value | [m, v] |
/// | weights, with `showWeights` | [n, m] |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d must be at least 1.
///
/// # Complexity
/// (n + m) · d · (v + 1) multiplications: linear in the number of tokens, with `causal` as well.
///
/// # Example
/// Queries and keys of zeros have features of ones, so every key has the same weight; with `causal`, token i averages the first i:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let zeros = Tensor::matrix(&[[0.0], [0.0], [0.0]])?;
/// let inputs = Arguments::new()
///     .with("query", zeros.clone())
///     .with("key", zeros)
///     .with("value", Tensor::matrix(&[[3.0], [5.0], [10.0]])?);
/// let all = catalog::trace("linear-attention", &inputs)?;
/// assert_eq!(all.outputs["output"].data(), [6.0, 6.0, 6.0]);
/// let causal = catalog::trace("linear-attention", &inputs.with("causal", true))?;
/// assert_eq!(causal.outputs["output"].data(), [3.0, 4.0, 6.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "linear-attention",
    title: "Linear attention",
    source: SOURCE,
    inputs: &[
        required("query", &QUERY),
        required("key", &KEY),
        required("value", &VALUE),
        flag("causal", false),
        flag("showWeights", false),
    ],
    parts: &[always(&[&QUERY, &KEY, &VALUE, &QUERY_FEATURES, &KEY_FEATURES]), include("", PARTS)],
    outputs: &[output("weights", &[&WEIGHTS]), output("output", &[&OUTPUT])],
    run: |inputs, run| {
        let options = Options { causal: inputs.flag("causal")?, show_weights: inputs.flag("showWeights")? };
        let (query, key, value) = (inputs.tensor("query")?, inputs.tensor("key")?, inputs.tensor("value")?);
        let [query, key, value] = take_in(run, query, key, value, options.causal)?;
        let query = run.step(&QUERY_FEATURES, &[query])?;
        let key = run.step(&KEY_FEATURES, &[key])?;
        let attended = attend_by_features(run, query, key, value, &options)?;
        Ok(named(attended))
    },
};

/// The outputs by name.
pub(super) fn named(attended: Attended) -> Vec<(&'static str, Value)> {
    let weights = attended.weights.map(|weights| ("weights", weights));
    weights.into_iter().chain([("output", attended.output)]).collect()
}
