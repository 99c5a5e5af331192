//! Layer norm, feed-forward and encoder layer against the reference.

use attograph::backend::Reference;
use attograph::backend::check::{Encoded, EncoderWeights, Expected, FeedForward, Layer, NormalizedRows, Precision};
use attograph::backend::cpu::encoder::{EncoderLayer, encode};
use attograph::backend::cpu::feed_forward::{Linear, feed_forward};
use attograph::backend::cpu::heads::Heads;
use attograph::backend::cpu::matrix::{Matrix, MatrixMut};
use attograph::backend::cpu::norm::{Norm, normalize};
use attograph::backend::cpu::pair_rule::Band;
use attograph::backend::cpu::panels::Panels;
use attograph::catalog::{self, Arguments};
use attograph::tensor::Tensor;

use super::chance::{Chance, widened};
use super::held::{Held, ROUNDED};

fn tensor(numbers: &[f32], shape: &[usize]) -> Tensor {
    Tensor::new(shape.to_vec(), widened(numbers)).expect("a tensor")
}

fn output(id: &str, inputs: &Arguments) -> Vec<f64> {
    catalog::evaluate(id, inputs, &Reference).expect("an output").outputs["output"].data().to_vec()
}

/// Every number of so many layer norms lies within the bound.
pub fn norms_stay_within_their_bound(shapes: usize) {
    let mut chance = Chance(8);
    for case in 0..shapes {
        let (n, d) = (chance.below(6), 1 + chance.length());
        let factor = [0.01, 1.0, 100.0][chance.below(3)];
        let (x, gamma, beta) = (chance.numbers(n * d, factor), chance.numbers(d, 1.0), chance.numbers(d, 1.0));
        let mut found = vec![f32::NAN; n * d];
        let norm = Norm { gamma: Some(&gamma), beta: Some(&beta), epsilon: 1e-5 };
        let matrix = Matrix::new("x", &x, n, d).expect("a matrix");
        normalize(matrix, None, &norm, &mut MatrixMut::new("y", &mut found, n, d).expect("a matrix"));
        let inputs = Arguments::new()
            .with("x", tensor(&x, &[n, d]))
            .with("gamma", tensor(&gamma, &[d]))
            .with("beta", tensor(&beta, &[d]))
            .with("epsilon", f64::from(1e-5f32));
        let exact = output("layer-norm", &inputs);
        let oracle = |i: usize, j: usize| exact[i * d + j];
        let expected = NormalizedRows { x: matrix, residual: None, norm, precision: Precision::CPU };
        let held = Held { found: &found, expected: &expected, oracle: &oracle, apart: ROUNDED };
        held.assert(&format!("case {case}, width {d}"));
    }
}

/// Every number of so many feed-forward layers lies within the bound.
pub fn feed_forwards_stay_within_their_bound(shapes: usize) {
    let mut chance = Chance(9);
    for case in 0..shapes {
        let (d, f) = (1 + chance.below(20), 1 + chance.below(40));
        let n = if chance.once_in(20) { 120 + chance.below(20) } else { chance.length().min(20) };
        let x = chance.numbers(n * d, 1.0);
        let (w1, b1, w2, b2) =
            (chance.numbers(d * f, 1.0), chance.numbers(f, 1.0), chance.numbers(f * d, 1.0), chance.numbers(d, 1.0));
        let panels = |numbers: &[f32], rows, columns| {
            Panels::of("w", Matrix::new("w", numbers, rows, columns).expect("a matrix")).expect("panels")
        };
        let (first, second) = (panels(&w1, d, f), panels(&w2, f, d));
        let (first, second) =
            (Linear { weights: &first, bias: Some(&b1) }, Linear { weights: &second, bias: Some(&b2) });
        let mut found = vec![f32::NAN; n * d];
        let mut target = MatrixMut::new("y", &mut found, n, d).expect("a matrix");
        feed_forward(Matrix::new("x", &x, n, d).expect("a matrix"), &first, &second, &mut target).expect("an output");
        let inputs = Arguments::new()
            .with("x", tensor(&x, &[n, d]))
            .with("w1", tensor(&w1, &[d, f]))
            .with("b1", tensor(&b1, &[f]))
            .with("w2", tensor(&w2, &[f, d]))
            .with("b2", tensor(&b2, &[d]));
        let exact = output("feed-forward", &inputs);
        let matrix = |numbers, rows, columns| Matrix::new("w", numbers, rows, columns).expect("a matrix");
        let expected = FeedForward {
            x: matrix(&x, n, d),
            first: Layer { weights: matrix(&w1, d, f), bias: Some(&b1) },
            second: Layer { weights: matrix(&w2, f, d), bias: Some(&b2) },
            precision: Precision::CPU,
        };
        let oracle = |i: usize, j: usize| exact[i * d + j];
        let held = Held { found: &found, expected: &expected, oracle: &oracle, apart: ROUNDED };
        held.assert(&format!("case {case}, [{n}, {d}, {f}]"));
    }
}

/// Every number of so many encoder layers lies within the bound, which is small for nearly all.
pub fn encoder_layers_stay_within_their_bound(shapes: usize) {
    let mut chance = Chance(10);
    let (mut small, mut all) = (0, 0);
    for case in 0..shapes {
        let (heads, n) = (1 + chance.below(3), 1 + chance.length().min(40));
        let d = heads * (1 + chance.below(8));
        let f = 1 + chance.below(20);
        let norm_first = chance.once_in(2);
        let x = chance.numbers(n * d, 1.0);
        let scale = 1.0 / (d as f32).sqrt();
        let square: Vec<Vec<f32>> = (0..4).map(|_| chance.numbers(d * d, scale)).collect();
        let biases: Vec<_> = (0..4).map(|_| chance.once_in(2).then(|| chance.numbers(d, 1.0))).collect();
        let (w1, w2) = (chance.numbers(d * f, scale), chance.numbers(f * d, scale));
        let (b1, b2) = (chance.numbers(f, 1.0), chance.numbers(d, 1.0));
        let gammas: Vec<Vec<f32>> = (0..4).map(|_| chance.numbers(d, 1.0)).collect();
        let panels = |numbers: &[f32], rows, columns| {
            Panels::of("w", Matrix::new("w", numbers, rows, columns).expect("a matrix")).expect("panels")
        };
        let squares: Vec<Panels> = square.iter().map(|numbers| panels(numbers, d, d)).collect();
        let (first, second) = (panels(&w1, d, f), panels(&w2, f, d));
        let linear = |part: usize| Linear { weights: &squares[part], bias: biases[part].as_deref() };
        let norm = |part: usize| Norm { gamma: Some(&gammas[part]), beta: Some(&gammas[part + 2]), epsilon: 1e-5 };
        let layer = EncoderLayer {
            attention: [linear(0), linear(1), linear(2), linear(3)],
            feed_forward: [Linear { weights: &first, bias: Some(&b1) }, Linear { weights: &second, bias: Some(&b2) }],
            norms: [norm(0), norm(1)],
            norm_first,
        };
        let batch = if chance.once_in(3) { 1 + chance.below(n) } else { 1 };
        let n = n / batch * batch;
        let x = &x[..n * d];
        let band = if chance.once_in(3) { Band::CAUSAL } else { Band::FULL };
        let options = Heads { heads, batch, band, ..Heads::default() };
        let mut found = vec![f32::NAN; n * d];
        let matrix = Matrix::new("x", x, n, d).expect("a matrix");
        encode(matrix, &layer, &options, &mut found).expect("an output");
        let plain = |numbers, rows, columns| Matrix::new("w", numbers, rows, columns).expect("a matrix");
        let square_of = |part: usize| Layer { weights: plain(&square[part], d, d), bias: biases[part].as_deref() };
        let weights = EncoderWeights {
            attention: [0, 1, 2, 3].map(square_of),
            feed_forward: [
                Layer { weights: plain(&w1, d, f), bias: Some(&b1) },
                Layer { weights: plain(&w2, f, d), bias: Some(&b2) },
            ],
            norms: [norm(0), norm(1)],
            norm_first,
        };
        let expected = Encoded::of(matrix, &weights, &options, &Precision::CPU).expect("a layer");
        let parts: Vec<Vec<f64>> = x
            .chunks_exact(n / batch * d)
            .map(|sequence| {
                let mut inputs = Arguments::new()
                    .with("x", tensor(sequence, &[n / batch, d]))
                    .with("heads", heads as f64)
                    .with("normFirst", norm_first)
                    .with("causal", band == Band::CAUSAL)
                    .with("epsilon", f64::from(1e-5f32))
                    .with("params.w1", tensor(&w1, &[d, f]))
                    .with("params.b1", tensor(&b1, &[f]))
                    .with("params.w2", tensor(&w2, &[f, d]))
                    .with("params.b2", tensor(&b2, &[d]));
                for (name, numbers) in ["wQuery", "wKey", "wValue", "wOutput"].iter().zip(&square) {
                    inputs = inputs.with(&format!("params.attention.{name}"), tensor(numbers, &[d, d]));
                }
                for (name, numbers) in ["bQuery", "bKey", "bValue", "bOutput"].iter().zip(&biases) {
                    if let Some(numbers) = numbers {
                        inputs = inputs.with(&format!("params.attention.{name}"), tensor(numbers, &[d]));
                    }
                }
                for (name, numbers) in ["norm1.gamma", "norm2.gamma", "norm1.beta", "norm2.beta"].iter().zip(&gammas) {
                    inputs = inputs.with(&format!("params.{name}"), tensor(numbers, &[d]));
                }
                output("encoder-layer", &inputs)
            })
            .collect();
        let exact = parts.concat();
        let oracle = |i: usize, j: usize| exact[i * d + j];
        let what = format!("case {case}: [{n}, {d}], {heads} heads, {batch} sequences, {band:?}, first {norm_first}");
        Held { found: &found, expected: &expected, oracle: &oracle, apart: ROUNDED }.assert(&what);
        let largest = exact.iter().fold(1.0, |most: f64, number| most.max(number.abs()));
        // A bound assumes that all errors add up. Where no norm magnifies them, by two or three features that are nearly equal, they hardly do.
        for (place, (found, exact)) in found.iter().zip(&exact).enumerate().filter(|_| d >= 4) {
            let error = (f64::from(*found) - exact).abs();
            assert!(error <= 1e-4 * largest, "{what} at {place}: {error}");
        }
        for row in 0..n {
            all += d;
            small += expected.row(row).expect("a row").bound.iter().filter(|bound| **bound <= 0.1).count();
        }
    }
    assert!(small * 100 >= all * 90, "{small} bounds of {all} are small");
}
