//! Layers of a transformer.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::feed_forward::{Linear, feed_forward};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::norm::{Norm, normalize};
use crate::error::{Error, Result};

use super::failure::failure;
use super::product::Weights;
use super::tensor::Tensor;

type Answer = std::result::Result<Tensor, JsValue>;

/// Refuses a vector that is not as long as the features are many.
pub fn fitting(input: &str, found: Option<&Vec<f32>>, expected: usize) -> Result<()> {
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
