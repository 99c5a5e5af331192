//! Matrix products of handles.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::panels::Panels;
use crate::backend::cpu::product;
use crate::error::{Error, Result};

use super::failure::failure;
use super::tensor::Tensor;

/// A right factor that many products share, laid out for them once.
#[wasm_bindgen]
pub struct Weights(Panels);

#[wasm_bindgen]
impl Weights {
    /// Lays a matrix out.
    #[wasm_bindgen(constructor)]
    pub fn create(matrix: &Tensor) -> std::result::Result<Weights, JsValue> {
        matrix.matrix("weights").and_then(|matrix| Panels::of("weights", matrix)).map(Weights).map_err(failure)
    }

    /// How many rows.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> usize {
        self.0.depth()
    }

    /// How many columns.
    #[wasm_bindgen(getter)]
    pub fn columns(&self) -> usize {
        self.0.columns()
    }

    /// The matrix as it was before it was laid out.
    pub fn unpacked(&self) -> std::result::Result<Tensor, JsValue> {
        let mut matrix = Tensor::zeros(self.rows(), self.columns()).map_err(failure)?;
        self.0.unpack(matrix.numbers_mut());
        Ok(matrix)
    }
}

impl Weights {
    /// The matrix as it is laid out.
    pub fn panels(&self) -> &Panels {
        &self.0
    }
}

/// Computes A · B.
#[wasm_bindgen]
pub fn product(left: &Tensor, right: &Tensor) -> std::result::Result<Tensor, JsValue> {
    right.as_right_factor(|right| compute(left, right)).map_err(failure)
}

/// Computes A · B of weights.
#[wasm_bindgen(js_name = weightedProduct)]
pub fn weighted_product(left: &Tensor, right: &Weights) -> std::result::Result<Tensor, JsValue> {
    compute(left, &right.0).map_err(failure)
}

fn compute(left: &Tensor, right: &Panels) -> Result<Tensor> {
    let (a, depth) = (left.matrix("left")?, right.depth());
    if a.columns() != depth {
        let (input, because) = ("right".into(), "`left`".into());
        return Err(Error::ShapeMismatch { input, axis: 0, expected: a.columns(), found: depth, because }.into());
    }
    Ok(Tensor::of(product::product(a, right)?, a.rows(), right.columns()))
}
