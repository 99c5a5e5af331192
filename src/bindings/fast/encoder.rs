//! Encoder layers, whose weights are laid out once for many runs.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::encoder::{EncoderLayer, encode};
use crate::backend::cpu::feed_forward::Linear;
use crate::backend::cpu::heads::Heads;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::norm::Norm;
use crate::backend::cpu::pair_rule::Sight;
use crate::backend::gpu::{Batch, GpuError, GpuMatrix, encoder, feed_forward, heads, norm};
use crate::error::Result;

use super::failure::failure;
use super::gpu::row;
use super::layers::fitting;
use super::product::Weights;
use super::tensor::Tensor;

/// An encoder layer with its weights laid out.
#[wasm_bindgen]
pub struct Encoder {
    attention: [Part; 4],
    feed_forward: [Part; 2],
    norms: [[Option<Vec<f32>>; 2]; 2],
    norm_first: bool,
    epsilon: f32,
}

/// Weights, and what is added.
struct Part(Weights, Option<Vec<f32>>);

#[wasm_bindgen]
impl Encoder {
    /// Takes matrices and what is added in: those of queries, keys, values and output, the feed-forward's two; then γ and β of both norms.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
    pub fn create(
        query: &Tensor,
        query_bias: Option<Vec<f32>>,
        key: &Tensor,
        key_bias: Option<Vec<f32>>,
        value: &Tensor,
        value_bias: Option<Vec<f32>>,
        output: &Tensor,
        output_bias: Option<Vec<f32>>,
        w1: &Tensor,
        b1: Option<Vec<f32>>,
        w2: &Tensor,
        b2: Option<Vec<f32>>,
        gamma1: Option<Vec<f32>>,
        beta1: Option<Vec<f32>>,
        gamma2: Option<Vec<f32>>,
        beta2: Option<Vec<f32>>,
        norm_first: bool,
        epsilon: f32,
    ) -> std::result::Result<Encoder, JsValue> {
        let norms = [[gamma1, beta1], [gamma2, beta2]];
        for numbers in norms.iter().flatten() {
            fitting("norm", numbers.as_ref(), query.rows()).map_err(failure)?;
        }
        let part = |weights: &Tensor, bias| Weights::create(weights).map(|weights| Part(weights, bias));
        Ok(Encoder {
            attention: [
                part(query, query_bias)?,
                part(key, key_bias)?,
                part(value, value_bias)?,
                part(output, output_bias)?,
            ],
            feed_forward: [part(w1, b1)?, part(w2, b2)?],
            norms,
            norm_first,
            epsilon,
        })
    }

    /// Runs the layer on every sequence of x; a mask hides keys by 0.
    pub fn run(
        &self,
        x: &Tensor,
        heads: usize,
        batch: usize,
        causal: bool,
        mask: Option<Vec<u8>>,
    ) -> std::result::Result<Tensor, JsValue> {
        let sight = if causal { Sight::CAUSAL } else { Sight::FULL };
        self.compute(x, &Heads { heads, batch, sight, mask: mask.as_deref(), ..Heads::default() }).map_err(failure)
    }
}

impl Encoder {
    fn compute(&self, x: &Tensor, options: &Heads) -> Result<Tensor> {
        let x = x.matrix("x")?;
        let layer = EncoderLayer {
            attention: self.attention.each_ref().map(Part::linear),
            feed_forward: self.feed_forward.each_ref().map(Part::linear),
            norms: self.norms.each_ref().map(|[gamma, beta]| Norm {
                gamma: gamma.as_deref(),
                beta: beta.as_deref(),
                epsilon: self.epsilon,
            }),
            norm_first: self.norm_first,
        };
        let mut result = Tensor::zeros(x.rows(), x.columns())?;
        encode(x, &layer, options, result.numbers_mut())?;
        Ok(result)
    }

    /// Runs the layer on a graphics processor, to which its weights are sent.
    ///
    /// # Errors
    /// Those of [`encoder::encode`].
    pub fn encode_on(
        &self,
        batch: &mut Batch,
        x: &GpuMatrix,
        options: &heads::Heads,
    ) -> std::result::Result<GpuMatrix, GpuError> {
        let ([query, key, value, output], [first, second]) = (&self.attention, &self.feed_forward);
        let attention = [query.upload(batch)?, key.upload(batch)?, value.upload(batch)?, output.upload(batch)?];
        let linears = [first.upload(batch)?, second.upload(batch)?];
        let [[gamma1, beta1], [gamma2, beta2]] =
            self.norms.each_ref().map(|norm| norm.each_ref().map(Option::as_deref));
        let norms = [[row(batch, gamma1)?, row(batch, beta1)?], [row(batch, gamma2)?, row(batch, beta2)?]];
        let layer = encoder::EncoderLayer {
            attention: attention.each_ref().map(Sent::linear),
            feed_forward: linears.each_ref().map(Sent::linear),
            norms: norms.each_ref().map(|[gamma, beta]| norm::Norm {
                gamma: gamma.as_ref(),
                beta: beta.as_ref(),
                epsilon: self.epsilon,
            }),
            norm_first: self.norm_first,
        };
        encoder::encode(batch, x, &layer, options)
    }
}

impl Part {
    fn linear(&self) -> Linear<'_> {
        Linear { weights: self.0.panels(), bias: self.1.as_deref() }
    }

    fn upload(&self, batch: &mut Batch) -> std::result::Result<Sent, GpuError> {
        let panels = self.0.panels();
        let (rows, columns) = (panels.depth(), panels.columns());
        let mut numbers = filled("weights", rows, columns, 0.0)?;
        panels.unpack(&mut numbers);
        Ok(Sent(batch.upload(Matrix::new("weights", &numbers, rows, columns)?)?, row(batch, self.1.as_deref())?))
    }
}

/// A part on the graphics processor.
struct Sent(GpuMatrix, Option<GpuMatrix>);

impl Sent {
    fn linear(&self) -> feed_forward::Linear<'_> {
        feed_forward::Linear { weights: &self.0, bias: self.1.as_ref() }
    }
}
