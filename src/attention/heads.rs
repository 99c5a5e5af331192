//! Several heads side by side: the steps that multi-head attention and its split-input variant share.
//!
//! ```text
//! head h   Q_h [n, k] ─┐
//!                      ├─► Q_h K_hᵀ ─► / √k ─► mask ─► softmax over keys ─► A_h [n, m] ─► A_h V_h [n, v] ─┐
//!          K_h [m, k] ─┘                                                                                  ├─► [n, H·v]
//! the other heads                                                                              likewise ──┘
//! ```
//!
//! Letters: h counts heads, i queries, j keys, k the features of one head, v the value features of one head. One mask serves all heads.
//!
//! Source: Vaswani et al. 2017, section 3.2.2.

use crate::algorithm::{Part, always};
use crate::error::{Error, Result};
use crate::op::{
    COPY, DIVIDE, EXP_SHIFTED, KEEP_OR_MINUS_INFINITY, NORMALIZE, Op, Reduction, SQUARE_ROOT, StepSpec, step,
};
use crate::trace::{Notice, Run, Value};

use super::head_options::{HEAD_MASK, HeadOptions, KEPT, MODEL_WIDTH, Scale};
use super::mask::{MaskSteps, apply_masks, check_mask, given_mask};
use super::softmax::{SoftmaxSteps, softmax_rows};

const SOURCE: &str = "Vaswani et al. 2017, section 3.2.2";
const MASK_SOURCE: &str = "Vaswani et al. 2017, section 3.2.3";

/// The score of each query with each key, in each head.
pub static SCORES: StepSpec =
    step("multi-head.scores", Op::Contract, &["hik", "hjk"], "hij", &["head", "query", "key"])
        .written("S", r"S_h = Q_h K_h^\top", SOURCE)
        .begins("scores");

/// The width of a key within one head.
pub static WIDTH: StepSpec = step("multi-head.width", Op::Size('k'), &["hjk"], "", &[])
    .written("d_k", r"K_h \in \mathbb{R}^{m \times d_k}", SOURCE);

/// The divisor of the scores.
pub static SCALE: StepSpec =
    step("multi-head.scale", Op::Map(&SQUARE_ROOT), &[""], "", &[]).written(r"\sqrt{d_k}", r"\sqrt{d_k}", SOURCE);

/// The scores, scaled so that their variance does not grow with the width of a head.
pub static SCALED: StepSpec =
    step("multi-head.scaled", Op::Map(&DIVIDE), &["hij", ""], "hij", &["head", "query", "key"])
        .written(r"S/\sqrt{d_k}", r"S_h / \sqrt{d_k}", SOURCE);

/// The scores of each head, masked by the mask that all heads share.
pub static MASKED: StepSpec =
    step("multi-head.masked", Op::Map(&KEEP_OR_MINUS_INFINITY), &["hij", "ij"], "hij", &["head", "query", "key"])
        .written(r"S^{\text{masked}}", r"#1S_{hij} \leftarrow -\infty \enspace (#2M_{ij} = 0)", MASK_SOURCE);

/// The scores of each head, with later keys hidden.
pub static CAUSAL: StepSpec =
    step("multi-head.causal", Op::Map(&KEEP_OR_MINUS_INFINITY), &["hij", "ij"], "hij", &["head", "query", "key"])
        .written(r"S^{\text{causal}}", r"#1S_{hij} \leftarrow -\infty \enspace (#2{M^{\le}}_{ij} = 0)", MASK_SOURCE);

/// The masking steps of all heads.
pub(crate) static MASKS: MaskSteps = MaskSteps { masked: &MASKED, causal: &CAUSAL };

/// The largest score of each query in each head.
pub static ROW_MAX: StepSpec =
    step("multi-head.row-max", Op::Reduce(Reduction::Max), &["hij"], "hi", &["head", "query"])
        .written("m", r"m_{hi} = \max_j #1S_{hij}", SOURCE)
        .begins("softmax");

/// The exponentials of the scores, from which the maximum was subtracted so that none overflows.
pub static EXPONENTIALS: StepSpec =
    step("multi-head.exponentials", Op::Map(&EXP_SHIFTED), &["hij", "hi"], "hij", &["head", "query", "key"])
        .written("E", r"E_{hij} = e^{#1S_{hij} - m_{hi}}", SOURCE);

/// The sum of each row of exponentials, in each head.
pub static ROW_SUM: StepSpec =
    step("multi-head.row-sum", Op::Reduce(Reduction::Sum), &["hij"], "hi", &["head", "query"])
        .written("z", r"z_{hi} = \sum_j E_{hij}", SOURCE);

/// The weight of each key for each query, in each head.
pub static WEIGHTS: StepSpec =
    step("multi-head.weights", Op::Map(&NORMALIZE), &["hij", "hi"], "hij", &["head", "query", "key"])
        .written("A", r"A_{hij} = E_{hij} / z_{hi}", SOURCE)
        .shares();

/// The steps of the softmax in each head.
pub static SOFTMAX: SoftmaxSteps =
    SoftmaxSteps { row_max: &ROW_MAX, exponentials: &EXPONENTIALS, row_sum: &ROW_SUM, weights: &WEIGHTS };

/// The weighted mean of the values, in each head.
pub static HEAD_OUTPUT: StepSpec =
    step("multi-head.head-output", Op::Contract, &["hij", "hjv"], "hiv", &["head", "query", "value-feature"])
        .written(r"\text{head}_h", r"\text{head}_h = A_h V_h", SOURCE)
        .begins("output");

/// The outputs of all heads side by side.
pub static CONCATENATED: StepSpec =
    step("multi-head.concatenated", Op::Map(&COPY), &["hiv"], "i(hv)", &["query", "head-value-feature"]).written(
        r"\text{Concat}",
        r"\text{Concat}(\text{head}_1, \ldots, \text{head}_H)",
        SOURCE,
    );

/// [`CONCATENATED`] after the mask of heads.
static CONCATENATED_KEPT: StepSpec =
    StepSpec { formula: r"\text{Concat}(\xi_1 \text{head}_1, \ldots, \xi_H \text{head}_H)", ..CONCATENATED };

/// The steps from queries and keys to scores, scaled in the usual way.
pub static SCALED_SCORES: &[Part] = &[always(&[&SCORES, &WIDTH, &SCALE, &SCALED])];

/// The steps from scores to the outputs of the heads.
pub static ATTENDED: &[Part] = &[always(&[&ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &HEAD_OUTPUT])];

/// The results of all heads.
#[derive(Clone, Debug)]
pub struct Heads {
    /// [heads, n, m]: rows sum to 1.
    pub weights: Value,
    /// [n, heads · v]: the outputs of the heads side by side.
    pub concatenated: Value,
}

/// Sets the number of heads.
///
/// # Errors
/// [`Error::OutOfRange`] when there is none.
pub(crate) fn bind_heads(run: &mut Run, heads: usize) -> Result<()> {
    if heads == 0 {
        return Err(Error::OutOfRange {
            input: "heads".into(),
            index: Vec::new(),
            value: 0.0,
            expected: "a whole number of at least 1".into(),
        }
        .into());
    }
    run.bind('h', heads, "`heads`")
}

/// Computes scaled dot-product attention in each head and concatenates the outputs.
///
/// # Errors
/// Those of the masks, and [`Error::FullyMaskedRow`] if the run's policy is an error.
pub(super) fn attend_in_heads(
    run: &mut Run,
    (query, key, value): (Value, Value, Value),
    options: &HeadOptions,
) -> Result<Heads> {
    let scores = run.step(&SCORES, &[query, key])?;
    let scaled = match options.scale {
        Scale::Head => scaled_by(run, scores, &WIDTH, key)?,
        Scale::Model(tokens) => scaled_by(run, scores, &MODEL_WIDTH, tokens)?,
        Scale::None => scores,
    };
    let mask = given_mask(run, options.mask)?;
    let masked = apply_masks(run, &MASKS, scaled, mask, options.causal)?;
    let weights = softmax_rows(run, &SOFTMAX, masked, Notice::fully_masked_rows)?;
    let outputs = run.step(&HEAD_OUTPUT, &[weights, value])?;
    let concatenated = if let Some(mask) = options.head_mask {
        let given = run.given(&HEAD_MASK, "headMask", mask)?;
        check_mask("headMask", mask)?;
        let kept = run.step(&KEPT, &[outputs, given])?;
        run.step(&CONCATENATED_KEPT, &[kept])?
    } else {
        run.step(&CONCATENATED, &[outputs])?
    };
    Ok(Heads { weights, concatenated })
}

/// Divides scores by the square root of a width.
fn scaled_by(run: &mut Run, scores: Value, width: &'static StepSpec, of: Value) -> Result<Value> {
    let width = run.step(width, &[of])?;
    let scale = run.step(&SCALE, &[width])?;
    run.step(&SCALED, &[scores, scale])
}

/// Computes Q Kᵀ/√k in every head.
///
/// # Errors
/// Those of [`Run::step`].
pub(crate) fn scaled_scores_in_heads(run: &mut Run, query: Value, key: Value) -> Result<Value> {
    let scores = run.step(&SCORES, &[query, key])?;
    scaled_by(run, scores, &WIDTH, key)
}

/// Averages the values in each head and concatenates the outputs.
///
/// # Errors
/// Those of [`Run::step`].
pub(crate) fn average_in_heads(run: &mut Run, weights: Value, value: Value) -> Result<Heads> {
    let outputs = run.step(&HEAD_OUTPUT, &[weights, value])?;
    let concatenated = run.step(&CONCATENATED, &[outputs])?;
    Ok(Heads { weights, concatenated })
}
