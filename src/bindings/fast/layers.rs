//! Layers of a transformer.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::encoder::{EncoderLayer, encode};
use crate::backend::cpu::feed_forward::{Linear, feed_forward};
use crate::backend::cpu::heads::Heads;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::norm::{Norm, normalize};
use crate::backend::cpu::pair_rule::Sight;
use crate::error::{Error, Result};

use super::failure::failure;
use super::product::Weights;
use super::tensor::Tensor;

type Answer = std::result::Result<Tensor, JsValue>;

/// A vector that must be as long as the features are many.
fn fitting(input: &str, found: Option<&Vec<f32>>, expected: usize) -> Result<()> {
    match found {
        Some(numbers) if numbers.len() != expected => {
            let (input, because) = (input.into(), "`x`".into());
            Err(Error::ShapeMismatch { input, axis: 0, expected, found: numbers.len(), because }.into())
        }
        _ => Ok(()),
    }
}

/// Computes the layer norm of every row of x, or of x + residual.
#[wasm_bindgen(js_name = layerNorm)]
pub fn layer_norm(
    x: &Tensor,
    residual: Option<Vec<f32>>,
    gamma: Option<Vec<f32>>,
    beta: Option<Vec<f32>>,
    epsilon: f32,
) -> Answer {
    let compute = || -> Result<Tensor> {
        let x = x.matrix("x")?;
        fitting("gamma", gamma.as_ref(), x.columns())?;
        fitting("beta", beta.as_ref(), x.columns())?;
        let residual = residual.as_ref().map(|residual| Matrix::new("residual", residual, x.rows(), x.columns()));
        let residual = residual.transpose()?;
        let norm = Norm { gamma: gamma.as_deref(), beta: beta.as_deref(), epsilon };
        let mut result = Tensor::zeros(x.rows(), x.columns())?;
        let mut target = MatrixMut::new("output", result.numbers_mut(), x.rows(), x.columns())?;
        normalize(x, residual, &norm, &mut target);
        Ok(result)
    };
    compute().map_err(failure)
}

/// Computes ReLU(X W₁ + b₁) W₂ + b₂.
#[wasm_bindgen(js_name = feedForward)]
pub fn layers(x: &Tensor, w1: &Weights, b1: Option<Vec<f32>>, w2: &Weights, b2: Option<Vec<f32>>) -> Answer {
    let compute = || -> Result<Tensor> {
        let x = x.matrix("x")?;
        let (first, second) = (linear(w1, b1.as_ref()), linear(w2, b2.as_ref()));
        let columns = second.weights.columns();
        let mut result = Tensor::zeros(x.rows(), columns)?;
        let mut target = MatrixMut::new("output", result.numbers_mut(), x.rows(), columns)?;
        feed_forward(x, &first, &second, &mut target)?;
        Ok(result)
    };
    compute().map_err(failure)
}

fn linear<'a>(weights: &'a Weights, bias: Option<&'a Vec<f32>>) -> Linear<'a> {
    Linear { weights: weights.panels(), bias: bias.map(Vec::as_slice) }
}

/// An encoder layer with its weights laid out.
#[wasm_bindgen]
pub struct Encoder {
    attention: [Weights; 4],
    feed_forward: [Weights; 2],
    biases: [Vec<f32>; 2],
    norms: [[Vec<f32>; 2]; 2],
    norm_first: bool,
    epsilon: f32,
}

#[wasm_bindgen]
impl Encoder {
    /// Takes matrices in: queries, keys, values, output [d, d], the feed-forward's two, its biases, γ and β of both norms.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
    pub fn create(
        query: &Tensor,
        key: &Tensor,
        value: &Tensor,
        output: &Tensor,
        w1: &Tensor,
        b1: Vec<f32>,
        w2: &Tensor,
        b2: Vec<f32>,
        gamma1: Vec<f32>,
        beta1: Vec<f32>,
        gamma2: Vec<f32>,
        beta2: Vec<f32>,
        norm_first: bool,
        epsilon: f32,
    ) -> std::result::Result<Encoder, JsValue> {
        let norms = [[gamma1, beta1], [gamma2, beta2]];
        let width = query.rows();
        for numbers in norms.iter().flatten() {
            fitting("norm", Some(numbers), width).map_err(failure)?;
        }
        Ok(Encoder {
            attention: [
                Weights::create(query)?,
                Weights::create(key)?,
                Weights::create(value)?,
                Weights::create(output)?,
            ],
            feed_forward: [Weights::create(w1)?, Weights::create(w2)?],
            biases: [b1, b2],
            norms,
            norm_first,
            epsilon,
        })
    }

    /// Runs the layer on every sequence of x.
    pub fn run(&self, x: &Tensor, heads: usize, batch: usize, causal: bool) -> Answer {
        self.compute(x, heads, batch, causal).map_err(failure)
    }
}

impl Encoder {
    fn compute(&self, x: &Tensor, heads: usize, batch: usize, causal: bool) -> Result<Tensor> {
        let x = x.matrix("x")?;
        let [query, key, value, output] = &self.attention;
        let ([first, second], [b1, b2], [norm1, norm2]) = (&self.feed_forward, &self.biases, &self.norms);
        let layer = EncoderLayer {
            attention: [linear(query, None), linear(key, None), linear(value, None), linear(output, None)],
            feed_forward: [linear(first, Some(b1)), linear(second, Some(b2))],
            norms: [norm_of(norm1, self.epsilon), norm_of(norm2, self.epsilon)],
            norm_first: self.norm_first,
        };
        let sight = if causal { Sight::CAUSAL } else { Sight::FULL };
        let mut result = Tensor::zeros(x.rows(), x.columns())?;
        encode(x, &layer, &Heads { heads, batch, sight, ..Heads::default() }, result.numbers_mut())?;
        Ok(result)
    }
}

fn norm_of([gamma, beta]: &[Vec<f32>; 2], epsilon: f32) -> Norm<'_> {
    Norm { gamma: Some(gamma), beta: Some(beta), epsilon }
}
