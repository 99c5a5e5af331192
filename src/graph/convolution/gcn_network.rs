//! A network of graph convolutions: a stack of layers with an activation between each two.
//!
//! ```text
//! X ─► convolution ─► ReLU ─► convolution ─► ReLU ─► convolution ─► [n, g]
//! ```
//!
//! After k layers the features of a node depend on nodes up to k hops away. After many layers, the features of all nodes are nearly the same.
//!
//! Source: Kipf & Welling 2017, *Semi-Supervised Classification with Graph Convolutional Networks*, eqs. (2) and (9).

use crate::algorithm::{
    Algorithm, Inputs, Parameters, always, choice, flag, graph, include, optional, output, required, rounds, when,
};
use crate::error::{Error, Result};
use crate::graph::rounds::check_rounds;
use crate::graph::structure::messages::{MESSAGE_WEIGHTS, MESSAGES, given_graph};
use crate::op::{Op, RELU, StepSpec, given, step};
use crate::tensor::Tensor;

use super::gcn_layer::{
    AGGREGATED, BIAS, BIASED, FEATURES, Layer, Options, PROJECTION, TRANSFORMED, Weights, convolve, gcn_layer,
};
use super::gcn_normalization::{self, NORMALIZATION, NORMALIZED};

const SOURCE: &str = "Kipf & Welling 2017, eq. (9)";

/// The learned matrices of the layers after the first.
pub static NEXT_PROJECTIONS: StepSpec = given("gcn.next-projections", "lij", &["layer", "feature", "output-feature"])
    .written("W", r"W^{(l)} \in \mathbb{R}^{g \times g}", SOURCE);

/// Their biases.
pub static NEXT_BIASES: StepSpec =
    given("gcn.next-biases", "lj", &["layer", "output-feature"]).written("b", r"b^{(l)} \in \mathbb{R}^{g}", SOURCE);

/// max(0, h)
pub static RELU_STEP: StepSpec = step("gcn.relu", Op::Map(&RELU), &["vf"], "vf", &["target", "feature"])
    .written(r"\max(0, H)", r"\max(0, #1H)", SOURCE);

const ACTIVATIONS: &[&str] = &["relu", "none"];

/// Runs a stack of graph convolutions: H ← Ŝ σ(H) W + b for each layer after the first, which is Ŝ X W + b.
///
/// `next.w` holds the matrices of the layers after the first, stacked; a network of one layer leaves `next` out. The activation between two
/// layers is `relu`; with `none` the network is one propagation Ŝᴸ and one matrix (Wu et al. 2019). There is none after the last layer.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | w, b | [f, g], \[g\] |
/// | next.w, next.b | [layers − 1, g, g], [layers − 1, g] |
/// | output | [n, g] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit, and those of [`super::gcn_normalization::normalize_adjacency`].
///
/// # Complexity
/// layers · (n² · g + n · g²) multiplications. A sparse run (`catalog::SPARSE`) needs messages in place of n².
///
/// # Example
/// Two layers with identity matrices: node 2 of a path is two hops from node 0, so it needs both layers to contribute there.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let one = Tensor::matrix(&[[1.0]])?;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(3, vec![[0, 1], [1, 2]], false)?)
///     .with("x", Tensor::matrix(&[[0.0], [0.0], [1.0]])?)
///     .with("w", one.clone());
/// assert_eq!(catalog::trace("gcn-network", &inputs)?.outputs["output"].data()[0], 0.0);
/// let deeper = inputs.with("next.w", Tensor::new(vec![1, 1, 1], vec![1.0])?);
/// assert!(catalog::trace("gcn-network", &deeper)?.outputs["output"].data()[0] > 0.0);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gcn-network",
    title: "Network of graph convolutions",
    source: SOURCE,
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        required("w", &PROJECTION).learned(),
        optional("b", &BIAS).learned(),
        optional("next.w", &NEXT_PROJECTIONS).learned(),
        optional("next.b", &NEXT_BIASES).learned(),
        choice("activation", ACTIVATIONS, "relu"),
        flag("selfLoops", true),
    ],
    parts: &[
        always(&[&MESSAGES, &MESSAGE_WEIGHTS, &FEATURES, &PROJECTION]),
        when("b", &[&BIAS]),
        include("", NORMALIZATION),
        always(&[&AGGREGATED, &TRANSFORMED]),
        when("b", &[&BIASED]),
        rounds(
            "next",
            "next.",
            &[
                when("/activation=relu", &[&RELU_STEP]),
                always(&[&PROJECTION]),
                when("b", &[&BIAS]),
                always(&[&AGGREGATED, &TRANSFORMED]),
                when("b", &[&BIASED]),
            ],
        ),
    ],
    outputs: &[output("output", &[&BIASED, &TRANSFORMED]), output("adjacency", &[&NORMALIZED])],
    run: |inputs, run| {
        let self_loops = inputs.flag("selfLoops")?;
        let normalization = gcn_normalization::Options { self_loops, ..Default::default() };
        let bends = inputs.choice("activation")? != "none";
        let graph = given_graph(run, inputs.graph("graph")?)?;
        let x = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
        let first = Parameters::new(inputs, "");
        let Layer { mut output, adjacency } =
            gcn_layer(run, (&graph, x), &first, &Options { relu: false, normalization })?;
        let next = Parameters::new(inputs, "next.");
        for layer in 0..count_next(inputs, &next, run.tensor(output)?)? {
            output = run.round("next", layer, |run| {
                let x = if bends { run.step(&RELU_STEP, &[output])? } else { output };
                run.bind_axes("uf", x, "the layer before")?;
                let weights = Weights::given(run, &next.of_layer(layer))?;
                convolve(run, adjacency, x, &weights)
            })?;
        }
        Ok(vec![("output", output), ("adjacency", adjacency)])
    },
};

/// The number of layers after the first, whose output each of them has to be as large as.
fn count_next(inputs: &Inputs, next: &Parameters, output: &Tensor) -> Result<usize> {
    if inputs.get("next.w").is_some() {
        let layers = next.layers(ALGORITHM.inputs)?;
        return check_rounds("next.w", layers, output.element_count()).map(|()| layers);
    }
    let Some(biases) = inputs.optional_tensor("next.b")? else { return Ok(0) };
    let (input, because) = ("next.b".into(), "`next.w`, which is left out".into());
    let found = biases.shape().first().copied().unwrap_or_default();
    Err(Error::ShapeMismatch { input, axis: 0, expected: 0, found, because }.into())
}
