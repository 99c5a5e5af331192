//! The last steps of LSH attention: undo the sort and put the rounds together.

use crate::attention::softmax::SoftmaxSteps;
use crate::trace::{EXP_SHIFTED, NORMALIZE, Op, Reduction, StepSpec};

use super::hashing::UNDO_STABLE_SORT;

const SORT: &str = "Kitaev et al. 2020, section 2, LSH attention";
const ROUNDS: &str = "Kitaev et al. 2020, appendix A, multi-round LSH attention";

/// At which sorted place each token of each round stands.
pub static UNDO_SORT: StepSpec = StepSpec {
    id: "lsh.undo-sort",
    symbol: r"\pi^{-1}",
    op: Op::Rule(&UNDO_STABLE_SORT),
    index: "hti",
    axes: &["head", "round", "position"],
    reads: &["hs"],
    formula: r"\pi^{-1}(t n + i)",
    source: SORT,
};

/// What each token takes away from each round.
pub static ROUND_OUTPUT: StepSpec = StepSpec {
    id: "lsh.round-output",
    symbol: r"O^t",
    op: Op::Gather,
    index: "htik",
    axes: &["head", "round", "position", "feature"],
    reads: &["hsk", "hti"],
    formula: r"O^t_i",
    source: ROUNDS,
};

/// How much each token had to attend to in each round.
pub static ROUND_LOGIT: StepSpec = StepSpec {
    id: "lsh.round-logit",
    symbol: r"\ell^t",
    op: Op::Gather,
    index: "hti",
    axes: &["head", "round", "position"],
    reads: &["hs", "hti"],
    formula: r"\ell^t_i",
    source: ROUNDS,
};

/// The largest of a token's rounds.
pub static ROUND_MAX: StepSpec = StepSpec {
    id: "lsh.round-max",
    symbol: r"\max \ell",
    op: Op::Reduce(Reduction::Max),
    index: "hi",
    axes: &["head", "position"],
    reads: &["hti"],
    formula: r"\max_t \ell^t_i",
    source: ROUNDS,
};

/// The rounds' exponentials, safe from overflow.
pub static ROUND_EXPONENTIALS: StepSpec = StepSpec {
    id: "lsh.round-exponentials",
    symbol: r"E^t",
    op: Op::Map(&EXP_SHIFTED),
    index: "hti",
    axes: &["head", "round", "position"],
    reads: &["hti", "hi"],
    formula: r"e^{\ell^t_i - \max \ell_i}",
    source: ROUNDS,
};

/// What the rounds' exponentials are divided by.
pub static ROUND_SUM: StepSpec = StepSpec {
    id: "lsh.round-sum",
    symbol: r"\textstyle\sum_t E^t",
    op: Op::Reduce(Reduction::Sum),
    index: "hi",
    axes: &["head", "position"],
    reads: &["hti"],
    formula: r"\sum_t E^t_i",
    source: ROUNDS,
};

/// How much each round counts for each token.
pub static ROUND_WEIGHTS: StepSpec = StepSpec {
    id: "lsh.round-weights",
    symbol: r"\rho",
    op: Op::Map(&NORMALIZE),
    index: "hti",
    axes: &["head", "round", "position"],
    reads: &["hti", "hi"],
    formula: r"\rho^t_i = E^t_i / \textstyle\sum_t E^t_i",
    source: ROUNDS,
};

/// The weighted mean of the rounds, the heads side by side.
pub static OUTPUT: StepSpec = StepSpec {
    id: "lsh.output",
    symbol: r"O",
    op: Op::Contract,
    index: "i(hk)",
    axes: &["position", "head-feature"],
    reads: &["hti", "htik"],
    formula: r"O_i = \sum_t \rho^t_i O^t_i",
    source: ROUNDS,
};

/// The softmax over the rounds.
pub static ROUND_SOFTMAX: SoftmaxSteps = SoftmaxSteps {
    row_max: &ROUND_MAX,
    exponentials: &ROUND_EXPONENTIALS,
    row_sum: &ROUND_SUM,
    weights: &ROUND_WEIGHTS,
};
