//! Layer norm, feed-forward and sums within their bounds; an encoder layer against the reference.

use attograph::backend::check::{FeedForward, Layer, NormalizedRows, Precision};
use attograph::backend::cpu;
use attograph::backend::gpu::encoder::{EncoderLayer, encode};
use attograph::backend::gpu::feed_forward::{Linear, feed_forward};
use attograph::backend::gpu::heads::Heads;
use attograph::backend::gpu::norm::{Norm, normalize};
use attograph::backend::gpu::sum::add;
use attograph::backend::gpu::{Batch, GpuError, GpuMatrix};

use super::device::{open, run};
use super::graph::hold;
use crate::fast::chance::Chance;
use crate::fast::layers::EncoderCase;
use crate::fast::matrix;

#[test]
fn norms_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(18);
    for case in 0..1000 {
        let (n, d) = (chance.below(6), 1 + chance.length());
        let factor = [0.01, 1.0, 100.0][chance.below(3)];
        let (x, residual) = (chance.numbers(n * d, factor), chance.numbers(n * d, factor));
        let (gamma, beta) = (chance.numbers(d, 1.0), chance.numbers(d, 1.0));
        let with = [0, 1, 2].map(|_| !chance.once_in(3));
        let found = run(&gpu, |batch| {
            let gamma = with[0].then(|| batch.upload(matrix(&gamma, 1, d))).transpose()?;
            let beta = with[1].then(|| batch.upload(matrix(&beta, 1, d))).transpose()?;
            let residual = with[2].then(|| batch.upload(matrix(&residual, n, d))).transpose()?;
            let norm = Norm { gamma: gamma.as_ref(), beta: beta.as_ref(), epsilon: 1e-5 };
            let x = batch.upload(matrix(&x, n, d))?;
            normalize(batch, &x, residual.as_ref(), &norm)
        });
        let norm =
            cpu::norm::Norm { gamma: with[0].then_some(&gamma[..]), beta: with[1].then_some(&beta[..]), epsilon: 1e-5 };
        let residual = with[2].then(|| matrix(&residual, n, d));
        let expected = NormalizedRows { x: matrix(&x, n, d), residual, norm, precision: Precision::GPU };
        hold(&found.expect("an output"), &expected, &format!("case {case}, [{n}, {d}], with {with:?}"));
    }
}

#[test]
fn feed_forwards_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(19);
    for case in 0..1000 {
        let [n, d, f] = chance.lengths();
        let o = 1 + chance.below(20);
        let x = chance.numbers(n * d, 1.0);
        let (w1, b1) = (chance.numbers(d * f, 1.0), chance.numbers(f, 1.0));
        let (w2, b2) = (chance.numbers(f * o, 1.0), chance.numbers(o, 1.0));
        let biased = !chance.once_in(4);
        let found = run(&gpu, |batch| {
            let (w1, w2) = (batch.upload(matrix(&w1, d, f))?, batch.upload(matrix(&w2, f, o))?);
            let (b1, b2) = (batch.upload(matrix(&b1, 1, f))?, batch.upload(matrix(&b2, 1, o))?);
            let x = batch.upload(matrix(&x, n, d))?;
            let first = Linear { weights: &w1, bias: biased.then_some(&b1) };
            feed_forward(batch, &x, &first, &Linear { weights: &w2, bias: biased.then_some(&b2) })
        });
        let expected = FeedForward {
            x: matrix(&x, n, d),
            first: Layer { weights: matrix(&w1, d, f), bias: biased.then_some(&b1) },
            second: Layer { weights: matrix(&w2, f, o), bias: biased.then_some(&b2) },
            precision: Precision::GPU,
        };
        hold(&found.expect("an output"), &expected, &format!("case {case}, [{n}, {d}, {f}, {o}]"));
    }
}

#[test]
fn sums_are_rounded_once() {
    let gpu = open();
    let mut chance = Chance(20);
    for case in 0..200 {
        let [n, d, _] = chance.lengths();
        let (a, b) = (chance.numbers(n * d, 1.0), chance.numbers(n * d, 1.0));
        let found = run(&gpu, |batch| {
            let (a, b) = (batch.upload(matrix(&a, n, d))?, batch.upload(matrix(&b, n, d))?);
            add(batch, &a, &b)
        });
        for (place, found) in found.expect("sums").into_iter().enumerate() {
            let exact = f64::from(a[place]) + f64::from(b[place]);
            let error = (f64::from(found) - exact).abs();
            let bound = exact.abs() * f64::from(f32::EPSILON) / 2.0 + f64::from(f32::MIN_POSITIVE);
            assert!(error <= bound, "case {case} at {place}: {error}");
        }
    }
}

/// Encodes on the GPU.
fn encode_case(case: &EncoderCase, batch: &mut Batch) -> Result<GpuMatrix, GpuError> {
    let [sequences, n, d, f] = case.sizes;
    let mut upload = |numbers: &[f32], rows, columns| batch.upload(matrix(numbers, rows, columns));
    let squares = case.squares.iter().map(|numbers| upload(numbers, d, d)).collect::<Result<Vec<_>, _>>()?;
    let biases = case.biases.iter().map(|bias| bias.as_ref().map(|numbers| upload(numbers, 1, d)).transpose());
    let biases = biases.collect::<Result<Vec<_>, _>>()?;
    let norms = case.norms.iter().map(|numbers| upload(numbers, 1, d)).collect::<Result<Vec<_>, _>>()?;
    let (w1, b1) = (upload(&case.w1, d, f)?, upload(&case.b1, 1, f)?);
    let (w2, b2) = (upload(&case.w2, f, d)?, upload(&case.b2, 1, d)?);
    let x = upload(&case.x, sequences * n, d)?;
    let norm = |part: usize| Norm { gamma: Some(&norms[part]), beta: Some(&norms[part + 2]), epsilon: 1e-5 };
    let layer = EncoderLayer {
        attention: [0, 1, 2, 3].map(|part| Linear { weights: &squares[part], bias: biases[part].as_ref() }),
        feed_forward: [Linear { weights: &w1, bias: Some(&b1) }, Linear { weights: &w2, bias: Some(&b2) }],
        norms: [norm(0), norm(1)],
        norm_first: case.norm_first,
    };
    let options = Heads { heads: case.heads, batch: sequences, band: case.band, ..Heads::default() };
    encode(batch, &x, &layer, &options)
}

#[test]
fn encoder_layers_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(21);
    for case in 0..1000 {
        let batch = 1 + chance.below(3);
        let drawn = EncoderCase::draw(&mut chance, batch);
        let what = drawn.what(case);
        let found = run(&gpu, |batch| encode_case(&drawn, batch)).expect("an output");
        hold(&found, &drawn.expected(Precision::GPU), &what);
        drawn.assert_near(&found, &drawn.reference(), &what);
    }
}

#[test]
fn inputs_that_do_not_fit_are_refused() {
    let gpu = open();
    let refused = |commands: &dyn Fn(&mut Batch, &GpuMatrix) -> Result<GpuMatrix, GpuError>| {
        let numbers = [1.0; 6];
        run(&gpu, |batch| {
            let x = batch.upload(matrix(&numbers, 2, 3))?;
            commands(batch, &x)
        })
        .expect_err("a refusal")
        .code()
    };
    let plain = Norm { gamma: None, beta: None, epsilon: 1e-5 };
    assert_eq!(
        refused(&|batch, x| {
            let residual = batch.matrix(3, 3, 0.0)?;
            normalize(batch, x, Some(&residual), &plain)
        }),
        "shape-mismatch"
    );
    assert_eq!(
        refused(&|batch, x| {
            let residual = batch.matrix(2, 2, 0.0)?;
            normalize(batch, x, Some(&residual), &plain)
        }),
        "shape-mismatch"
    );
    let gamma = |batch: &mut Batch, x: &GpuMatrix| {
        let gamma = batch.matrix(1, 2, 0.0)?;
        normalize(batch, x, None, &Norm { gamma: Some(&gamma), ..plain })
    };
    assert_eq!(refused(&gamma), "shape-mismatch");
    for epsilon in [0.0, -1.0, f32::NAN, 1e-40] {
        assert_eq!(refused(&|batch, x| normalize(batch, x, None, &Norm { epsilon, ..plain })), "gpu-unsuited");
    }
    assert_eq!(
        refused(&|batch, _| {
            let large = batch.matrix(1, 1, 1e19)?;
            normalize(batch, &large, None, &plain)
        }),
        "gpu-unsuited"
    );
    assert_eq!(
        refused(&|batch, x| {
            let other = batch.matrix(2, 2, 0.0)?;
            add(batch, x, &other)
        }),
        "shape-mismatch"
    );
    assert_eq!(
        refused(&|batch, _| {
            let large = batch.matrix(2, 3, 1e38)?;
            add(batch, &large, &large)
        }),
        "gpu-unsuited"
    );
}
