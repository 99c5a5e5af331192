//! Random inputs for every attention of this topic.

use attograph::catalog::Arguments;
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::close;
use crate::support::draws::{mask, numbers_named as numbers};

pub const SINGLE_HEAD: [&str; 3] = ["scaled-dot-product-attention", "additive-attention", "bilinear-attention"];
pub const ALL: [&str; 5] = [
    "scaled-dot-product-attention", "additive-attention", "bilinear-attention", "multi-head-attention",
    "split-input-attention",
];

/// How large a case is and which options it has.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub queries: usize,
    pub keys: usize,
    /// Width of a query; for several heads, width of one head's part of the input.
    pub query_width: usize,
    /// Width of a key, within one head.
    pub key_width: usize,
    pub value_width: usize,
    /// Hidden units, or output features.
    pub inner: usize,
    pub heads: usize,
    pub mask: bool,
    pub causal: bool,
    /// Whether multi-head attention has biases and a context of its own.
    pub bias: bool,
    pub context: bool,
    pub seed: u64,
}

pub fn setups() -> impl Strategy<Value = Setup> {
    let sizes = (1usize..5, 1usize..5, 1usize..4, 1usize..4, 1usize..4, 1usize..4, 1usize..4);
    let options = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<u64>());
    (sizes, options).prop_map(|(sizes, (mask, causal, bias, context, seed))| {
        let (queries, keys, query_width, key_width, value_width, inner, heads) = sizes;
        Setup { queries, keys, query_width, key_width, value_width, inner, heads, mask, causal, bias, context, seed }
    })
}

/// The number of keys of a case: self-attention has as many as queries.
pub fn key_count(algorithm: &str, setup: &Setup) -> usize {
    match algorithm {
        "split-input-attention" => setup.queries,
        "multi-head-attention" if !setup.context => setup.queries,
        _ => setup.keys,
    }
}

/// The inputs of a case.
pub fn inputs(algorithm: &str, setup: &Setup) -> Arguments {
    let Setup { queries: n, query_width: q, key_width: k, value_width: v, inner: u, heads, seed, .. } = *setup;
    let m = key_count(algorithm, setup);
    let mut inputs = Arguments::new();
    let mut add = |name: &str, shape: &[usize]| {
        inputs = std::mem::take(&mut inputs).with(name, numbers(shape, seed, name));
    };
    match algorithm {
        "multi-head-attention" => {
            let context_width = if setup.context { q + 1 } else { q };
            add("x", &[n, q]);
            if setup.context {
                add("context", &[m, context_width]);
            }
            add("wQuery", &[q, heads * k]);
            add("wKey", &[context_width, heads * k]);
            add("wValue", &[context_width, heads * v]);
            add("wOutput", &[heads * v, u]);
            if setup.bias {
                add("bQuery", &[heads * k]);
                add("bKey", &[heads * k]);
                add("bValue", &[heads * v]);
                add("bOutput", &[u]);
            }
        }
        "split-input-attention" => {
            add("x", &[n, heads * q]);
            add("wQuery", &[heads, q, k]);
            add("wKey", &[heads, q, k]);
            add("wValue", &[heads, q, v]);
        }
        _ => {
            let query_width = if algorithm == "scaled-dot-product-attention" { k } else { q };
            add("query", &[n, query_width]);
            add("key", &[m, k]);
            add("value", &[m, v]);
            match algorithm {
                "additive-attention" => {
                    add("w1", &[q + k, u]);
                    add("w2", &[u]);
                }
                "bilinear-attention" => add("w", &[q, k]),
                _ => {}
            }
        }
    }
    if algorithm.contains("multi") || algorithm.contains("split") {
        inputs = inputs.with("heads", heads as f64);
    }
    if setup.mask {
        inputs = inputs.with("mask", mask(&[n, m], seed));
    }
    if setup.causal {
        inputs = inputs.with("causal", true);
    }
    inputs
}

/// Whether query i may attend to key j in a case.
pub fn keeps(setup: &Setup, keys: usize, i: usize, j: usize) -> bool {
    let masked = setup.mask && mask(&[setup.queries, keys], setup.seed).get(&[i, j]) == Some(0.0);
    let future = setup.causal && j > i;
    !masked && !future
}

/// A copy of a matrix with its rows in another order.
pub fn permuted(matrix: &Tensor, order: &[usize]) -> Tensor {
    let width = matrix.shape()[1];
    let data = order.iter().flat_map(|&row| matrix.data()[row * width..(row + 1) * width].to_vec()).collect();
    Tensor::new(matrix.shape().to_vec(), data).expect("the same shape")
}

/// A copy of a tensor with some rows of its second-to-last axis replaced by other numbers.
pub fn with_rows_changed(tensor: &Tensor, changed: impl Fn(usize) -> bool) -> Tensor {
    let width = tensor.shape()[tensor.shape().len() - 1].max(1);
    let data = tensor.data().iter().enumerate();
    let data = data.map(|(offset, &value)| if changed(offset / width) { 3.0 - 2.0 * value } else { value }).collect();
    Tensor::new(tensor.shape().to_vec(), data).expect("the same shape")
}

pub fn close(left: &[f64], right: &[f64]) -> bool {
    close::close(left, right, 1e-11)
}

pub fn same_bits(left: &[f64], right: &[f64]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(a, b)| close::same_bits(*a, *b))
}
