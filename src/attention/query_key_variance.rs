//! Why attention divides by √d: the variance of a dot product grows with the width. Measured on random queries and keys, beside the formula.
//!
//! ```text
//! seed ─► queries, keys [s, d] of variance σ² ─► q · k [s] ─► variance      measured
//! σ, d ───────────────────────────────────────────► σ⁴ d                    predicted
//! ```
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, footnote 4 (there for σ = 1).

use crate::algorithm::{Algorithm, Output, always, integer, integer_or, number_or};
use crate::error::Error;

use super::query_key_variance_steps::{
    DEVIATION, DEVIATIONS, ENTRY_VARIANCE, KEY_DRAWS, KEYS, MEAN, MEASURED, PREDICTED, PRODUCT_VARIANCE, PRODUCTS,
    QUERIES, QUERY_DRAWS, SAMPLES, SEED, SQUARES, SUM, SUM_OF_SQUARES, WIDTH,
};

const SOURCE: &str = "Vaswani et al. 2017, footnote 4";

/// Draws pairs of queries and keys with independent numbers of mean 0 and variance σ², and compares the variance of their dot products with σ⁴ d.
///
/// The growth over the variance of a single number is σ² d: only for σ = 1 is it d, as slides say.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | measured, predicted | [] |
///
/// # Errors
/// [`Error::OutOfRange`] for a negative deviation or no sample, [`Error::TooLarge`] for more draws than a tensor holds.
///
/// # Complexity
/// 2 · samples · width draws.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// let inputs = Arguments::new().with("width", 4.0).with("deviation", 2.0).with("samples", 20_000.0).with("seed", 1.0);
/// let result = catalog::trace("query-key-variance", &inputs)?.outputs;
/// assert_eq!(result["predicted"].data(), [64.0]); // 2⁴ · 4
/// assert!((result["measured"].data()[0] / 64.0 - 1.0).abs() < 0.05);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "query-key-variance",
    title: "Variance of query times key",
    source: SOURCE,
    inputs: &[
        integer("width", 0),
        number_or("deviation", 1.0),
        integer_or("samples", 1, DEFAULT_SAMPLES),
        integer("seed", 0),
    ],
    parts: &[
        always(&WIDTH),
        always(&DEVIATION),
        always(&SAMPLES),
        always(&SEED),
        always(&QUERY_DRAWS),
        always(&QUERIES),
        always(&KEY_DRAWS),
        always(&KEYS),
        always(&PRODUCTS),
        always(&SUM),
        always(&MEAN),
        always(&DEVIATIONS),
        always(&SQUARES),
        always(&SUM_OF_SQUARES),
        always(&MEASURED),
        always(&ENTRY_VARIANCE),
        always(&PRODUCT_VARIANCE),
        always(&PREDICTED),
    ],
    outputs: &[Output { name: "measured", steps: &[&MEASURED] }, Output { name: "predicted", steps: &[&PREDICTED] }],
    run: |arguments, run| {
        let (pairs, features) = (arguments.optional_integer("samples", 1)?, arguments.integer("width", 0)?);
        let (pairs, sigma) = (pairs.unwrap_or(DEFAULT_SAMPLES), arguments.number("deviation", 1.0)?);
        let width = run.given_number(&WIDTH, "width", features as f64)?;
        let deviation = run.given_number(&DEVIATION, "deviation", sigma)?;
        if sigma < 0.0 {
            let expected = "a number of at least 0".into();
            return Err(
                Error::OutOfRange { input: "deviation".into(), index: Vec::new(), value: sigma, expected }.into()
            );
        }
        let samples = run.given_number(&SAMPLES, "samples", pairs as f64)?;
        let seed = run.given_number(&SEED, "seed", arguments.integer("seed", 0)? as f64)?;
        run.bind('s', pairs, "`samples`")?;
        run.bind('k', features, "`width`")?;
        let draws = run.step(&QUERY_DRAWS, &[seed])?;
        let queries = run.step(&QUERIES, &[draws, deviation])?;
        let draws = run.step(&KEY_DRAWS, &[seed])?;
        let keys = run.step(&KEYS, &[draws, deviation])?;
        let products = run.step(&PRODUCTS, &[queries, keys])?;
        let sum = run.step(&SUM, &[products])?;
        let mean = run.step(&MEAN, &[sum, samples])?;
        let deviations = run.step(&DEVIATIONS, &[products, mean])?;
        let squares = run.step(&SQUARES, &[deviations, deviations])?;
        let sum = run.step(&SUM_OF_SQUARES, &[squares])?;
        let measured = run.step(&MEASURED, &[sum, samples])?;
        let entry = run.step(&ENTRY_VARIANCE, &[deviation, deviation])?;
        let product = run.step(&PRODUCT_VARIANCE, &[entry, entry])?;
        let predicted = run.step(&PREDICTED, &[product, width])?;
        Ok(vec![("measured", measured), ("predicted", predicted)])
    },
};

/// Enough to come within a few percent.
const DEFAULT_SAMPLES: usize = 1_000;
