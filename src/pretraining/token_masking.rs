//! Masking tokens for pre-training: some positions are selected, and most of those are hidden.
//!
//! ```text
//! 15 % of the positions are selected; of these
//!   80 %  Att is all you need  ─►  Att is [MASK] you need
//!   10 %                       ─►  Att is apple you need       (any word)
//!   10 %                       ─►  Att is all you need         (unchanged)
//! ```
//!
//! The last two keep the model from predicting only where \[MASK\] stands, which does not occur after pre-training.
//!
//! Source: Devlin et al. 2019, *BERT*, section 3.1, task 1, and appendix A.1.

use crate::algorithm::{Algorithm, always, integer, number_or, output, required};
use crate::loss::check_whole;
use crate::op::{
    Cost, Fill, Function, GREATER, MULTIPLY, Obstacle, Op, REPLACE_WHERE, Reads, Rule, Slope, StepSpec, given, step,
};
use crate::rules::draws::{ORDER, RANK, check_share, draws};
use crate::tensor::Tensor;

const SOURCE: &str = "Devlin et al. 2019, section 3.1, task 1; appendix A.1";
/// The count as in the published program of the same paper.
const COUNTED: &str =
    "Devlin et al. 2019, section 3.1; the rounding as in google-research/bert, create_pretraining_data.py";

/// The words of the text, by number.
pub static TOKENS: StepSpec = given("masking.tokens", "i", &["position"]).written(r"x", r"x", SOURCE).names();

/// The seed of the draws.
pub static SEED: StepSpec = given("masking.seed", "", &[]).written(r"s", r"s", SOURCE);

/// The number of words in the vocabulary.
pub static VOCABULARY: StepSpec = given("masking.vocabulary", "", &[]).written(r"V", r"V", SOURCE);

/// The number that stands for a hidden word.
pub static MASK_TOKEN: StepSpec =
    given("masking.mask-token", "", &[]).written(r"\text{[MASK]}", r"\text{[MASK]}", SOURCE).names();

/// The share of the positions that is selected.
pub static RATE: StepSpec = given("masking.rate", "", &[]).written(r"r", r"r", SOURCE);

/// The share of the selected that is hidden.
pub static MASK_RATE: StepSpec = given("masking.mask-rate", "", &[]).written(r"p_m", r"p_m", SOURCE);

/// The share of the selected that is replaced by any word.
pub static RANDOM_RATE: StepSpec = given("masking.random-rate", "", &[]).written(r"p_r", r"p_r", SOURCE);

/// One draw for each position: those with the smallest are selected.
pub static ORDER_DRAWS: StepSpec = step("masking.order-draws", Op::Rule(&FIRST_DRAWS), &[""], "i", &["position"])
    .written(r"u", r"u_i \sim U[0, 1)", SOURCE)
    .begins("selection");

/// The positions, from the smallest draw to the largest.
pub static ORDER_OF_DRAWS: StepSpec = step("masking.order", Op::Rule(&ORDER), &["i"], "r", &["rank"])
    .written(r"\pi", r"u_{\pi_0} \le u_{\pi_1} \le \ldots", SOURCE)
    .names();

/// The number of positions with a smaller draw.
pub static RANKS: StepSpec =
    step("masking.ranks", Op::Rule(&RANK), &["r"], "i", &["position"]).written(r"\pi^{-1}", r"\pi^{-1}_i", SOURCE);

/// The number of positions.
pub static LENGTH: StepSpec =
    step("masking.length", Op::Size('i'), &["i"], "", &[]).written(r"n", r"x \in \mathbb{N}^n", SOURCE);

/// The rate times that number.
pub static SHARE: StepSpec =
    step("masking.share", Op::Map(&MULTIPLY), &["", ""], "", &[]).written(r"r n", r"r n", SOURCE);

/// The number of selected positions.
pub static COUNT: StepSpec = step("masking.count", Op::Map(&AT_LEAST_ONE), &[""], "", &[]).written(
    r"k",
    r"k = \max(1, \operatorname{round}(r n)) \enspace (r n > 0)",
    COUNTED,
);

/// 1 where a position is selected.
pub static SELECTED: StepSpec = step("masking.selected", Op::Map(&GREATER), &["", "i"], "i", &["position"])
    .written(r"\sigma", r"\sigma_i = [\pi^{-1}_i < k]", SOURCE);

/// The selected positions, from the first to the last.
pub static POSITIONS: StepSpec = step("masking.positions", Op::Rule(&PLACES_OF_ONES), &["i"], "m", &["guess"])
    .written(r"\mathcal{M}", r"\mathcal{M} = \{i : \sigma_i = 1\}", SOURCE)
    .names();

/// One more draw for each position: whether its word is hidden, replaced or kept.
pub static TREATMENT_DRAWS: StepSpec =
    step("masking.treatment-draws", Op::Rule(&SECOND_DRAWS), &[""], "i", &["position"])
        .written(r"v", r"v_i \sim U[0, 1)", SOURCE)
        .begins("treatment");

/// 0 where the word is hidden, 1 where it is replaced, 2 where it stays.
pub static TREATMENT: StepSpec =
    step("masking.treatment", Op::Map(&CHOOSE_TREATMENT), &["i", "", ""], "i", &["position"])
        .written(
            r"\tau",
            r"\tau_i = \begin{cases} 0 & v_i < p_m \\ 1 & v_i < p_m + p_r \\ 2 & v_i \ge p_m + p_r \end{cases}",
            SOURCE,
        )
        .names();

/// One more draw for each position: the word that replaces it.
pub static WORD_DRAWS: StepSpec = step("masking.word-draws", Op::Rule(&THIRD_DRAWS), &[""], "i", &["position"])
    .written(r"z", r"z_i \sim U[0, 1)", SOURCE);

/// The random word of each position.
pub static RANDOM_WORDS: StepSpec =
    step("masking.random-words", Op::Map(&ROUND_DOWN_OF_PRODUCT), &["i", ""], "i", &["position"])
        .written(r"w", r"w_i = \lfloor z_i V \rfloor", SOURCE)
        .names();

/// The words, if every position were selected and none hidden.
pub static WITH_RANDOM: StepSpec =
    step("masking.with-random", Op::Map(&REPLACE_IF_1), &["i", "i", "i"], "i", &["position"])
        .written(r"x'", r"x'_i = w_i \enspace (\tau_i = 1)", SOURCE)
        .names();

/// The words, if every position were selected.
pub static TREATED: StepSpec = step("masking.treated", Op::Map(&REPLACE_IF_0), &["i", "i", ""], "i", &["position"])
    .written(r"x''", r"x''_i = \text{[MASK]} \enspace (\tau_i = 0)", SOURCE)
    .names();

/// The input of the model.
pub static CORRUPTED: StepSpec =
    step("masking.corrupted", Op::Map(&REPLACE_WHERE), &["i", "i", "i"], "i", &["position"])
        .written(r"\tilde{x}", r"\tilde{x}_i = x''_i \enspace (\sigma_i = 1)", SOURCE)
        .names();

static FIRST_DRAWS: Rule = draws::<0>();
static SECOND_DRAWS: Rule = draws::<1>();
static THIRD_DRAWS: Rule = draws::<2>();

/// The places of the ones in a list of ones and zeros.
static PLACES_OF_ONES: Rule = Rule {
    name: "places-of-ones",
    template: "places({*})",
    fill: Fill::AtOnce(|operands, _| operands.first().map_or(Vec::new(), |list| places_of_ones(list.data()))),
    reads: Reads::All,
    value: |values, _, index| {
        index.first().and_then(|number| places_of_ones(values).get(*number).copied()).unwrap_or(f64::NAN)
    },
    ..Rule::constant(Obstacle::Names)
};

fn places_of_ones(list: &[f64]) -> Vec<f64> {
    list.iter().enumerate().filter(|(_, is_one)| **is_one == 1.0).map(|(place, _)| place as f64).collect()
}

/// The nearest whole number (halves go up), but at least 1 unless it is 0.
static AT_LEAST_ONE: Function = Function::unary(
    "at-least-one",
    "max(1, round({0})), 0 of 0",
    Cost { additions: 1, functions: 1, comparisons: 2, ..Cost::NONE },
    |share| if share > 0.0 { libm::floor(share + 0.5).max(1.0) } else { 0.0 },
)
.slopes(&[Slope::Zero(Obstacle::Rounding)]);

static CHOOSE_TREATMENT: Function = Function::ternary(
    "choose-treatment",
    "{0} < {1} → 0, {0} < {1} + {2} → 1, else 2",
    Cost { additions: 1, comparisons: 2, ..Cost::NONE },
    |draw, mask_rate, random_rate| {
        if draw < mask_rate {
            0.0
        } else if draw < mask_rate + random_rate {
            1.0
        } else {
            2.0
        }
    },
)
.slopes(&[Slope::Zero(Obstacle::Comparison), Slope::Zero(Obstacle::Comparison), Slope::Zero(Obstacle::Comparison)]);

/// ⌊a · b⌋
static ROUND_DOWN_OF_PRODUCT: Function = Function::binary(
    "floor-of-product",
    "⌊{0} · {1}⌋",
    Cost { multiplications: 1, functions: 1, ..Cost::NONE },
    |draw, count| libm::floor(draw * count),
)
.slopes(&[Slope::Zero(Obstacle::Rounding), Slope::Zero(Obstacle::Rounding)]);

/// c where b is 1, a elsewhere.
static REPLACE_IF_1: Function =
    Function::ternary("replace-if-1", "{2} if {1} = 1, else {0}", Cost::COMPARISON, |usual, condition, other| {
        if condition == 1.0 { other } else { usual }
    })
    .slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// c where b is 0, a elsewhere.
static REPLACE_IF_0: Function =
    Function::ternary("replace-if-0", "{2} if {1} = 0, else {0}", Cost::COMPARISON, |usual, condition, other| {
        if condition == 0.0 { other } else { usual }
    })
    .slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// Selects max(1, round(rate · n)) positions by seeded draws; hides, replaces or keeps each of them, by further draws.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | tokens | \[n\]: whole numbers below `vocabulary` |
/// | corrupted | \[n\] |
/// | selected | \[k\]: positions in ascending order, as the masked language model loss takes them |
///
/// A random word may be the word itself or the mask. A rate of 0 selects nothing; any other selects at least one position.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for a token or mask outside the vocabulary, and for rates outside 0 to 1, `maskRate` and `randomRate` together
/// included.
///
/// # Complexity
/// n log n comparisons and 3 n draws.
///
/// # Example
/// With every position selected and every selected one hidden, only masks are left:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("tokens", Tensor::vector(vec![5.0, 3.0, 8.0])?)
///     .with("vocabulary", 10.0)
///     .with("maskToken", 9.0)
///     .with("seed", 1.0)
///     .with("rate", 1.0)
///     .with("maskRate", 1.0)
///     .with("randomRate", 0.0);
/// let trace = catalog::trace("token-masking", &inputs)?;
/// assert_eq!(trace.outputs["corrupted"].data(), [9.0, 9.0, 9.0]);
/// assert_eq!(trace.outputs["selected"].data(), [0.0, 1.0, 2.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "token-masking",
    title: "Token masking",
    source: "Devlin et al. 2019, section 3.1, task 1",
    inputs: &[
        required("tokens", &TOKENS),
        integer("seed", 0),
        integer("vocabulary", 1),
        integer("maskToken", 0),
        // Of all positions, as in the paper.
        number_or("rate", 0.15),
        // Of the selected positions, as in the paper.
        number_or("maskRate", 0.8),
        // Of the selected positions, as in the paper.
        number_or("randomRate", 0.1),
    ],
    parts: &[always(&[
        &TOKENS, &SEED, &VOCABULARY, &MASK_TOKEN, &RATE, &MASK_RATE, &RANDOM_RATE, &ORDER_DRAWS, &ORDER_OF_DRAWS,
        &RANKS, &LENGTH, &SHARE, &COUNT, &SELECTED, &POSITIONS, &TREATMENT_DRAWS, &TREATMENT, &WORD_DRAWS,
        &RANDOM_WORDS, &WITH_RANDOM, &TREATED, &CORRUPTED,
    ])],
    outputs: &[output("corrupted", &[&CORRUPTED]), output("selected", &[&POSITIONS])],
    run: |inputs, run| {
        let words = inputs.tensor("tokens")?;
        let (seed, words_known) = (inputs.integer("seed")?, inputs.integer("vocabulary")?);
        let mask = inputs.integer("maskToken")? as f64;
        let rate = inputs.number("rate")?;
        let mask_rate = inputs.number("maskRate")?;
        let random_rate = inputs.number("randomRate")?;
        let tokens = run.given(&TOKENS, "tokens", words)?;
        check_whole("tokens", words, words_known)?;
        check_whole("maskToken", &Tensor::scalar(mask), words_known)?;
        check_share("rate", rate)?;
        check_share("maskRate", mask_rate)?;
        check_share("randomRate", random_rate)?;
        check_share("maskRate + randomRate", mask_rate + random_rate)?;
        let seed = run.given_number(&SEED, "seed", seed as f64)?;
        let vocabulary = run.given_number(&VOCABULARY, "vocabulary", words_known as f64)?;
        let mask = run.given_number(&MASK_TOKEN, "maskToken", mask)?;
        let rate = run.given_number(&RATE, "rate", rate)?;
        let mask_rate = run.given_number(&MASK_RATE, "maskRate", mask_rate)?;
        let random_rate = run.given_number(&RANDOM_RATE, "randomRate", random_rate)?;

        run.bind('r', run.size('i')?, "`tokens`")?;
        let draws = run.step(&ORDER_DRAWS, &[seed])?;
        let order = run.step(&ORDER_OF_DRAWS, &[draws])?;
        let ranks = run.step(&RANKS, &[order])?;
        let length = run.step(&LENGTH, &[tokens])?;
        let share = run.step(&SHARE, &[rate, length])?;
        let count = run.step(&COUNT, &[share])?;
        let selected = run.step(&SELECTED, &[count, ranks])?;
        let chosen = run.tensor(count)?.data().first().copied().unwrap_or_default();
        run.bind('m', chosen as usize, "`rate`")?;
        let positions = run.step(&POSITIONS, &[selected])?;

        let draws = run.step(&TREATMENT_DRAWS, &[seed])?;
        let treatment = run.step(&TREATMENT, &[draws, mask_rate, random_rate])?;
        let draws = run.step(&WORD_DRAWS, &[seed])?;
        let random_words = run.step(&RANDOM_WORDS, &[draws, vocabulary])?;
        let with_random = run.step(&WITH_RANDOM, &[tokens, treatment, random_words])?;
        let treated = run.step(&TREATED, &[with_random, treatment, mask])?;
        let corrupted = run.step(&CORRUPTED, &[tokens, selected, treated])?;
        Ok(vec![("corrupted", corrupted), ("selected", positions)])
    },
};
