//! Window attention: each token attends to its neighbors; a few global tokens attend to all, and all attend to them.
//!
//! ```text
//! window 2        dilation 2       window 2, global 0
//!   1 1 0 0 0       1 0 1 0 0        1 1 1 1 1
//!   1 1 1 0 0       0 1 0 1 0        1 1 1 0 0
//!   0 1 1 1 0       1 0 1 0 1        1 1 1 1 0
//!   0 0 1 1 1       0 1 0 1 0        1 0 1 1 1
//!   0 0 0 1 1       0 0 1 0 1        1 0 0 1 1
//! ```
//!
//! Source: Beltagy et al. 2020, *Longformer: The Long-Document Transformer*, section 3.1. The projections are shared by local and global attention.

use crate::algorithm::{Algorithm, always, integer, integer_or, optional, output, when, within_when};
use crate::attention::scaled_dot_product::{KEY, QUERY, VALUE};
use crate::error::{Error, Result};
use crate::op::{Fill, Obstacle, Op, Reads, Rule, StepSpec, given, step};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

use super::pair_attention::{
    CAUSAL_INPUT, DENSE_PARTS, FORM_INPUT, KEY_INPUT, MASK_STEPS, OUTPUT_STEPS, QUERY_INPUT, SPARSE_PARTS, VALUE_INPUT,
    WEIGHT_STEPS, attend_along, given_tokens, list_pairs,
};
use super::pattern::{CAUSAL_PAIRS, KeysOf, LENGTH, end_of_pair, fact, fill_pairs};

const SOURCE: &str = "Beltagy et al. 2020, section 3.1, sliding window";
const DILATED: &str = "Beltagy et al. 2020, section 3.1, dilated sliding window";
const GLOBAL: &str = "Beltagy et al. 2020, section 3.1, global attention";

/// The number of neighbors that a token attends to, half of them on each side.
pub static WINDOW: StepSpec = given("window.window", "", &[]).written("w", "w", SOURCE);

/// The distance between neighbors.
pub static DILATION: StepSpec = given("window.dilation", "", &[]).written("D", "D", DILATED);

/// The global tokens, which attend to all and which all attend to.
pub static GLOBALS: StepSpec =
    given("window.globals", "g", &["global"]).written("G", r"G \subseteq \{0, \dots, n - 1\}", GLOBAL).names();

/// The pairs of queries and keys.
pub static PAIRS: StepSpec = step("window.pairs", Op::Rule(&WINDOW_PAIRS), &["", "", "", "g"], "ue", &["pair", "end"])
    .written(
        r"\mathcal{S}",
        r"\mathcal{S} = \{(i, j) : j - i = t D, \, |t| \le w/2\} \cup \{(i, j) : i \in G \text{ or } j \in G\}, \enspace i < n",
        SOURCE,
    ).names();

/// The pairs, from the length, the window, the dilation and the global tokens.
static WINDOW_PAIRS: Rule = Rule {
    name: "window-pairs",
    template: "pairs({*})",
    fill: Fill::AtOnce(|operands, shape| fill_pairs(operands, shape, pattern)),
    reads: Reads::All,
    value: |values, _, index| end_of_pair(values, index, pattern),
    ..Rule::constant(Obstacle::Structure)
};

fn pattern(facts: &[f64]) -> KeysOf<'_> {
    let (length, half, dilation) = (fact(facts, 0), fact(facts, 1) / 2, fact(facts, 2).max(1));
    let globals: Vec<usize> = facts.iter().skip(3).map(|&token| token as usize).collect();
    Box::new(move |query| {
        if globals.contains(&query) {
            return (0..length).collect();
        }
        let left = half.min(query / dilation);
        let first = query - left * dilation;
        let keys = (first..length).step_by(dilation).take(left.saturating_add(half).saturating_add(1));
        keys.chain(globals.iter().copied()).collect()
    })
}

/// Validates a list of positions from 0 to `length` − 1; without the input it is empty.
///
/// # Errors
/// [`Error::OutOfRange`] naming the place, and those of [`Run::given`].
pub fn given_positions(
    run: &mut Run,
    spec: &'static StepSpec,
    input: &str,
    positions: Option<&Tensor>,
    length: usize,
) -> Result<Value> {
    let none = Tensor::vector(Vec::new())?;
    let positions = positions.unwrap_or(&none);
    let given = run.given(spec, input, positions)?;
    let is_position = |value: f64| value >= 0.0 && value < length as f64 && value.fract() == 0.0;
    match positions.data().iter().enumerate().find(|(_, value)| !is_position(**value)) {
        None => Ok(given),
        Some((place, &value)) => Err(Error::OutOfRange {
            input: input.into(),
            index: positions.index_of(place),
            value,
            expected: "a position, counted from 0".into(),
        }
        .into()),
    }
}

/// Computes attention within a sliding window of `window` neighbors, `dilation` apart, together with global tokens.
///
/// With `form: "sparse"` nothing of size n × n is computed; with `"dense"`, the default, the same pattern is a mask.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query, key | [n, d] |
/// | value | [n, v] |
/// | globals | \[g\] |
/// | mask (dense) | [n, n] |
/// | pairs (sparse) | [p, 2] |
/// | weights | [n, n] dense, \[p\] sparse |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d must be at least 1; `globals` are positions. [`Error::TooLarge`] beyond
/// [`super::pattern::MAX_PAIRS`] pairs, and in the dense form beyond [`crate::tensor::MAX_ELEMENTS`] pairs of any kind.
///
/// # Complexity
/// Sparse: n · (w + g) · (d + v) multiplications. Dense: n² · (d + v).
///
/// # Example
/// A window of 2 is one neighbor on each side. With equal scores each token gets the mean over its window:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let zeros = Tensor::matrix(&[[0.0], [0.0], [0.0], [0.0]])?;
/// let value = Tensor::matrix(&[[3.0], [6.0], [9.0], [12.0]])?;
/// let inputs = Arguments::new().with("query", zeros.clone()).with("key", zeros).with("value", value);
/// let trace = catalog::trace("window-attention", &inputs.with("window", 2.0).with("form", "sparse"))?;
/// assert_eq!(trace.outputs["pairs"].shape(), [10, 2]); // 2 + 3 + 3 + 2, where full attention has 16
/// assert!((trace.outputs["output"].get(&[1, 0]).unwrap() - 6.0).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "window-attention",
    title: "Window attention",
    source: "Beltagy et al. 2020, section 3.1",
    inputs: &[
        QUERY_INPUT,
        KEY_INPUT,
        VALUE_INPUT,
        integer("window", 0),
        integer_or("dilation", 1, 1),
        optional("globals", &GLOBALS),
        CAUSAL_INPUT,
        FORM_INPUT,
    ],
    parts: &[
        always(&[&QUERY, &KEY, &VALUE, &LENGTH, &WINDOW, &DILATION, &GLOBALS, &PAIRS]),
        when("causal", &[&CAUSAL_PAIRS]),
        within_when("form=dense", "dense", "", DENSE_PARTS),
        within_when("form=sparse", "sparse", "", SPARSE_PARTS),
    ],
    outputs: &[
        output("mask", MASK_STEPS),
        output("pairs", &[&PAIRS, &CAUSAL_PAIRS]),
        output("weights", WEIGHT_STEPS),
        output("output", OUTPUT_STEPS),
    ],
    run: |inputs, run| {
        let tokens = given_tokens(run, inputs)?;
        let window = run.given_number(&WINDOW, "window", inputs.integer("window")? as f64)?;
        let dilation = inputs.integer("dilation")?;
        let dilation = run.given_number(&DILATION, "dilation", dilation as f64)?;
        let length = run.size('i')?;
        let globals = given_positions(run, &GLOBALS, "globals", inputs.optional_tensor("globals")?, length)?;
        let pairs = list_pairs(run, &PAIRS, &[tokens.length, window, dilation, globals], pattern)?;
        attend_along(run, inputs, tokens, pairs)
    },
};
