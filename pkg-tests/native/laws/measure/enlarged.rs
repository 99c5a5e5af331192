//! Golden cases and examples, enlarged until their steps take longer than the overhead of a run.

use attograph::algorithm::Kind;
use attograph::backend::Reference;
use attograph::catalog::{Argument, Arguments, evaluate, find};
use attograph::graph::Graph;
use attograph::measure::estimate::estimate;
use attograph::tensor::Tensor;

use crate::support::{Case, all_cases};

/// What is enlarged.
#[derive(Clone, Copy, Debug)]
pub enum Which {
    /// Every axis of every tensor, and every graph.
    AllAxes,
    /// The same, and every whole number.
    AllAxesAndIntegers,
    /// The first axis of every tensor, and every graph.
    FirstAxis,
    /// Whole numbers only.
    Integers,
}

/// The most numbers of an enlarged input.
const MOST: usize = 20_000;

/// A case whose tensors are repeated `factor` times along their axes, and whose graphs consist of as many copies; `None` where one would be too large.
fn enlarged(case: &Case, factor: usize, which: Which) -> Option<Arguments> {
    let algorithm = find(&case.algorithm).expect("an algorithm");
    let mut arguments = Arguments::new();
    for (name, argument) in case.inputs.iter() {
        let kind = algorithm.inputs.iter().find(|input| input.name == name).map(|input| &input.kind);
        let larger = match (argument, which) {
            (Argument::Tensor(tensor), Which::AllAxes | Which::AllAxesAndIntegers) => {
                Argument::Tensor(repeated(tensor, &vec![factor; tensor.shape().len()])?)
            }
            (Argument::Tensor(tensor), Which::FirstAxis) => {
                let factors: Vec<usize> =
                    (0..tensor.shape().len()).map(|axis| if axis == 0 { factor } else { 1 }).collect();
                Argument::Tensor(repeated(tensor, &factors)?)
            }
            (Argument::Graph(graph), Which::AllAxes | Which::AllAxesAndIntegers | Which::FirstAxis) => {
                Argument::Graph(copies(graph, factor))
            }
            (Argument::Number(number), Which::Integers | Which::AllAxesAndIntegers)
                if matches!(kind, Some(Kind::Integer { .. })) && name != "seed" =>
            {
                Argument::Number(number * factor as f64)
            }
            _ => argument.clone(),
        };
        arguments = arguments.with(name, larger);
    }
    Some(arguments)
}

fn repeated(tensor: &Tensor, factors: &[usize]) -> Option<Tensor> {
    let shape: Vec<usize> = tensor.shape().iter().zip(factors).map(|(length, factor)| length * factor).collect();
    if shape.iter().product::<usize>() > MOST {
        return None;
    }
    let mut data = tensor.data().to_vec();
    for (axis, &factor) in factors.iter().enumerate().rev() {
        // What follows the axis is repeated already.
        let block = tensor.shape()[axis] * shape[axis + 1..].iter().product::<usize>();
        data = data.chunks(block.max(1)).flat_map(|part| part.repeat(factor)).collect();
    }
    Tensor::new(shape, data).ok()
}

fn copies(graph: &Graph, factor: usize) -> Graph {
    let of_copy =
        |copy: usize| graph.edges().iter().map(move |[a, b]| [a + copy * graph.nodes(), b + copy * graph.nodes()]);
    let edges = (0..factor).flat_map(of_copy).collect();
    let larger = Graph::new(graph.nodes() * factor, edges, graph.directed()).expect("a graph");
    match graph.weights() {
        None => larger,
        Some(weights) => larger.with_weights(weights.repeat(factor)).expect("weights"),
    }
}

/// For each algorithm the largest enlargements of two of its cases that run and that are expected to take at most `seconds`.
pub fn enlarged_cases(seconds: f64) -> Vec<(String, String, Arguments)> {
    let mut found: Vec<(String, String, Arguments)> = Vec::new();
    for case in all_cases() {
        if found.iter().filter(|(id, ..)| *id == case.algorithm).count() == 2 {
            continue;
        }
        let tried = [Which::AllAxesAndIntegers, Which::AllAxes, Which::FirstAxis, Which::Integers]
            .into_iter()
            .flat_map(|which| [64, 32, 16, 8, 4, 2].map(|factor| (which, factor)))
            .filter_map(|(which, factor)| {
                let inputs = enlarged(&case, factor, which)?;
                let expected = estimate(&case.algorithm, &inputs).ok()?.seconds;
                (expected <= seconds).then_some((expected, which, factor, inputs))
            });
        let mut tried: Vec<_> = tried.collect();
        tried.sort_by(|left, right| right.0.total_cmp(&left.0));
        for (_, which, factor, inputs) in tried {
            if evaluate(&case.algorithm, &inputs, &Reference).is_ok() {
                found.push((case.algorithm.clone(), format!("{}, {which:?} × {factor}", case.name), inputs));
                break;
            }
        }
    }
    found
}
