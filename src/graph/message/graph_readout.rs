//! Readout: one row for a whole graph, for any number of nodes, independent of their order.
//!
//! ```text
//! X [n, f] ─► sum, mean or max over the nodes ─► [f]
//! ```
//!
//! Source: Xu et al. 2019, *How Powerful are Graph Neural Networks?*, eq. (4.2) and section 5.

use crate::algorithm::{Algorithm, always, choice, output, required, when};
use crate::op::{DIVIDE, Op, Reduction, StepSpec, given, step};

use super::aggregation::AGGREGATIONS;

const SOURCE: &str = "Xu et al. 2019, eq. (4.2)";

/// One row for each node.
pub static FEATURES: StepSpec =
    given("readout.features", "vf", &["node", "feature"]).written(r"H", r"H \in \mathbb{R}^{n \times f}", SOURCE);

/// The sum of all nodes.
pub static SUM: StepSpec = step("readout.sum", Op::Reduce(Reduction::Sum), &["vf"], "f", &["feature"])
    .written(r"\textstyle\sum_v h_v", r"\sum_v h_v", SOURCE);

/// The number of nodes.
pub static COUNT: StepSpec =
    step("readout.count", Op::Size('v'), &["vf"], "", &[]).written(r"n", r"#1H \in \mathbb{R}^{n \times d}", SOURCE);

/// The mean of all nodes.
pub static MEAN: StepSpec = step("readout.mean", Op::Map(&DIVIDE), &["f", ""], "f", &["feature"])
    .written(r"\bar{h}", r"\frac{1}{n} \sum_v h_v", SOURCE);

/// The largest number of each feature.
pub static MAX: StepSpec = step("readout.max", Op::Reduce(Reduction::Max), &["vf"], "f", &["feature"])
    .written(r"\max_v h_v", r"\max_v h_v", SOURCE);

/// Computes one row from the features of all nodes: their sum, mean or maximum.
///
/// The order of the nodes makes no difference, so one network serves graphs of any size. A sum grows with the graph; a mean does not depend on
/// its size; a maximum keeps only the extremes.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, f] |
/// | output | \[f\] |
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for the mean or maximum of no nodes.
///
/// # Complexity
/// n · f additions or comparisons.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new().with("x", Tensor::matrix(&[[1.0], [2.0], [6.0]])?);
/// for (aggregation, expected) in [("sum", 9.0), ("mean", 3.0), ("max", 6.0)] {
///     let trace = catalog::trace("graph-readout", &inputs.clone().with("aggregation", aggregation))?;
///     assert_eq!(trace.outputs["output"].data(), [expected]);
/// }
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "graph-readout",
    title: "Readout of a whole graph",
    source: SOURCE,
    inputs: &[required("x", &FEATURES), choice("aggregation", AGGREGATIONS, "sum")],
    parts: &[
        always(&[&FEATURES]),
        when("!aggregation=max", &[&SUM]),
        when("aggregation=mean", &[&COUNT, &MEAN]),
        when("aggregation=max", &[&MAX]),
    ],
    outputs: &[output("output", &[&MEAN, &MAX, &SUM])],
    run: |inputs, run| {
        let aggregation = inputs.choice("aggregation")?;
        let features = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
        if aggregation != "sum" {
            run.require_positive('v', "x")?;
        }
        if aggregation == "max" {
            return Ok(vec![("output", run.step(&MAX, &[features])?)]);
        }
        let mut output = run.step(&SUM, &[features])?;
        if aggregation == "mean" {
            let count = run.step(&COUNT, &[features])?;
            output = run.step(&MEAN, &[output, count])?;
        }
        Ok(vec![("output", output)])
    },
};
