//! Random layers and stacks.

use attograph::catalog::Arguments;
use proptest::prelude::*;

use super::oracle::Layer;
use crate::support::draws::{mask, numbers_named as numbers};

/// How large a case is and which options it has.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub n: usize,
    pub m: usize,
    pub heads: usize,
    /// Width of a head.
    pub k: usize,
    pub hidden: usize,
    pub layers: usize,
    pub norm_first: bool,
    pub gelu: bool,
    /// Whether biases and the numbers of the norms are given.
    pub learned: bool,
    pub final_norm: bool,
    pub mask: bool,
    pub causal: bool,
    pub seed: u64,
}

impl Setup {
    pub fn d(&self) -> usize {
        self.heads * self.k
    }

    pub fn layer(&self) -> Layer {
        Layer { heads: self.heads, norm_first: self.norm_first, gelu: self.gelu, epsilon: 1e-5 }
    }

    pub fn keeps(&self, i: usize, j: usize) -> bool {
        let masked = self.mask && mask(&[self.n, self.n], self.seed).get(&[i, j]) == Some(0.0);
        let future = self.causal && j > i;
        !masked && !future
    }
}

pub fn setups() -> impl Strategy<Value = Setup> {
    let sizes = (1usize..4, 1usize..4, 1usize..3, 1usize..3, 1usize..4, 1usize..3);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (sizes, flags, any::<u64>()).prop_map(|((n, m, heads, k, hidden, layers), flags, seed)| {
        let (norm_first, gelu, learned, final_norm, mask, causal) = flags;
        Setup { n, m, heads, k, hidden, layers, norm_first, gelu, learned, final_norm, mask, causal, seed }
    })
}

/// The options of a layer.
pub fn options(setup: &Setup) -> Arguments {
    Arguments::new()
        .with("heads", setup.heads as f64)
        .with("normFirst", setup.norm_first)
        .with("activation", if setup.gelu { "gelu" } else { "relu" })
}

/// Adds the learned numbers of a layer, or of `stack` layers, with names behind a prefix.
pub fn with_params(inputs: Arguments, setup: &Setup, prefix: &str, decoder: bool, stack: Option<usize>) -> Arguments {
    let (d, f) = (setup.d(), setup.hidden);
    let mut inputs = inputs;
    let mut add = |name: &str, shape: &[usize]| {
        let shape: Vec<usize> = stack.into_iter().chain(shape.iter().copied()).collect();
        let name = format!("{prefix}{name}");
        inputs = std::mem::take(&mut inputs).with(&name, numbers(&shape, setup.seed, &name));
    };
    let attentions: &[&str] = if decoder { &["selfAttention", "crossAttention"] } else { &["attention"] };
    for attention in attentions {
        for part in ["Query", "Key", "Value", "Output"] {
            add(&format!("{attention}.w{part}"), &[d, d]);
            if setup.learned {
                add(&format!("{attention}.b{part}"), &[d]);
            }
        }
    }
    add("w1", &[d, f]);
    add("w2", &[f, d]);
    if setup.learned {
        add("b1", &[f]);
        add("b2", &[d]);
        for norm in if decoder { &["norm1", "norm2", "norm3"][..] } else { &["norm1", "norm2"] } {
            add(&format!("{norm}.gamma"), &[d]);
            add(&format!("{norm}.beta"), &[d]);
        }
    }
    inputs
}

/// The inputs of an encoder layer, or of an encoder.
pub fn encoder(setup: &Setup, stack: bool) -> Arguments {
    let mut inputs = options(setup).with("x", numbers(&[setup.n, setup.d()], setup.seed, "x"));
    inputs = inputs.with("causal", setup.causal);
    if setup.mask {
        inputs = inputs.with("mask", mask(&[setup.n, setup.n], setup.seed));
    }
    if stack {
        inputs = with_final_norm(inputs.with("finalNorm", setup.final_norm), setup, "norm");
    }
    with_params(inputs, setup, "", false, stack.then_some(setup.layers))
}

/// The inputs of a decoder layer, or of a decoder.
pub fn decoder(setup: &Setup, stack: bool) -> Arguments {
    let d = setup.d();
    let mut inputs = options(setup)
        .with("x", numbers(&[setup.n, d], setup.seed, "x"))
        .with("memory", numbers(&[setup.m, d], setup.seed, "memory"));
    if stack {
        inputs = with_final_norm(inputs.with("finalNorm", setup.final_norm), setup, "norm");
    }
    with_params(inputs, setup, "", true, stack.then_some(setup.layers))
}

/// The inputs of both together; the encoder has one layer more than the decoder.
pub fn encoder_decoder(setup: &Setup) -> Arguments {
    let d = setup.d();
    let inputs = options(setup)
        .with("source", numbers(&[setup.m, d], setup.seed, "source"))
        .with("target", numbers(&[setup.n, d], setup.seed, "target"))
        .with("finalNorm", setup.final_norm);
    let inputs = with_final_norm(with_final_norm(inputs, setup, "encoder.norm"), setup, "decoder.norm");
    let inputs = with_params(inputs, setup, "encoder.", false, Some(setup.layers + 1));
    with_params(inputs, setup, "decoder.", true, Some(setup.layers))
}

fn with_final_norm(inputs: Arguments, setup: &Setup, name: &str) -> Arguments {
    match setup.final_norm && setup.learned {
        false => inputs,
        true => inputs
            .with(&format!("{name}.gamma"), numbers(&[setup.d()], setup.seed, name))
            .with(&format!("{name}.beta"), numbers(&[setup.d()], setup.seed ^ 1, name)),
    }
}
