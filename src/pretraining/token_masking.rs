//! Masking tokens for pre-training: some positions are selected, and most of those are hidden.
//!
//! ```text
//! 15 % of the positions are selected; of these
//!   80 %  Att is all you need  ─►  Att is [MASK] you need
//!   10 %                       ─►  Att is apple you need       (any word)
//!   10 %                       ─►  Att is all you need         (unchanged)
//! ```
//!
//! The last two keep the model from learning that words matter only where \[MASK\] stands, which it will never see after pre-training.
//!
//! Source: Devlin et al. 2019, *BERT*, section 3.1, task 1, and appendix A.1.

use crate::algorithm::{Algorithm, Output, always, integer, number_or, required};
use crate::rules::draws::{ORDER, RANK, check_share, draws};
use crate::tensor::Tensor;
use crate::trace::{Cost, Function, GREATER, MULTIPLY, Op, REPLACE_WHERE, Rule, SourceCell, StepSpec, each_once};

use super::cross_entropy::check_whole;

const SOURCE: &str = "Devlin et al. 2019, section 3.1, task 1; appendix A.1";
/// The count as in the published program of the same paper.
const COUNTED: &str =
    "Devlin et al. 2019, section 3.1; the rounding as in google-research/bert, create_pretraining_data.py";

/// The words of the text, by number.
pub static TOKENS: StepSpec = StepSpec::given("masking.tokens", r"x", "i", &["position"], r"x", SOURCE);

/// What the draws follow from.
pub static SEED: StepSpec = StepSpec::given("masking.seed", r"s", "", &[], r"s", SOURCE);

/// How many words there are.
pub static VOCABULARY: StepSpec = StepSpec::given("masking.vocabulary", r"V", "", &[], r"V", SOURCE);

/// The number that stands for a hidden word.
pub static MASK_TOKEN: StepSpec =
    StepSpec::given("masking.mask-token", r"\text{[MASK]}", "", &[], r"\text{[MASK]}", SOURCE);

/// The share of the positions that is selected.
pub static RATE: StepSpec = StepSpec::given("masking.rate", r"r", "", &[], r"r", SOURCE);

/// The share of the selected that is hidden.
pub static MASK_RATE: StepSpec = StepSpec::given("masking.mask-rate", r"p_m", "", &[], r"p_m", SOURCE);

/// The share of the selected that is replaced by any word.
pub static RANDOM_RATE: StepSpec = StepSpec::given("masking.random-rate", r"p_r", "", &[], r"p_r", SOURCE);

/// One draw a position: those with the smallest are selected.
pub static ORDER_DRAWS: StepSpec = StepSpec {
    id: "masking.order-draws",
    symbol: r"u",
    op: Op::Rule(&FIRST_DRAWS),
    index: "i",
    axes: &["position"],
    reads: &[""],
    formula: r"u_i \sim U[0, 1)",
    source: SOURCE,
};

/// The positions, from the smallest draw to the largest.
pub static ORDER_OF_DRAWS: StepSpec = StepSpec {
    id: "masking.order",
    symbol: r"\pi",
    op: Op::Rule(&ORDER),
    index: "r",
    axes: &["rank"],
    reads: &["i"],
    formula: r"u_{\pi_0} \le u_{\pi_1} \le \ldots",
    source: SOURCE,
};

/// How many positions have a smaller draw.
pub static RANKS: StepSpec = StepSpec {
    id: "masking.ranks",
    symbol: r"\pi^{-1}",
    op: Op::Rule(&RANK),
    index: "i",
    axes: &["position"],
    reads: &["r"],
    formula: r"\pi^{-1}_i",
    source: SOURCE,
};

/// How many positions there are.
pub static LENGTH: StepSpec = StepSpec {
    id: "masking.length",
    symbol: r"n",
    op: Op::Size('i'),
    index: "",
    axes: &[],
    reads: &["i"],
    formula: r"n",
    source: SOURCE,
};

/// How many of them the rate selects.
pub static SHARE: StepSpec = StepSpec {
    id: "masking.share",
    symbol: r"r n",
    op: Op::Map(&MULTIPLY),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"r n",
    source: SOURCE,
};

/// How many positions are selected.
pub static COUNT: StepSpec = StepSpec {
    id: "masking.count",
    symbol: r"k",
    op: Op::Map(&AT_LEAST_ONE),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"k = \max(1, \operatorname{round}(r n)) \enspace (r n > 0)",
    source: COUNTED,
};

/// 1 where a position is selected.
pub static SELECTED: StepSpec = StepSpec {
    id: "masking.selected",
    symbol: r"\sigma",
    op: Op::Map(&GREATER),
    index: "i",
    axes: &["position"],
    reads: &["", "i"],
    formula: r"\sigma_i = [\pi^{-1}_i < k]",
    source: SOURCE,
};

/// The selected positions, from the first to the last.
pub static POSITIONS: StepSpec = StepSpec {
    id: "masking.positions",
    symbol: r"\mathcal{M}",
    op: Op::Rule(&PLACES_OF_ONES),
    index: "m",
    axes: &["guess"],
    reads: &["i"],
    formula: r"\mathcal{M} = \{i : \sigma_i = 1\}",
    source: SOURCE,
};

/// One more draw a position: what becomes of it.
pub static TREATMENT_DRAWS: StepSpec = StepSpec {
    id: "masking.treatment-draws",
    symbol: r"v",
    op: Op::Rule(&SECOND_DRAWS),
    index: "i",
    axes: &["position"],
    reads: &[""],
    formula: r"v_i \sim U[0, 1)",
    source: SOURCE,
};

/// 0 where the word is hidden, 1 where it is replaced, 2 where it stays.
pub static TREATMENT: StepSpec = StepSpec {
    id: "masking.treatment",
    symbol: r"\tau",
    op: Op::Map(&CHOOSE_TREATMENT),
    index: "i",
    axes: &["position"],
    reads: &["i", "", ""],
    formula: r"\tau_i = \begin{cases} 0 & v_i < p_m \\ 1 & v_i < p_m + p_r \\ 2 & \text{else} \end{cases}",
    source: SOURCE,
};

/// A last draw a position: which word replaces it.
pub static WORD_DRAWS: StepSpec = StepSpec {
    id: "masking.word-draws",
    symbol: r"z",
    op: Op::Rule(&THIRD_DRAWS),
    index: "i",
    axes: &["position"],
    reads: &[""],
    formula: r"z_i \sim U[0, 1)",
    source: SOURCE,
};

/// The word that would replace each position's.
pub static RANDOM_WORDS: StepSpec = StepSpec {
    id: "masking.random-words",
    symbol: r"w",
    op: Op::Map(&ROUND_DOWN_OF_PRODUCT),
    index: "i",
    axes: &["position"],
    reads: &["i", ""],
    formula: r"w_i = \lfloor z_i V \rfloor",
    source: SOURCE,
};

/// The words, if every position were selected and none hidden.
pub static WITH_RANDOM: StepSpec = StepSpec {
    id: "masking.with-random",
    symbol: r"x'",
    op: Op::Map(&REPLACE_IF_1),
    index: "i",
    axes: &["position"],
    reads: &["i", "i", "i"],
    formula: r"x'_i = w_i \enspace (\tau_i = 1)",
    source: SOURCE,
};

/// The words, if every position were selected.
pub static TREATED: StepSpec = StepSpec {
    id: "masking.treated",
    symbol: r"x''",
    op: Op::Map(&REPLACE_IF_0),
    index: "i",
    axes: &["position"],
    reads: &["i", "i", ""],
    formula: r"x''_i = \text{[MASK]} \enspace (\tau_i = 0)",
    source: SOURCE,
};

/// What the model gets to read.
pub static CORRUPTED: StepSpec = StepSpec {
    id: "masking.corrupted",
    symbol: r"\tilde{x}",
    op: Op::Map(&REPLACE_WHERE),
    index: "i",
    axes: &["position"],
    reads: &["i", "i", "i"],
    formula: r"\tilde{x}_i = x''_i \enspace (\sigma_i = 1)",
    source: SOURCE,
};

static FIRST_DRAWS: Rule = draws::<0>();
static SECOND_DRAWS: Rule = draws::<1>();
static THIRD_DRAWS: Rule = draws::<2>();

/// The places of the ones in a list of ones and zeros.
static PLACES_OF_ONES: Rule = Rule {
    name: "places-of-ones",
    template: "places({*})",
    cumulative: false,
    work: each_once,
    fill: |operands, _| operands.first().map_or(Vec::new(), |list| places_of_ones(list.data())),
    reads: |operands, _, _| {
        let count = operands.first().map_or(0, |list| list.data().len());
        (0..count).map(|offset| SourceCell { operand: 0, offset }).collect()
    },
    value: |values, _, index| {
        index.first().and_then(|number| places_of_ones(values).get(*number).copied()).unwrap_or(f64::NAN)
    },
};

fn places_of_ones(list: &[f64]) -> Vec<f64> {
    list.iter().enumerate().filter(|(_, is_one)| **is_one == 1.0).map(|(place, _)| place as f64).collect()
}

/// The nearest whole number (halves go up), but at least 1 unless it is 0.
static AT_LEAST_ONE: Function = Function {
    name: "at-least-one",
    template: "max(1, round({0})), 0 of 0",
    arity: 1,
    cost: Cost { additions: 1, functions: 1, comparisons: 2, ..Cost::NONE },
    apply: |x, _| match x {
        [share] if *share > 0.0 => libm::floor(share + 0.5).max(1.0),
        _ => 0.0,
    },
};

static CHOOSE_TREATMENT: Function = Function {
    name: "choose-treatment",
    template: "{0} < {1} → 0, {0} < {1} + {2} → 1, else 2",
    arity: 3,
    cost: Cost { additions: 1, comparisons: 2, ..Cost::NONE },
    apply: |x, _| match x {
        [draw, mask_rate, _] if draw < mask_rate => 0.0,
        [draw, mask_rate, random_rate] if *draw < mask_rate + random_rate => 1.0,
        _ => 2.0,
    },
};

/// ⌊a · b⌋
static ROUND_DOWN_OF_PRODUCT: Function = Function {
    name: "floor-of-product",
    template: "⌊{0} · {1}⌋",
    arity: 2,
    cost: Cost { multiplications: 1, functions: 1, ..Cost::NONE },
    apply: |x, _| match x {
        [draw, count] => libm::floor(draw * count),
        _ => f64::NAN,
    },
};

/// c where b is 1, a elsewhere.
static REPLACE_IF_1: Function = Function {
    name: "replace-if-1",
    template: "{2} if {1} = 1, else {0}",
    arity: 3,
    cost: Cost::COMPARISON,
    apply: |x, _| replace_if(x, 1.0),
};

/// c where b is 0, a elsewhere.
static REPLACE_IF_0: Function = Function {
    name: "replace-if-0",
    template: "{2} if {1} = 0, else {0}",
    arity: 3,
    cost: Cost::COMPARISON,
    apply: |x, _| replace_if(x, 0.0),
};

fn replace_if(x: &[f64], when: f64) -> f64 {
    match x {
        [usual, condition, other] => {
            if *condition == when {
                *other
            } else {
                *usual
            }
        }
        _ => f64::NAN,
    }
}

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
/// Every position selected and every selected one hidden leaves nothing but masks:
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
        number_or("rate", DEFAULT_RATE),
        number_or("maskRate", DEFAULT_MASK_RATE),
        number_or("randomRate", DEFAULT_RANDOM_RATE),
    ],
    parts: &[
        always(&TOKENS),
        always(&SEED),
        always(&VOCABULARY),
        always(&MASK_TOKEN),
        always(&RATE),
        always(&MASK_RATE),
        always(&RANDOM_RATE),
        always(&ORDER_DRAWS),
        always(&ORDER_OF_DRAWS),
        always(&RANKS),
        always(&LENGTH),
        always(&SHARE),
        always(&COUNT),
        always(&SELECTED),
        always(&POSITIONS),
        always(&TREATMENT_DRAWS),
        always(&TREATMENT),
        always(&WORD_DRAWS),
        always(&RANDOM_WORDS),
        always(&WITH_RANDOM),
        always(&TREATED),
        always(&CORRUPTED),
    ],
    outputs: &[Output { name: "corrupted", steps: &[&CORRUPTED] }, Output { name: "selected", steps: &[&POSITIONS] }],
    run: |arguments, run| {
        let words = arguments.tensor("tokens")?;
        let (seed, words_known) = (arguments.integer("seed", 0)?, arguments.integer("vocabulary", 1)?);
        let mask = arguments.integer("maskToken", 0)? as f64;
        let rate = arguments.number("rate", DEFAULT_RATE)?;
        let mask_rate = arguments.number("maskRate", DEFAULT_MASK_RATE)?;
        let random_rate = arguments.number("randomRate", DEFAULT_RANDOM_RATE)?;
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

/// Of all positions, as in the paper.
const DEFAULT_RATE: f64 = 0.15;
/// Of the selected positions, as in the paper.
const DEFAULT_MASK_RATE: f64 = 0.8;
/// Of the selected positions, as in the paper.
const DEFAULT_RANDOM_RATE: f64 = 0.1;
