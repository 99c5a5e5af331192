//! Claims about sparse patterns and hashing.

use super::assert_says;
use crate::support::draws::numbers;
use crate::support::runs::{output, trace};
use attograph::catalog::Arguments;
use attograph::tensor::Tensor;

fn tokens(n: usize) -> Arguments {
    ["query", "key", "value"].into_iter().fold(Arguments::new(), |inputs, name| inputs.with(name, numbers(&[n, 2], 1)))
}

/// How many pairs of tokens are more than two layers of a pattern apart.
fn unreachable_in_two_layers(mask: &Tensor) -> usize {
    let n = mask.shape()[0];
    let sees = |i: usize, j: usize| mask.get(&[i, j]) == Some(1.0);
    let reaches = |i: usize, j: usize| (0..n).any(|k| sees(i, k) && sees(k, j));
    (0..n * n).filter(|cell| !reaches(cell / n, cell % n)).count()
}

fn strided(n: usize, local: usize, stride: usize) -> Tensor {
    let inputs = tokens(n).with("blockSize", 1.0).with("local", local as f64).with("stride", stride as f64);
    output("block-sparse-attention", &inputs, "mask")
}

#[test]
fn two_layers_of_a_strided_pattern_reach_everything_only_with_a_stride_of_neighbors() {
    assert_eq!(unreachable_in_two_layers(&strided(12, 1, 6)), 54);
    assert_eq!(unreachable_in_two_layers(&strided(16, 1, 4)), 38);
    // Half a stride is enough in the middle of the sequence, but not at its ends.
    assert_eq!(unreachable_in_two_layers(&strided(12, 3, 6)), 6);
    for (n, stride) in [(12, 2), (12, 3), (15, 5), (16, 4), (24, 6), (21, 7)] {
        for local in 0..stride {
            let all = unreachable_in_two_layers(&strided(n, local, stride)) == 0;
            assert_eq!(all, local + 1 >= stride, "{n} tokens, {local} neighbors, stride {stride}");
        }
    }
    assert_says(
        "block.strided-pairs",
        &["one less than the stride", "54 of the 144"],
        &["보폭보다 하나", "144쌍 가운데 54쌍"],
    );
}

#[test]
fn a_global_token_joins_all_tokens_in_two_layers_but_not_behind_a_causal_mask() {
    let inputs = tokens(8).with("window", 2.0).with("globals", Tensor::vector(vec![3.0]).unwrap());
    let mask = |inputs: &Arguments| output("window-attention", inputs, "mask");
    assert_eq!(unreachable_in_two_layers(&mask(&inputs)), 0);
    // Later keys are hidden: no token reaches one that comes after it, by way of the global token or otherwise.
    let causal = mask(&inputs.with("causal", true));
    assert!(unreachable_in_two_layers(&causal) >= 8 * 7 / 2);
    assert_says("window.globals", &["causal"], &["인과적"]);
}

#[test]
fn with_more_than_four_buckets_even_vectors_beyond_a_right_angle_may_collide() {
    // Four directions in eight dimensions make eight buckets: two vectors at 100° share the bucket of a direction that lies between them.
    let (cosine, sine) = (100f64.to_radians().cos(), 100f64.to_radians().sin());
    let mut x = vec![0.0; 16];
    (x[0], x[8], x[9]) = (1.0, cosine, sine);
    let collides = |seed: u64| {
        let inputs = Arguments::new().with("x", Tensor::new(vec![2, 8], x.clone()).unwrap());
        let inputs = inputs.with("value", numbers(&[2, 1], 1)).with("rotation", numbers(&[8, 4], seed));
        let found = trace("bucket-attention", &inputs.with("rotationKind", "orthogonal"));
        let buckets = found.step("bucket.buckets").expect("a step").tensor.clone();
        buckets.data()[0] == buckets.data()[1]
    };
    assert!((0..200).any(collides));
    assert_says("collision.rotation-law", &["plane", "four buckets"], &["평면", "네 개"]);
}

#[test]
fn s0_e21_in_the_plane_a_rotation_never_joins_two_vectors_at_a_right_angle() {
    let inputs = Arguments::new().with("angle", 95.0).with("trials", 500.0);
    assert_eq!(output("lsh-collision", &inputs, "measured").data(), [0.0]);
}
