//! Batches: the steps of a run whose inputs have one more axis in front, which counts the members of a batch.
//!
//! ```text
//! scores    ik,jk->ij          of a batch    βik,βjk->βij       every member with its own keys
//! queries   id,dk->ik                        βid,dk->βik        all members with the same matrix
//! ```
//!
//! Letters say how every step but a rule is computed. A rule knows its tensors by their axes, and computes one member after the other.

use crate::tensor::Tensor;

use super::index::is_of_batch;
use super::{SourceCell, Spec};

/// One member of a batch, as the rule of a step sees it; of a step without a batch, all there is.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its share of the operands.
    pub operands: Vec<Tensor>,
    /// The shape of its share of the result.
    pub shape: Vec<usize>,
    /// Where its share of each operand begins.
    starts: Vec<usize>,
}

impl Member {
    /// The operands, as rules take them.
    pub fn tensors(&self) -> Vec<&Tensor> {
        self.operands.iter().collect()
    }

    /// Where a cell of its share is in the whole operands.
    pub fn in_all(&self, cell: SourceCell) -> SourceCell {
        let start = self.starts.get(cell.operand).copied().unwrap_or_default();
        SourceCell { offset: start + cell.offset, ..cell }
    }
}

impl Spec {
    /// Whether its result has the axis of a batch.
    pub fn is_of_batch(&self) -> bool {
        is_of_batch(self.index())
    }

    /// The member of this number, of a step with these operands and a result of this shape.
    pub fn member(&self, number: usize, operands: &[&Tensor], shape: &[usize]) -> Member {
        let reads = self.reads();
        let mut member = Member { operands: Vec::new(), shape: shape.to_vec(), starts: Vec::new() };
        if self.is_of_batch() {
            member.shape.remove(0);
        }
        for (position, tensor) in operands.iter().enumerate() {
            let of_batch = reads.get(position).is_some_and(|read| is_of_batch(read));
            let (share, start) = if of_batch { tensor.share(number) } else { ((*tensor).clone(), 0) };
            member.operands.push(share);
            member.starts.push(start);
        }
        member
    }

    /// Every member, of a step with these operands and a result of this shape.
    pub fn members(&self, operands: &[&Tensor], shape: &[usize]) -> Vec<Member> {
        let count = if self.is_of_batch() { shape.first().copied().unwrap_or_default() } else { 1 };
        (0..count).map(|number| self.member(number, operands, shape)).collect()
    }
}

/// The number of the member that a cell belongs to, and its index there.
pub(crate) fn member_of<'i>(spec: &Spec, index: &'i [usize]) -> (usize, &'i [usize]) {
    match index.split_first() {
        Some((&member, inside)) if spec.is_of_batch() => (member, inside),
        _ => (0, index),
    }
}
