//! Gaussian mixture layer: every message passes several bell-shaped kernels, which open where its two ends' degrees lie.
//!
//! ```text
//! graph ─► degrees ─► p_uv = (d_u^-½, d_v^-½) ─► exp(−½ |p − μ_k|² / σ_k²) ─┐
//!                                                          X ─► X W_k ─────┴─► Σ_k Σ_u ─► + X U + b ─► σ
//! ```
//!
//! Source: Monti et al. 2017, *Geometric Deep Learning on Graphs and Manifolds Using Mixture Model CNNs* (MoNet), eqs. (9) to (12).

use crate::algorithm::{Algorithm, Output, always, choice, graph, include, optional, required, when};

use super::aggregation::{ARRIVALS, MESSAGE_COUNTS};
use super::gaussian_mixture_steps::*;
use super::gcn_normalization::DEG_INV_SQRT;
use super::update::{
    ACTIVATIONS, BIAS, BIASED, COMBINED, FEATURES, FINISH, RELU_STEP, SELF_PROJECTION, SIGMOID_STEP, TANH_STEP,
    activate, finish,
};
use super::{MESSAGES, given_neighbors};

/// Computes Σ_k Σ_u w_k(p_uv) x_u W_k + x_v U + b over the messages u → v, with Gaussian kernels w_k(p) = exp(−½ Σ_i (p_i − μ_ki)² / (10⁻¹⁵ + σ_ki²)).
///
/// The coordinates of a message are p = (d_u^-½, d_v^-½), the degrees counting arriving messages; a degree of 0 gives 0. Edge weights play no part, a
/// message that is listed twice counts twice. `wSelf`, `b` and `activation` are as in the message passing layer.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | mu, sigma | [kernels, 2] |
/// | w | [kernels, f, g] |
/// | wSelf, b | [f, g], \[g\] |
/// | output | [n, g] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// kernels · (n · f · g + n² · g) multiplications. A sparse implementation needs messages in place of n².
///
/// # Example
/// Both ends of a single edge have degree 1, so the message lies at (1, 1). A kernel centered there lets it through whole.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(2, vec![[0, 1]], false)?)
///     .with("x", Tensor::matrix(&[[3.0], [5.0]])?)
///     .with("mu", Tensor::matrix(&[[1.0, 1.0]])?)
///     .with("sigma", Tensor::matrix(&[[1.0, 1.0]])?)
///     .with("w", Tensor::new(vec![1, 1, 1], vec![2.0])?);
/// let trace = catalog::trace("gaussian-mixture-layer", &inputs)?;
/// assert_eq!(trace.outputs["output"].data(), [10.0, 6.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gaussian-mixture-layer",
    title: "Gaussian mixture",
    source: "Monti et al. 2017, eq. (11)",
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        required("mu", &MEAN),
        required("sigma", &SIGMA),
        required("w", &PROJECTION),
        optional("wSelf", &SELF_PROJECTION),
        optional("b", &BIAS),
        choice("activation", ACTIVATIONS, "none"),
    ],
    parts: &[
        always(&MESSAGES),
        always(&FEATURES),
        always(&MEAN),
        always(&SIGMA),
        always(&PROJECTION),
        when("wSelf", &SELF_PROJECTION),
        when("b", &BIAS),
        always(&MESSAGE_COUNTS),
        always(&ARRIVALS),
        always(&DEG_INV_SQRT),
        always(&COORDINATES),
        always(&DIFFERENCE),
        always(&SQUARE),
        always(&VARIANCE),
        always(&SAFE_VARIANCE),
        always(&SCALED),
        always(&DISTANCE),
        always(&KERNEL),
        always(&KERNEL_ADJACENCY),
        always(&TRANSFORMED),
        always(&HEARD),
        include("", FINISH),
    ],
    outputs: &[Output { name: "output", steps: &[&RELU_STEP, &SIGMOID_STEP, &TANH_STEP, &BIASED, &COMBINED, &HEARD] }],
    run: |arguments, run| {
        let messages = given_neighbors(run, arguments.graph("graph")?)?;
        let features = run.given(&FEATURES, "x", arguments.tensor("x")?)?;
        let mean = run.given(&MEAN, "mu", arguments.tensor("mu")?)?;
        let sigma = run.given(&SIGMA, "sigma", arguments.tensor("sigma")?)?;
        let projection = run.given(&PROJECTION, "w", arguments.tensor("w")?)?;
        let own = match arguments.optional_tensor("wSelf")? {
            Some(own) => Some((features, run.given(&SELF_PROJECTION, "wSelf", own)?)),
            None => None,
        };
        let bias = match arguments.optional_tensor("b")? {
            Some(bias) => Some(run.given(&BIAS, "b", bias)?),
            None => None,
        };
        let counts = run.step(&MESSAGE_COUNTS, &[messages])?;
        let degree = run.step(&ARRIVALS, &[counts])?;
        let root = run.step(&DEG_INV_SQRT, &[degree])?;
        let coordinates = run.step(&COORDINATES, &[root, messages])?;
        let difference = run.step(&DIFFERENCE, &[coordinates, mean])?;
        let square = run.step(&SQUARE, &[difference, difference])?;
        let variance = run.step(&VARIANCE, &[sigma, sigma])?;
        let variance = run.step(&SAFE_VARIANCE, &[variance])?;
        let scaled = run.step(&SCALED, &[square, variance])?;
        let distance = run.step(&DISTANCE, &[scaled])?;
        let kernel = run.step(&KERNEL, &[distance])?;
        let adjacency = run.step(&KERNEL_ADJACENCY, &[messages, kernel])?;
        let transformed = run.step(&TRANSFORMED, &[features, projection])?;
        let heard = run.step(&HEARD, &[adjacency, transformed])?;
        let sum = finish(run, heard, own, bias)?;
        Ok(vec![("output", activate(run, arguments, sum)?)])
    },
};
