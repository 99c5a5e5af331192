//! LSH attention within the bound that its module derives, for the order that the CPU's kernel takes.

use attograph::backend::check::{HashAttention, Precision};
use attograph::backend::cpu::lsh::{Lsh, attend_by_hash, sorted_places};
use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::gpu::lsh::attend_in_chunks;
use attograph::backend::gpu::{Gpu, GpuError};

use super::device::{open, run};
use super::graph::hold;
use crate::fast::chance::Chance;
use crate::fast::matrix;

fn attend(gpu: &Gpu, query_key: Matrix, value: Matrix, order: &[u32], lsh: &Lsh) -> Result<Vec<f32>, GpuError> {
    run(gpu, |batch| {
        let (query_key, value) = (batch.upload(query_key)?, batch.upload(value)?);
        attend_in_chunks(batch, &query_key, &value, order, lsh)
    })
}

const PLAIN: Lsh = Lsh {
    heads: 1,
    rounds: 1,
    chunk_length: 4,
    factors: &[2],
    causal: false,
    self_score: -1e5,
    future_score: -1e9,
    epsilon: 1e-6,
};

#[test]
fn attention_by_hash_stays_within_its_bound() {
    let gpu = open();
    let mut chance = Chance(24);
    for case in 0..1000 {
        let (heads, rounds, half) = (1 + chance.below(3), 1 + chance.below(4), 1 + chance.below(4));
        // Widths around those of vectors; now and then a wide one, on either side of where the tiles of keys become shorter.
        let k = if chance.once_in(20) { [64, 65][chance.below(2)] } else { 1 + chance.below(17) };
        // Chunks around the tiles of keys, and of more than one piece.
        let short = [1, 2, 7, 8, 9, 15, 16, 17, 1 + chance.below(30)][chance.below(9)];
        let chunk_length = if chance.once_in(20) { [63, 64, 65, 130][chance.below(4)] } else { short };
        let n = match chance.below(4) {
            0 => chance.below(chunk_length + 1),
            _ => chunk_length * (1 + chance.below(if chunk_length > 40 { 2 } else { 4 })),
        };
        let width = heads * k;
        // A token that is nothing is a key of nothing.
        let factor = [0.3, 1.0, 5.0][chance.below(3)];
        let mut x = chance.numbers(n * width, factor);
        if n > 0 && chance.once_in(5) {
            let gone = chance.below(n);
            x[gone * width..(gone + 1) * width].fill(0.0);
        }
        let (v, drawn) = (chance.numbers(n * width, 1.0), chance.numbers(heads * k * rounds * half, 1.0));
        let factors = [2 * half as u32];
        let options = Lsh { heads, rounds, chunk_length, factors: &factors, causal: chance.once_in(2), ..PLAIN };
        let (query_key, value) = (matrix(&x, n, width), matrix(&v, n, width));
        let rotations = matrix(&drawn, heads * rounds * k, half);
        let order = sorted_places(query_key, rotations, &options).expect("an order");
        let found = attend(&gpu, query_key, value, &order, &options).expect("an output");
        let expected = HashAttention { query_key, value, order: &order, options, precision: Precision::GPU };
        hold(&found, &expected, &format!("case {case}, n {n}, {heads} heads of {k}, chunks of {chunk_length}"));
    }
}

#[test]
fn both_engines_use_the_same_order() {
    let (gpu, mut chance) = (open(), Chance(25));
    let (n, heads, k, rounds) = (256, 2, 16, 3);
    let (x, drawn) = (chance.numbers(n * heads * k, 1.0), chance.numbers(heads * rounds * k * 4, 1.0));
    let options = Lsh { heads, rounds, chunk_length: 32, factors: &[4, 4], causal: true, ..PLAIN };
    let (tokens, rotations) = (matrix(&x, n, heads * k), matrix(&drawn, heads * rounds * k, 4));
    let mut cpu = vec![0.0; n * heads * k];
    let order = attend_by_hash(tokens, tokens, rotations, &options, &mut cpu).expect("an output");
    let found = attend(&gpu, tokens, tokens, &order, &options).expect("an output");
    let apart = found.iter().zip(&cpu).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(apart < 2e-5, "{apart}");
}

#[test]
fn heads_that_exceed_the_memory_at_once_are_computed_in_turn() {
    // 2²⁰ numbers are kept at a time: 16 columns, 4 rounds and 8224 tokens are a little more than half of that.
    let gpu = open();
    let (n, heads, k, rounds) = (8224, 2, 16, 4);
    let numbers: Vec<f32> = (0..n * heads * k).map(|place| 1.0 + (place % (heads * k)) as f32).collect();
    let order: Vec<u32> = (0..heads).flat_map(|_| 0..(rounds * n) as u32).collect();
    let options = Lsh { heads, rounds, chunk_length: 64, ..PLAIN };
    let x = matrix(&numbers, n, heads * k);
    let found = attend(&gpu, x, x, &order, &options).expect("an output");
    let wrong = found.iter().zip(&numbers).position(|(found, value)| (found - value).abs() > 1e-5 * value);
    assert_eq!(wrong, None);
}

#[test]
fn chunks_beyond_one_dimension_of_workgroups_are_computed_in_parts() {
    // Each chunk is a workgroup, of which 65 535 make a dimension. A token sees the one before it, and itself as good as not.
    let n = 65_535 + 70;
    let numbers: Vec<f32> = (0..n).map(|token| 1.0 + (token % 1000) as f32).collect();
    let order: Vec<u32> = (0..n as u32).collect();
    let x = matrix(&numbers, n, 1);
    let found = attend(&open(), x, x, &order, &Lsh { chunk_length: 1, ..PLAIN }).expect("an output");
    let wrong = (0..n).find(|&token| found[token] != numbers[if token > 0 { token - 1 } else { n - 1 }]);
    assert_eq!(wrong, None);
}

#[test]
fn inputs_that_do_not_fit_are_refused() {
    let gpu = open();
    let code = |number: f32, [n, columns, values]: [usize; 3], options: Lsh| {
        let (x, v) = (vec![number; n * columns], vec![1.0; n * values]);
        let order: Vec<u32> = (0..8).collect();
        attend(&gpu, matrix(&x, n, columns), matrix(&v, n, values), &order, &options).map_err(|error| error.code())
    };
    assert_eq!(code(1.0, [8, 2, 2], PLAIN).map(|found| found.len()), Ok(16));
    assert_eq!(code(1.0, [8, 2, 3], PLAIN), Err("shape-mismatch"));
    assert_eq!(code(1.0, [6, 2, 2], PLAIN), Err("not-divisible"));
    assert_eq!(code(1.0, [8, 3, 3], Lsh { heads: 2, ..PLAIN }), Err("not-divisible"));
    assert_eq!(code(1.0, [8, 2, 2], Lsh { rounds: 2, ..PLAIN }), Err("data-length"));
    assert_eq!(code(1.0, [8, 2, 2], Lsh { chunk_length: 0, ..PLAIN }), Err("out-of-range"));
    assert_eq!(code(1.0, [8, 129, 129], PLAIN), Err("gpu-unsuited"));
    assert_eq!(code(1e19, [8, 2, 2], PLAIN), Err("gpu-unsuited"));
    assert_eq!(code(1.0, [8, 2, 2], Lsh { epsilon: 0.0, ..PLAIN }), Err("gpu-unsuited"));
    assert_eq!(code(1.0, [8, 2, 2], Lsh { epsilon: f32::NAN, ..PLAIN }), Err("gpu-unsuited"));
    assert_eq!(code(1.0, [8, 2, 2], Lsh { future_score: f32::NEG_INFINITY, ..PLAIN }), Err("gpu-unsuited"));
}
