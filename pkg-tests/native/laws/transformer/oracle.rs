//! Layers once more, as loops over rows, in the notation of Vaswani et al. and without the crate's engine.

use attograph::catalog::{Argument, Arguments};

use crate::support::rows::Rows;

/// Learned numbers by name, of one layer or of one layer of a stack.
#[derive(Clone)]
pub struct Params<'a> {
    pub inputs: &'a Arguments,
    pub prefix: String,
    pub layer: Option<usize>,
}

impl Params<'_> {
    fn at(&self, name: &str) -> Self {
        Params { prefix: format!("{}{name}.", self.prefix), ..self.clone() }
    }

    fn numbers(&self, name: &str) -> Option<(Vec<f64>, usize)> {
        let Some(Argument::Tensor(tensor)) = self.inputs.get(&format!("{}{name}", self.prefix)) else { return None };
        let (shape, data) = (tensor.shape(), tensor.data());
        let width = shape[shape.len() - 1];
        match self.layer {
            None => Some((data.to_vec(), width)),
            Some(layer) => {
                let length = data.len() / shape[0];
                Some((data[layer * length..(layer + 1) * length].to_vec(), width))
            }
        }
    }

    fn vector(&self, name: &str) -> Option<Vec<f64>> {
        self.numbers(name).map(|(data, _)| data)
    }

    /// x W + b, for the names of W and b.
    fn affine(&self, x: &Rows, w: &str, b: &str) -> Rows {
        let (w, columns) = self.numbers(w).expect("a matrix");
        let b = self.vector(b).unwrap_or(vec![0.0; columns]);
        let entry = |row: &[f64], c: usize| {
            let mut sum = 0.0;
            for (k, value) in row.iter().enumerate() {
                sum += value * w[k * columns + c];
            }
            sum + b[c]
        };
        x.iter().map(|row| (0..columns).map(|c| entry(row, c)).collect()).collect()
    }
}

/// What holds for every layer.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    pub heads: usize,
    pub norm_first: bool,
    pub gelu: bool,
    pub epsilon: f64,
}

/// P(Z ≤ z) for a standard normal Z, by Simpson's rule over the density.
pub fn normal_below(z: f64) -> f64 {
    let steps = 2000;
    let width = z / f64::from(steps);
    let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let weight = |k: i32| match (k == 0 || k == steps, k % 2 == 1) {
        (true, _) => 1.0,
        (false, true) => 4.0,
        (false, false) => 2.0,
    };
    0.5 + (0..=steps).map(|k| weight(k) * density(f64::from(k) * width)).sum::<f64>() * width / 3.0
}

pub fn layer_norm(x: &Rows, epsilon: f64, params: &Params) -> Rows {
    let normalized = |row: &Vec<f64>| -> Vec<f64> {
        let d = row.len() as f64;
        let mean = row.iter().sum::<f64>() / d;
        let variance = row.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / d;
        let gamma = params.vector("gamma").unwrap_or(vec![1.0; row.len()]);
        let beta = params.vector("beta").unwrap_or(vec![0.0; row.len()]);
        let entry = |f: usize| (row[f] - mean) / (variance + epsilon).sqrt() * gamma[f] + beta[f];
        (0..row.len()).map(entry).collect()
    };
    x.iter().map(normalized).collect()
}

pub fn attention(x: &Rows, context: &Rows, params: &Params, heads: usize, keep: &dyn Fn(usize, usize) -> bool) -> Rows {
    let query = params.affine(x, "wQuery", "bQuery");
    let key = params.affine(context, "wKey", "bKey");
    let value = params.affine(context, "wValue", "bValue");
    let joined = (0..x.len()).map(|i| {
        let mut row = Vec::new();
        for head in 0..heads {
            let (k, v) = (query[i].len() / heads, value.first().map_or(0, Vec::len) / heads);
            let score = |j: usize| {
                let products = (head * k..(head + 1) * k).map(|c| query[i][c] * key[j][c]);
                products.sum::<f64>() / (k as f64).sqrt()
            };
            let exponentials: Vec<f64> =
                (0..context.len()).map(|j| if keep(i, j) { score(j).exp() } else { 0.0 }).collect();
            let sum: f64 = exponentials.iter().sum();
            row.extend((head * v..(head + 1) * v).map(|c| {
                let weighted: f64 = (0..context.len()).map(|j| exponentials[j] * value[j][c]).sum();
                if sum > 0.0 { weighted / sum } else { 0.0 }
            }));
        }
        row
    });
    params.affine(&joined.collect(), "wOutput", "bOutput")
}

pub fn feed_forward(x: &Rows, params: &Params, gelu: bool) -> Rows {
    let mut hidden = params.affine(x, "w1", "b1");
    for unit in hidden.iter_mut().flatten() {
        *unit = if gelu { *unit * normal_below(*unit) } else { unit.max(0.0) };
    }
    params.affine(&hidden, "w2", "b2")
}

fn plus(left: &Rows, right: &Rows) -> Rows {
    left.iter().zip(right).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b).collect()).collect()
}

/// LN(x + part(x)), or x + part(LN(x)).
fn around(x: &Rows, layer: &Layer, norm: &Params, part: impl Fn(&Rows) -> Rows) -> Rows {
    if layer.norm_first {
        plus(x, &part(&layer_norm(x, layer.epsilon, norm)))
    } else {
        layer_norm(&plus(x, &part(x)), layer.epsilon, norm)
    }
}

pub fn encoder_layer(x: &Rows, layer: &Layer, params: &Params, keep: &dyn Fn(usize, usize) -> bool) -> Rows {
    let attended =
        around(x, layer, &params.at("norm1"), |x| attention(x, x, &params.at("attention"), layer.heads, keep));
    around(&attended, layer, &params.at("norm2"), |x| feed_forward(x, params, layer.gelu))
}

pub fn decoder_layer(x: &Rows, memory: &Rows, layer: &Layer, params: &Params) -> Rows {
    let causal = |i: usize, j: usize| j <= i;
    let own =
        around(x, layer, &params.at("norm1"), |x| attention(x, x, &params.at("selfAttention"), layer.heads, &causal));
    let crossed = around(&own, layer, &params.at("norm2"), |x| {
        attention(x, memory, &params.at("crossAttention"), layer.heads, &|_, _| true)
    });
    around(&crossed, layer, &params.at("norm3"), |x| feed_forward(x, params, layer.gelu))
}
