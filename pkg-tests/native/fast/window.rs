//! Window attention with dilation and global tokens against the reference.

use attograph::backend::Reference;
use attograph::backend::check::{Precision, WindowAttention};
use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::cpu::window::{Window, attend_window};
use attograph::catalog::{self, Arguments};
use attograph::tensor::Tensor;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::chance::Chance;
use super::held::{Held, ROUNDED};
use super::{SHAPES, matrix, tensor};

#[test]
fn window_attention_stays_within_its_bound() {
    let mut chance = Chance(11);
    for case in 0..SHAPES {
        let n = if chance.once_in(3) { chance.length() } else { chance.length().min(40) };
        let (d, v) = (1 + chance.below(12), chance.below(12));
        let dilation = 1 + chance.below(4) + if chance.once_in(10) { 40 } else { 0 };
        let (half, causal) = (chance.below(12) * chance.below(8), chance.once_in(2));
        let count = if n == 0 { 0 } else { chance.below(4) * chance.below(3) };
        // Now and then one is named twice.
        let globals: Vec<u32> = (0..count).map(|_| chance.below(n) as u32).collect();
        let factor = [0.01, 1.0, 3.0][chance.below(3)];
        let (query, key, value) =
            (chance.numbers(n * d, factor), chance.numbers(n * d, 1.0), chance.numbers(n * v, 1.0));
        let (q, k, values) = (matrix(&query, n, d), matrix(&key, n, d), matrix(&value, n, v));
        let window = Window { half, dilation, globals: &globals, causal };
        let mut found = vec![f32::NAN; n * v];
        attend_window(q, k, values, &window, &mut found).expect("an output");
        let positions = Tensor::new(vec![globals.len()], globals.iter().map(|&token| f64::from(token)).collect());
        let inputs = Arguments::new()
            .with("query", tensor(&query, &[n, d]))
            .with("key", tensor(&key, &[n, d]))
            .with("value", tensor(&value, &[n, v]))
            .with("window", 2.0 * half as f64)
            .with("dilation", dilation as f64)
            .with("globals", positions.expect("a tensor"))
            .with("causal", causal)
            .with("form", "sparse");
        let exact = catalog::evaluate("window-attention", &inputs, &Reference).expect("attention");
        let output = &exact.outputs["output"];
        let oracle = |i: usize, j: usize| output.get(&[i, j]).expect("a cell");
        let expected = WindowAttention { query: q, key: k, value: values, window, precision: Precision::CPU };
        let what = format!("case {case}: n {n}, d {d}, v {v}, half {half}, dilation {dilation}, globals {globals:?}");
        Held { found: &found, expected: &expected, oracle: &oracle, apart: ROUNDED }.assert(&what);
    }
}

#[test]
fn windows_refuse_operands_that_do_not_fit() {
    let numbers = [1.0; 6];
    let (x, narrow) = (matrix(&numbers, 3, 2), matrix(&numbers, 2, 3));
    let plain = Window { half: 1, dilation: 1, globals: &[], causal: false };
    let refused = |key: Matrix, value: Matrix, window: Window| {
        attend_window(x, key, value, &window, &mut [0.0; 6]).expect_err("an error").code()
    };
    assert_eq!(refused(narrow, x, plain), "shape-mismatch");
    assert_eq!(refused(x, narrow, plain), "shape-mismatch");
    assert_eq!(refused(x, x, Window { dilation: 0, ..plain }), "out-of-range");
    assert_eq!(refused(x, x, Window { globals: &[0, 3], ..plain }), "out-of-range");
}
