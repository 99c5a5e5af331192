//! A backend that hands everything on and remembers whether its fused kernel served, so that a caller is told what really computed.

use std::cell::Cell;

use crate::backend::Backend;
use crate::tensor::Tensor;
use crate::trace::{Function, Plan, Reduction, Settings};

/// Watches a backend.
pub struct Witness<B> {
    backend: B,
    used: Cell<bool>,
}

impl<B> Witness<B> {
    /// Starts watching.
    pub fn new(backend: B) -> Witness<B> {
        Witness { backend, used: Cell::new(false) }
    }

    /// Whether the fused kernel computed anything.
    pub fn was_used(&self) -> bool {
        self.used.get()
    }
}

impl<B: Backend> Backend for Witness<B> {
    fn contract(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        self.backend.contract(plan, operands)
    }

    fn map(&self, plan: &Plan, function: &Function, operands: &[&[f64]], settings: &Settings) -> Vec<f64> {
        self.backend.map(plan, function, operands, settings)
    }

    fn reduce(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64> {
        self.backend.reduce(plan, reduction, operands)
    }

    fn gather(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        self.backend.gather(plan, operands)
    }

    fn fuses_attention(&self) -> bool {
        self.backend.fuses_attention()
    }

    fn fused_attention(
        &self,
        query: &Tensor,
        key: &Tensor,
        value: &Tensor,
        keep: &dyn Fn(usize, usize) -> bool,
        bias: Option<&Tensor>,
    ) -> Option<Tensor> {
        let answer = self.backend.fused_attention(query, key, value, keep, bias);
        self.used.set(self.used.get() || answer.is_some());
        answer
    }
}
