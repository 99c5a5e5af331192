//! Graphs and what is computed on them.

use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::gat::{self, attend_to_neighbors};
use crate::backend::cpu::gcn::{self, NormalizedGraph};
use crate::backend::gpu::{Batch, Gpu, GpuCompressed, GpuError};
use crate::error::Result;

use super::copied::Copied;
use super::failure::failure;
use super::tensor::Tensor;

type Answer<T> = std::result::Result<T, JsValue>;

/// A graph, normalized once: D̂^-½ Â D̂^-½ in compressed rows.
#[wasm_bindgen]
pub struct Graph(NormalizedGraph, Copied<GpuCompressed>);

#[wasm_bindgen]
impl Graph {
    /// Normalizes a graph. Messages are pairs of source and target.
    #[wasm_bindgen(constructor)]
    pub fn create(nodes: usize, messages: &[u32], weights: Option<Vec<f32>>, self_loops: bool) -> Answer<Graph> {
        let (messages, _) = messages.as_chunks();
        NormalizedGraph::new(nodes, messages, weights.as_deref(), self_loops).map(Graph::of).map_err(failure)
    }

    /// How many nodes.
    #[wasm_bindgen(getter)]
    pub fn nodes(&self) -> usize {
        self.0.matrix().rows()
    }

    /// How many messages, those of self-loops among them.
    #[wasm_bindgen(getter)]
    pub fn messages(&self) -> usize {
        self.0.matrix().entries()
    }

    /// Where to cut the targets into parts of about equal work.
    pub fn cuts(&self, parts: usize) -> Vec<u32> {
        self.0.matrix().cuts(parts)
    }

    /// The graph as some of its targets hear it: what is computed on it has their rows only.
    pub fn block(&self, first: usize, end: usize) -> Answer<Graph> {
        self.0.block(first..end).map(Graph::of).map_err(failure)
    }
}

impl Graph {
    /// The normalized adjacency.
    pub fn matrix(&self) -> &Compressed {
        self.0.matrix()
    }
}

/// A matrix of which only what is not 0 is kept.
#[wasm_bindgen]
pub struct SparseTensor(Compressed, Copied<GpuCompressed>);

#[wasm_bindgen]
impl SparseTensor {
    /// Keeps values at pairs of row and column.
    #[wasm_bindgen(constructor)]
    pub fn create(rows: usize, columns: usize, places: &[u32], values: &[f32]) -> Answer<SparseTensor> {
        let (places, _) = places.as_chunks();
        Compressed::from_entries("tensor", (rows, columns), places, Some(values))
            .map(|matrix| SparseTensor(matrix, Copied::default()))
            .map_err(failure)
    }
}

impl Graph {
    fn of(graph: NormalizedGraph) -> Graph {
        Graph(graph, Copied::default())
    }

    /// The copy that a graphics processor has, which it gets now if it has none.
    pub fn on(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuCompressed, GpuError> {
        self.1.on(gpu, || GpuCompressed::upload(batch, self.0.matrix()))
    }
}

impl SparseTensor {
    /// As [`Graph::on`].
    pub fn on(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuCompressed, GpuError> {
        self.1.on(gpu, || GpuCompressed::upload(batch, &self.0))
    }
}

/// Computes what every node hears, Ŝ X + b, and its ReLU if asked.
#[wasm_bindgen]
pub fn propagate(graph: &Graph, x: &Tensor, b: Option<Vec<f32>>, relu: bool) -> Answer<Tensor> {
    let compute = || -> Result<Tensor> {
        let x = x.matrix("x")?;
        let mut result = Tensor::zeros(graph.0.matrix().rows(), x.columns())?;
        gcn::spread(&graph.0, x, b.as_deref(), relu, result.numbers_mut())?;
        Ok(result)
    };
    compute().map_err(failure)
}

/// Computes X W of the nodes from `first` to `end`, the first half of a convolution where W makes rows shorter.
#[wasm_bindgen]
pub fn transform(
    graph: &Graph,
    x: &Tensor,
    w: &Tensor,
    b: Option<Vec<f32>>,
    first: usize,
    end: usize,
) -> Answer<Tensor> {
    let compute = || -> Result<Tensor> {
        let (features, w) = (gcn::Features::Dense(x.matrix("x")?), w.matrix("w")?);
        let mut result = Tensor::zeros(end.saturating_sub(first), w.columns())?;
        gcn::transform(&graph.0, features, w, b.as_deref(), first..end, result.numbers_mut())?;
        Ok(result)
    };
    compute().map_err(failure)
}

/// Computes Ŝ X W + b, and its ReLU if asked.
#[wasm_bindgen]
pub fn convolve(graph: &Graph, x: &Tensor, w: &Tensor, b: Option<Vec<f32>>, relu: bool) -> Answer<Tensor> {
    let features = x.matrix("x").map(gcn::Features::Dense);
    features.and_then(|features| layer(graph, features, w, b, relu)).map_err(failure)
}

/// Computes Ŝ X W + b of sparse features, and its ReLU if asked.
#[wasm_bindgen(js_name = convolveSparse)]
pub fn convolve_sparse(graph: &Graph, x: &SparseTensor, w: &Tensor, b: Option<Vec<f32>>, relu: bool) -> Answer<Tensor> {
    layer(graph, gcn::Features::Sparse(&x.0), w, b, relu).map_err(failure)
}

fn layer(graph: &Graph, features: gcn::Features, w: &Tensor, b: Option<Vec<f32>>, relu: bool) -> Result<Tensor> {
    let w = w.matrix("w")?;
    let mut result = Tensor::zeros(graph.0.matrix().rows(), w.columns())?;
    gcn::convolve(&graph.0, features, w, b.as_deref(), relu, result.numbers_mut())?;
    Ok(result)
}

/// Computes graph attention over the sources that each node hears.
#[wasm_bindgen(js_name = attendToNeighbors)]
pub fn attend(
    graph: &Graph,
    x: &Tensor,
    w: &Tensor,
    attention_source: &Tensor,
    attention_target: &Tensor,
    negative_slope: f32,
) -> Answer<Tensor> {
    let compute = || -> Result<Tensor> {
        let parameters = parameters(w, attention_source, attention_target, negative_slope)?;
        let mut result = Tensor::zeros(graph.0.matrix().rows(), w.columns())?;
        attend_to_neighbors(graph.0.matrix(), x.matrix("x")?, &parameters, result.numbers_mut())?;
        Ok(result)
    };
    compute().map_err(failure)
}

/// Computes X W of the nodes from `first` to `end`, the first half of graph attention.
#[wasm_bindgen(js_name = transformForAttention)]
pub fn transform_for_attention(
    graph: &Graph,
    x: &Tensor,
    w: &Tensor,
    attention_source: &Tensor,
    attention_target: &Tensor,
    first: usize,
    end: usize,
) -> Answer<Tensor> {
    let compute = || -> Result<Tensor> {
        let parameters = parameters(w, attention_source, attention_target, 0.0)?;
        let mut result = Tensor::zeros(end.saturating_sub(first), w.columns())?;
        gat::transform(graph.0.matrix(), x.matrix("x")?, &parameters, first..end, result.numbers_mut())?;
        Ok(result)
    };
    compute().map_err(failure)
}

/// Its second half, from H = X W of all nodes, for the targets of a block of the graph, the first of which is node `first`.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
pub fn listen(
    graph: &Graph,
    first: usize,
    h: &Tensor,
    w: &Tensor,
    attention_source: &Tensor,
    attention_target: &Tensor,
    negative_slope: f32,
) -> Answer<Tensor> {
    let compute = || -> Result<Tensor> {
        let parameters = parameters(w, attention_source, attention_target, negative_slope)?;
        let mut result = Tensor::zeros(graph.0.matrix().rows(), h.columns())?;
        gat::listen(graph.0.matrix(), first, h.matrix("x")?, &parameters, result.numbers_mut())?;
        Ok(result)
    };
    compute().map_err(failure)
}

fn parameters<'a>(
    w: &'a Tensor,
    source: &'a Tensor,
    target: &'a Tensor,
    negative_slope: f32,
) -> Result<gat::Parameters<'a>> {
    Ok(gat::Parameters {
        projection: w.matrix("w")?,
        source: source.matrix("attentionSource")?,
        target: target.matrix("attentionTarget")?,
        negative_slope,
    })
}
