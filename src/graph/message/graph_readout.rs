//! Readout: one row for a whole graph, for any number of nodes, independent of their order.
//!
//! ```text
//! X [n, f] ─► sum, mean or max over the nodes ─► [f]
//! ```
//!
//! Source: Xu et al. 2019, *How Powerful are Graph Neural Networks?*, eq. (4.2) and section 5.

use crate::algorithm::{Algorithm, Output, always, choice, required, when};
use crate::trace::{DIVIDE, Op, Reduction, StepSpec};

use super::aggregation::AGGREGATIONS;

const SOURCE: &str = "Xu et al. 2019, eq. (4.2)";

/// One row for each node.
pub static FEATURES: StepSpec =
    StepSpec::given("readout.features", r"H", "vf", &["node", "feature"], r"H \in \mathbb{R}^{n \times f}", SOURCE);

/// All nodes added up.
pub static SUM: StepSpec = StepSpec {
    id: "readout.sum",
    symbol: r"\textstyle\sum_v h_v",
    op: Op::Reduce(Reduction::Sum),
    index: "f",
    axes: &["feature"],
    reads: &["vf"],
    formula: r"\sum_v h_v",
    source: SOURCE,
};

/// How many nodes there are.
pub static COUNT: StepSpec = StepSpec {
    id: "readout.count",
    symbol: r"n",
    op: Op::Size('v'),
    index: "",
    axes: &[],
    reads: &["vf"],
    formula: r"n",
    source: SOURCE,
};

/// The mean of all nodes.
pub static MEAN: StepSpec = StepSpec {
    id: "readout.mean",
    symbol: r"\bar{h}",
    op: Op::Map(&DIVIDE),
    index: "f",
    axes: &["feature"],
    reads: &["f", ""],
    formula: r"\frac{1}{n} \sum_v h_v",
    source: SOURCE,
};

/// The largest number of each feature.
pub static MAX: StepSpec = StepSpec {
    id: "readout.max",
    symbol: r"\max_v h_v",
    op: Op::Reduce(Reduction::Max),
    index: "f",
    axes: &["feature"],
    reads: &["vf"],
    formula: r"\max_v h_v",
    source: SOURCE,
};

/// Reads the features of all nodes out as one row: their sum, mean or maximum.
///
/// The order of the nodes makes no difference, which is what lets one network read graphs of any size. A sum grows with the graph; a mean forgets how
/// large it is; a maximum keeps only the extremes.
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
        always(&FEATURES),
        when("!aggregation=max", &SUM),
        when("aggregation=mean", &COUNT),
        when("aggregation=mean", &MEAN),
        when("aggregation=max", &MAX),
    ],
    outputs: &[Output { name: "output", steps: &[&MEAN, &MAX, &SUM] }],
    run: |arguments, run| {
        let aggregation = arguments.choice("aggregation", AGGREGATIONS)?.unwrap_or("sum");
        let features = run.given(&FEATURES, "x", arguments.tensor("x")?)?;
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
