//! Cross-entropy: the loss of a choice among classes, for tokens, nodes or whole graphs.
//!
//! ```text
//! logits [n, V] ─► − max ─► exp ─► sum ─► ln ─► log-probabilities ─┐
//!                                                                  ├─► − Σ q ln p ─► mean over the samples
//! labels [n] ─► 1 at the right class ─► smoothed ─► targets q ─────┘
//! ```
//!
//! A sample of weight 0 does not count: so a loss is masked, or taken at the labeled nodes of a graph only.
//!
//! Source: Goodfellow, Bengio and Courville 2016, *Deep Learning*, eq. (3.51); label smoothing by Szegedy et al. 2016, *Rethinking the
//! Inception Architecture for Computer Vision*, section 7.
//!
//! Letters: i samples, v classes.

use crate::algorithm::{Algorithm, always, number_or, optional, output, required, when};
use crate::op::{
    ADD, DIVIDE, EQUAL, EXP, LOG, MULTIPLY, NEGATE, NORMALIZE, ONE_MINUS, Op, Reduction, SUBTRACT, StepSpec, given,
    step,
};
use crate::rules::order::COUNT_FROM_ZERO;
use crate::tensor::Tensor;

use super::{check_each, check_share, check_whole};

const SOURCE: &str = "Goodfellow et al. 2016, eq. (3.51)";
const SMOOTHED: &str = "Szegedy et al. 2016, section 7";

/// For each sample, how much speaks for each class.
pub static LOGITS: StepSpec =
    given("cross-entropy.logits", "iv", &["sample", "class"]).written("Z", r"Z \in \mathbb{R}^{n \times V}", SOURCE);

/// The number of the right class of each sample.
pub static LABELS: StepSpec =
    given("cross-entropy.labels", "i", &["sample"]).written("y", r"y \in \{0, \ldots, V - 1\}^n", SOURCE).names();

/// The share that is taken from the right class and spread over all.
pub static SMOOTHING: StepSpec =
    given("cross-entropy.smoothing", "", &[]).written(r"\varepsilon", r"\varepsilon \in [0, 1]", SMOOTHED);

/// How much each sample counts.
pub static SAMPLE_WEIGHTS: StepSpec =
    given("cross-entropy.sample-weights", "i", &["sample"]).written("w", r"w \in [0, \infty)^n", SOURCE);

/// The number of classes.
pub static CLASS_COUNT: StepSpec = step("cross-entropy.class-count", Op::Size('v'), &["iv"], "", &[])
    .written("V", r"#1Z \in \mathbb{R}^{n \times V}", SOURCE);

/// The classes, counted from 0.
pub static CLASSES: StepSpec = step("cross-entropy.classes", Op::Rule(&COUNT_FROM_ZERO), &[""], "v", &["class"])
    .written("v", r"v = 0, \ldots, V - 1", SOURCE)
    .names()
    .begins("targets");

/// 1 at the right class, 0 elsewhere.
pub static ONE_HOT: StepSpec = step("cross-entropy.one-hot", Op::Map(&EQUAL), &["i", "v"], "iv", &["sample", "class"])
    .written(r"[y = v]", r"[y_i = v]", SOURCE);

/// What the right class keeps.
pub static KEPT: StepSpec = step("cross-entropy.kept", Op::Map(&ONE_MINUS), &[""], "", &[])
    .written(r"1 - \varepsilon", r"1 - \varepsilon", SMOOTHED);

/// The right class with what it keeps.
pub static SHARP: StepSpec = step("cross-entropy.sharp", Op::Map(&MULTIPLY), &["iv", ""], "iv", &["sample", "class"])
    .written(r"(1 - \varepsilon) [y = v]", r"(1 - \varepsilon) [y_i = v]", SMOOTHED);

/// What each class gets.
pub static SHARE: StepSpec = step("cross-entropy.share", Op::Map(&DIVIDE), &["", ""], "", &[])
    .written(r"\varepsilon / V", r"\varepsilon / V", SMOOTHED);

/// The probabilities that the prediction should have.
pub static TARGETS: StepSpec = step("cross-entropy.targets", Op::Map(&ADD), &["iv", ""], "iv", &["sample", "class"])
    .written("Q", r"Q_{iv} = (1 - \varepsilon) [y_i = v] + \varepsilon / V", SMOOTHED)
    .shares();

/// The largest logit of each sample.
pub static ROW_MAX: StepSpec = step("cross-entropy.row-max", Op::Reduce(Reduction::Max), &["iv"], "i", &["sample"])
    .written("c", r"c_i = \max_v #1Z_{iv}", SOURCE)
    .begins("softmax");

/// The logits minus the largest.
pub static SHIFTED: StepSpec =
    step("cross-entropy.shifted", Op::Map(&SUBTRACT), &["iv", "i"], "iv", &["sample", "class"])
        .written(r"Z - c", r"#1Z_{iv} - c_i", SOURCE);

/// The exponentials of the logits, from which the maximum was subtracted so that none overflows.
pub static EXPONENTIALS: StepSpec =
    step("cross-entropy.exponentials", Op::Map(&EXP), &["iv"], "iv", &["sample", "class"])
        .written("E", r"E_{iv} = e^{Z_{iv} - c_i}", SOURCE);

/// The sum of the exponentials of each sample.
pub static ROW_SUM: StepSpec = step("cross-entropy.row-sum", Op::Reduce(Reduction::Sum), &["iv"], "i", &["sample"])
    .written(r"\textstyle\sum E", r"\sum_v E_{iv}", SOURCE);

/// Its logarithm.
pub static LOG_SUM: StepSpec = step("cross-entropy.log-sum", Op::Map(&LOG), &["i"], "i", &["sample"])
    .written(r"\ln \textstyle\sum E", r"\ln \sum_v E_{iv}", SOURCE);

/// The logarithm of each class's probability.
pub static LOG_PROBABILITIES: StepSpec =
    step("cross-entropy.log-probabilities", Op::Map(&SUBTRACT), &["iv", "i"], "iv", &["sample", "class"]).written(
        r"\ln P",
        r"\ln P_{iv} = Z_{iv} - c_i - \ln \sum_w E_{iw}",
        SOURCE,
    );

/// The log-probabilities, each by the probability that it should have.
pub static EXPECTED: StepSpec = step("cross-entropy.expected", Op::Contract, &["iv", "iv"], "i", &["sample"])
    .written(r"\textstyle\sum Q \ln P", r"\sum_v Q_{iv} \ln P_{iv}", SOURCE)
    .begins("loss");

/// The loss of each sample.
pub static PER_SAMPLE: StepSpec = step("cross-entropy.per-sample", Op::Map(&NEGATE), &["i"], "i", &["sample"])
    .written(r"\ell", r"\ell_i = -\sum_v Q_{iv} \ln P_{iv}", SOURCE);

/// The losses, each by its sample's weight.
pub static WEIGHTED: StepSpec = step("cross-entropy.weighted", Op::Map(&MULTIPLY), &["i", "i"], "i", &["sample"])
    .written(r"w \ell", r"w_i \ell_i", SOURCE);

/// The sum of the losses.
pub static SUM: StepSpec = step("cross-entropy.sum", Op::Reduce(Reduction::Sum), &["i"], "", &[])
    .written(r"\textstyle\sum \ell", r"\sum_i \ell_i", SOURCE);

/// The sum of the losses, each by its sample's weight.
pub static WEIGHTED_SUM: StepSpec = step("cross-entropy.weighted-sum", Op::Reduce(Reduction::Sum), &["i"], "", &[])
    .written(r"\textstyle\sum w \ell", r"\sum_i w_i \ell_i", SOURCE);

/// The number of samples.
pub static COUNT: StepSpec =
    step("cross-entropy.count", Op::Size('i'), &["i"], "", &[]).written("n", r"#1\ell \in \mathbb{R}^n", SOURCE);

/// The sum of the weights.
pub static TOTAL_WEIGHT: StepSpec = step("cross-entropy.total-weight", Op::Reduce(Reduction::Sum), &["i"], "", &[])
    .written(r"\textstyle\sum w", r"\sum_i w_i", SOURCE);

/// The mean loss.
pub static MEAN: StepSpec = step("cross-entropy.mean", Op::Map(&NORMALIZE), &["", ""], "", &[]).written(
    r"\bar{\ell}",
    r"\bar{\ell} = \frac{1}{n} \sum_i \ell_i",
    SOURCE,
);

/// The mean loss, by the samples' weights.
pub static WEIGHTED_MEAN: StepSpec = step("cross-entropy.weighted-mean", Op::Map(&NORMALIZE), &["", ""], "", &[])
    .written(r"\bar{\ell}", r"\bar{\ell} = \frac{\sum_i w_i \ell_i}{\sum_i w_i}", SOURCE);

/// Computes −Σ q ln p for each sample, where p is the softmax of its logits and q is 1 at its label, or smoothed; and the sum and mean of it.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | logits | [n, V] |
/// | labels | \[n\]: whole numbers below V |
/// | labelSmoothing | a share ε from 0 to 1, 0 if left out: q is 1 − ε + ε / V at the label and ε / V elsewhere |
/// | sampleWeights | \[n\]: at least 0 each; the mean is divided by their sum |
/// | perSample | \[n\], without the weights |
/// | sum, mean | [], with them |
///
/// The mean over no sample, or where all weights are 0, is 0 (NaN with `emptyRow: "nan"`).
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for a label that is no class, an ε outside of 0 to 1, a weight below 0, and for no class.
///
/// # Complexity
/// n · V exponentials.
///
/// # Example
/// Two nodes of three have labels; the third does not count.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("logits", Tensor::matrix(&[[0.0, 0.0], [0.0, 3f64.ln()], [9.0, -9.0]])?)
///     .with("labels", Tensor::vector(vec![0.0, 1.0, 1.0])?)
///     .with("sampleWeights", Tensor::vector(vec![1.0, 1.0, 0.0])?);
/// let trace = catalog::trace("cross-entropy", &inputs)?;
/// let expected = (2f64.ln() + (4f64 / 3.0).ln()) / 2.0;
/// assert!((trace.outputs["mean"].data()[0] - expected).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "cross-entropy",
    title: "Cross-entropy",
    source: SOURCE,
    inputs: &[
        required("logits", &LOGITS),
        required("labels", &LABELS),
        number_or("labelSmoothing", 0.0),
        optional("sampleWeights", &SAMPLE_WEIGHTS),
    ],
    parts: &[
        always(&[&LOGITS, &LABELS, &SMOOTHING]),
        when("sampleWeights", &[&SAMPLE_WEIGHTS]),
        always(&[
            &CLASS_COUNT, &CLASSES, &ONE_HOT, &KEPT, &SHARP, &SHARE, &TARGETS, &ROW_MAX, &SHIFTED, &EXPONENTIALS,
            &ROW_SUM, &LOG_SUM, &LOG_PROBABILITIES, &EXPECTED, &PER_SAMPLE,
        ]),
        when("sampleWeights", &[&WEIGHTED, &WEIGHTED_SUM, &TOTAL_WEIGHT, &WEIGHTED_MEAN]),
        when("!sampleWeights", &[&SUM, &COUNT, &MEAN]),
    ],
    outputs: &[
        output("perSample", &[&PER_SAMPLE]),
        output("sum", &[&WEIGHTED_SUM, &SUM]),
        output("mean", &[&WEIGHTED_MEAN, &MEAN]),
    ],
    run: |inputs, run| {
        let logits = run.given(&LOGITS, "logits", inputs.tensor("logits")?)?;
        run.require_positive('v', "logits")?;
        let classes = inputs.tensor("labels")?;
        let labels = run.given(&LABELS, "labels", classes)?;
        check_whole("labels", classes, run.size('v')?)?;
        let share = inputs.number("labelSmoothing")?;
        let smoothing = run.given_number(&SMOOTHING, "labelSmoothing", share)?;
        check_share("labelSmoothing", &Tensor::scalar(share))?;
        let weights = match inputs.has("sampleWeights") {
            true => {
                let weights = inputs.tensor("sampleWeights")?;
                let given = run.given(&SAMPLE_WEIGHTS, "sampleWeights", weights)?;
                let fits = |weight: f64| weight.is_nan() || weight >= 0.0;
                check_each("sampleWeights", weights, fits, || "at least 0".into())?;
                Some(given)
            }
            false => None,
        };

        let class_count = run.step(&CLASS_COUNT, &[logits])?;
        let classes = run.step(&CLASSES, &[class_count])?;
        let one_hot = run.step(&ONE_HOT, &[labels, classes])?;
        let kept = run.step(&KEPT, &[smoothing])?;
        let sharp = run.step(&SHARP, &[one_hot, kept])?;
        let share = run.step(&SHARE, &[smoothing, class_count])?;
        let targets = run.step(&TARGETS, &[sharp, share])?;

        let row_max = run.step(&ROW_MAX, &[logits])?;
        let shifted = run.step(&SHIFTED, &[logits, row_max])?;
        let exponentials = run.step(&EXPONENTIALS, &[shifted])?;
        let row_sum = run.step(&ROW_SUM, &[exponentials])?;
        let log_sum = run.step(&LOG_SUM, &[row_sum])?;
        let log_probabilities = run.step(&LOG_PROBABILITIES, &[shifted, log_sum])?;
        let expected = run.step(&EXPECTED, &[targets, log_probabilities])?;
        let per_sample = run.step(&PER_SAMPLE, &[expected])?;

        let (sum, mean) = match weights {
            Some(weights) => {
                let weighted = run.step(&WEIGHTED, &[weights, per_sample])?;
                let sum = run.step(&WEIGHTED_SUM, &[weighted])?;
                let total = run.step(&TOTAL_WEIGHT, &[weights])?;
                (sum, run.step(&WEIGHTED_MEAN, &[sum, total])?)
            }
            None => {
                let sum = run.step(&SUM, &[per_sample])?;
                let count = run.step(&COUNT, &[per_sample])?;
                (sum, run.step(&MEAN, &[sum, count])?)
            }
        };
        Ok(vec![("perSample", per_sample), ("sum", sum), ("mean", mean)])
    },
};
