//! What LSH attention has compared, against the windows of its own run.

use std::collections::BTreeSet;

use crate::support::draws::numbers;
use crate::support::runs::trace;
use crate::support::{assert_agrees, assert_lawful};
use attograph::catalog::{self, Arguments};
use attograph::error::Error;
use attograph::tensor::Tensor;
use proptest::prelude::*;

fn hashed(length: usize, heads: usize, rounds: usize, seed: u64) -> Arguments {
    Arguments::new()
        .with("x", numbers(&[length, 2], seed))
        .with("wQueryKey", numbers(&[2, 2 * heads], seed ^ 1))
        .with("wValue", numbers(&[2, 2 * heads], seed ^ 2))
        .with("rotations", numbers(&[heads, 2, rounds, 2], seed ^ 3))
        .with("heads", heads as f64)
}

proptest! {
    #[test]
    fn the_pairs_of_hashing_are_those_in_the_windows_of_its_run(
        (chunk, chunks, heads, rounds, seed) in (1usize..4, 1usize..5, 1usize..3, 1usize..4, any::<u64>()),
    ) {
        let length = chunk * chunks;
        let inputs = hashed(length, heads, rounds, seed);
        let lsh = trace("lsh-attention", &inputs.clone().with("chunkLength", chunk as f64));
        let full = trace("lsh-attention", &inputs.with("chunkLength", length as f64));
        let given = Arguments::new()
            .with("output", lsh.outputs["output"].clone())
            .with("reference", full.outputs["output"].clone())
            .with("sortOrder", lsh.outputs["sortOrder"].clone())
            .with("chunkLength", chunk as f64);
        let found = assert_lawful("lsh-error", &given, "lsh-error");

        let places = lsh.step("lsh.undo-sort").unwrap().tensor.clone();
        let windows = lsh.step("lsh.window-position").unwrap().tensor.clone();
        let width = lsh.step("lsh.chunk-length").unwrap().tensor.data()[0] as usize;
        let seen = found.outputs["seen"].clone();
        for head in 0..heads {
            let mut pairs = 0;
            for token in 0..length {
                let keys: BTreeSet<usize> = (0..places.shape()[1])
                    .map(|round| places.get(&[head, round, token]).unwrap() as usize / width)
                    .flat_map(|chunk| (0..windows.shape()[2]).map(move |key| (chunk, key)))
                    .map(|(chunk, key)| windows.get(&[head, chunk, key]).unwrap() as usize)
                    .collect();
                for key in 0..length {
                    let expected = f64::from(keys.contains(&key));
                    prop_assert_eq!(seen.get(&[head, token, key]).unwrap(), expected);
                }
                pairs += keys.len();
            }
            prop_assert_eq!(found.outputs["pairs"].get(&[head]), Some(pairs as f64));
            let share = pairs as f64 / (length * length) as f64;
            prop_assert_eq!(found.outputs["share"].get(&[head]), Some(share));
        }
        let errors: Vec<f64> = lsh.outputs["output"].data().iter().zip(full.outputs["output"].data())
            .map(|(one, other)| (one - other).abs())
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        assert_agrees(&found.outputs["meanError"], &Tensor::scalar(mean), "mean");
        let maximum = errors.iter().copied().fold(0.0, f64::max);
        assert_agrees(&found.outputs["maximumError"], &Tensor::scalar(maximum), "maximum");
    }
}

#[test]
fn one_chunk_sees_every_pair_and_has_no_error() {
    let inputs = hashed(6, 2, 3, 7);
    let full = trace("lsh-attention", &inputs.with("chunkLength", 6.0));
    let output = full.outputs["output"].clone();
    let given = Arguments::new()
        .with("output", output.clone())
        .with("reference", output)
        .with("sortOrder", full.outputs["sortOrder"].clone())
        .with("chunkLength", 6.0);
    let found = trace("lsh-error", &given);
    assert_eq!(found.outputs["share"].data(), [1.0, 1.0]);
    assert_eq!(found.outputs["maximumError"].data(), [0.0]);
}

#[test]
fn a_sort_order_that_is_none_is_refused() {
    let two = Tensor::matrix(&[[1.0], [2.0]]).unwrap();
    let with = |order: &[f64], chunk: f64| {
        let given = Arguments::new()
            .with("output", two.clone())
            .with("reference", two.clone())
            .with("sortOrder", Tensor::new(vec![1, order.len()], order.to_vec()).unwrap())
            .with("chunkLength", chunk);
        *catalog::trace("lsh-error", &given).unwrap_err()
    };
    assert!(matches!(with(&[0.0, 1.0, 2.0], 1.0), Error::NotDivisible { size: 3, divisor: 2, .. }));
    assert!(matches!(with(&[1.0, 0.0, 2.0, 3.0], 3.0), Error::NotDivisible { size: 4, divisor: 3, .. }));
    for wrong in [0.5, -1.0, 2.0] {
        let Error::OutOfRange { input, index, value, .. } = with(&[0.0, wrong], 1.0) else { panic!("out of range") };
        assert_eq!((input.as_str(), index, value), ("sortOrder", vec![0, 1], wrong));
    }
}
