//! Results of kernels, of this engine or of another, held against f64 by their operands.
//!
//! Each returns [deviation, bound, rows, within, scale]: see [`crate::backend::check::Verdict`]; `within` is 0 also if a bound is useless. `found` is the
//! result.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::check::{
    Attention, Convolution, Expected, FeedForward, GraphAttention, HashAttention, Layer, NormalizedRows, Precision,
    Product, Verdict, WindowAttention, check, check_order,
};
use crate::backend::cpu::gat::Parameters;
use crate::backend::cpu::gcn::Features;
use crate::backend::cpu::heads::Heads;
use crate::backend::cpu::lsh::sorted_places;
use crate::backend::cpu::norm::Norm;
use crate::backend::cpu::pair_rule::Sight;
use crate::backend::cpu::window::Window;
use crate::error::Result;

use super::failure::failure;
use super::graph::Graph;
use super::hash;
use super::tensor::Tensor;

type Answer = std::result::Result<Vec<f64>, JsValue>;

/// How a result is looked at.
#[wasm_bindgen]
pub struct Look {
    rows: usize,
    precision: Precision,
}

#[wasm_bindgen]
impl Look {
    /// At so many rows, by the bound of a CPU's or a GPU's functions.
    #[wasm_bindgen(constructor)]
    pub fn create(rows: usize, gpu: bool) -> Look {
        Look { rows, precision: if gpu { Precision::GPU } else { Precision::CPU } }
    }
}

impl Look {
    fn at(&self, expected: &dyn Expected, found: &Tensor) -> Result<Verdict> {
        check(expected, found.matrix("result")?, self.rows)
    }
}

/// A verdict as it crosses.
fn told(verdict: Result<Verdict>) -> Answer {
    let Verdict { deviation, bound, rows, within, useful, scale, .. } = verdict.map_err(failure)?;
    Ok(vec![deviation, bound, rows as f64, f64::from(u8::from(within && useful)), scale])
}

/// Checks A · B.
#[wasm_bindgen(js_name = checkProduct)]
pub fn product(look: &Look, found: &Tensor, left: &Tensor, right: &Tensor) -> Answer {
    let compute = || {
        let expected = Product { left: left.matrix("left")?, right: right.matrix("right")?, precision: look.precision };
        look.at(&expected, found)
    };
    told(compute())
}

/// Checks attention of heads and sequences.
#[wasm_bindgen(js_name = checkAttention)]
#[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
pub fn attention(
    look: &Look,
    found: &Tensor,
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
    let sight = Sight { before, after };
    let options = Heads { heads, batch, sight, mask: mask.as_deref(), bias: bias.as_deref(), scale: None };
    let compute = || {
        let [query, key, value] = [query.matrix("query")?, key.matrix("key")?, value.matrix("value")?];
        look.at(&Attention { query, key, value, options, precision: look.precision }, found)
    };
    told(compute())
}

/// Checks attention to windows and global tokens.
#[wasm_bindgen(js_name = checkWindowAttention)]
#[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
pub fn window_attention(
    look: &Look,
    found: &Tensor,
    query: &Tensor,
    key: &Tensor,
    value: &Tensor,
    half: usize,
    dilation: usize,
    globals: &[u32],
    causal: bool,
) -> Answer {
    let window = Window { half, dilation, globals, causal };
    let compute = || {
        let [query, key, value] = [query.matrix("query")?, key.matrix("key")?, value.matrix("value")?];
        look.at(&WindowAttention { query, key, value, window, precision: look.precision }, found)
    };
    told(compute())
}

/// Checks LSH attention; which tokens share a chunk is computed as [`super::hash::hash_attention`] does.
#[wasm_bindgen(js_name = checkHashAttention)]
#[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
pub fn hash_attention(
    look: &Look,
    found: &Tensor,
    query_key: &Tensor,
    value: &Tensor,
    rotations: &Tensor,
    heads: usize,
    rounds: usize,
    chunk_length: usize,
    factors: &[u32],
    causal: bool,
) -> Answer {
    let options = hash::options(heads, rounds, chunk_length, factors, causal);
    let compute = || {
        let (query_key, value) = (query_key.matrix("queryKey")?, value.matrix("value")?);
        let rotations = rotations.matrix("rotations")?;
        let order = sorted_places(query_key, rotations, &options)?;
        let verdict =
            look.at(&HashAttention { query_key, value, order: &order, options, precision: look.precision }, found)?;
        // Tokens in wrong chunks make every number wrong, whatever it is.
        let in_order = check_order(query_key, rotations, &order, &options, &look.precision, look.rows)?;
        Ok(if in_order { verdict } else { Verdict { deviation: f64::INFINITY, within: false, ..verdict } })
    };
    told(compute())
}

/// Checks Ŝ X W + b.
#[wasm_bindgen(js_name = checkConvolution)]
pub fn convolution(
    look: &Look,
    found: &Tensor,
    graph: &Graph,
    x: &Tensor,
    w: &Tensor,
    b: Option<Vec<f32>>,
    relu: bool,
) -> Answer {
    let compute = || {
        let expected = Convolution {
            graph: graph.matrix(),
            features: Features::Dense(x.matrix("x")?),
            projection: w.matrix("w")?,
            bias: b.as_deref(),
            relu,
            precision: look.precision,
        };
        look.at(&expected, found)
    };
    told(compute())
}

/// Checks graph attention.
#[wasm_bindgen(js_name = checkNeighbors)]
#[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
pub fn neighbors(
    look: &Look,
    found: &Tensor,
    graph: &Graph,
    x: &Tensor,
    w: &Tensor,
    attention_source: &Tensor,
    attention_target: &Tensor,
    negative_slope: f32,
) -> Answer {
    let compute = || {
        let parameters = Parameters {
            projection: w.matrix("w")?,
            source: attention_source.matrix("attentionSource")?,
            target: attention_target.matrix("attentionTarget")?,
            negative_slope,
        };
        let (neighbors, x) = (graph.matrix(), x.matrix("x")?);
        look.at(&GraphAttention { neighbors, x, parameters, precision: look.precision }, found)
    };
    told(compute())
}

/// Checks layer norm.
#[wasm_bindgen(js_name = checkNorm)]
pub fn norm(
    look: &Look,
    found: &Tensor,
    x: &Tensor,
    gamma: Option<Vec<f32>>,
    beta: Option<Vec<f32>>,
    epsilon: f32,
) -> Answer {
    let norm = Norm { gamma: gamma.as_deref(), beta: beta.as_deref(), epsilon };
    let compute =
        || look.at(&NormalizedRows { x: x.matrix("x")?, residual: None, norm, precision: look.precision }, found);
    told(compute())
}

/// Checks ReLU(X W₁ + b₁) W₂ + b₂.
#[wasm_bindgen(js_name = checkFeedForward)]
pub fn feed_forward(
    look: &Look,
    found: &Tensor,
    x: &Tensor,
    w1: &Tensor,
    b1: Option<Vec<f32>>,
    w2: &Tensor,
    b2: Option<Vec<f32>>,
) -> Answer {
    let compute = || {
        let expected = FeedForward {
            x: x.matrix("x")?,
            first: Layer { weights: w1.matrix("w1")?, bias: b1.as_deref() },
            second: Layer { weights: w2.matrix("w2")?, bias: b2.as_deref() },
            precision: look.precision,
        };
        look.at(&expected, found)
    };
    told(compute())
}
