//! The first steps of LSH attention: project, hash, sort, and normalize the keys.

use crate::op::{ADD, DIVIDE, Op, REMAINDER, SQUARE_ROOT, StepSpec, given, step};

use super::buckets::{ARGMAX_MIRRORED, STABLE_SORT};
use super::rotation::GRAM_SCHMIDT;

const SHARED: &str = "Kitaev et al. 2020, section 2, shared-QK Transformer";
const HASH: &str = "Kitaev et al. 2020, section 2, locality sensitive hashing";
const SCORES: &str =
    "Kitaev et al. 2020, section 2, causal masking for shared-QK attention; the number as in Hugging Face transformers";
const SORT: &str = "Kitaev et al. 2020, section 2, LSH attention";
const NORM: &str = "Kitaev et al. 2020, section 2; the root of the mean square as in Hugging Face transformers";

/// The features of each token.
pub static TOKENS: StepSpec =
    given("lsh.tokens", "id", &["position", "feature"]).written(r"X", r"X \in \mathbb{R}^{n \times d}", SHARED);

/// The learned matrix of queries and keys, the heads side by side.
pub static PROJECTION_QUERY_KEY: StepSpec = given("lsh.projection-query-key", "d(hk)", &["feature", "head-feature"])
    .written(r"W^{QK}", r"W^{QK} \in \mathbb{R}^{d \times H k}", SHARED);

/// The learned matrix of the values, the heads side by side.
pub static PROJECTION_VALUE: StepSpec = given("lsh.projection-value", "d(hk)", &["feature", "head-feature"])
    .written(r"W^V", r"W^V \in \mathbb{R}^{d \times H k}", SHARED);

/// The random directions of each head and round, half as many as there are buckets.
pub static ROTATIONS: StepSpec = given("lsh.rotations", "hkru", &["head", "feature", "round", "direction"])
    .written(r"R", r"R^{h,r} \in \mathbb{R}^{k \times b/2}", HASH);

/// ε, by which the norm of a zero vector is not 0.
pub static EPSILON: StepSpec = given("lsh.epsilon", "", &[]).written(r"\varepsilon", r"\varepsilon", NORM);

/// The score of each token for itself.
pub static SELF_SCORE: StepSpec =
    given("lsh.self-score", "", &[]).written(r"\sigma_{\text{self}}", r"\sigma_{\text{self}}", SCORES);

/// The score of each token for those after it.
pub static FUTURE_SCORE: StepSpec =
    given("lsh.future-score", "", &[]).written(r"\sigma_{\text{future}}", r"\sigma_{\text{future}}", SCORES);

/// The shared query and key of each token, in each head.
pub static QUERY_KEY: StepSpec =
    step("lsh.query-key", Op::Contract, &["id", "d(hk)"], "hik", &["head", "position", "feature"])
        .written(r"Q", r"Q^h = X W^{QK}_h", SHARED)
        .begins("projections");

/// The value of each token, in each head.
pub static VALUE: StepSpec = step("lsh.value", Op::Contract, &["id", "d(hk)"], "hik", &["head", "position", "feature"])
    .written(r"V", r"V^h = X W^V_h", SHARED);

/// The directions of each round, orthonormal: true rotations.
pub static ORTHOGONAL: StepSpec =
    step("lsh.orthogonal", Op::Rule(&GRAM_SCHMIDT), &["hkru"], "hkru", &["head", "feature", "round", "direction"])
        .written(
            r"\tilde{R}",
            r"R^{h,r} = \tilde{R}^{h,r} U, \; \tilde{R}^\top \tilde{R} = I",
            "Andoni et al. 2015, section 3",
        );

/// The product of each token with each direction.
pub static ROTATED: StepSpec =
    step("lsh.rotated", Op::Contract, &["hik", "hkru"], "hriu", &["head", "round", "position", "direction"])
        .written(r"QR", r"Q^h #2R^{h,r}", HASH)
        .begins("hashing");

/// The bucket of each token: the direction, or opposite direction, with the largest product.
pub static BUCKETS: StepSpec =
    step("lsh.buckets", Op::Rule(&ARGMAX_MIRRORED), &["hriu"], "hri", &["head", "round", "position"])
        .written(r"b", r"b(q) = \operatorname{arg\,max}\,[qR ; -qR]", HASH)
        .names();

/// All rounds in one list, each sorted by bucket and then by position: entry round · n + position stands at each sorted place.
pub static SORT_ORDER: StepSpec =
    step("lsh.sort-order", Op::Rule(&STABLE_SORT), &["hri"], "hs", &["head", "sorted-place"])
        .written(r"\pi", r"\pi = \operatorname{arg\,sort}\,(r, b, i)", SORT)
        .names();

/// The number of tokens.
pub static LENGTH: StepSpec =
    step("lsh.length", Op::Size('i'), &["id"], "", &[]).written(r"n", r"X \in \mathbb{R}^{n \times d}", SORT);

/// The token at each sorted place.
pub static POSITION: StepSpec = step("lsh.position", Op::Map(&REMAINDER), &["hs", ""], "hs", &["head", "sorted-place"])
    .written(r"p", r"p_s = \pi_s \bmod n", SORT)
    .names();

/// The squared length of each query.
pub static SQUARE_SUM: StepSpec = step("lsh.square-sum", Op::Contract, &["hik", "hik"], "hi", &["head", "position"])
    .written(r"\|q\|^2", r"\|q_i\|^2 = \sum_k q_{ik}^2", NORM)
    .begins("keys");

/// The width of a head.
pub static HEAD_SIZE: StepSpec =
    step("lsh.head-size", Op::Size('k'), &["hik"], "", &[]).written(r"k", r"Q^h \in \mathbb{R}^{n \times k}", NORM);

/// The mean square of each query's numbers.
pub static MEAN_SQUARE: StepSpec = step("lsh.mean-square", Op::Map(&DIVIDE), &["hi", ""], "hi", &["head", "position"])
    .written(r"\|q\|^2/k", r"\|q_i\|^2 / k", NORM);

/// The mean square plus ε.
pub static STABILIZED: StepSpec = step("lsh.stabilized", Op::Map(&ADD), &["hi", ""], "hi", &["head", "position"])
    .written(r"\|q\|^2/k + \varepsilon", r"\|q_i\|^2 / k + \varepsilon", NORM);

/// The divisor of each key, which gives all keys the same length.
pub static NORM_STEP: StepSpec = step("lsh.norm", Op::Map(&SQUARE_ROOT), &["hi"], "hi", &["head", "position"]).written(
    r"\nu",
    r"\nu_i = \sqrt{\|q_i\|^2 / k + \varepsilon}",
    NORM,
);

/// The keys, all of length √k.
pub static UNIT_KEY: StepSpec =
    step("lsh.unit-key", Op::Map(&DIVIDE), &["hik", "hi"], "hik", &["head", "position", "feature"])
        .written(r"Q/\nu", r"q_i / \nu_i", NORM);

/// The divisor of the keys, in place of one of the scores.
pub static KEY_SCALE: StepSpec =
    step("lsh.key-scale", Op::Map(&SQUARE_ROOT), &[""], "", &[]).written(r"\sqrt{k}", r"\sqrt{k}", NORM);

/// The key of each token: its query, normalized to length 1.
pub static KEY: StepSpec = step("lsh.key", Op::Map(&DIVIDE), &["hik", ""], "hik", &["head", "position", "feature"])
    .written(r"K", r"k_i = (q_i / \nu_i) / \sqrt{k}", NORM);
