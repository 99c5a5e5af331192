//! Masking tokens for pre-training: some positions are selected, and most of those are hidden.
//!
//! ```text
//! 15 % of the positions are selected; of these
//!   80 %  Att is all you need  ─►  Att is [MASK] you need
//!   10 %                       ─►  Att is apple you need       (any word)
//!   10 %                       ─►  Att is all you need         (unchanged)
//! ```
//!
//! The last two keep the model from learning that words matter only where [MASK] stands, which it will never see after pre-training.
//!
//! Source: Devlin et al. 2019, *BERT*, section 3.1, task 1, and appendix A.1.

use crate::algorithm::{Algorithm, Output, always, integer, number_or, required};

use super::cross_entropy::check_whole;
use super::token_masking_steps::{
    CORRUPTED, COUNT, LENGTH, MASK_RATE, MASK_TOKEN, ORDER_DRAWS, ORDER_OF_DRAWS, POSITIONS, RANDOM_RATE, RANDOM_WORDS,
    RANKS, RATE, SEED, SELECTED, SHARE, TOKENS, TREATED, TREATMENT, TREATMENT_DRAWS, VOCABULARY, WITH_RANDOM,
    WORD_DRAWS,
};
use crate::rules::draws::check_share;
use crate::tensor::Tensor;

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
