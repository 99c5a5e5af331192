//! The last steps of LSH attention: undo the sort and combine the rounds.

use crate::attention::softmax::SoftmaxSteps;
use crate::op::{EXP_SHIFTED, NORMALIZE, Op, Reduction, StepSpec, step};

use super::buckets::UNDO_STABLE_SORT;

const SORT: &str = "Kitaev et al. 2020, section 2, LSH attention";
const ROUNDS: &str = "Kitaev et al. 2020, appendix A, multi-round LSH attention";

/// The sorted place of each token of each round.
pub static UNDO_SORT: StepSpec =
    step("lsh.undo-sort", Op::Rule(&UNDO_STABLE_SORT), &["hs"], "hti", &["head", "round", "position"])
        .written(r"\pi^{-1}", r"\pi^{-1}(t n + i)", SORT)
        .names()
        .begins("combining");

/// The output of each round for each token.
pub static ROUND_OUTPUT: StepSpec =
    step("lsh.round-output", Op::Gather, &["hsk", "hti"], "htik", &["head", "round", "position", "feature"])
        .written(r"O^t", r"O^t_i = (O_\pi)_{\pi^{-1}_{ti}}", ROUNDS);

/// The logarithm of the sum of the exponentials of each token in each round.
pub static ROUND_LOGIT: StepSpec =
    step("lsh.round-logit", Op::Gather, &["hs", "hti"], "hti", &["head", "round", "position"])
        .written(r"\ell^t", r"\ell^t_i = \ell_{\pi^{-1}(tn + i)}", ROUNDS);

/// The largest of each token's rounds.
pub static ROUND_MAX: StepSpec =
    step("lsh.round-max", Op::Reduce(Reduction::Max), &["hti"], "hi", &["head", "position"])
        .written(r"\max \ell", r"\max_t \ell^t_i", ROUNDS);

/// The exponentials of the rounds, from which the maximum was subtracted so that none overflows.
pub static ROUND_EXPONENTIALS: StepSpec =
    step("lsh.round-exponentials", Op::Map(&EXP_SHIFTED), &["hti", "hi"], "hti", &["head", "round", "position"])
        .written(r"E^t", r"e^{\ell^t_i - \max \ell_i}", ROUNDS);

/// The sum of the exponentials of the rounds.
pub static ROUND_SUM: StepSpec =
    step("lsh.round-sum", Op::Reduce(Reduction::Sum), &["hti"], "hi", &["head", "position"])
        .written(r"\textstyle\sum_t E^t", r"\sum_t E^t_i", ROUNDS);

/// The weight of each round for each token.
pub static ROUND_WEIGHTS: StepSpec =
    step("lsh.round-weights", Op::Map(&NORMALIZE), &["hti", "hi"], "hti", &["head", "round", "position"])
        .written(r"\rho", r"\rho^t_i = E^t_i / \textstyle\sum_t E^t_i", ROUNDS)
        .shares();

/// The weighted mean of the rounds, the heads side by side.
pub static OUTPUT: StepSpec =
    step("lsh.output", Op::Contract, &["hti", "htik"], "i(hk)", &["position", "head-feature"])
        .written(r"O", r"O_i = \sum_t \rho^t_i O^t_i", ROUNDS);

/// The softmax over the rounds.
pub static ROUND_SOFTMAX: SoftmaxSteps = SoftmaxSteps {
    row_max: &ROUND_MAX,
    exponentials: &ROUND_EXPONENTIALS,
    row_sum: &ROUND_SUM,
    weights: &ROUND_WEIGHTS,
};
