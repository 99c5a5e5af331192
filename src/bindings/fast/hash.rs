//! Attention by hash.

use std::rc::Rc;

use crate::backend::check::{self, Verdict, check_order};
use crate::backend::cpu::lsh::{Lsh, attend_by_hash, sorted_places};
use crate::backend::cpu::matrix::Matrix;
use crate::backend::gpu::lsh::attend_in_chunks;
use crate::backend::gpu::{Batch, Gpu, GpuError, GpuMatrix};
use crate::error::Result;

use super::call::{Call, Options, whole};
use super::operation::{Comparison, Operation, Part};
use super::tensor::Tensor;

/// LSH attention: of queries that are their own keys, [n, heads · k], in rounds of hashing by rotations, [heads · rounds · k, Σ factors/2].
pub struct HashAttention<'a> {
    query_key: &'a Tensor,
    value: &'a Tensor,
    rotations: &'a Tensor,
    factors: Vec<u32>,
    options: &'a Options,
}

impl<'a> HashAttention<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<HashAttention<'a>> {
        let (Call { store, operands: [query_key, value, rotations, ..], .. }, options) = (call, call.options()?);
        let (query_key, value, rotations) = (store.tensor(query_key)?, store.tensor(value)?, store.tensor(rotations)?);
        Ok(HashAttention { query_key, value, rotations, factors: whole("factors", options.factors())?, options })
    }

    /// The options, with the constants of the catalog.
    fn options(&self) -> Lsh<'_> {
        Lsh {
            heads: self.options.heads(),
            rounds: self.options.rounds(),
            chunk_length: self.options.chunk_length(),
            factors: &self.factors,
            causal: self.options.causal(),
            self_score: -1e5,
            future_score: -1e9,
            epsilon: 1e-6,
        }
    }

    fn matrices(&self) -> Result<[Matrix<'_>; 3]> {
        Ok([self.query_key.matrix("queryKey")?, self.value.matrix("value")?, self.rotations.matrix("rotations")?])
    }
}

impl Operation for HashAttention<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let [query_key, value, rotations] = self.matrices()?;
        Tensor::computed(query_key.rows(), query_key.columns(), |output| {
            attend_by_hash(query_key, value, rotations, &self.options(), output).map(drop)
        })
    }

    /// Places are sorted by hash before anything is sent.
    fn submit(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let ([query_key, _, rotations], options) = (self.matrices()?, self.options());
        let order = sorted_places(query_key, rotations, &options)?;
        let (query_key, value) = (self.query_key.on(gpu, batch)?, self.value.on(gpu, batch)?);
        attend_in_chunks(batch, &query_key, &value, &order, &options)
    }

    /// Which tokens share a chunk is computed as the kernels do.
    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        let ([query_key, value, rotations], options) = (self.matrices()?, self.options());
        let precision = comparison.precision;
        let order = sorted_places(query_key, rotations, &options)?;
        let verdict = comparison.with(&check::HashAttention { query_key, value, order: &order, options, precision })?;
        // Tokens in wrong chunks make every number wrong, whatever it is.
        let in_order = check_order(query_key, rotations, &order, &options, &precision, comparison.rows)?;
        Ok(if in_order { verdict } else { Verdict { deviation: f64::INFINITY, within: false, ..verdict } })
    }
}
