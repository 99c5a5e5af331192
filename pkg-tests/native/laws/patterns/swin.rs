//! Shifted windows: Liu et al. 2021, section 3.2.

use super::{assert_pattern, mask_of, tokens, trace};
use attograph::catalog::{self, Arguments};
use attograph::error::Error;
use proptest::prelude::*;

const SWIN: &str = "shifted-window-attention";

prop_compose! {
    fn case()(window in 1usize..4)(
        window in Just(window),
        (down, across) in (1usize..3, 0..6 / window + 1 - window / 3),
        shift in 0..window,
        seed in any::<u64>(),
    ) -> (Arguments, [usize; 4]) {
        let (height, width) = (window * down, window * across);
        let inputs = tokens(height * width, 1, 2, seed)
            .with("height", height as f64)
            .with("window", window as f64)
            .with("shift", shift as f64);
        (inputs, [height, width, window, shift])
    }
}

proptest! {
    #[test]
    fn shifted_windows_are_the_windows_of_a_displaced_grid((inputs, [height, width, window, shift]) in case()) {
        // Without any cyclic shift: borders at shift, shift + window, … in the image as it is, the border windows cut off.
        let cell = |at: usize| (at + window - shift) / window;
        let mask = mask_of(height * width, height * width, |i, j| {
            cell(i / width) == cell(j / width) && cell(i % width) == cell(j % width)
        });
        // A window that is as large as the image holds everything once, shifted or not.
        assert_pattern(SWIN, &inputs, &mask);
    }

    #[test]
    fn the_mask_of_each_window_is_that_of_nine_labeled_regions((inputs, [height, width, window, shift]) in case()) {
        // As the paper's code builds it: label nine slices of the shifted image, cut it into windows, compare the labels.
        let mut labels = vec![vec![0; width]; height];
        let slices = |length: usize| [0..length - window, length - window..length - shift, length - shift..length];
        let mut label = 0;
        for rows in slices(height) {
            for columns in slices(width.max(window)) {
                for row in &mut labels[rows.clone()] {
                    for cell in row.iter_mut().take(columns.end).skip(columns.start) {
                        *cell = label;
                    }
                }
                label += 1;
            }
        }
        let found = trace(SWIN, &inputs);
        let (mut mask, mut partition) = (Vec::new(), Vec::new());
        for top in (0..height).step_by(window) {
            for left in (0..width).step_by(window) {
                let places: Vec<(usize, usize)> =
                    (0..window * window).map(|place| (top + place / window, left + place % window)).collect();
                for (y, x) in &places {
                    partition.push(((y + shift) % height * width + (x + shift) % width) as f64);
                    mask.extend(places.iter().map(|(v, u)| f64::from(labels[*y][*x] == labels[*v][*u])));
                }
            }
        }
        prop_assert_eq!(found.outputs["partition"].data(), partition);
        prop_assert_eq!(found.outputs["windowMask"].data(), mask);
    }

    #[test]
    fn the_partition_is_a_permutation((inputs, [height, width, ..]) in case()) {
        let mut tokens = trace(SWIN, &inputs).outputs["partition"].data().to_vec();
        tokens.sort_by(f64::total_cmp);
        prop_assert_eq!(tokens, (0..height * width).map(|token| token as f64).collect::<Vec<_>>());
    }
}

#[test]
fn a_window_that_does_not_fill_the_image_is_refused() {
    let of = |n: usize, height: f64, window: f64, shift: f64| {
        let inputs = tokens(n, 1, 1, 0).with("height", height).with("window", window).with("shift", shift);
        catalog::trace(SWIN, &inputs).unwrap_err()
    };
    assert!(
        matches!(&*of(12, 5.0, 1.0, 0.0), Error::NotDivisible { input, size: 12, divisor: 5, .. } if input == "query")
    );
    assert!(matches!(&*of(12, 3.0, 2.0, 0.0), Error::NotDivisible { input, size: 3, .. } if input == "height"));
    assert!(matches!(&*of(12, 4.0, 2.0, 0.0), Error::NotDivisible { input, size: 3, .. } if input == "query"));
    assert!(matches!(&*of(16, 4.0, 2.0, 2.0), Error::OutOfRange { input, .. } if input == "shift"));
}
