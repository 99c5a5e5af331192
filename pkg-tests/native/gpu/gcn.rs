//! Graph convolution within γ₍ₑ₊f₊₄₎ (Σ |ŝ|·|x|·|w| + |b|), with dense and with sparse features, in either order.

use attograph::backend::check::{Convolution, Precision};
use attograph::backend::cpu::compressed::Compressed;
use attograph::backend::cpu::gcn::{Features, NormalizedGraph};
use attograph::backend::gpu::GpuCompressed;
use attograph::backend::gpu::gcn::{GpuFeatures, convolve};
use attograph::backend::gpu::product::Finish;

use super::device::{open, run};
use super::graph::{draw_places, hold};
use crate::fast::chance::Chance;
use crate::fast::matrix;

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
        let x = matrix(&x, nodes, f);
        let found = run(&gpu, |batch| {
            let graph = GpuCompressed::upload(batch, graph.matrix())?;
            let (x, listed) = (batch.upload(x)?, GpuCompressed::upload(batch, &listed)?);
            let (w, b) = (batch.upload(matrix(&w, f, g))?, batch.upload(matrix(&b, 1, g))?);
            let features = if sparse { GpuFeatures::Sparse(&listed) } else { GpuFeatures::Dense(&x) };
            convolve(batch, &graph, features, &w, Finish { bias: Some(&b), relu })
        })
        .expect("an output");
        let features = if sparse { Features::Sparse(&listed) } else { Features::Dense(x) };
        let (projection, bias) = (matrix(&w, f, g), Some(&*b));
        let graph = graph.matrix();
        let expected = Convolution { graph, features, projection, bias, relu, precision: Precision::GPU };
        hold(&found, &expected, &format!("case {case}, {nodes} nodes, {f} to {g}"));
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
        let x = batch.upload(matrix(&numbers, 3, 2))?;
        let w = batch.upload(matrix(&[1.0, 0.5, -1.0, 2.0], 2, 2))?;
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
