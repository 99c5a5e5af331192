//! Layer norm, feed-forward and sums within their bounds; an encoder layer against the reference.

use attograph::backend::Reference;
use attograph::backend::check::{
    self, Encoded, EncoderWeights, Expected, FeedForward, Layer, NormalizedRows, Precision,
};
use attograph::backend::cpu;
use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::cpu::pair_rule::Band;
use attograph::backend::gpu::encoder::{EncoderLayer, encode};
use attograph::backend::gpu::feed_forward::{Linear, feed_forward};
use attograph::backend::gpu::heads::Heads;
use attograph::backend::gpu::norm::{Norm, normalize};
use attograph::backend::gpu::sum::add;
use attograph::backend::gpu::{Batch, GpuError, GpuMatrix};
use attograph::catalog::{self, Arguments};
use attograph::tensor::Tensor;

use crate::chance::{Chance, widened};
use crate::device::{open, run};

fn matrix(numbers: &[f32], rows: usize, columns: usize) -> Matrix<'_> {
    Matrix::new("x", numbers, rows, columns).expect("a matrix")
}

fn hold(expected: &dyn Expected, found: &[f32], what: &str) {
    let (rows, columns) = expected.shape();
    let verdict = check::check(expected, matrix(found, rows, columns), rows).expect("a verdict");
    assert!(verdict.within, "{what}: {verdict:?}");
}

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
        hold(&expected, &found.expect("an output"), &format!("case {case}, [{n}, {d}], with {with:?}"));
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
        hold(&expected, &found.expect("an output"), &format!("case {case}, [{n}, {d}, {f}, {o}]"));
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

/// An encoder layer of random weights.
struct Drawn {
    sizes: [usize; 4],
    heads: usize,
    norm_first: bool,
    causal: bool,
    x: Vec<f32>,
    /// Queries, keys, values, output.
    squares: Vec<Vec<f32>>,
    /// What is added to each.
    biases: Vec<Option<Vec<f32>>>,
    w1: Vec<f32>,
    b1: Vec<f32>,
    w2: Vec<f32>,
    b2: Vec<f32>,
    /// Both γ, both β.
    norms: Vec<Vec<f32>>,
}

impl Drawn {
    fn draw(chance: &mut Chance) -> Drawn {
        let (heads, batch, n) = (1 + chance.below(3), 1 + chance.below(3), 1 + chance.length().min(40));
        let d = heads * (1 + chance.below(8));
        let f = 1 + chance.below(20);
        let scale = 1.0 / (d as f32).sqrt();
        Drawn {
            sizes: [batch, n, d, f],
            heads,
            norm_first: chance.once_in(2),
            causal: chance.once_in(2),
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

    fn encode(&self, batch: &mut Batch) -> Result<GpuMatrix, GpuError> {
        let [sequences, n, d, f] = self.sizes;
        let mut upload = |numbers: &[f32], rows, columns| batch.upload(matrix(numbers, rows, columns));
        let squares = self.squares.iter().map(|numbers| upload(numbers, d, d)).collect::<Result<Vec<_>, _>>()?;
        let biases = self.biases.iter().map(|bias| bias.as_ref().map(|numbers| upload(numbers, 1, d)).transpose());
        let biases = biases.collect::<Result<Vec<_>, _>>()?;
        let norms = self.norms.iter().map(|numbers| upload(numbers, 1, d)).collect::<Result<Vec<_>, _>>()?;
        let (w1, b1) = (upload(&self.w1, d, f)?, upload(&self.b1, 1, f)?);
        let (w2, b2) = (upload(&self.w2, f, d)?, upload(&self.b2, 1, d)?);
        let x = upload(&self.x, sequences * n, d)?;
        let linear = |part: usize| Linear { weights: &squares[part], bias: biases[part].as_ref() };
        let norm = |part: usize| Norm { gamma: Some(&norms[part]), beta: Some(&norms[part + 2]), epsilon: 1e-5 };
        let layer = EncoderLayer {
            attention: [linear(0), linear(1), linear(2), linear(3)],
            feed_forward: [Linear { weights: &w1, bias: Some(&b1) }, Linear { weights: &w2, bias: Some(&b2) }],
            norms: [norm(0), norm(1)],
            norm_first: self.norm_first,
        };
        let options = Heads { heads: self.heads, batch: sequences, band: self.band(), ..Heads::default() };
        encode(batch, &x, &layer, &options)
    }

    fn band(&self) -> Band {
        if self.causal { Band::CAUSAL } else { Band::FULL }
    }

    /// What the layer should be, with how far it may be off.
    fn expected(&self) -> Encoded {
        let [batch, n, d, f] = self.sizes;
        let square =
            |part: usize| Layer { weights: matrix(&self.squares[part], d, d), bias: self.biases[part].as_deref() };
        let norm = |part: usize| {
            let (gamma, beta) = (Some(&self.norms[part][..]), Some(&self.norms[part + 2][..]));
            cpu::norm::Norm { gamma, beta, epsilon: 1e-5 }
        };
        let weights = EncoderWeights {
            attention: [0, 1, 2, 3].map(square),
            feed_forward: [
                Layer { weights: matrix(&self.w1, d, f), bias: Some(&self.b1) },
                Layer { weights: matrix(&self.w2, f, d), bias: Some(&self.b2) },
            ],
            norms: [norm(0), norm(1)],
            norm_first: self.norm_first,
        };
        let options = cpu::heads::Heads { heads: self.heads, batch, band: self.band(), ..cpu::heads::Heads::default() };
        Encoded::of(matrix(&self.x, batch * n, d), &weights, &options, &Precision::GPU).expect("a layer")
    }

    /// What the reference makes of one sequence.
    fn reference(&self, sequence: usize) -> Vec<f64> {
        let [_, n, d, f] = self.sizes;
        let tensor =
            |numbers: &[f32], shape: &[usize]| Tensor::new(shape.to_vec(), widened(numbers)).expect("a tensor");
        let mut inputs = Arguments::new()
            .with("x", tensor(&self.x[sequence * n * d..(sequence + 1) * n * d], &[n, d]))
            .with("heads", self.heads as f64)
            .with("normFirst", self.norm_first)
            .with("causal", self.causal)
            .with("epsilon", f64::from(1e-5f32))
            .with("params.w1", tensor(&self.w1, &[d, f]))
            .with("params.b1", tensor(&self.b1, &[f]))
            .with("params.w2", tensor(&self.w2, &[f, d]))
            .with("params.b2", tensor(&self.b2, &[d]));
        for (name, numbers) in ["wQuery", "wKey", "wValue", "wOutput"].iter().zip(&self.squares) {
            inputs = inputs.with(&format!("params.attention.{name}"), tensor(numbers, &[d, d]));
        }
        for (name, numbers) in ["bQuery", "bKey", "bValue", "bOutput"].iter().zip(&self.biases) {
            if let Some(numbers) = numbers {
                inputs = inputs.with(&format!("params.attention.{name}"), tensor(numbers, &[d]));
            }
        }
        for (name, numbers) in ["norm1.gamma", "norm2.gamma", "norm1.beta", "norm2.beta"].iter().zip(&self.norms) {
            inputs = inputs.with(&format!("params.{name}"), tensor(numbers, &[d]));
        }
        let answer = catalog::evaluate("encoder-layer", &inputs, &Reference).expect("an output");
        answer.outputs["output"].data().to_vec()
    }
}

#[test]
fn encoder_layers_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(21);
    for case in 0..1000 {
        let drawn = Drawn::draw(&mut chance);
        let Drawn { sizes, heads, norm_first, .. } = drawn;
        let what = format!("case {case}, {sizes:?}, {heads} heads, norm first {norm_first}");
        let found = run(&gpu, |batch| drawn.encode(batch)).expect("an output");
        hold(&drawn.expected(), &found, &what);
        // A bound assumes that all errors add up. Where no norm magnifies them, by two or three features that are nearly equal, they hardly do.
        let [sequences, _, d, _] = sizes;
        let exact: Vec<f64> = (0..sequences).flat_map(|sequence| drawn.reference(sequence)).collect();
        let largest = exact.iter().fold(1.0, |most: f64, number| most.max(number.abs()));
        for (place, (found, exact)) in found.iter().zip(&exact).enumerate().filter(|_| d >= 4) {
            let error = (f64::from(*found) - exact).abs();
            assert!(error <= 1e-4 * largest, "{what} at {place}: {error}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
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
