//! Tests whether the order of tokens matters: runs an algorithm of the catalog on its inputs and on the same inputs with tokens or nodes permuted.
//!
//! ```text
//! f(P x) = f(x)        invariant:    a sum over all tokens
//! f(P x) = P f(x)      equivariant:  attention without positions, a layer on a graph
//! else                 neither:      with positions, a causal order, an N × N weight
//! ```

use crate::algorithm::{Algorithm, Argument, Arguments, Input, Inputs, Kind};
use crate::backend::Backend;
use crate::catalog;
use crate::error::{Error, Named, Result};
use crate::graph::Graph;
use crate::random::Random;
use crate::tensor::Tensor;

/// Axes that count tokens or nodes, by the names that the catalog gives them.
pub const TOKEN_AXES: &[&str] = &["query", "key", "position", "token", "time", "patch", "node", "target", "source"];

/// Axes that count the nodes of a graph.
const NODE_AXES: &[&str] = &["node", "target", "source"];

/// The effect of a permutation on a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// The result does not change.
    Invariant,
    /// The result is permuted in the same way.
    Equivariant,
    /// Any other change.
    Neither,
}

impl Symmetry {
    /// Returns its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::Invariant => "invariant",
            Symmetry::Equivariant => "equivariant",
            Symmetry::Neither => "neither",
        }
    }
}

/// What to permute, and the tolerance.
#[derive(Clone, Debug)]
pub struct Options {
    /// Names of the axes that carry tokens; left out, [`TOKEN_AXES`].
    pub axes: Option<Vec<String>>,
    /// Names of the inputs that are permuted; left out, all but those that are learned.
    pub inputs: Option<Vec<String>>,
    /// Row i of a permuted input is row `permutation[i]` of the input; left out, drawn from the seed, and never the identity.
    pub permutation: Option<Vec<usize>>,
    /// The seed of the permutation.
    pub seed: u64,
    /// The largest difference that counts as equal, relative to the largest magnitude of the result where that is above 1.
    pub tolerance: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { axes: None, inputs: None, permutation: None, seed: 0, tolerance: 1e-12 }
    }
}

/// The effect of the permutation on one result.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The result's name.
    pub output: &'static str,
    /// The verdict. A result that is both (all its rows are equal) counts as equivariant where it has an axis of tokens.
    pub symmetry: Symmetry,
    /// The largest difference between f(P x) and f(x).
    pub from_invariance: f64,
    /// The largest difference between f(P x) and P f(x); `None` when the result has no axis of tokens.
    pub from_equivariance: Option<f64>,
}

/// A permutation test.
#[derive(Clone, Debug, PartialEq)]
pub struct PermutationTest {
    /// Row i of a permuted input was row `permutation[i]`.
    pub permutation: Vec<usize>,
    /// The inputs that were permuted.
    pub inputs: Vec<String>,
    /// One entry for each result, in the order of their names.
    pub answers: Vec<Answer>,
}

/// Runs an algorithm with its tokens in the given and in a permuted order, and returns for each result whether it is invariant, equivariant or neither.
///
/// Axes of tokens are recognized by their names in the catalog. Along each of them every chosen input is permuted in the same way, and a graph's
/// nodes are renumbered. What is learned is not permuted, since it belongs to the model: a table of positions or an N × N weight breaks
/// equivariance. Numbers that refer to positions, such as a list of masked ones, are not renumbered.
///
/// # Errors
/// [`Error::MissingInput`] naming `axes` when no chosen input has such an axis, [`Error::ShapeMismatch`] when two of them differ in length,
/// [`Error::OutOfRange`] for an invalid permutation, [`Error::NoBatch`] for a batch, which has several orders, [`Error::Unknown`] for an input that does not exist, and those of the algorithm.
///
/// # Complexity
/// Two runs.
///
/// # Example
/// Self-attention is equivariant; with a causal order it is not. Permuting keys together with their values changes nothing:
/// ```
/// use attograph::backend::Nalgebra;
/// use attograph::catalog::Arguments;
/// use attograph::measure::permutation::{Options, Symmetry, permutation_test};
/// use attograph::tensor::Tensor;
/// let x = Tensor::matrix(&[[1.0, 2.0], [3.0, 0.5], [0.0, 1.0]])?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
/// let of_output = |inputs: &Arguments, options: &Options| {
///     let test = permutation_test("scaled-dot-product-attention", inputs, options, &Nalgebra).unwrap();
///     test.answers.iter().find(|answer| answer.output == "output").unwrap().symmetry
/// };
/// assert_eq!(of_output(&inputs, &Options::default()), Symmetry::Equivariant);
/// assert_eq!(of_output(&inputs.clone().with("causal", true), &Options::default()), Symmetry::Neither);
/// let keys = Options { axes: Some(vec!["key".into()]), ..Options::default() };
/// assert_eq!(of_output(&inputs, &keys), Symmetry::Invariant);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn permutation_test(
    id: &str,
    arguments: &Arguments,
    options: &Options,
    backend: &dyn Backend,
) -> Result<PermutationTest> {
    let algorithm = catalog::find(id)?;
    Inputs::check_names(algorithm, arguments)?;
    if let Some((input, _)) = arguments.iter().find(|(_, argument)| matches!(argument, Argument::Batch(_))) {
        return Err(Error::NoBatch { input: input.into(), why: "order" }.into());
    }
    tested(algorithm, &arguments.by_present_names(algorithm), options, backend)
        .map_err(|error| arguments.in_their_names(algorithm, *error).into())
}

fn tested(
    algorithm: &Algorithm,
    arguments: &Arguments,
    options: &Options,
    backend: &dyn Backend,
) -> Result<PermutationTest> {
    let carries = |axis: &str| match &options.axes {
        Some(axes) => axes.iter().any(|name| name == axis),
        None => TOKEN_AXES.contains(&axis),
    };
    let chosen = |input: &Input| match &options.inputs {
        Some(names) => names.iter().filter_map(|name| algorithm.input(name)).any(|named| named.name == input.name),
        None => !input.learned,
    };
    if let Some(stranger) = options.inputs.iter().flatten().find(|name| algorithm.input(name).is_none()) {
        return Err(Error::unknown(Named::Input, stranger, algorithm.inputs.iter().map(|known| known.name)));
    }

    let mut length: Option<(usize, String)> =
        options.permutation.as_ref().map(|permutation| (permutation.len(), "`permutation`".into()));
    let mut found: Vec<(&'static str, Vec<usize>)> = Vec::new();
    for input in algorithm.inputs.iter().filter(|input| chosen(input)) {
        let axes: Vec<(usize, usize)> = match (input.kind, arguments.get(input.name)) {
            (Kind::Tensor(spec), Some(Argument::Tensor(tensor))) => {
                let named = spec.axes.iter().zip(tensor.shape()).enumerate();
                named.filter(|(_, (name, _))| carries(name)).map(|(axis, (_, size))| (axis, *size)).collect()
            }
            (_, Some(Argument::Graph(graph))) if NODE_AXES.iter().any(|name| carries(name)) => vec![(0, graph.nodes())],
            _ => Vec::new(),
        };
        for &(axis, size) in &axes {
            let (expected, because) = length.get_or_insert_with(|| (size, format!("`{}`", input.name)));
            if *expected != size {
                let (expected, because) = (*expected, because.clone());
                return Err(
                    Error::ShapeMismatch { input: input.name.into(), axis, expected, found: size, because }.into()
                );
            }
        }
        if !axes.is_empty() {
            found.push((input.name, axes.into_iter().map(|(axis, _)| axis).collect()));
        }
    }
    let (Some((length, _)), false) = (length, found.is_empty()) else {
        return Err(Error::MissingInput { input: "axes".into() }.into());
    };
    let permutation = match &options.permutation {
        Some(permutation) => checked(permutation)?,
        None => drawn(length, options.seed),
    };

    let mut permuted = arguments.clone();
    for (name, axes) in &found {
        permuted = match arguments.get(name) {
            Some(Argument::Tensor(tensor)) => permuted.with(name, reorder(tensor, axes, &permutation)?),
            Some(Argument::Graph(graph)) => permuted.with(name, renumber(graph, &permutation)?),
            _ => permuted,
        };
    }
    let (before, after) =
        (catalog::evaluate(algorithm.id, arguments, backend)?, catalog::evaluate(algorithm.id, &permuted, backend)?);
    let mut answers = Vec::new();
    for (&output, value) in &before.outputs {
        let Some(moved) = after.outputs.get(output) else { continue };
        let declared = algorithm.outputs.iter().find(|candidate| candidate.name == output);
        let names = declared.and_then(|output| output.steps.first()).map_or(&[][..], |step| step.axes);
        let axes: Vec<usize> = names
            .iter()
            .zip(value.shape())
            .enumerate()
            .filter(|(_, (name, size))| carries(name) && **size == length)
            .map(|(axis, _)| axis)
            .collect();
        let from_invariance = difference(moved, value);
        let from_equivariance = match axes.is_empty() {
            true => None,
            false => Some(difference(moved, &reorder(value, &axes, &permutation)?)),
        };
        let largest = value.data().iter().fold(1.0f64, |largest, number| largest.max(number.abs()));
        let none = options.tolerance * if largest.is_finite() { largest } else { 1.0 };
        let symmetry = match from_equivariance {
            Some(difference) if difference <= none => Symmetry::Equivariant,
            _ if from_invariance <= none => Symmetry::Invariant,
            _ => Symmetry::Neither,
        };
        answers.push(Answer { output, symmetry, from_invariance, from_equivariance });
    }
    Ok(PermutationTest { permutation, inputs: found.iter().map(|(name, _)| name.to_string()).collect(), answers })
}

/// Validates a permutation.
fn checked(permutation: &[usize]) -> Result<Vec<usize>> {
    let mut seen = vec![false; permutation.len()];
    for (place, &from) in permutation.iter().enumerate() {
        match seen.get_mut(from) {
            Some(seen) if !*seen => *seen = true,
            _ => {
                return Err(Error::OutOfRange {
                    input: "permutation".into(),
                    index: vec![place],
                    value: from as f64,
                    expected: format!("each whole number below {} once", permutation.len()),
                }
                .into());
            }
        }
    }
    Ok(permutation.to_vec())
}

/// Draws a permutation by exchanging (Fisher & Yates; Durstenfeld 1964). The identity is replaced by a cyclic shift by one.
fn drawn(length: usize, seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed);
    let mut permutation: Vec<usize> = (0..length).collect();
    for last in (1..length).rev() {
        permutation.swap(last, random.integer(0, i32::try_from(last).unwrap_or(i32::MAX)) as usize);
    }
    if permutation.iter().enumerate().all(|(place, from)| place == *from) {
        permutation.rotate_left(usize::from(length > 1));
    }
    permutation
}

/// The tensor whose position i along each of the axes is position `permutation[i]`.
fn reorder(tensor: &Tensor, axes: &[usize], permutation: &[usize]) -> Result<Tensor> {
    let number = |offset: usize| {
        let mut index = tensor.index_of(offset);
        for &axis in axes {
            if let Some(position) = index.get_mut(axis) {
                *position = permutation.get(*position).copied().unwrap_or_default();
            }
        }
        tensor.get(&index).unwrap_or(f64::NAN)
    };
    Tensor::new(tensor.shape().to_vec(), (0..tensor.data().len()).map(number).collect())
}

/// The graph whose node i is node `permutation[i]`, its edges listed in the same order.
fn renumber(graph: &Graph, permutation: &[usize]) -> Result<Graph> {
    let mut place = vec![0; permutation.len()];
    for (new, &old) in permutation.iter().enumerate() {
        if let Some(place) = place.get_mut(old) {
            *place = new;
        }
    }
    let new = |node: usize| place.get(node).copied().unwrap_or_default();
    let edges = graph.edges().iter().map(|ends| ends.map(new)).collect();
    let renumbered = Graph::new(graph.nodes(), edges, graph.directed())?;
    match graph.weights() {
        Some(weights) => renumbered.with_weights(weights.to_vec()),
        None => Ok(renumbered),
    }
}

/// The largest difference of two tensors; infinite when their shapes differ or only one of two numbers is finite.
fn difference(left: &Tensor, right: &Tensor) -> f64 {
    if left.shape() != right.shape() {
        return f64::INFINITY;
    }
    left.data().iter().zip(right.data()).fold(0.0, |largest, (a, b)| {
        let apart = if a == b || a.is_nan() && b.is_nan() { 0.0 } else { (a - b).abs() };
        if apart.is_nan() { f64::INFINITY } else { apart.max(largest) }
    })
}
