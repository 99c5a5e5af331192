//! Layer norm, feed-forward and encoder layer against the reference.

use attograph::backend::Reference;
use attograph::backend::check::{FeedForward, Layer, NormalizedRows, Precision};
use attograph::backend::cpu::encoder::{EncoderLayer, encode};
use attograph::backend::cpu::feed_forward::{Linear, feed_forward};
use attograph::backend::cpu::heads::Heads;
use attograph::backend::cpu::matrix::{Matrix, MatrixMut};
use attograph::backend::cpu::norm::{Norm, normalize};
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

/// An encoder layer gives the reference's results to within 1e-4 of a normalized number; its parts have their own bounds.
pub fn encoder_layers_agree(shapes: usize) {
    let mut chance = Chance(10);
    for case in 0..shapes {
        let (heads, n) = (1 + chance.below(3), 1 + chance.length().min(40));
        let d = heads * (1 + chance.below(8));
        let f = 1 + chance.below(20);
        let norm_first = chance.once_in(2);
        let x = chance.numbers(n * d, 1.0);
        let scale = 1.0 / (d as f32).sqrt();
        let square: Vec<Vec<f32>> = (0..4).map(|_| chance.numbers(d * d, scale)).collect();
        let (w1, w2) = (chance.numbers(d * f, scale), chance.numbers(f * d, scale));
        let (b1, b2) = (chance.numbers(f, 1.0), chance.numbers(d, 1.0));
        let gammas: Vec<Vec<f32>> = (0..4).map(|_| chance.numbers(d, 1.0)).collect();
        let panels = |numbers: &[f32], rows, columns| {
            Panels::of("w", Matrix::new("w", numbers, rows, columns).expect("a matrix")).expect("panels")
        };
        let squares: Vec<Panels> = square.iter().map(|numbers| panels(numbers, d, d)).collect();
        let (first, second) = (panels(&w1, d, f), panels(&w2, f, d));
        let linear = |part: usize| Linear { weights: &squares[part], bias: None };
        let norm = |part: usize| Norm { gamma: Some(&gammas[part]), beta: Some(&gammas[part + 2]), epsilon: 1e-5 };
        let layer = EncoderLayer {
            attention: [linear(0), linear(1), linear(2), linear(3)],
            feed_forward: [Linear { weights: &first, bias: Some(&b1) }, Linear { weights: &second, bias: Some(&b2) }],
            norms: [norm(0), norm(1)],
            norm_first,
        };
        let mut found = vec![f32::NAN; n * d];
        let matrix = Matrix::new("x", &x, n, d).expect("a matrix");
        encode(matrix, &layer, &Heads { heads, ..Heads::default() }, &mut found).expect("an output");
        let mut inputs = Arguments::new()
            .with("x", tensor(&x, &[n, d]))
            .with("heads", heads as f64)
            .with("normFirst", norm_first)
            .with("epsilon", f64::from(1e-5f32))
            .with("params.w1", tensor(&w1, &[d, f]))
            .with("params.b1", tensor(&b1, &[f]))
            .with("params.w2", tensor(&w2, &[f, d]))
            .with("params.b2", tensor(&b2, &[d]));
        for (name, numbers) in ["wQuery", "wKey", "wValue", "wOutput"].iter().zip(&square) {
            inputs = inputs.with(&format!("params.attention.{name}"), tensor(numbers, &[d, d]));
        }
        for (name, numbers) in ["norm1.gamma", "norm2.gamma", "norm1.beta", "norm2.beta"].iter().zip(&gammas) {
            inputs = inputs.with(&format!("params.{name}"), tensor(numbers, &[d]));
        }
        let exact = output("encoder-layer", &inputs);
        let largest = exact.iter().fold(1.0, |most: f64, number| most.max(number.abs()));
        // A norm magnifies: two features whose distance is a thousandth of their size lose three places.
        let tolerance = if d < 4 { 1e-2 } else { 1e-4 };
        for (place, (found, exact)) in found.iter().zip(&exact).enumerate() {
            let error = (f64::from(*found) - exact).abs();
            assert!(error <= tolerance * largest, "case {case}, [{n}, {d}], {heads} heads at {place}: {error}");
        }
    }
}
