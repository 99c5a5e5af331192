//! Graph attention within the bound that its module derives.

use attograph::backend::check::{GraphAttention, Precision};
use attograph::backend::cpu::compressed::Compressed;
use attograph::backend::cpu::gat::Parameters;
use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::gpu::gat::{GpuParameters, attend_to_neighbors};
use attograph::backend::gpu::{Gpu, GpuCompressed, GpuError};

use super::device::{open, run};
use super::graph::{draw_long, draw_places, hold};
use crate::fast::chance::Chance;
use crate::fast::matrix;

fn attend(gpu: &Gpu, graph: &Compressed, x: Matrix, parameters: &Parameters) -> Result<Vec<f32>, GpuError> {
    run(gpu, |batch| {
        let graph = GpuCompressed::upload(batch, graph)?;
        let x = batch.upload(x)?;
        let parameters = GpuParameters {
            projection: &batch.upload(parameters.projection)?,
            source: &batch.upload(parameters.source)?,
            target: &batch.upload(parameters.target)?,
            negative_slope: parameters.negative_slope,
        };
        attend_to_neighbors(batch, &graph, &x, parameters)
    })
}

/// Asserts that a layer of random weights is within its bound on the graph of these entries.
fn hold_layer(gpu: &Gpu, chance: &mut Chance, entries: &[[u32; 2]], nodes: usize, sizes: [usize; 3], slope: f32) {
    let [f, heads, k] = sizes;
    let (x, w) = (chance.numbers(nodes * f, 1.0), chance.numbers(f * heads * k, 1.0));
    // Scores far apart, where weights vanish, and close to each other.
    let factor = [0.1, 1.0, 20.0][chance.below(3)];
    let (source, target) = (chance.numbers(heads * k, factor), chance.numbers(heads * k, factor));
    let neighbors = Compressed::from_entries("graph", (nodes, nodes), entries, None).expect("neighbors");
    let parameters = Parameters {
        projection: matrix(&w, f, heads * k),
        source: matrix(&source, heads, k),
        target: matrix(&target, heads, k),
        negative_slope: slope,
    };
    let x = matrix(&x, nodes, f);
    let found = attend(gpu, &neighbors, x, &parameters).expect("an output");
    let expected = GraphAttention { neighbors: &neighbors, x, parameters, precision: Precision::GPU };
    hold(&found, &expected, &format!("{nodes} nodes, {f} to {heads} · {k}, {} entries, slope {slope}", entries.len()));
}

#[test]
fn graph_attention_stays_within_its_bound() {
    let gpu = open();
    let mut chance = Chance(23);
    for _ in 0..1000 {
        let nodes = chance.length().min(40);
        let (f, heads) = (chance.below(9), chance.below(4));
        let k = if chance.once_in(4) { chance.length().min(70) } else { chance.below(14) };
        let slope = [0.2, 0.0, 1.5, -0.5][chance.below(4)];
        let entries = draw_places(&mut chance, nodes, nodes);
        hold_layer(&gpu, &mut chance, &entries, nodes, [f, heads, k], slope);
    }
}

#[test]
fn nodes_with_many_neighbors_stay_within_the_bound() {
    let gpu = open();
    let mut chance = Chance(27);
    for _ in 0..40 {
        let (entries, nodes) = draw_long(&mut chance);
        let sizes = [1 + chance.below(3), 1 + chance.below(3), [1, 2, 7, 16, 33, 43][chance.below(6)]];
        hold_layer(&gpu, &mut chance, &entries, nodes, sizes, 0.2);
    }
}

#[test]
fn a_node_without_neighbors_gets_zeros_and_a_node_with_one_gets_its_value() {
    let gpu = open();
    let parameters = Parameters {
        projection: matrix(&[2.0, 0.0, 0.0, 2.0], 2, 2),
        source: matrix(&[1e4, -1e4], 2, 1),
        target: matrix(&[3.0, 1e4], 2, 1),
        negative_slope: 0.2,
    };
    let neighbors = Compressed::from_entries("graph", (3, 3), &[[0, 1], [2, 2]], None).expect("neighbors");
    let found = attend(&gpu, &neighbors, matrix(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3, 2), &parameters).expect("numbers");
    assert_eq!(found, [6.0, 8.0, 0.0, 0.0, 10.0, 12.0]);
}

#[test]
fn nodes_beyond_one_dimension_of_workgroups_are_computed_in_parts() {
    // 17 columns: 2 nodes a workgroup, 65 535 workgroups a dimension.
    let nodes = 2 * 65_535 + 70;
    let entries: Vec<[u32; 2]> = (0..nodes as u32).map(|node| [node, node / 2]).collect();
    let neighbors = Compressed::from_entries("graph", (nodes, nodes), &entries, None).expect("neighbors");
    let x: Vec<f32> = (0..nodes).map(|node| (node % 1000) as f32).collect();
    let ones = matrix(&[1.0; 17], 1, 17);
    let parameters = Parameters { projection: ones, source: ones, target: ones, negative_slope: 0.2 };
    let found = attend(&open(), &neighbors, matrix(&x, nodes, 1), &parameters).expect("numbers");
    assert_eq!(found.len(), 17 * nodes);
    assert!(found.iter().enumerate().all(|(place, number)| *number == x[place / 17 / 2]));
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let gpu = open();
    let code = |number: f32, slope: f32, [rows, heads]: [usize; 2]| {
        let neighbors = Compressed::from_entries("graph", (2, 2), &[[0, 1]], None).expect("neighbors");
        let (x, vectors) = (vec![1.0; rows], vec![number; heads]);
        let parameters = Parameters {
            projection: matrix(&[1.0; 2], 1, 2),
            source: matrix(&vectors, heads, 1),
            target: matrix(&[1.0; 2], 2, 1),
            negative_slope: slope,
        };
        attend(&gpu, &neighbors, matrix(&x, rows, 1), &parameters).map_err(|error| error.code())
    };
    assert_eq!(code(1.0, 0.2, [2, 2]), Ok(vec![1.0, 1.0, 0.0, 0.0]));
    assert_eq!(code(1.0, 0.2, [3, 2]), Err("shape-mismatch"));
    assert_eq!(code(1.0, 0.2, [2, 1]), Err("shape-mismatch"));
    assert_eq!(code(1e38, 0.2, [2, 2]), Err("gpu-unsuited"));
    assert_eq!(code(1.0, f32::NAN, [2, 2]), Err("gpu-unsuited"));
    assert_eq!(code(f32::INFINITY, 0.2, [2, 2]), Err("gpu-unsuited"));
}
