//! Laws of patches and of masked autoencoders.

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate, trace};
use attograph::error::Error;
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::assert_lawful;
use crate::support::draws::numbers as random;

fn patches(image: &Tensor, patch: usize) -> Tensor {
    let inputs = Arguments::new().with("image", image.clone()).with("patch", patch as f64);
    evaluate("image-patches", &inputs, &Reference).expect("patches").outputs["patches"].clone()
}

proptest! {
    #[test]
    fn each_number_of_a_patch_is_its_pixel(c in 0usize..4, a in 0usize..4, b in 0usize..4, patch in 1usize..4, seed in 0u64..100) {
        let (height, width) = (a * patch, b * patch);
        let image = random(&[c, height, width], seed);
        let inputs = Arguments::new().with("image", image.clone()).with("patch", patch as f64);
        let trace = assert_lawful("image-patches", &inputs, "patches");
        // Written down in the order of the paper's code: patches row by row, then channel, row, column.
        let mut expected = Vec::new();
        for top in (0..height).step_by(patch) {
            for left in (0..width).step_by(patch) {
                for channel in 0..c {
                    for y in top..top + patch {
                        for x in left..left + patch {
                            expected.push(image.data()[channel * height * width + y * width + x]);
                        }
                    }
                }
            }
        }
        prop_assert_eq!(trace.outputs["patches"].shape(), [a * b, c * patch * patch]);
        prop_assert_eq!(trace.outputs["patches"].data(), &expected[..]);
    }

    #[test]
    fn a_patch_embedding_agrees_with_loops(
        a in 1usize..4, b in 1usize..4, patch in 1usize..3, d in 1usize..4, seed in 0u64..100,
        with_class in proptest::bool::ANY, with_positions in proptest::bool::ANY,
    ) {
        let image = random(&[2, a * patch, b * patch], seed);
        let (w, bias, class) = (random(&[2 * patch * patch, d], seed + 1), random(&[d], seed + 2), random(&[d], seed + 3));
        let count = a * b + usize::from(with_class);
        let positions = random(&[count, d], seed + 4);
        let mut inputs = Arguments::new()
            .with("image", image.clone())
            .with("patch", patch as f64)
            .with("w", w.clone())
            .with("b", bias.clone());
        if with_class {
            inputs = inputs.with("classToken", class.clone());
        }
        if with_positions {
            inputs = inputs.with("positions", positions.clone());
        }
        let trace = assert_lawful("patch-embedding", &inputs, "embedding");
        let mut expected: Vec<f64> = if with_class { class.data().to_vec() } else { Vec::new() };
        for row in patches(&image, patch).data().chunks(2 * patch * patch) {
            for column in 0..d {
                let product: f64 = row.iter().enumerate().map(|(k, pixel)| pixel * w.data()[k * d + column]).sum();
                expected.push(product + bias.data()[column]);
            }
        }
        for (place, number) in expected.iter_mut().enumerate() {
            *number += if with_positions { positions.data()[place] } else { 0.0 };
        }
        let found = &trace.outputs["tokens"];
        prop_assert_eq!(found.shape(), [count, d]);
        prop_assert!(found.data().iter().zip(&expected).all(|(x, y)| (x - y).abs() < 1e-12));
    }

    #[test]
    fn the_autoencoder_keeps_its_share_and_restores_the_order(n in 0usize..30, d in 0usize..3, seed in 0u64..1000, rate in 0.0..=1.0) {
        let tokens = random(&[n, d], seed);
        let inputs = Arguments::new().with("tokens", tokens.clone()).with("seed", seed as f64).with("keepRate", rate);
        let trace = assert_lawful("masked-autoencoder-masking", &inputs, "masking");
        let places = |name: &str| -> Vec<usize> { trace.outputs[name].data().iter().map(|&place| place as usize).collect() };
        let (kept, restore, mask) = (places("kept"), places("restore"), places("mask"));
        let share: f64 = rate * n as f64;
        let count = share.floor() as usize;
        prop_assert_eq!(kept.len(), count);
        let mut sorted = restore.clone();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..n).collect::<Vec<_>>(), "a permutation");
        for (rank, &patch) in kept.iter().enumerate() {
            prop_assert_eq!(restore[patch], rank);
            prop_assert_eq!(&trace.outputs["visible"].data()[rank * d..(rank + 1) * d], &tokens.data()[patch * d..(patch + 1) * d]);
        }
        for (patch, &hidden) in mask.iter().enumerate() {
            prop_assert_eq!(hidden == 0, kept.contains(&patch));
        }
    }
}

#[test]
fn s0_e18_64_by_64_are_4096_pixels_and_12288_numbers() {
    let image = random(&[3, 64, 64], 1);
    assert_eq!(image.data().len(), 12_288); // not 4096, as the slide has it
    let by_pixel = patches(&image, 1);
    assert_eq!(by_pixel.shape(), [4_096, 3]);
}

#[test]
fn s0_e19_a_patch_has_16_by_16_pixels_and_a_picture_of_224_has_196_of_them() {
    let shape = |size: usize| patches(&random(&[3, size, size], 1), 16).shape().to_vec();
    assert_eq!(shape(224), [14 * 14, 16 * 16 * 3]);
    assert_eq!(14 * 14, 196);
    assert_eq!(shape(256)[0], 256); // the slide's number belongs to this size
    // With the class token 197; a matrix of one column is enough to count.
    let inputs = Arguments::new()
        .with("image", random(&[3, 224, 224], 1))
        .with("patch", 16.0)
        .with("w", random(&[768, 1], 2))
        .with("b", random(&[1], 3))
        .with("classToken", random(&[1], 4));
    assert_eq!(evaluate("patch-embedding", &inputs, &Reference).expect("tokens").outputs["tokens"].shape(), [197, 1]);
}

#[test]
fn a_masked_autoencoder_shows_49_of_196_patches() {
    let inputs = Arguments::new().with("tokens", random(&[196, 1], 1)).with("seed", 9.0);
    let trace = trace("masked-autoencoder-masking", &inputs).expect("a trace");
    assert_eq!(trace.outputs["kept"].shape(), [49]);
    let other = trace_with_seed(10.0);
    assert_ne!(trace.outputs["kept"], other, "another seed shows other patches");
}

fn trace_with_seed(seed: f64) -> Tensor {
    let inputs = Arguments::new().with("tokens", random(&[196, 1], 1)).with("seed", seed);
    trace("masked-autoencoder-masking", &inputs).expect("a trace").outputs["kept"].clone()
}

#[test]
fn inputs_that_do_not_fit_are_typed_errors() {
    let inputs = Arguments::new().with("image", random(&[3, 8, 10], 1)).with("patch", 4.0);
    let error = trace("image-patches", &inputs).expect_err("ten columns");
    assert!(
        matches!(*error, Error::NotDivisible { ref input, size: 10, divisor: 4, .. } if input == "image"),
        "{error}"
    );
    let huge = Arguments::new().with("image", random(&[1, 2, 2], 1)).with("patch", 4_294_967_295.0);
    assert_eq!(trace("image-patches", &huge).expect_err("a huge patch").code(), "not-divisible");
    let masking = Arguments::new().with("tokens", random(&[2, 2], 1)).with("seed", 1.0).with("keepRate", 1.5);
    assert_eq!(trace("masked-autoencoder-masking", &masking).expect_err("a rate above 1").code(), "out-of-range");
    let positions = Arguments::new()
        .with("image", random(&[1, 2, 2], 1))
        .with("patch", 1.0)
        .with("w", random(&[1, 1], 1))
        .with("b", random(&[1], 1))
        .with("classToken", random(&[1], 1))
        .with("positions", random(&[4, 1], 1));
    let error = trace("patch-embedding", &positions).expect_err("a row for the class token is missing");
    assert_eq!(error.code(), "shape-mismatch");
}
