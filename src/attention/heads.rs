//! Several heads side by side: what multi-head attention and its split-input variant share.
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
use crate::trace::{
    COPY, DIVIDE, EXP_SHIFTED, KEEP_OR_MINUS_INFINITY, NORMALIZE, Notice, Op, Reduction, Run, SQUARE_ROOT, StepSpec,
    Value,
};

use super::head_options::{HEAD_MASK, HeadOptions, KEPT, MODEL_WIDTH, Scale};
use super::mask::{HIDE_THE_FUTURE, Mask, MaskSteps, apply_masks, check_mask, given_mask};
use super::softmax::{SoftmaxSteps, softmax_rows};

const SOURCE: &str = "Vaswani et al. 2017, section 3.2.2";
const MASK_SOURCE: &str = "Vaswani et al. 2017, section 3.2.3";

/// How well each query fits each key, head by head.
pub static SCORES: StepSpec = StepSpec {
    id: "multi-head.scores",
    symbol: "S",
    op: Op::Contract,
    index: "hij",
    axes: &["head", "query", "key"],
    reads: &["hik", "hjk"],
    formula: r"S_h = Q_h K_h^\top",
    source: SOURCE,
};

/// The width of a key within one head.
pub static WIDTH: StepSpec = StepSpec {
    id: "multi-head.width",
    symbol: "d_k",
    op: Op::Size('k'),
    index: "",
    axes: &[],
    reads: &["hjk"],
    formula: r"K_h \in \mathbb{R}^{m \times d_k}",
    source: SOURCE,
};

/// What the scores are divided by.
pub static SCALE: StepSpec = StepSpec {
    id: "multi-head.scale",
    symbol: r"\sqrt{d_k}",
    op: Op::Map(&SQUARE_ROOT),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"\sqrt{d_k}",
    source: SOURCE,
};

/// The scores, scaled so that their variance does not grow with the width of a head.
pub static SCALED: StepSpec = StepSpec {
    id: "multi-head.scaled",
    symbol: r"S/\sqrt{d_k}",
    op: Op::Map(&DIVIDE),
    index: "hij",
    axes: &["head", "query", "key"],
    reads: &["hij", ""],
    formula: r"S_h / \sqrt{d_k}",
    source: SOURCE,
};

/// The scores of every head behind the mask that they share.
pub static MASKED: StepSpec = StepSpec {
    id: "multi-head.masked",
    symbol: r"S^{\text{masked}}",
    op: Op::Map(&KEEP_OR_MINUS_INFINITY),
    index: "hij",
    axes: &["head", "query", "key"],
    reads: &["hij", "ij"],
    formula: r"S_{hij} \leftarrow -\infty \enspace (M_{ij} = 0)",
    source: MASK_SOURCE,
};

/// The scores of every head with the future hidden.
pub static CAUSAL: StepSpec = StepSpec {
    id: "multi-head.causal",
    symbol: r"S^{\text{causal}}",
    op: Op::Rule(&HIDE_THE_FUTURE),
    index: "hij",
    axes: &["head", "query", "key"],
    reads: &["hij"],
    formula: r"S_{hij} \leftarrow -\infty \enspace (j > i)",
    source: MASK_SOURCE,
};

static MASKS: MaskSteps = MaskSteps { masked: &MASKED, causal: &CAUSAL };

/// The largest score of each query in each head.
pub static ROW_MAX: StepSpec = StepSpec {
    id: "multi-head.row-max",
    symbol: "m",
    op: Op::Reduce(Reduction::Max),
    index: "hi",
    axes: &["head", "query"],
    reads: &["hij"],
    formula: r"m_{hi} = \max_j S_{hij}",
    source: SOURCE,
};

/// The exponentials, safe from overflow.
pub static EXPONENTIALS: StepSpec = StepSpec {
    id: "multi-head.exponentials",
    symbol: "E",
    op: Op::Map(&EXP_SHIFTED),
    index: "hij",
    axes: &["head", "query", "key"],
    reads: &["hij", "hi"],
    formula: r"E_{hij} = e^{S_{hij} - m_{hi}}",
    source: SOURCE,
};

/// What each row of each head is divided by.
pub static ROW_SUM: StepSpec = StepSpec {
    id: "multi-head.row-sum",
    symbol: "z",
    op: Op::Reduce(Reduction::Sum),
    index: "hi",
    axes: &["head", "query"],
    reads: &["hij"],
    formula: r"z_{hi} = \sum_j E_{hij}",
    source: SOURCE,
};

/// How much each query attends to each key, head by head.
pub static WEIGHTS: StepSpec = StepSpec {
    id: "multi-head.weights",
    symbol: "A",
    op: Op::Map(&NORMALIZE),
    index: "hij",
    axes: &["head", "query", "key"],
    reads: &["hij", "hi"],
    formula: r"A_{hij} = E_{hij} / z_{hi}",
    source: SOURCE,
};

/// The softmax of every head.
pub static SOFTMAX: SoftmaxSteps =
    SoftmaxSteps { row_max: &ROW_MAX, exponentials: &EXPONENTIALS, row_sum: &ROW_SUM, weights: &WEIGHTS };

/// The weighted mean of the values, head by head.
pub static HEAD_OUTPUT: StepSpec = StepSpec {
    id: "multi-head.head-output",
    symbol: r"\text{head}_h",
    op: Op::Contract,
    index: "hiv",
    axes: &["head", "query", "value-feature"],
    reads: &["hij", "hjv"],
    formula: r"\text{head}_h = A_h V_h",
    source: SOURCE,
};

/// The outputs of all heads side by side.
pub static CONCATENATED: StepSpec = StepSpec {
    id: "multi-head.concatenated",
    symbol: r"\text{Concat}",
    op: Op::Map(&COPY),
    index: "i(hv)",
    axes: &["query", "head-value-feature"],
    reads: &["hiv"],
    formula: r"\text{Concat}(\text{head}_1, \ldots, \text{head}_H)",
    source: SOURCE,
};

/// The steps from queries and keys to scores, scaled in the usual way.
pub static SCALED_SCORES: &[Part] = &[always(&SCORES), always(&WIDTH), always(&SCALE), always(&SCALED)];

/// The steps from scores to the outputs of the heads.
pub static ATTENDED: &[Part] =
    &[always(&ROW_MAX), always(&EXPONENTIALS), always(&ROW_SUM), always(&WEIGHTS), always(&HEAD_OUTPUT)];

/// What all heads together compute.
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

/// Runs scaled dot-product attention in every head and puts the outputs side by side.
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
    let mask = match options.mask {
        Some(Mask::New(mask)) => given_mask(run, Some(mask))?,
        Some(Mask::Known(mask)) => Some(mask),
        None => None,
    };
    let masked = apply_masks(run, &MASKS, scaled, mask, options.causal)?;
    let weights = softmax_rows(run, &SOFTMAX, masked, Notice::fully_masked_rows)?;
    let mut outputs = run.step(&HEAD_OUTPUT, &[weights, value])?;
    if let Some(mask) = options.head_mask {
        let given = run.given(&HEAD_MASK, "headMask", mask)?;
        check_mask("headMask", mask)?;
        outputs = run.step(&KEPT, &[outputs, given])?;
    }
    let concatenated = run.step(&CONCATENATED, &[outputs])?;
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

/// Averages the values in every head and puts the outputs side by side.
///
/// # Errors
/// Those of [`Run::step`].
pub(crate) fn average_in_heads(run: &mut Run, weights: Value, value: Value) -> Result<Heads> {
    let outputs = run.step(&HEAD_OUTPUT, &[weights, value])?;
    let concatenated = run.step(&CONCATENATED, &[outputs])?;
    Ok(Heads { weights, concatenated })
}
