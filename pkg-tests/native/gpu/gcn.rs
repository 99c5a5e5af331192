//! Graph convolution within γ₍ₑ₊f₊₄₎ (Σ |ŝ|·|x|·|w| + |b|), with dense and with sparse features, in either order.

use attograph::backend::cpu::compressed::Compressed;
use attograph::backend::cpu::gcn::NormalizedGraph;
use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::cpu::product::error_bound;
use attograph::backend::gpu::GpuCompressed;
use attograph::backend::gpu::gcn::{GpuFeatures, convolve};
use attograph::backend::gpu::product::Finish;

use crate::chance::{Chance, widened};
use crate::device::{open, run};
use crate::graph::draw_places;

/// D̂^-½ Â D̂^-½ for edges [target, source], row by row.
fn normalize(nodes: usize, edges: &[[u32; 2]], weights: &[f64], self_loops: bool) -> Vec<f64> {
    let mut cells = vec![0.0; nodes * nodes];
    for ([target, source], weight) in edges.iter().zip(weights) {
        cells[*target as usize * nodes + *source as usize] = *weight;
    }
    for node in 0..nodes {
        let heard = edges.contains(&[node as u32; 2]);
        cells[node * nodes + node] += f64::from(u8::from(self_loops && !heard));
    }
    let degree = |node: usize| cells[node * nodes..(node + 1) * nodes].iter().sum::<f64>();
    let roots: Vec<f64> =
        (0..nodes).map(degree).map(|degree| if degree > 0.0 { 1.0 / degree.sqrt() } else { 0.0 }).collect();
    (0..nodes * nodes).map(|place| cells[place] * roots[place / nodes] * roots[place % nodes]).collect()
}

#[test]
fn convolutions_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(22);
    for case in 0..1000 {
        let nodes = chance.length().min(40);
        let (f, g) = (chance.length().min(40), chance.length().min(40));
        let edges = draw_places(&mut chance, nodes, nodes);
        let weighted = chance.once_in(2);
        let drawn = chance.numbers(edges.len(), 1.0);
        let weights: Vec<f32> = drawn.iter().map(|w| if weighted { w.abs() } else { 1.0 }).collect();
        let self_loops = !chance.once_in(4);
        let (w, b, relu) = (chance.numbers(f * g, 1.0), chance.numbers(g, 1.0), chance.once_in(2));
        let mut x = chance.numbers(nodes * f, 1.0);
        let sparse = chance.once_in(2);
        if sparse {
            x.iter_mut().for_each(|number| *number = if chance.once_in(4) { *number } else { 0.0 });
        }
        let full: Vec<usize> = (0..x.len()).filter(|&place| x[place] != 0.0).collect();
        let entries: Vec<[u32; 2]> = full.iter().map(|place| [(place / f) as u32, (place % f) as u32]).collect();
        let numbers: Vec<f32> = full.iter().map(|&place| x[place]).collect();
        let listed = Compressed::from_entries("x", (nodes, f), &entries, Some(&numbers)).expect("features");
        let messages: Vec<[u32; 2]> = edges.iter().map(|&[target, source]| [source, target]).collect();
        let graph = NormalizedGraph::new(nodes, &messages, weighted.then_some(&weights), self_loops).expect("a graph");
        let found = run(&gpu, |batch| {
            let graph = GpuCompressed::upload(batch, graph.matrix())?;
            let x = batch.upload(Matrix::new("x", &x, nodes, f)?)?;
            let listed = GpuCompressed::upload(batch, &listed)?;
            let w = batch.upload(Matrix::new("w", &w, f, g)?)?;
            let b = batch.upload(Matrix::new("b", &b, 1, g)?)?;
            let features = if sparse { GpuFeatures::Sparse(&listed) } else { GpuFeatures::Dense(&x) };
            convolve(batch, &graph, features, &w, Finish { bias: Some(&b), relu })
        })
        .expect("an output");
        let (x, w, b, found) = (widened(&x), widened(&w), widened(&b), widened(&found));
        let hears = normalize(nodes, &edges, &widened(&weights), self_loops);
        let project = |size: fn(f64) -> f64| -> Vec<f64> {
            let cell = |u: usize, j: usize| (0..f).map(|l| size(x[u * f + l] * w[l * g + j])).sum();
            (0..nodes * g).map(|place| cell(place / g, place % g)).collect()
        };
        let (made, sizes) = (project(|product| product), project(f64::abs));
        for v in 0..nodes {
            let heard = || (0..nodes).map(|u| (u, hears[v * nodes + u])).filter(|(_, s)| *s != 0.0);
            let part = error_bound(heard().count() + f + 3);
            for j in 0..g {
                let sum = heard().map(|(u, s)| s * made[u * g + j]).sum::<f64>() + b[j];
                let size = heard().map(|(u, s)| s * sizes[u * g + j]).sum::<f64>() + b[j].abs();
                let exact = if relu { sum.max(0.0) } else { sum };
                let error = (found[v * g + j] - exact).abs();
                assert!(error <= part * size, "case {case}, {nodes} nodes, {f} to {g} at [{v}, {j}]: {error}");
            }
        }
    }
}

#[test]
fn one_copy_of_graph_and_weights_serves_many_layers() {
    let gpu = open();
    let graph = NormalizedGraph::new(3, &[[0, 1], [1, 2]], None, true).expect("a graph");
    let mut kept = None;
    let numbers = [1.0, -2.0, 0.5, 1.0, 0.0, 3.0];
    let first = run(&gpu, |batch| {
        let graph = GpuCompressed::upload(batch, graph.matrix())?;
        let x = batch.upload(Matrix::new("x", &numbers, 3, 2)?)?;
        let w = batch.upload(Matrix::new("w", &[1.0, 0.5, -1.0, 2.0], 2, 2)?)?;
        kept = Some((graph.clone(), x.clone(), w.clone()));
        convolve(batch, &graph, GpuFeatures::Dense(&x), &w, Finish::default())
    })
    .expect("an output");
    let (graph, x, w) = kept.expect("handles");
    for _ in 0..20 {
        let again = run(&gpu, |batch| convolve(batch, &graph, GpuFeatures::Dense(&x), &w, Finish::default()));
        assert_eq!(again.expect("an output"), first);
    }
    let error = run(&gpu, |batch| {
        let w = batch.matrix(3, 2, 0.0)?;
        convolve(batch, &graph, GpuFeatures::Dense(&x), &w, Finish::default())
    });
    assert_eq!(error.expect_err("a refusal").code(), "shape-mismatch");
}
