//! Layer norm, feed-forward and encoder layer against the reference.

use attograph::backend::Reference;
use attograph::backend::check::{Encoded, EncoderWeights, Expected, FeedForward, Layer, NormalizedRows, Precision};
use attograph::backend::cpu::encoder::{EncoderLayer, encode};
use attograph::backend::cpu::feed_forward::{Linear, feed_forward};
use attograph::backend::cpu::heads::Heads;
use attograph::backend::cpu::matrix::MatrixMut;
use attograph::backend::cpu::norm::{Norm, normalize};
use attograph::backend::cpu::pair_rule::Band;
use attograph::backend::cpu::panels::Panels;
use attograph::catalog::{self, Arguments};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::chance::Chance;
use super::held::{Held, ROUNDED};
use super::{SHAPES, matrix, tensor};

fn panels(numbers: &[f32], rows: usize, columns: usize) -> Panels {
    Panels::of("w", matrix(numbers, rows, columns)).expect("panels")
}

fn output(id: &str, inputs: &Arguments) -> Vec<f64> {
    catalog::evaluate(id, inputs, &Reference).expect("an output").outputs["output"].data().to_vec()
}

#[test]
fn norms_stay_within_their_bound() {
    let mut chance = Chance(8);
    for case in 0..SHAPES {
        let (n, d) = (chance.below(6), 1 + chance.length());
        let factor = [0.01, 1.0, 100.0][chance.below(3)];
        let (x, gamma, beta) = (chance.numbers(n * d, factor), chance.numbers(d, 1.0), chance.numbers(d, 1.0));
        let mut found = vec![f32::NAN; n * d];
        let norm = Norm { gamma: Some(&gamma), beta: Some(&beta), epsilon: 1e-5 };
        normalize(matrix(&x, n, d), None, &norm, &mut MatrixMut::new("y", &mut found, n, d).expect("a matrix"));
        let inputs = Arguments::new()
            .with("x", tensor(&x, &[n, d]))
            .with("gamma", tensor(&gamma, &[d]))
            .with("beta", tensor(&beta, &[d]))
            .with("epsilon", f64::from(1e-5f32));
        let exact = output("layer-norm", &inputs);
        let oracle = |i: usize, j: usize| exact[i * d + j];
        let expected = NormalizedRows { x: matrix(&x, n, d), residual: None, norm, precision: Precision::CPU };
        let held = Held { found: &found, expected: &expected, oracle: &oracle, apart: ROUNDED };
        held.assert(&format!("case {case}, width {d}"));
    }
}

#[test]
fn feed_forwards_stay_within_their_bound() {
    let mut chance = Chance(9);
    for case in 0..SHAPES {
        let (d, f) = (1 + chance.below(20), 1 + chance.below(40));
        let n = if chance.once_in(20) { 120 + chance.below(20) } else { chance.length().min(20) };
        let x = chance.numbers(n * d, 1.0);
        let (w1, b1, w2, b2) =
            (chance.numbers(d * f, 1.0), chance.numbers(f, 1.0), chance.numbers(f * d, 1.0), chance.numbers(d, 1.0));
        let (first, second) = (panels(&w1, d, f), panels(&w2, f, d));
        let (first, second) =
            (Linear { weights: &first, bias: Some(&b1) }, Linear { weights: &second, bias: Some(&b2) });
        let mut found = vec![f32::NAN; n * d];
        let mut target = MatrixMut::new("y", &mut found, n, d).expect("a matrix");
        feed_forward(matrix(&x, n, d), &first, &second, &mut target).expect("an output");
        let inputs = Arguments::new()
            .with("x", tensor(&x, &[n, d]))
            .with("w1", tensor(&w1, &[d, f]))
            .with("b1", tensor(&b1, &[f]))
            .with("w2", tensor(&w2, &[f, d]))
            .with("b2", tensor(&b2, &[d]));
        let exact = output("feed-forward", &inputs);
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

/// An encoder layer of random weights.
pub struct EncoderCase {
    /// Sequences, n, d, hidden units.
    pub sizes: [usize; 4],
    pub heads: usize,
    pub norm_first: bool,
    pub band: Band,
    pub x: Vec<f32>,
    /// The weights of queries, keys, values and the output.
    pub squares: Vec<Vec<f32>>,
    /// The bias of each.
    pub biases: Vec<Option<Vec<f32>>>,
    pub w1: Vec<f32>,
    pub b1: Vec<f32>,
    pub w2: Vec<f32>,
    pub b2: Vec<f32>,
    /// Both γ, both β.
    pub norms: Vec<Vec<f32>>,
}

impl EncoderCase {
    /// Draws a layer for this number of sequences.
    pub fn draw(chance: &mut Chance, batch: usize) -> EncoderCase {
        let (heads, n) = (1 + chance.below(3), 1 + chance.length().min(40));
        let (d, f) = (heads * (1 + chance.below(8)), 1 + chance.below(20));
        let scale = 1.0 / (d as f32).sqrt();
        EncoderCase {
            sizes: [batch, n, d, f],
            heads,
            norm_first: chance.once_in(2),
            band: if chance.once_in(3) { Band::CAUSAL } else { Band::FULL },
            x: chance.numbers(batch * n * d, 1.0),
            squares: (0..4).map(|_| chance.numbers(d * d, scale)).collect(),
            biases: (0..4).map(|_| chance.once_in(2).then(|| chance.numbers(d, 1.0))).collect(),
            w1: chance.numbers(d * f, scale),
            b1: chance.numbers(f, 1.0),
            w2: chance.numbers(f * d, scale),
            b2: chance.numbers(d, 1.0),
            norms: (0..4).map(|_| chance.numbers(d, 1.0)).collect(),
        }
    }

    fn norms(&self) -> [Norm<'_>; 2] {
        let norms = &self.norms;
        [0, 1].map(|part| Norm { gamma: Some(&norms[part]), beta: Some(&norms[part + 2]), epsilon: 1e-5 })
    }

    fn options(&self) -> Heads<'_> {
        Heads { heads: self.heads, batch: self.sizes[0], band: self.band, ..Heads::default() }
    }

    /// Returns what the layer should be, with its bound.
    pub fn expected(&self, precision: Precision) -> Encoded {
        let [batch, n, d, f] = self.sizes;
        let square =
            |part: usize| Layer { weights: matrix(&self.squares[part], d, d), bias: self.biases[part].as_deref() };
        let weights = EncoderWeights {
            attention: [0, 1, 2, 3].map(square),
            feed_forward: [
                Layer { weights: matrix(&self.w1, d, f), bias: Some(&self.b1) },
                Layer { weights: matrix(&self.w2, f, d), bias: Some(&self.b2) },
            ],
            norms: self.norms(),
            norm_first: self.norm_first,
        };
        Encoded::of(matrix(&self.x, batch * n, d), &weights, &self.options(), &precision).expect("a layer")
    }

    /// Returns the result of the reference, a sequence after the other.
    pub fn reference(&self) -> Vec<f64> {
        let [_, n, d, f] = self.sizes;
        let mut inputs = Arguments::new()
            .with("heads", self.heads as f64)
            .with("normFirst", self.norm_first)
            .with("causal", self.band == Band::CAUSAL)
            .with("epsilon", f64::from(1e-5f32))
            .with("w1", tensor(&self.w1, &[d, f]))
            .with("b1", tensor(&self.b1, &[f]))
            .with("w2", tensor(&self.w2, &[f, d]))
            .with("b2", tensor(&self.b2, &[d]));
        for (name, numbers) in ["wQuery", "wKey", "wValue", "wOutput"].iter().zip(&self.squares) {
            inputs = inputs.with(&format!("attention.{name}"), tensor(numbers, &[d, d]));
        }
        for (name, numbers) in ["bQuery", "bKey", "bValue", "bOutput"].iter().zip(&self.biases) {
            if let Some(numbers) = numbers {
                inputs = inputs.with(&format!("attention.{name}"), tensor(numbers, &[d]));
            }
        }
        for (name, numbers) in ["norm1.gamma", "norm2.gamma", "norm1.beta", "norm2.beta"].iter().zip(&self.norms) {
            inputs = inputs.with(name, tensor(numbers, &[d]));
        }
        let of = |sequence: &[f32]| output("encoder-layer", &inputs.clone().with("x", tensor(sequence, &[n, d])));
        self.x.chunks_exact(n * d).flat_map(of).collect()
    }

    /// Asserts that a result is near the reference. A bound assumes that all errors add up; where no norm magnifies them, which one of two or three
    /// features that are nearly equal does, they hardly do.
    pub fn assert_near(&self, found: &[f32], exact: &[f64], what: &str) {
        let largest = exact.iter().fold(1.0, |most: f64, number| most.max(number.abs()));
        for (place, (found, exact)) in found.iter().zip(exact).enumerate().filter(|_| self.sizes[2] >= 4) {
            let error = (f64::from(*found) - exact).abs();
            assert!(error <= 1e-4 * largest, "{what} at {place}: {error}");
        }
    }

    pub fn what(&self, case: usize) -> String {
        let EncoderCase { sizes, heads, norm_first, band, .. } = self;
        format!("case {case}: {sizes:?}, {heads} heads, {band:?}, norm first {norm_first}")
    }
}

/// Nearly all bounds are small.
#[test]
fn encoder_layers_stay_within_their_bound() {
    let mut chance = Chance(10);
    let (mut small, mut all) = (0, 0);
    for case in 0..SHAPES {
        let batch = if chance.once_in(3) { 1 + chance.below(3) } else { 1 };
        let drawn = EncoderCase::draw(&mut chance, batch);
        let [_, n, d, f] = drawn.sizes;
        let squares: Vec<Panels> = drawn.squares.iter().map(|numbers| panels(numbers, d, d)).collect();
        let (first, second) = (panels(&drawn.w1, d, f), panels(&drawn.w2, f, d));
        let linear = |part: usize| Linear { weights: &squares[part], bias: drawn.biases[part].as_deref() };
        let layer = EncoderLayer {
            attention: [0, 1, 2, 3].map(linear),
            feed_forward: [
                Linear { weights: &first, bias: Some(&drawn.b1) },
                Linear { weights: &second, bias: Some(&drawn.b2) },
            ],
            norms: drawn.norms(),
            norm_first: drawn.norm_first,
        };
        let mut found = vec![f32::NAN; batch * n * d];
        encode(matrix(&drawn.x, batch * n, d), &layer, &drawn.options(), &mut found).expect("an output");
        let (expected, exact, what) = (drawn.expected(Precision::CPU), drawn.reference(), drawn.what(case));
        let oracle = |i: usize, j: usize| exact[i * d + j];
        Held { found: &found, expected: &expected, oracle: &oracle, apart: ROUNDED }.assert(&what);
        drawn.assert_near(&found, &exact, &what);
        for row in 0..batch * n {
            all += d;
            small += expected.row(row).expect("a row").bound.iter().filter(|bound| **bound <= 0.1).count();
        }
    }
    assert!(small * 100 >= all * 90, "{small} bounds of {all} are small");
}
