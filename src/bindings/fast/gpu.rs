//! The same computations on a graphics processor, for handles that keep their copy there.

use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::future_to_promise;

use crate::backend::cpu::lsh::sorted_places;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::pair_rule::Sight;
use crate::backend::gpu::feed_forward::{Linear, feed_forward};
use crate::backend::gpu::gat::{GpuParameters, attend_to_neighbors};
use crate::backend::gpu::gcn::{GpuFeatures, convolve};
use crate::backend::gpu::heads::attend_heads;
use crate::backend::gpu::lsh::attend_in_chunks;
use crate::backend::gpu::multi_head::attend_projected;
use crate::backend::gpu::norm::{Norm, normalize};
use crate::backend::gpu::product::{Finish, multiply};
use crate::backend::gpu::sparse_product::multiply_sparse;
use crate::backend::gpu::{Adapter, Asked, Batch, Gpu, GpuError, GpuMatrix};

use super::encoder::Encoder;
use super::failure::gpu_failure;
use super::graph::{Graph, SparseTensor};
use super::hash;
use super::order::Order;
use super::tensor::Tensor;

/// A promise of a [`Tensor`], or the reason why nothing was sent.
type Answer = Result<Promise, JsValue>;

/// A graphics processor that was opened.
#[wasm_bindgen]
pub struct Processor(Rc<Gpu>);

/// An adapter that was found.
#[wasm_bindgen(js_name = Adapter)]
pub struct FoundAdapter(Adapter);

/// Finds an adapter; with `software` also one that is a program. What the platform throws at once is thrown, not promised.
#[wasm_bindgen(js_name = findAdapter)]
pub fn find_adapter(software: bool) -> Promise {
    let finding = Adapter::find(Asked { software });
    future_to_promise(async move { finding.await.map(|found| FoundAdapter(found).into()).map_err(gpu_failure) })
}

#[wasm_bindgen(js_class = Adapter)]
impl FoundAdapter {
    /// Opens a device, and consumes the adapter. What the platform throws at once is thrown, not promised.
    pub fn open(self) -> Promise {
        let opening = self.0.open();
        future_to_promise(async move { opening.await.map(|gpu| Processor(Rc::new(gpu)).into()).map_err(gpu_failure) })
    }
}

#[wasm_bindgen]
impl Processor {
    /// The adapter's name; empty where the platform keeps it to itself.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().into()
    }

    /// Whether it is a program on the main processor.
    #[wasm_bindgen(getter)]
    pub fn software(&self) -> bool {
        self.0.is_software()
    }

    /// Waits until the device is gone; the promise is then rejected with the reason.
    #[wasm_bindgen(js_name = untilLost)]
    pub fn until_lost(&self) -> Promise {
        let lost = self.0.until_lost();
        future_to_promise(async move { Err(gpu_failure(lost.await)) })
    }

    /// Gives the device back.
    #[wasm_bindgen(js_name = giveBack)]
    pub fn give_back(&self) {
        self.0.give_back();
    }

    /// Computes A · B.
    pub fn product(&self, left: &Tensor, right: &Tensor) -> Answer {
        self.ask(|gpu, batch| {
            let (left, right) = (left.on(gpu, batch)?, right.on(gpu, batch)?);
            multiply(batch, &left, &right, Finish::default())
        })
    }

    /// Computes attention of heads side by side, of sequences one below the other.
    #[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
    pub fn attention(
        &self,
        query: &Tensor,
        key: &Tensor,
        value: &Tensor,
        heads: usize,
        batch: usize,
        before: usize,
        after: usize,
        mask: Option<Vec<u8>>,
        bias: Option<Vec<f32>>,
    ) -> Answer {
        let order = Order { heads, sequences: batch, sight: Sight { before, after }, mask, bias };
        self.ask(|gpu, batch| {
            let [query, key, value] = [query.on(gpu, batch)?, key.on(gpu, batch)?, value.on(gpu, batch)?];
            order.follow(batch, [query.rows(), key.rows()], |batch, options| {
                attend_heads(batch, &query, &key, &value, options)
            })
        })
    }

    /// Computes multi-head self-attention: x is projected to queries, keys and values, attended to as by `attention`, and projected once more. Only the end
    /// comes back.
    #[wasm_bindgen(js_name = multiHeadAttention)]
    #[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
    pub fn multi_head_attention(
        &self,
        x: &Tensor,
        query: &Tensor,
        key: &Tensor,
        value: &Tensor,
        output: &Tensor,
        heads: usize,
        batch: usize,
        before: usize,
        after: usize,
        mask: Option<Vec<u8>>,
        bias: Option<Vec<f32>>,
    ) -> Answer {
        let order = Order { heads, sequences: batch, sight: Sight { before, after }, mask, bias };
        self.ask(|gpu, batch| {
            let x = x.on(gpu, batch)?;
            let [query, key] = [query.on(gpu, batch)?, key.on(gpu, batch)?];
            let [value, output] = [value.on(gpu, batch)?, output.on(gpu, batch)?];
            let projections = [&query, &key, &value, &output].map(|weights| Linear { weights, bias: None });
            order.follow(batch, [x.rows(); 2], |batch, options| attend_projected(batch, &x, &x, &projections, options))
        })
    }

    /// Runs an encoder layer on every sequence of x. Only the end comes back.
    pub fn encode(
        &self,
        encoder: &Encoder,
        x: &Tensor,
        heads: usize,
        batch: usize,
        causal: bool,
        mask: Option<Vec<u8>>,
    ) -> Answer {
        let sight = if causal { Sight::CAUSAL } else { Sight::FULL };
        let order = Order { heads, sequences: batch, sight, mask, bias: None };
        self.ask(|gpu, batch| {
            let x = x.on(gpu, batch)?;
            order.follow(batch, [x.rows(); 2], |batch, options| encoder.encode_on(batch, &x, options))
        })
    }

    /// Computes LSH attention; places are sorted by hash before anything is sent.
    #[wasm_bindgen(js_name = hashAttention)]
    #[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
    pub fn hash_attention(
        &self,
        query_key: &Tensor,
        value: &Tensor,
        rotations: &Tensor,
        heads: usize,
        rounds: usize,
        chunk_length: usize,
        factors: &[u32],
        causal: bool,
    ) -> Answer {
        self.ask(|gpu, batch| {
            let options = hash::options(heads, rounds, chunk_length, factors, causal);
            let order = sorted_places(query_key.matrix("queryKey")?, rotations.matrix("rotations")?, &options)?;
            let (query_key, value) = (query_key.on(gpu, batch)?, value.on(gpu, batch)?);
            attend_in_chunks(batch, &query_key, &value, &order, &options)
        })
    }

    /// Computes the layer norm of every row.
    #[wasm_bindgen(js_name = layerNorm)]
    pub fn layer_norm(&self, x: &Tensor, gamma: Option<Vec<f32>>, beta: Option<Vec<f32>>, epsilon: f32) -> Answer {
        self.ask(|gpu, batch| {
            let x = x.on(gpu, batch)?;
            let (gamma, beta) = (row(batch, gamma.as_deref())?, row(batch, beta.as_deref())?);
            normalize(batch, &x, None, &Norm { gamma: gamma.as_ref(), beta: beta.as_ref(), epsilon })
        })
    }

    /// Computes ReLU(X W₁ + b₁) W₂ + b₂.
    #[wasm_bindgen(js_name = feedForward)]
    pub fn feed_forward(
        &self,
        x: &Tensor,
        w1: &Tensor,
        b1: Option<Vec<f32>>,
        w2: &Tensor,
        b2: Option<Vec<f32>>,
    ) -> Answer {
        self.ask(|gpu, batch| {
            let (x, w1, w2) = (x.on(gpu, batch)?, w1.on(gpu, batch)?, w2.on(gpu, batch)?);
            let (b1, b2) = (row(batch, b1.as_deref())?, row(batch, b2.as_deref())?);
            let first = Linear { weights: &w1, bias: b1.as_ref() };
            feed_forward(batch, &x, &first, &Linear { weights: &w2, bias: b2.as_ref() })
        })
    }

    /// Computes what every node hears: Ŝ X.
    pub fn propagate(&self, graph: &Graph, x: &Tensor) -> Answer {
        self.ask(|gpu, batch| {
            let (graph, x) = (graph.on(gpu, batch)?, x.on(gpu, batch)?);
            multiply_sparse(batch, &graph, &x, Finish::default())
        })
    }

    /// Computes Ŝ X W + b, and its ReLU if asked.
    pub fn convolve(&self, graph: &Graph, x: &Tensor, w: &Tensor, b: Option<Vec<f32>>, relu: bool) -> Answer {
        self.ask(|gpu, batch| {
            let x = x.on(gpu, batch)?;
            layer(gpu, batch, graph, GpuFeatures::Dense(&x), w, b, relu)
        })
    }

    /// Computes Ŝ X W + b of sparse features, and its ReLU if asked.
    #[wasm_bindgen(js_name = convolveSparse)]
    pub fn convolve_sparse(
        &self,
        graph: &Graph,
        x: &SparseTensor,
        w: &Tensor,
        b: Option<Vec<f32>>,
        relu: bool,
    ) -> Answer {
        self.ask(|gpu, batch| {
            let x = x.on(gpu, batch)?;
            layer(gpu, batch, graph, GpuFeatures::Sparse(&x), w, b, relu)
        })
    }

    /// Computes graph attention over the sources that each node hears.
    #[wasm_bindgen(js_name = attendToNeighbors)]
    pub fn attend_to_neighbors(
        &self,
        graph: &Graph,
        x: &Tensor,
        w: &Tensor,
        attention_source: &Tensor,
        attention_target: &Tensor,
        negative_slope: f32,
    ) -> Answer {
        self.ask(|gpu, batch| {
            let (graph, x, w) = (graph.on(gpu, batch)?, x.on(gpu, batch)?, w.on(gpu, batch)?);
            let (source, target) = (attention_source.on(gpu, batch)?, attention_target.on(gpu, batch)?);
            let parameters = GpuParameters { projection: &w, source: &source, target: &target, negative_slope };
            attend_to_neighbors(batch, &graph, &x, parameters)
        })
    }
}

/// A vector as a matrix of one row.
pub fn row(batch: &mut Batch, numbers: Option<&[f32]>) -> Result<Option<GpuMatrix>, GpuError> {
    numbers.map(|numbers| batch.upload(Matrix::new("vector", numbers, 1, numbers.len())?)).transpose()
}

/// A convolution of features of either kind.
fn layer(
    gpu: &Rc<Gpu>,
    batch: &mut Batch,
    graph: &Graph,
    features: GpuFeatures,
    w: &Tensor,
    b: Option<Vec<f32>>,
    relu: bool,
) -> Result<GpuMatrix, GpuError> {
    let (graph, w) = (graph.on(gpu, batch)?, w.on(gpu, batch)?);
    let bias = row(batch, b.as_deref())?;
    convolve(batch, &graph, features, &w, Finish { bias: bias.as_ref(), relu })
}

impl Processor {
    /// Sends commands and promises their result.
    fn ask(&self, commands: impl FnOnce(&Rc<Gpu>, &mut Batch) -> Result<GpuMatrix, GpuError>) -> Answer {
        let gpu = self.0.clone();
        let reading = gpu.compute(|batch| commands(&gpu, batch)).map_err(gpu_failure)?;
        Ok(future_to_promise(async move {
            let matrix = reading.matrix();
            let numbers = reading.wait().await.map_err(gpu_failure)?;
            Ok(Tensor::computed(numbers, matrix, &gpu).into())
        }))
    }
}
