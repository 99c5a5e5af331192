//! Sparse products, graph convolution and graph attention against the reference.

use attograph::backend::Reference;
use attograph::backend::check::{Aggregation, Convolution, GraphAttention, Precision, Restart, SparseProduct};
use attograph::backend::cpu::aggregation::{self, aggregate};
use attograph::backend::cpu::compressed::Compressed;
use attograph::backend::cpu::gat::{self, attend_to_neighbors};
use attograph::backend::cpu::gcn::{Features, NormalizedGraph, convolve, restart};
use attograph::backend::cpu::matrix::MatrixMut;
use attograph::backend::cpu::sparse_product::multiply_sparse;
use attograph::catalog::{self, Arguments};
use attograph::graph::Graph;
use attograph::tensor::Tensor;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::chance::{Chance, widened};
use super::held::{Held, ROUNDED};
use super::{SHAPES, matrix, tensor};

/// Pairs below two bounds.
fn pairs(chance: &mut Chance, count: usize, rows: usize, columns: usize) -> Vec<[u32; 2]> {
    let count = if rows * columns == 0 { 0 } else { count };
    (0..count).map(|_| [chance.below(rows) as u32, chance.below(columns) as u32]).collect()
}

fn dense(rows: usize, columns: usize, entries: &[[u32; 2]], values: &[f32]) -> Vec<f64> {
    let mut cells = vec![0.0; rows * columns];
    for ([row, column], value) in entries.iter().zip(values) {
        cells[*row as usize * columns + *column as usize] += f64::from(*value);
    }
    cells
}

#[test]
fn sparse_products_stay_within_their_bound() {
    let mut chance = Chance(3);
    for case in 0..SHAPES {
        let [m, k, n] = chance.lengths();
        let count = chance.below(2 * m + 2);
        // No place twice: sums of entries would round, too.
        let mut entries = pairs(&mut chance, count, m, k);
        entries.sort_unstable();
        entries.dedup();
        let (values, x) = (chance.numbers(entries.len(), 1.0), chance.numbers(k * n, 1.0));
        let sparse = Compressed::from_entries("s", (m, k), &entries, Some(&values)).expect("a sparse matrix");
        let mut found = vec![f32::NAN; m * n];
        multiply_sparse(&sparse, matrix(&x, k, n), &mut MatrixMut::new("y", &mut found, m, n).expect("a matrix"))
            .expect("a product");
        let exact = dense(m, k, &entries, &values);
        let oracle = |i: usize, j: usize| (0..k).map(|l| exact[i * k + l] * f64::from(x[l * n + j])).sum();
        let expected = SparseProduct { left: &sparse, right: matrix(&x, k, n), precision: Precision::CPU };
        let held = Held { found: &found, expected: &expected, oracle: &oracle, apart: ROUNDED };
        held.assert(&format!("case {case}, [{m}, {k}, {n}]"));
    }
}

struct Drawn {
    nodes: usize,
    messages: Vec<[u32; 2]>,
    graph: Graph,
}

/// A directed graph without double edges; its edges are its messages.
fn draw_graph(chance: &mut Chance) -> Drawn {
    let nodes = chance.length().min(40);
    let count = chance.below(3 * nodes + 1);
    let mut messages = pairs(chance, count, nodes, nodes);
    messages.sort_unstable();
    messages.dedup();
    let edges = messages.iter().map(|&[source, target]| [source as usize, target as usize]).collect();
    Drawn { nodes, messages, graph: Graph::new(nodes, edges, true).expect("a graph") }
}

fn at(tensor: &Tensor, index: &[usize]) -> f64 {
    tensor.get(index).expect("a cell")
}

#[test]
fn convolutions_stay_within_their_bound() {
    let mut chance = Chance(4);
    for case in 0..SHAPES {
        let Drawn { nodes, messages, graph } = draw_graph(&mut chance);
        let (f, g) = (chance.length().min(40), chance.length().min(40));
        let weights = chance.once_in(2).then(|| chance.numbers(messages.len(), 1.0).iter().map(|w| w.abs()).collect());
        let weights: Option<Vec<f32>> = weights;
        let self_loops = !chance.once_in(4);
        let mut x = chance.numbers(nodes * f, 1.0);
        let sparse = chance.once_in(2);
        if sparse {
            x.iter_mut().for_each(|number| *number = if chance.once_in(4) { *number } else { 0.0 });
        }
        let (w, b) = (chance.numbers(f * g, 1.0), chance.numbers(g, 1.0));
        let normalized = NormalizedGraph::new(nodes, &messages, weights.as_deref(), self_loops).expect("a graph");
        let full: Vec<usize> = (0..x.len()).filter(|&place| x[place] != 0.0).collect();
        let entries: Vec<[u32; 2]> = full.iter().map(|place| [(place / f) as u32, (place % f) as u32]).collect();
        let values: Vec<f32> = full.iter().map(|&place| x[place]).collect();
        let listed = Compressed::from_entries("x", (nodes, f), &entries, Some(&values)).expect("features");
        let features = if sparse { Features::Sparse(&listed) } else { Features::Dense(matrix(&x, nodes, f)) };
        let mut found = vec![f32::NAN; nodes * g];
        convolve(&normalized, features, matrix(&w, f, g), Some(&b), false, &mut found).expect("an output");
        let graph = match &weights {
            Some(weights) => graph.with_weights(widened(weights)).expect("weights"),
            None => graph,
        };
        let inputs = Arguments::new()
            .with("graph", graph)
            .with("x", tensor(&x, &[nodes, f]))
            .with("w", tensor(&w, &[f, g]))
            .with("b", tensor(&b, &[g]))
            .with("selfLoops", self_loops);
        let exact = catalog::evaluate("gcn-layer", &inputs, &Reference).expect("an output");
        let oracle = |v: usize, j: usize| at(&exact.outputs["output"], &[v, j]);
        let expected = Convolution {
            graph: normalized.matrix(),
            features,
            projection: matrix(&w, f, g),
            bias: Some(&b),
            relu: false,
            precision: Precision::CPU,
        };
        // The reference does not round the normalized adjacency: one of the four roundings that an entry, its product and the bias pass through at least.
        let held = Held { found: &found, expected: &expected, oracle: &oracle, apart: 0.25 };
        held.assert(&format!("case {case}, {nodes} nodes, {f} to {g}"));
    }
}

/// D̂⁻¹ Â of a graph without double edges in f64, row by row.
fn means(nodes: usize, messages: &[[u32; 2]], weights: Option<&[f32]>, self_loops: bool) -> Vec<f64> {
    let mut cells = vec![0.0; nodes * nodes];
    for (number, [source, target]) in messages.iter().enumerate() {
        cells[*target as usize * nodes + *source as usize] = weights.map_or(1.0, |weights| f64::from(weights[number]));
    }
    for node in (0..nodes).filter(|node| self_loops && !messages.contains(&[*node as u32; 2])) {
        cells[node * nodes + node] = 1.0;
    }
    for row in cells.chunks_exact_mut(nodes.max(1)) {
        let degree: f64 = row.iter().sum();
        row.iter_mut().filter(|_| degree != 0.0).for_each(|cell| *cell /= degree);
    }
    cells
}

#[test]
fn aggregations_stay_within_their_bound() {
    let mut chance = Chance(6);
    for case in 0..SHAPES {
        let Drawn { nodes, messages, graph } = draw_graph(&mut chance);
        let (f, g) = (chance.length().min(40), chance.length().min(40));
        let weights = chance.once_in(2).then(|| chance.numbers(messages.len(), 1.0).iter().map(|w| w.abs()).collect());
        let weights: Option<Vec<f32>> = weights;
        let (self_loops, relu) = (chance.once_in(2), chance.once_in(2));
        let (x, b) = (chance.numbers(nodes * f, 1.0), chance.numbers(g, 1.0));
        let (neighbor, own) = (chance.numbers(f * g, 1.0), chance.numbers(f * g, 1.0));
        let bias = (!chance.once_in(3)).then_some(b.as_slice());
        let averaged = NormalizedGraph::mean(nodes, &messages, weights.as_deref(), self_loops).expect("a graph");
        let parameters = aggregation::Parameters { neighbor: matrix(&neighbor, f, g), own: matrix(&own, f, g), bias };
        let mut found = vec![f32::NAN; nodes * g];
        aggregate(&averaged, matrix(&x, nodes, f), &parameters, relu, &mut found).expect("an output");
        let shares = means(nodes, &messages, weights.as_deref(), self_loops);
        let (x64, neighbor64, own64) = (widened(&x), widened(&neighbor), widened(&own));
        let heard: Vec<f64> = (0..nodes * f)
            .map(|cell| (0..nodes).map(|u| shares[cell / f * nodes + u] * x64[u * f + cell % f]).sum())
            .collect();
        let oracle = |v: usize, j: usize| {
            let of = |i: usize| heard[v * f + i] * neighbor64[i * g + j] + x64[v * f + i] * own64[i * g + j];
            let sum = (0..f).map(of).sum::<f64>() + bias.map_or(0.0, |bias| f64::from(bias[j]));
            if relu { sum.max(0.0) } else { sum }
        };
        let (x, precision) = (matrix(&x, nodes, f), Precision::CPU);
        let expected = Aggregation { graph: averaged.matrix(), x, parameters, relu, precision };
        // The oracle does not round the shares: one of the five roundings that they pass through at least.
        let held = Held { found: &found, expected: &expected, oracle: &oracle, apart: 0.25 };
        held.assert(&format!("case {case}, {nodes} nodes, {f} to {g}"));
        if weights.is_some() || self_loops {
            continue;
        }
        let mut inputs = Arguments::new()
            .with("graph", graph)
            .with("x", Tensor::new(vec![nodes, f], x64.clone()).expect("features"))
            .with("wNeighbor", tensor(&neighbor, &[f, g]))
            .with("wSelf", tensor(&own, &[f, g]))
            .with("activation", if relu { "relu" } else { "none" });
        if let Some(bias) = bias {
            inputs = inputs.with("b", tensor(bias, &[g]));
        }
        let exact = catalog::evaluate("mean-aggregation-layer", &inputs, &Reference).expect("an output");
        for (place, exact) in exact.outputs["output"].data().iter().enumerate() {
            let expected = oracle(place / g, place % g);
            assert!((exact - expected).abs() <= 1e-11, "case {case}: the catalog's {exact}, not {expected}");
        }
    }
}

#[test]
fn propagations_with_restart_stay_within_their_bound() {
    let mut chance = Chance(7);
    for case in 0..SHAPES {
        let Drawn { nodes, messages, graph } = draw_graph(&mut chance);
        let (f, self_loops) = (chance.length().min(40), !chance.once_in(4));
        let alpha = [0.0, 0.1, 1.0 / 3.0, 1.0][chance.below(4)];
        let (state, start) = (chance.numbers(nodes * f, 1.0), chance.numbers(nodes * f, 10.0));
        let normalized = NormalizedGraph::new(nodes, &messages, None, self_loops).expect("a graph");
        let mut found = vec![f32::NAN; nodes * f];
        restart(&normalized, matrix(&state, nodes, f), matrix(&start, nodes, f), alpha, &mut found).expect("a step");
        let inputs = Arguments::new().with("graph", graph).with("selfLoops", self_loops);
        let shares = catalog::evaluate("gcn-normalization", &inputs, &Reference).expect("a matrix");
        let shares = &shares.outputs["adjacency"];
        let oracle = |v: usize, j: usize| {
            let heard: f64 = (0..nodes).map(|u| at(shares, &[v, u]) * f64::from(state[u * f + j])).sum();
            (1.0 - alpha) * heard + alpha * f64::from(start[v * f + j])
        };
        let expected = Restart {
            graph: normalized.matrix(),
            state: matrix(&state, nodes, f),
            start: matrix(&start, nodes, f),
            alpha,
            precision: Precision::CPU,
        };
        // The reference does not round the normalized adjacency: one of the four roundings that an entry and its product pass through at least.
        let held = Held { found: &found, expected: &expected, oracle: &oracle, apart: 0.25 };
        held.assert(&format!("case {case}, {nodes} nodes, {f} features, {alpha}"));
    }
}

#[test]
fn graph_attention_stays_within_its_bound() {
    let mut chance = Chance(5);
    for case in 0..SHAPES {
        let Drawn { nodes, messages, graph } = draw_graph(&mut chance);
        let (f, heads, k) = (1 + chance.below(8), 1 + chance.below(2), 1 + chance.below(13));
        let factor = [0.1, 1.0][chance.below(2)];
        let (x, w) = (chance.numbers(nodes * f, factor), chance.numbers(f * heads * k, 1.0));
        let (source, target) = (chance.numbers(heads * k, 1.0), chance.numbers(heads * k, 1.0));
        let entries: Vec<[u32; 2]> = messages.iter().map(|&[source, target]| [target, source]).collect();
        let neighbors = Compressed::from_entries("graph", (nodes, nodes), &entries, None).expect("neighbors");
        let parameters = gat::Parameters {
            projection: matrix(&w, f, heads * k),
            source: matrix(&source, heads, k),
            target: matrix(&target, heads, k),
            negative_slope: 0.2,
        };
        let mut found = vec![f32::NAN; nodes * heads * k];
        attend_to_neighbors(&neighbors, matrix(&x, nodes, f), &parameters, &mut found).expect("an output");
        let inputs = Arguments::new()
            .with("graph", graph)
            .with("x", tensor(&x, &[nodes, f]))
            .with("w", tensor(&w, &[f, heads * k]))
            .with("attentionSource", tensor(&source, &[heads, k]))
            .with("attentionTarget", tensor(&target, &[heads, k]))
            .with("heads", heads as f64)
            .with("negativeSlope", f64::from(parameters.negative_slope))
            .with("selfLoops", false);
        let exact = catalog::evaluate("gat-layer", &inputs, &Reference).expect("an output");
        let oracle = |v: usize, column: usize| at(&exact.outputs["output"], &[v, column]);
        let expected =
            GraphAttention { neighbors: &neighbors, x: matrix(&x, nodes, f), parameters, precision: Precision::CPU };
        let held = Held { found: &found, expected: &expected, oracle: &oracle, apart: ROUNDED };
        held.assert(&format!("case {case}, {nodes} nodes, {heads} heads"));
    }
}
