//! LSH attention against the reference, where both sort the tokens alike.

use attograph::backend::Reference;
use attograph::backend::check::{HashAttention, Precision, check_order};
use attograph::backend::cpu::lsh::{Lsh, attend_by_hash};
use attograph::catalog::{self, Arguments};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::chance::Chance;
use super::held::{Held, ROUNDED};
use super::{SHAPES, matrix, tensor};
use crate::support::rows;

#[test]
fn attention_by_hash_stays_within_its_bound() {
    let mut chance = Chance(7);
    let mut alike = 0;
    for case in 0..SHAPES {
        let (heads, k, rounds, half) =
            (1 + chance.below(2), 1 + chance.below(9), 1 + chance.below(3), 1 + chance.below(4));
        let chunk_length = 1 + chance.below(20);
        let n = match chance.below(4) {
            0 => chance.below(chunk_length + 1),
            _ => chunk_length * (1 + chance.below(5)),
        };
        let width = heads * k;
        let x = chance.numbers(n * width, 1.0);
        let drawn = chance.numbers(heads * k * rounds * half, 1.0);
        let causal = chance.once_in(2);
        let identity = rows::matrix(&rows::identity(width));
        let inputs = Arguments::new()
            .with("x", tensor(&x, &[n, width]))
            .with("wQueryKey", identity.clone())
            .with("wValue", identity)
            .with("rotations", tensor(&drawn, &[heads, k, rounds, half]))
            .with("heads", heads as f64)
            .with("chunkLength", chunk_length as f64)
            .with("epsilon", f64::from(1e-6f32))
            .with("causal", causal);
        let exact = catalog::evaluate("lsh-attention", &inputs, &Reference).expect("attention");
        // A matrix for each round of each head.
        let at = |h: usize, r: usize, f: usize, u: usize| drawn[((h * k + f) * rounds + r) * half + u];
        let rotations: Vec<f32> = (0..heads * rounds * k * half)
            .map(|place| (place / half / k / rounds, place / half / k % rounds, place / half % k, place % half))
            .map(|(h, r, f, u)| at(h, r, f, u))
            .collect();
        let options = Lsh {
            heads,
            rounds,
            chunk_length,
            factors: &[2 * half as u32],
            causal,
            self_score: -1e5,
            future_score: -1e9,
            epsilon: 1e-6,
        };
        let tokens = matrix(&x, n, width);
        let directions = matrix(&rotations, heads * rounds * k, half);
        let mut found = vec![f32::NAN; n * width];
        let order = attend_by_hash(tokens, tokens, directions, &options, &mut found).expect("an output");
        let in_order =
            |order: &[u32]| check_order(tokens, directions, order, &options, &Precision::CPU, n).expect("an answer");
        assert!(in_order(&order), "case {case}, n {n}, chunks of {chunk_length}");
        // The first round backwards: tokens of one bucket stand backwards, those of several from the last bucket to the first.
        let mut wrong = order.clone();
        wrong[..n].reverse();
        assert!(n < 2 || !in_order(&wrong), "case {case}, n {n}: backwards");
        let expected: Vec<u32> = exact.outputs["sortOrder"].data().iter().map(|place| *place as u32).collect();
        if order != expected {
            continue;
        }
        alike += 1;
        let oracle = |i: usize, j: usize| exact.outputs["output"].get(&[i, j]).expect("a cell");
        let expected =
            HashAttention { query_key: tokens, value: tokens, order: &order, options, precision: Precision::CPU };
        let held = Held { found: &found, expected: &expected, oracle: &oracle, apart: ROUNDED };
        held.assert(&format!("case {case}, n {n}, chunks of {chunk_length}"));
    }
    assert!(alike * 100 >= SHAPES * 95, "{alike} of {SHAPES} sorted alike");
}
