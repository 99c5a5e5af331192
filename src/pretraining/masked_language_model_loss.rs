//! The loss of masked language modeling: the cross-entropy of the hidden words only.
//!
//! ```text
//! Att is [MASK] you need          logits at position 2 ─► −log P("all" | Att, is, you, need)
//! ```
//!
//! Source: Devlin et al. 2019, *BERT*, section 3.1, task 1.

use crate::algorithm::{Algorithm, always, include, required};
use crate::op::{Op, StepSpec, given, step};

use crate::loss::check_whole;

use super::cross_entropy::{LOGITS, OUTPUTS, PARTS, cross_entropy, given_logits};

const SOURCE: &str = "Devlin et al. 2019, section 3.1, task 1";

/// The right word at each position.
pub static LABELS: StepSpec =
    given("loss.labels", "i", &["position"]).written("x", r"x \in \{0, \ldots, V - 1\}^n", SOURCE).names();

/// The positions of the hidden words.
pub static MASKED: StepSpec = given("loss.masked", "m", &["guess"])
    .written(r"\mathcal{M}", r"\mathcal{M} \subseteq \{0, \ldots, n - 1\}", SOURCE)
    .names();

/// The hidden words.
pub static TARGETS: StepSpec = step("loss.masked-labels", Op::Gather, &["i", "m"], "m", &["guess"])
    .written(r"x_{\mathcal{M}}", r"x_i \enspace (i \in \mathcal{M})", SOURCE)
    .names()
    .begins("targets");

/// Computes −log P(x_i | x without the masked) for each masked position i, from the logits that the model gave there, and the sum and mean of it.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | logits | [n, V] |
/// | labels | \[n\]: whole numbers below V |
/// | masked | \[m\]: positions below n |
/// | perToken | \[m\] |
/// | sum, mean | [] |
///
/// Positions that are not masked do not count. The mean over no position is 0 (NaN with `emptyRow: "nan"`).
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for a label or position that does not exist, and for an empty vocabulary.
///
/// # Complexity
/// m · V exponentials.
///
/// # Example
/// Two words with equal logits share the probability; with logits ln 1 and ln 3 the second gets ¾:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("logits", Tensor::matrix(&[[0.0, 0.0], [0.0, 3f64.ln()]])?)
///     .with("labels", Tensor::vector(vec![0.0, 1.0])?)
///     .with("masked", Tensor::vector(vec![0.0, 1.0])?);
/// let trace = catalog::trace("masked-language-model-loss", &inputs)?;
/// let losses = trace.outputs["perToken"].data();
/// assert!((losses[0] - 2f64.ln()).abs() < 1e-15 && (losses[1] - (4f64 / 3.0).ln()).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "masked-language-model-loss",
    title: "Masked language model loss",
    source: SOURCE,
    inputs: &[required("logits", &LOGITS), required("labels", &LABELS), required("masked", &MASKED)],
    parts: &[always(&[&LOGITS, &LABELS, &MASKED, &TARGETS]), include("", PARTS)],
    outputs: OUTPUTS,
    run: |inputs, run| {
        let logits = given_logits(run, inputs.tensor("logits")?)?;
        let (words, positions) = (inputs.tensor("labels")?, inputs.tensor("masked")?);
        let labels = run.given(&LABELS, "labels", words)?;
        let masked = run.given(&MASKED, "masked", positions)?;
        check_whole("labels", words, run.size('v')?)?;
        check_whole("masked", positions, run.size('i')?)?;
        let targets = run.step(&TARGETS, &[labels, masked])?;
        cross_entropy(run, logits, masked, targets)
    },
};
