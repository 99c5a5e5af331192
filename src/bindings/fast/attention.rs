//! Attention.

use std::rc::Rc;

use crate::backend::check::{self, Verdict};
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::heads::attend_rows;
use crate::backend::cpu::keys::Keys;
use crate::backend::cpu::listed::attend_listed;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::tiled::check_range;
use crate::backend::cpu::window::{Window, attend_window};
use crate::backend::gpu::feed_forward::Linear;
use crate::backend::gpu::heads::attend_heads;
use crate::backend::gpu::multi_head::attend_projected;
use crate::backend::gpu::{Batch, Gpu, GpuError, GpuMatrix};
use crate::error::Result;

use super::call::{Call, whole};
use super::heads::HeadOptions;
use super::operation::{Comparison, Operation, Part};
use super::tensor::Tensor;

/// Queries, keys and values.
struct Operands<'a> {
    query: &'a Tensor,
    key: &'a Tensor,
    value: &'a Tensor,
}

impl<'a> Operands<'a> {
    fn of(Call { store, operands: [query, key, value, ..], .. }: Call<'a>) -> Result<Operands<'a>> {
        Ok(Operands { query: store.tensor(query)?, key: store.tensor(key)?, value: store.tensor(value)? })
    }

    fn matrices(&self) -> Result<[Matrix<'a>; 3]> {
        Ok([self.query.matrix("query")?, self.key.matrix("key")?, self.value.matrix("value")?])
    }
}

/// Attention of heads side by side, of sequences one below the other: softmax(Q Kᵀ/√d + bias, where seen) V for each. Of a part only some rows are computed.
pub struct Attention<'a> {
    operands: Operands<'a>,
    options: HeadOptions,
}

impl<'a> Attention<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<Attention<'a>> {
        let operands = Operands::of(call)?;
        let options = HeadOptions::of(call.options()?, operands.key.rows())?;
        Ok(Attention { operands, options })
    }
}

impl Operation for Attention<'_> {
    fn compute(&self, part: Part) -> Result<Tensor> {
        let [query, key, value] = self.operands.matrices()?;
        let rows = part.of(query.rows());
        Tensor::computed(rows.len(), value.columns(), |output| {
            attend_rows(query, key, value, &self.options.heads(), rows, output)
        })
    }

    fn submit(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let Operands { query, key, value } = self.operands;
        let [query, key, value] = [query.on(gpu, batch)?, key.on(gpu, batch)?, value.on(gpu, batch)?];
        self.options.upload(batch, [query.rows(), key.rows()], |batch, options| {
            attend_heads(batch, &query, &key, &value, options)
        })
    }

    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        let [query, key, value] = self.operands.matrices()?;
        let (options, precision) = (self.options.heads(), comparison.precision);
        comparison.with(&check::Attention { query, key, value, options, precision })
    }
}

/// Multi-head self-attention: x is projected to queries, keys and values, attended to as by [`Attention`], and projected once more. Only a graphics processor
/// has it as one operation, as its parts would cross.
pub struct MultiHeadAttention<'a> {
    x: &'a Tensor,
    projections: [&'a Tensor; 4],
    options: HeadOptions,
}

impl<'a> MultiHeadAttention<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<MultiHeadAttention<'a>> {
        let Call { store, operands: [x, query, key, value, output], .. } = call;
        let (x, query, key) = (store.tensor(x)?, store.tensor(query)?, store.tensor(key)?);
        let projections = [query, key, store.tensor(value)?, store.tensor(output)?];
        Ok(MultiHeadAttention { x, projections, options: HeadOptions::of(call.options()?, x.rows())? })
    }
}

impl Operation for MultiHeadAttention<'_> {
    fn submit(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let x = self.x.on(gpu, batch)?;
        let [query, key, value, output] = self.projections;
        let [query, key] = [query.on(gpu, batch)?, key.on(gpu, batch)?];
        let [value, output] = [value.on(gpu, batch)?, output.on(gpu, batch)?];
        let projections = [&query, &key, &value, &output].map(|weights| Linear { weights, bias: None });
        self.options
            .upload(batch, [x.rows(); 2], |batch, options| attend_projected(batch, &x, &x, &projections, options))
    }
}

/// Attention of tokens to so many neighbors on each side, `dilation` apart, and to global tokens, which see all.
pub struct WindowAttention<'a> {
    operands: Operands<'a>,
    half: usize,
    dilation: usize,
    globals: Vec<u32>,
    causal: bool,
}

impl<'a> WindowAttention<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<WindowAttention<'a>> {
        let (operands, options) = (Operands::of(call)?, call.options()?);
        let (half, globals) = (options.window().unwrap_or_default() as usize, whole("globals", options.globals())?);
        Ok(WindowAttention { operands, half, dilation: options.dilation(), globals, causal: options.causal() })
    }

    fn window(&self) -> Window<'_> {
        Window { half: self.half, dilation: self.dilation, globals: &self.globals, causal: self.causal }
    }
}

impl Operation for WindowAttention<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let [query, key, value] = self.operands.matrices()?;
        Tensor::computed(query.rows(), value.columns(), |output| {
            attend_window(query, key, value, &self.window(), output)
        })
    }

    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        let [query, key, value] = self.operands.matrices()?;
        let (window, precision) = (self.window(), comparison.precision);
        comparison.with(&check::WindowAttention { query, key, value, window, precision })
    }
}

/// Attention of blocks of queries to the blocks of keys that are listed as pairs of both.
pub struct BlockAttention<'a> {
    operands: Operands<'a>,
    length: usize,
    pairs: Vec<u32>,
}

impl<'a> BlockAttention<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<BlockAttention<'a>> {
        let (operands, options) = (Operands::of(call)?, call.options()?);
        Ok(BlockAttention { operands, length: options.block_length(), pairs: whole("pairs", options.pairs())? })
    }
}

impl Operation for BlockAttention<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let [query, key, value] = self.operands.matrices()?;
        let blocks = |rows: usize| rows.div_ceil(self.length.max(1));
        let (pairs, _) = self.pairs.as_chunks();
        let lists = Compressed::from_entries("pairs", (blocks(query.rows()), blocks(key.rows())), pairs, None)?;
        check_range(query, key, value)?;
        let keys = Keys::new(key, value, 1.0 / (query.columns().max(1) as f32).sqrt())?;
        Tensor::computed(query.rows(), value.columns(), |output| {
            let mut target = MatrixMut::new("output", output, query.rows(), value.columns())?;
            attend_listed(query, &keys, self.length, &lists, &mut target)
        })
    }
}
