//! The formulas once more, as loops over rows, in the notation of the papers and without the crate's engine.

use attograph::catalog::Arguments;

use crate::support::rows::{Rows, columns, dot, plus, product, rows};
use crate::support::runs::given;

type Score = Box<dyn Fn(&[f64], &[f64]) -> f64>;

/// The rows of an input.
pub fn matrix(inputs: &Arguments, name: &str) -> Rows {
    rows(given(inputs, name))
}

fn plus_bias(rows: Rows, inputs: &Arguments, name: &str) -> Rows {
    if inputs.get(name).is_some() { plus(&rows, given(inputs, name).data()) } else { rows }
}

/// The scores of a single head: q·k/√d, v·tanh(W q + U k), or qᵀ W k.
pub fn scores(algorithm: &str, inputs: &Arguments) -> Rows {
    let (query, key) = (matrix(inputs, "query"), matrix(inputs, "key"));
    let score: Score = match algorithm {
        "scaled-dot-product-attention" => Box::new(|q, k| dot(q, k) / (k.len() as f64).sqrt()),
        "additive-attention" => {
            // Bahdanau et al. write two matrices; here they are the upper and the lower rows of w1.
            let (w1, w2) = (matrix(inputs, "w1"), given(inputs, "w2").data().to_vec());
            Box::new(move |q, k| {
                let (for_query, for_key) = w1.split_at(q.len());
                let unit = |u: usize| -> f64 {
                    let from_query: f64 = q.iter().zip(for_query).map(|(x, row)| x * row[u]).sum();
                    let from_key: f64 = k.iter().zip(for_key).map(|(x, row)| x * row[u]).sum();
                    (from_query + from_key).tanh()
                };
                w2.iter().enumerate().map(|(u, weight)| weight * unit(u)).sum()
            })
        }
        "bilinear-attention" => {
            let w = matrix(inputs, "w");
            Box::new(move |q, k| (0..q.len()).map(|a| (0..k.len()).map(|b| q[a] * w[a][b] * k[b]).sum::<f64>()).sum())
        }
        other => panic!("{other} has no single head"),
    };
    query.iter().map(|q| key.iter().map(|k| score(q, k)).collect()).collect()
}

/// The weights by the textbook's softmax over the keys that are kept; nothing kept, nothing weighed.
pub fn weights(scores: &Rows, keep: impl Fn(usize, usize) -> bool) -> Rows {
    let kept_exp = |i: usize, j: usize, score: f64| if keep(i, j) { score.exp() } else { 0.0 };
    let rows = scores.iter().enumerate();
    rows.map(|(i, row)| {
        let exponentials: Vec<f64> = row.iter().enumerate().map(|(j, &score)| kept_exp(i, j, score)).collect();
        let sum: f64 = exponentials.iter().sum();
        exponentials.iter().map(|number| if sum > 0.0 { number / sum } else { 0.0 }).collect()
    })
    .collect()
}

fn dot_product_head(q: &Rows, k: &Rows, keep: impl Fn(usize, usize) -> bool) -> Rows {
    let scale = (k[0].len() as f64).sqrt();
    let scores: Rows = q.iter().map(|q| k.iter().map(|k| dot(q, k) / scale).collect()).collect();
    weights(&scores, keep)
}

fn beside(left: Rows, right: &Rows) -> Rows {
    left.into_iter()
        .zip(right)
        .map(|(mut row, more)| {
            row.extend(more);
            row
        })
        .collect()
}

/// Weights of all heads, and Concat(head_1, …) W^O + b^O.
pub fn multi_head(inputs: &Arguments, heads: usize, keep: impl Fn(usize, usize) -> bool) -> (Vec<Rows>, Rows) {
    let x = matrix(inputs, "x");
    let context = if inputs.get("context").is_some() { matrix(inputs, "context") } else { x.clone() };
    let projected = |tokens: &Rows, w: &str, b: &str| plus_bias(product(tokens, &matrix(inputs, w)), inputs, b);
    let query = projected(&x, "wQuery", "bQuery");
    let key = projected(&context, "wKey", "bKey");
    let value = projected(&context, "wValue", "bValue");
    let (k, v) = (key[0].len() / heads, value[0].len() / heads);
    let mut joined: Rows = vec![Vec::new(); x.len()];
    let mut all = Vec::new();
    for h in 0..heads {
        let weights = dot_product_head(&columns(&query, h * k, k), &columns(&key, h * k, k), &keep);
        joined = beside(joined, &product(&weights, &columns(&value, h * v, v)));
        all.push(weights);
    }
    (all, plus_bias(product(&joined, &matrix(inputs, "wOutput")), inputs, "bOutput"))
}

/// Weights and output where head h sees only its own part of the features.
pub fn split_input(inputs: &Arguments, heads: usize, keep: impl Fn(usize, usize) -> bool) -> (Vec<Rows>, Rows) {
    let x = matrix(inputs, "x");
    let part_width = x[0].len() / heads;
    let of_head = |name: &str, h: usize| -> Rows {
        let tensor = given(inputs, name);
        let row = |p: usize| (0..tensor.shape()[2]).map(|c| tensor.get(&[h, p, c]).unwrap()).collect();
        (0..part_width).map(row).collect()
    };
    let mut joined: Rows = vec![Vec::new(); x.len()];
    let mut all = Vec::new();
    for h in 0..heads {
        let part = columns(&x, h * part_width, part_width);
        let (query, key) = (product(&part, &of_head("wQuery", h)), product(&part, &of_head("wKey", h)));
        let weights = dot_product_head(&query, &key, &keep);
        joined = beside(joined, &product(&weights, &product(&part, &of_head("wValue", h))));
        all.push(weights);
    }
    (all, joined)
}
