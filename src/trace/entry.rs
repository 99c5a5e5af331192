//! What a run holds of each value.

use crate::tensor::Tensor;

/// A tensor of a run, whether its first axis counts the members of a batch, and the number of its step on the tape.
pub(super) struct Entry {
    pub(super) tensor: Tensor,
    pub(super) of_batch: bool,
    /// Its shape where its last two axes are those of a matrix of nodes of which only some cells are kept: they are the last axis of the tensor.
    pub(super) sparse: Option<Vec<usize>>,
    pub(super) step: usize,
}

impl Entry {
    /// The length of every axis, whether or not all cells are kept.
    pub(super) fn shape(&self) -> &[usize] {
        self.sparse.as_deref().unwrap_or(self.tensor.shape())
    }
}
