//! Over-smoothing: propagated often enough, all features of a connected graph point the same way, whatever they were.
//!
//! ```text
//! x ─► Ŝx ─► Ŝ²x ─► Ŝ³x ─► …      cos(Ŝᵏx, √d̂)  →  ±1      energy  →  0
//! ```
//!
//! Source: Li et al. 2018, *Deeper Insights into Graph Convolutional Networks*, theorem 1; Cai & Wang 2020, *A Note on Over-Smoothing for Graph Neural
//! Networks*, definition 3.1.

use crate::algorithm::{Algorithm, Output, always, flag, graph, include, integer_or, required};

use super::gcn_normalization::{NORMALIZATION, Options, normalize};
use super::over_smoothing_steps::{
    COSINE, COSINES, DEGREES, DOT, ENERGIES, ENERGY, HEARD, LENGTH, LENGTHS, NO_COSINES, NO_ENERGIES, PARTS, ROOT,
    ROOT_LENGTH, ROUGHNESS, SQUARES,
};
use super::propagation::{FEATURES, check_rounds};
use super::{MESSAGE_WEIGHTS, MESSAGES, given_graph};

/// Measures how alike the nodes become: for k = 0 to `layers`, the cosine of every feature of Ŝᵏx to √d̂, and the Dirichlet energy tr(Zᵀ(I − Ŝ)Z).
///
/// √d̂ is the one direction (in a connected, undirected graph) that Ŝ leaves as it is; in it a node's value tells nothing but its degree. A feature of
/// zeros has the cosine 0. In an undirected graph the energy is ½ Σ Â_vu (z_v/√d̂_v − z_u/√d̂_u)².
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | cosines | [layers + 1, f] |
/// | energies | \[layers + 1\] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit, those of [`super::gcn_normalization::normalize_adjacency`], and
/// [`crate::error::Error::OutOfRange`] for as many `layers` as [`super::propagation::MAX_ROUNDS`].
///
/// # Complexity
/// layers · n² · f multiplications, and layers² · f copies.
///
/// # Example
/// Two nodes of degree 2: one propagation makes them equal, and nothing is left to smooth.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(2, vec![[0, 1]], false)?)
///     .with("x", Tensor::matrix(&[[1.0], [0.0]])?)
///     .with("layers", 1.0);
/// let trace = catalog::trace("over-smoothing", &inputs)?;
/// let cosines = trace.outputs["cosines"].data();
/// assert!((cosines[0] - 0.5f64.sqrt()).abs() < 1e-15 && (cosines[1] - 1.0).abs() < 1e-15);
/// assert!((trace.outputs["energies"].data()[0] - 0.5).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "over-smoothing",
    title: "Over-smoothing",
    source: "Li et al. 2018, theorem 1",
    inputs: &[graph("graph"), required("x", &FEATURES), integer_or("layers", 0, 16), flag("selfLoops", true)],
    parts: &[
        always(&MESSAGES),
        always(&MESSAGE_WEIGHTS),
        always(&FEATURES),
        include("", NORMALIZATION),
        include("", PARTS),
    ],
    outputs: &[Output { name: "cosines", steps: &[&COSINES] }, Output { name: "energies", steps: &[&ENERGIES] }],
    run: |arguments, run| {
        let layers = arguments.optional_integer("layers", 0)?.unwrap_or(16).saturating_add(1);
        let options = Options { self_loops: arguments.flag("selfLoops", true)?, ..Options::default() };
        let graph = given_graph(run, arguments.graph("graph")?)?;
        let mut state = run.given(&FEATURES, "x", arguments.tensor("x")?)?;
        let width = run.size('f')?;
        check_rounds("layers", layers, run.tensor(state)?.data().len().max(layers.saturating_mul(width)))?;
        let normalization = normalize(run, &graph, &options)?;
        let root = run.step(&ROOT, &[normalization.degree])?;
        let degrees = run.step(&DEGREES, &[normalization.degree])?;
        let root_length = run.step(&ROOT_LENGTH, &[degrees])?;
        run.bind('r', 0, "the curve before its first point")?;
        let mut cosines = run.step(&NO_COSINES, &[])?;
        let mut energies = run.step(&NO_ENERGIES, &[])?;
        for layer in 0..layers {
            (state, cosines, energies) = run.round("layers", layer, |run| {
                run.bind('l', layer + 1, "the curve so far")?;
                let dot = run.step(&DOT, &[state, root])?;
                let squares = run.step(&SQUARES, &[state, state])?;
                let length = run.step(&LENGTH, &[squares])?;
                let lengths = run.step(&LENGTHS, &[length, root_length])?;
                let cosine = run.step(&COSINE, &[dot, lengths])?;
                let heard = run.step(&HEARD, &[normalization.adjacency, state])?;
                let roughness = run.step(&ROUGHNESS, &[state, heard])?;
                let energy = run.step(&ENERGY, &[state, roughness])?;
                let cosines = run.step(&COSINES, &[cosines, cosine])?;
                Ok((heard, cosines, run.step(&ENERGIES, &[energies, energy])?))
            })?;
        }
        Ok(vec![("cosines", cosines), ("energies", energies)])
    },
};
