//! Graphs, sparse matrices, and what is computed on them.

use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::check::{self, Verdict};
use crate::backend::cpu::aggregation;
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::gat;
use crate::backend::cpu::gcn::{self, Features, NormalizedGraph};
use crate::backend::gpu::gat::GpuParameters;
use crate::backend::gpu::gcn::GpuFeatures;
use crate::backend::gpu::product::Finish;
use crate::backend::gpu::{self, Batch, Gpu, GpuCompressed, GpuError, GpuMatrix};
use crate::error::Result;

use super::call::{Call, Options, floats, whole};
use super::copied::Copied;
use super::failure::failure;
use super::layers::row;
use super::operation::{Comparison, Operation, Part};
use super::store::{Item, Store, keep_made, with_store};
use super::tensor::Tensor;

/// A graph, normalized once: D̂^-½ Â D̂^-½, or D̂⁻¹ Â, in compressed rows.
pub struct Graph(NormalizedGraph, Copied<GpuCompressed>);

/// A matrix of which only what is not 0 is kept.
pub struct SparseTensor(Compressed, Copied<GpuCompressed>);

/// Normalizes a graph. Messages are pairs of source and target.
#[wasm_bindgen]
pub fn graph(options: &Options) -> std::result::Result<u32, JsValue> {
    let made = || {
        let (messages, weights) = (whole("messages", options.messages())?, floats("weights", options.weights(), None)?);
        let normalize = if options.mean() { NormalizedGraph::mean } else { NormalizedGraph::new };
        let graph = normalize(options.nodes(), messages.as_chunks().0, weights.as_deref(), options.self_loops())?;
        Ok(Item::Other(Box::new(Graph::of(graph))))
    };
    keep_made(made())
}

/// Keeps values at pairs of row and column.
#[wasm_bindgen]
pub fn sparse(options: &Options) -> std::result::Result<u32, JsValue> {
    let made = || {
        let (places, values) = (whole("places", options.places())?, floats("values", options.values(), None)?);
        let shape = (options.rows(), options.columns());
        let matrix = Compressed::from_entries("tensor", shape, places.as_chunks().0, values.as_deref())?;
        Ok(Item::Other(Box::new(SparseTensor(matrix, Copied::default()))))
    };
    keep_made(made())
}

/// How many nodes a graph has, how many messages, those of self-loops among them, and where to cut its targets into parts of about equal work.
#[wasm_bindgen]
pub fn outline(graph: u32, parts: usize) -> std::result::Result<Vec<u32>, JsValue> {
    let outline = with_store(|store| {
        let matrix = Graph::in_store(store, graph)?.matrix();
        Ok([vec![matrix.rows() as u32, matrix.entries() as u32], matrix.cuts(parts)].concat())
    });
    outline.map_err(failure)
}

/// Makes the graph as some of its targets hear it: what is computed on it has their rows only.
#[wasm_bindgen]
pub fn block(graph: u32, first: usize, end: usize) -> std::result::Result<u32, JsValue> {
    keep_made(with_store(|store| {
        Ok(Item::Other(Box::new(Graph::of(Graph::in_store(store, graph)?.0.block(first..end)?))))
    }))
}

impl Graph {
    fn of(graph: NormalizedGraph) -> Graph {
        Graph(graph, Copied::default())
    }

    /// What a number stands for.
    fn in_store(store: &Store, number: u32) -> Result<&Graph> {
        store.one(number, "graph")
    }

    /// The normalized adjacency.
    fn matrix(&self) -> &Compressed {
        self.0.matrix()
    }

    /// The copy that a graphics processor has, which it gets now if it has none.
    fn on(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuCompressed, GpuError> {
        self.1.on(gpu, || GpuCompressed::upload(batch, self.matrix()))
    }
}

/// What every node hears: Ŝ X. As a part also with a bias and ReLU, the second half of a convolution where W makes rows shorter.
pub struct Propagate<'a> {
    graph: &'a Graph,
    x: &'a Tensor,
    bias: Option<Vec<f32>>,
    relu: bool,
}

impl<'a> Propagate<'a> {
    /// Reads operands and options.
    pub fn of(Call { store, operands: [graph, x, ..], options }: Call<'a>) -> Result<Propagate<'a>> {
        let bias = floats("bias", options.and_then(Options::bias), None)?;
        Ok(Propagate {
            graph: Graph::in_store(store, graph)?,
            x: store.tensor(x)?,
            bias,
            relu: options.is_some_and(Options::relu),
        })
    }
}

impl Operation for Propagate<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let x = self.x.matrix("x")?;
        Tensor::computed(self.graph.matrix().rows(), x.columns(), |output| {
            gcn::spread(&self.graph.0, x, self.bias.as_deref(), self.relu, output)
        })
    }
}

/// What is known about each node.
#[derive(Clone, Copy)]
enum Nodes<'a> {
    Dense(&'a Tensor),
    Sparse(&'a SparseTensor),
}

impl<'a> Nodes<'a> {
    fn of(number: u32, store: &'a Store) -> Result<Nodes<'a>> {
        match store.find(number) {
            Some(sparse) => Ok(Nodes::Sparse(sparse)),
            None => store.tensor(number).map(Nodes::Dense),
        }
    }

    fn features(self) -> Result<Features<'a>> {
        Ok(match self {
            Nodes::Dense(x) => Features::Dense(x.matrix("x")?),
            Nodes::Sparse(x) => Features::Sparse(&x.0),
        })
    }
}

/// Ŝ X W + b, and its ReLU if asked.
pub struct Convolve<'a> {
    graph: &'a Graph,
    x: Nodes<'a>,
    w: &'a Tensor,
    bias: Option<Vec<f32>>,
    relu: bool,
}

impl<'a> Convolve<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<Convolve<'a>> {
        let (Call { store, operands: [graph, x, w, ..], .. }, options) = (call, call.options()?);
        let (graph, x, w) = (Graph::in_store(store, graph)?, Nodes::of(x, store)?, store.tensor(w)?);
        Ok(Convolve { graph, x, w, bias: floats("bias", options.bias(), None)?, relu: options.relu() })
    }
}

impl Operation for Convolve<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let (features, w) = (self.x.features()?, self.w.matrix("w")?);
        Tensor::computed(self.graph.matrix().rows(), w.columns(), |output| {
            gcn::convolve(&self.graph.0, features, w, self.bias.as_deref(), self.relu, output)
        })
    }

    fn submit(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let (graph, w, bias) = (self.graph.on(gpu, batch)?, self.w.on(gpu, batch)?, row(batch, self.bias.as_deref())?);
        let finish = Finish { bias: bias.as_ref(), relu: self.relu };
        match self.x {
            Nodes::Dense(x) => {
                let x = x.on(gpu, batch)?;
                gpu::gcn::convolve(batch, &graph, GpuFeatures::Dense(&x), &w, finish)
            }
            Nodes::Sparse(x) => {
                let x = x.1.on(gpu, || GpuCompressed::upload(batch, &x.0))?;
                gpu::gcn::convolve(batch, &graph, GpuFeatures::Sparse(&x), &w, finish)
            }
        }
    }

    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        comparison.with(&check::Convolution {
            graph: self.graph.matrix(),
            features: self.x.features()?,
            projection: self.w.matrix("w")?,
            bias: self.bias.as_deref(),
            relu: self.relu,
            precision: comparison.precision,
        })
    }
}

/// The first half of a convolution where W makes rows shorter: X W of some of the nodes.
pub struct Transform<'a>(pub Convolve<'a>);

impl Operation for Transform<'_> {
    fn compute(&self, part: Part) -> Result<Tensor> {
        let Convolve { graph, x, w, bias, .. } = &self.0;
        let (features, w, rows) = (x.features()?, w.matrix("w")?, part.of(graph.matrix().width()));
        Tensor::computed(rows.len(), w.columns(), |output| {
            gcn::transform(&graph.0, features, w, bias.as_deref(), rows, output)
        })
    }
}

/// D⁻¹A X W + X B + b, and its ReLU if asked.
pub struct Aggregate<'a> {
    graph: &'a Graph,
    x: &'a Tensor,
    neighbor: &'a Tensor,
    own: &'a Tensor,
    bias: Option<Vec<f32>>,
    relu: bool,
}

impl<'a> Aggregate<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<Aggregate<'a>> {
        let (Call { store, operands: [graph, x, neighbor, own, _], .. }, options) = (call, call.options()?);
        let (graph, x) = (Graph::in_store(store, graph)?, store.tensor(x)?);
        let (neighbor, own) = (store.tensor(neighbor)?, store.tensor(own)?);
        Ok(Aggregate { graph, x, neighbor, own, bias: floats("bias", options.bias(), None)?, relu: options.relu() })
    }

    fn parameters(&self) -> Result<aggregation::Parameters<'_>> {
        let (neighbor, own) = (self.neighbor.matrix("wNeighbor")?, self.own.matrix("wSelf")?);
        Ok(aggregation::Parameters { neighbor, own, bias: self.bias.as_deref() })
    }
}

impl Operation for Aggregate<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let (x, parameters) = (self.x.matrix("x")?, self.parameters()?);
        Tensor::computed(self.graph.matrix().rows(), parameters.neighbor.columns(), |output| {
            aggregation::aggregate(&self.graph.0, x, &parameters, self.relu, output)
        })
    }

    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        let (graph, x, parameters) = (self.graph.matrix(), self.x.matrix("x")?, self.parameters()?);
        comparison.with(&check::Aggregation { graph, x, parameters, relu: self.relu, precision: comparison.precision })
    }
}

/// (1 − α) Ŝ Z + α X.
pub struct Restart<'a> {
    graph: &'a Graph,
    state: &'a Tensor,
    start: &'a Tensor,
    alpha: f64,
}

impl<'a> Restart<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<Restart<'a>> {
        let Call { store, operands: [graph, state, start, ..], .. } = call;
        let (graph, state, start) = (Graph::in_store(store, graph)?, store.tensor(state)?, store.tensor(start)?);
        Ok(Restart { graph, state, start, alpha: call.options()?.alpha() })
    }
}

impl Operation for Restart<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let (state, start) = (self.state.matrix("state")?, self.start.matrix("start")?);
        Tensor::computed(self.graph.matrix().rows(), state.columns(), |output| {
            gcn::restart(&self.graph.0, state, start, self.alpha, output)
        })
    }

    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        let (state, start) = (self.state.matrix("state")?, self.start.matrix("start")?);
        let (graph, alpha, precision) = (self.graph.matrix(), self.alpha, comparison.precision);
        comparison.with(&check::Restart { graph, state, start, alpha, precision })
    }
}

/// Graph attention over the sources that each node hears; attention vectors are [heads, width].
pub struct AttendToNeighbors<'a> {
    graph: &'a Graph,
    x: &'a Tensor,
    w: &'a Tensor,
    source: &'a Tensor,
    target: &'a Tensor,
    negative_slope: f32,
}

impl<'a> AttendToNeighbors<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<AttendToNeighbors<'a>> {
        let Call { store, operands: [graph, x, w, source, target], .. } = call;
        Ok(AttendToNeighbors {
            graph: Graph::in_store(store, graph)?,
            x: store.tensor(x)?,
            w: store.tensor(w)?,
            source: store.tensor(source)?,
            target: store.tensor(target)?,
            negative_slope: call.options()?.negative_slope(),
        })
    }

    fn parameters(&self) -> Result<gat::Parameters<'a>> {
        Ok(gat::Parameters {
            projection: self.w.matrix("w")?,
            source: self.source.matrix("attentionSource")?,
            target: self.target.matrix("attentionTarget")?,
            negative_slope: self.negative_slope,
        })
    }
}

impl Operation for AttendToNeighbors<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let (neighbors, x, parameters) = (self.graph.matrix(), self.x.matrix("x")?, self.parameters()?);
        Tensor::computed(neighbors.rows(), self.w.columns(), |output| {
            gat::attend_to_neighbors(neighbors, x, &parameters, output)
        })
    }

    fn submit(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let (graph, x, w) = (self.graph.on(gpu, batch)?, self.x.on(gpu, batch)?, self.w.on(gpu, batch)?);
        let (source, target) = (self.source.on(gpu, batch)?, self.target.on(gpu, batch)?);
        let negative_slope = self.negative_slope;
        let parameters = GpuParameters { projection: &w, source: &source, target: &target, negative_slope };
        gpu::gat::attend_to_neighbors(batch, &graph, &x, parameters)
    }

    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        let (neighbors, x, precision) = (self.graph.matrix(), self.x.matrix("x")?, comparison.precision);
        comparison.with(&check::GraphAttention { neighbors, x, parameters: self.parameters()?, precision })
    }
}

/// The first half of graph attention: X W of some of the nodes.
pub struct TransformForAttention<'a>(pub AttendToNeighbors<'a>);

impl Operation for TransformForAttention<'_> {
    fn compute(&self, part: Part) -> Result<Tensor> {
        let AttendToNeighbors { graph, x, w, .. } = self.0;
        let rows = part.of(graph.matrix().width());
        let (x, parameters) = (x.matrix("x")?, self.0.parameters()?);
        Tensor::computed(rows.len(), w.columns(), |output| gat::transform(graph.matrix(), x, &parameters, rows, output))
    }
}

/// The second half of graph attention, from H = X W of all nodes, for the targets of a block of the graph, with the first of which the part begins; x is H.
pub struct Listen<'a>(pub AttendToNeighbors<'a>);

impl Operation for Listen<'_> {
    fn compute(&self, part: Part) -> Result<Tensor> {
        let AttendToNeighbors { graph, x, .. } = self.0;
        let parameters = self.0.parameters()?;
        Tensor::computed(graph.matrix().rows(), x.columns(), |output| {
            gat::listen(graph.matrix(), part.first(), x.matrix("x")?, &parameters, output)
        })
    }
}
