//! Sparse products within γ₍ₑ₊₁₎ (Σ |s|·|x| + |b|).

use attograph::backend::check::{Precision, SparseProduct};
use attograph::backend::cpu::compressed::Compressed;
use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::cpu::product::error_bound;
use attograph::backend::gpu::GpuCompressed;
use attograph::backend::gpu::product::Finish;
use attograph::backend::gpu::sparse_product::multiply_sparse;

use super::device::{open, run};
use super::graph::{draw_long, draw_places, hold};
use crate::fast::chance::{Chance, widened};

#[test]
fn sparse_products_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(21);
    for case in 0..1000 {
        let [m, k, n] = chance.lengths();
        let entries = draw_places(&mut chance, m, k);
        let (values, x) = (chance.numbers(entries.len(), 1.0), chance.numbers(k * n, 1.0));
        let (bias, biased, relu) = (chance.numbers(n, 1.0), chance.once_in(3), chance.once_in(3));
        let sparse = Compressed::from_entries("s", (m, k), &entries, Some(&values)).expect("a sparse matrix");
        let found = run(&gpu, |batch| {
            let left = GpuCompressed::upload(batch, &sparse)?;
            let right = batch.upload(Matrix::new("x", &x, k, n)?)?;
            let bias = batch.upload(Matrix::new("b", &bias, 1, n)?)?;
            multiply_sparse(batch, &left, &right, Finish { bias: biased.then_some(&bias), relu })
        })
        .expect("a product");
        let (x, bias, found) = (widened(&x), widened(&bias), widened(&found));
        for i in 0..m {
            let (columns, values) = sparse.row(i);
            for j in 0..n {
                let terms = || columns.iter().zip(values).map(|(l, s)| f64::from(*s) * x[*l as usize * n + j]);
                let added = if biased { bias[j] } else { 0.0 };
                let sum = terms().sum::<f64>() + added;
                let size = terms().map(f64::abs).sum::<f64>() + added.abs();
                let exact = if relu { sum.max(0.0) } else { sum };
                let error = (found[i * n + j] - exact).abs();
                let bound = error_bound(columns.len()) * size;
                assert!(error <= bound, "case {case}, [{m}, {k}, {n}] at [{i}, {j}]: {error} above {bound}");
            }
        }
    }
}

#[test]
fn long_rows_stay_within_the_bound() {
    let gpu = open();
    let mut chance = Chance(26);
    for case in 0..60 {
        let (entries, k) = draw_long(&mut chance);
        let n = [1, 2, 3, 17, 32, 33, 100, 128, 130][chance.below(9)];
        let (values, x) = (chance.numbers(entries.len(), 1.0), chance.numbers(k * n, 1.0));
        let sparse = Compressed::from_entries("s", (6, k), &entries, Some(&values)).expect("a sparse matrix");
        let right = Matrix::new("x", &x, k, n).expect("a matrix");
        let found = run(&gpu, |batch| {
            let left = GpuCompressed::upload(batch, &sparse)?;
            let right = batch.upload(right)?;
            multiply_sparse(batch, &left, &right, Finish::default())
        })
        .expect("a product");
        let expected = SparseProduct { left: &sparse, right, precision: Precision::GPU };
        hold(&found, &expected, &format!("case {case}, {n} columns"));
    }
}

#[test]
fn rows_beyond_one_dimension_of_workgroups_are_computed_in_parts() {
    // One column: 64 rows a workgroup, 65 535 workgroups a dimension.
    let rows = 64 * 65_535 + 70;
    let gpu = open();
    let entries: Vec<[u32; 2]> = (0..rows as u32).map(|row| [row, row % 3]).collect();
    let sparse = Compressed::from_entries("s", (rows, 3), &entries, None).expect("a sparse matrix");
    let found = run(&gpu, |batch| {
        let left = GpuCompressed::upload(batch, &sparse)?;
        let right = batch.upload(Matrix::new("x", &[5.0, 6.0, 7.0], 3, 1)?)?;
        multiply_sparse(batch, &left, &right, Finish::default())
    })
    .expect("a product");
    assert_eq!(found.len(), rows);
    assert!(found.iter().enumerate().all(|(row, number)| *number == 5.0 + (row % 3) as f32));
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let gpu = open();
    let code = |value: f32, rows: usize, bias: usize| {
        let sparse = Compressed::from_entries("s", (1, 2), &[[0, 0], [0, 1]], Some(&[value; 2])).expect("a matrix");
        run(&gpu, |batch| {
            let left = GpuCompressed::upload(batch, &sparse)?;
            let right = batch.upload(Matrix::new("x", &vec![4.0; rows * 3], rows, 3)?)?;
            let bias = batch.matrix(1, bias, 0.0)?;
            multiply_sparse(batch, &left, &right, Finish { bias: Some(&bias), relu: false })
        })
        .map_err(|error| error.code())
    };
    assert_eq!(code(1.0, 2, 3), Ok(vec![8.0; 3]));
    assert_eq!(code(1.0, 3, 3), Err("shape-mismatch"));
    assert_eq!(code(1.0, 2, 2), Err("shape-mismatch"));
    assert_eq!(code(3e37, 2, 3), Err("gpu-unsuited"));
}
