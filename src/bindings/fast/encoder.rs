//! Encoder layers, whose weights are packed once for many runs.

use std::rc::Rc;

use js_sys::Float32Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::encoder::{EncoderLayer, encode};
use crate::backend::cpu::feed_forward::Linear;
use crate::backend::cpu::norm::Norm;
use crate::backend::gpu::{self, Batch, Gpu, GpuError, GpuMatrix};
use crate::error::Result;

use super::call::{Call, Options, floats, vector};
use super::heads::HeadOptions;
use super::layers::row;
use super::operation::{Operation, Part};
use super::product::Weights;
use super::store::{Item, Store, keep_made, with_store};
use super::tensor::Tensor;

/// An encoder layer with its weights packed.
pub struct Encoder {
    attention: [Layer; 4],
    feed_forward: [Layer; 2],
    norms: [[Option<Vec<f32>>; 2]; 2],
    norm_first: bool,
    epsilon: f32,
}

/// Weights, and what is added.
struct Layer(Weights, Option<Vec<f32>>);

/// Packs the weights of an encoder layer.
#[wasm_bindgen]
pub fn encoder(
    query: u32,
    key: u32,
    value: u32,
    output: u32,
    w1: u32,
    w2: u32,
    options: &Options,
) -> std::result::Result<u32, JsValue> {
    let matrices = [query, key, value, output, w1, w2];
    keep_made(with_store(|store| Ok(Item::Other(Box::new(Encoder::of(matrices, options, store)?)))))
}

impl Encoder {
    fn of([query, key, value, output, w1, w2]: [u32; 6], options: &Options, store: &Store) -> Result<Encoder> {
        let width = store.tensor(query)?.rows();
        let norm = |input: &str, given: Option<Float32Array>| vector(input, given, width, "`query`");
        let layer = |input: &str, matrix: u32, bias: Option<Float32Array>| -> Result<Layer> {
            Ok(Layer(Weights::of(store.tensor(matrix)?)?, floats(input, bias, None)?))
        };
        Ok(Encoder {
            attention: [
                layer("biases.query", query, options.query_bias())?,
                layer("biases.key", key, options.key_bias())?,
                layer("biases.value", value, options.value_bias())?,
                layer("biases.output", output, options.output_bias())?,
            ],
            feed_forward: [layer("b1", w1, options.b1())?, layer("b2", w2, options.b2())?],
            norms: [
                [norm("norm1.gamma", options.gamma1())?, norm("norm1.beta", options.beta1())?],
                [norm("norm2.gamma", options.gamma2())?, norm("norm2.beta", options.beta2())?],
            ],
            norm_first: options.norm_first(),
            epsilon: options.epsilon(),
        })
    }
}

impl Layer {
    fn linear(&self) -> Linear<'_> {
        Linear { weights: self.0.panels(), bias: self.1.as_deref() }
    }

    fn upload(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<Uploaded, GpuError> {
        Ok(Uploaded(self.0.on(gpu, batch)?, row(batch, self.1.as_deref())?))
    }
}

/// A layer on the graphics processor.
struct Uploaded(GpuMatrix, Option<GpuMatrix>);

impl Uploaded {
    fn linear(&self) -> gpu::feed_forward::Linear<'_> {
        gpu::feed_forward::Linear { weights: &self.0, bias: self.1.as_ref() }
    }
}

/// A run of an encoder layer on every sequence of x.
pub struct Encode<'a> {
    encoder: &'a Encoder,
    x: &'a Tensor,
    options: HeadOptions,
}

impl<'a> Encode<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<Encode<'a>> {
        let Call { store, operands: [encoder, x, ..], .. } = call;
        let (encoder, x) = (store.one(encoder, "encoder layer")?, store.tensor(x)?);
        Ok(Encode { encoder, x, options: HeadOptions::of(call.options()?, x.rows())? })
    }
}

impl Operation for Encode<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let x = self.x.matrix("x")?;
        let Encoder { attention, feed_forward, norms, norm_first, epsilon } = self.encoder;
        let layer = EncoderLayer {
            attention: attention.each_ref().map(Layer::linear),
            feed_forward: feed_forward.each_ref().map(Layer::linear),
            norms: norms.each_ref().map(|[gamma, beta]| Norm {
                gamma: gamma.as_deref(),
                beta: beta.as_deref(),
                epsilon: *epsilon,
            }),
            norm_first: *norm_first,
        };
        Tensor::computed(x.rows(), x.columns(), |output| encode(x, &layer, &self.options.heads(), output))
    }

    /// Only the end comes back.
    fn submit(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let Encoder { attention: [query, key, value, output], feed_forward: [first, second], norms, .. } = self.encoder;
        let x = self.x.on(gpu, batch)?;
        let [query, key] = [query.upload(gpu, batch)?, key.upload(gpu, batch)?];
        let [value, output] = [value.upload(gpu, batch)?, output.upload(gpu, batch)?];
        let [first, second] = [first.upload(gpu, batch)?, second.upload(gpu, batch)?];
        let [[gamma1, beta1], [gamma2, beta2]] = norms.each_ref().map(|norm| norm.each_ref().map(Option::as_deref));
        let norms = [[row(batch, gamma1)?, row(batch, beta1)?], [row(batch, gamma2)?, row(batch, beta2)?]];
        let layer = gpu::encoder::EncoderLayer {
            attention: [query.linear(), key.linear(), value.linear(), output.linear()],
            feed_forward: [first.linear(), second.linear()],
            norms: norms.each_ref().map(|[gamma, beta]| gpu::norm::Norm {
                gamma: gamma.as_ref(),
                beta: beta.as_ref(),
                epsilon: self.encoder.epsilon,
            }),
            norm_first: self.encoder.norm_first,
        };
        self.options.upload(batch, [x.rows(); 2], |batch, options| gpu::encoder::encode(batch, &x, &layer, options))
    }
}
