//! Matrix products of handles.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::matrix::MatrixMut;
use crate::backend::cpu::panels::Panels;
use crate::backend::cpu::product::multiply;
use crate::error::{Error, Result};

use super::failure::failure;
use super::tensor::Tensor;

/// Computes A · B.
#[wasm_bindgen]
pub fn product(left: &Tensor, right: &Tensor) -> std::result::Result<Tensor, JsValue> {
    compute(left, right).map_err(failure)
}

fn compute(left: &Tensor, right: &Tensor) -> Result<Tensor> {
    let (a, b) = (left.matrix("left")?, right.matrix("right")?);
    if a.columns() != b.rows() {
        let (input, because) = ("right".into(), "`left`".into());
        let error = Error::ShapeMismatch { input, axis: 0, expected: a.columns(), found: b.rows(), because };
        return Err(error.into());
    }
    let mut result = Tensor::zeros(a.rows(), b.columns())?;
    let target = MatrixMut::new("product", result.numbers_mut(), a.rows(), b.columns())?;
    multiply(a, &Panels::of("right", b)?, target, false)?;
    Ok(result)
}
