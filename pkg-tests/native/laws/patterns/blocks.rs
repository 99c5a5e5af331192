//! Patterns of blocks: Zaheer et al. 2020 and Child et al. 2019.

use super::{assert_pattern, mask_of, tokens, trace};
use attograph::catalog::{self, Arguments};
use attograph::error::Error;
use attograph::tensor::Tensor;
use proptest::prelude::*;

const BIGBIRD: &str = "bigbird-attention";
const BLOCKS: &str = "block-sparse-attention";

prop_compose! {
    fn bigbird()(
        (n, size, seed) in (0usize..13, 1usize..4, 0u32..1000),
        (window, globals, random) in (0usize..6, 0usize..4, 0usize..4),
        causal: bool,
    ) -> (Arguments, [usize; 5], bool) {
        let inputs = tokens(n, 2, 1, seed.into())
            .with("blockSize", size as f64)
            .with("window", window as f64)
            .with("globals", globals as f64)
            .with("random", random as f64)
            .with("seed", f64::from(seed));
        let inputs = if causal { inputs.with("causal", true) } else { inputs };
        (inputs, [n, size, window, globals, random], causal)
    }
}

/// The mask of blocks that the steps show, where every block is seen as a whole or not at all.
fn blocks_of(mask: &Tensor, n: usize, size: usize) -> Vec<Vec<bool>> {
    let blocks = n.div_ceil(size);
    let sees = |i: usize, j: usize| mask.get(&[i, j]) == Some(1.0);
    let rows: Vec<Vec<bool>> = (0..blocks).map(|a| (0..blocks).map(|b| sees(a * size, b * size)).collect()).collect();
    for i in 0..n {
        for j in 0..n {
            assert_eq!(sees(i, j), rows[i / size][j / size], "block {} is torn at {i}, {j}", i / size);
        }
    }
    rows
}

proptest! {
    #[test]
    fn bigbird_attends_to_its_window_to_global_and_to_random_blocks(
        (inputs, [n, size, window, globals, random], causal) in bigbird()
    ) {
        let undirected = trace(BIGBIRD, &inputs.clone().with("causal", false));
        let rows = blocks_of(&undirected.outputs["mask"], n, size);
        let blocks = rows.len();
        for (a, row) in rows.iter().enumerate() {
            let must = |b: usize| a.abs_diff(b) <= window / 2 || a < globals || b < globals;
            let drawn = (0..blocks).filter(|&b| row[b] && !must(b)).count();
            prop_assert!((0..blocks).all(|b| !must(b) || row[b]), "block {a} misses what it must see: {row:?}");
            prop_assert_eq!(drawn, random.min((0..blocks).filter(|&b| !must(b)).count()), "block {} of {:?}", a, rows);
        }
        let mask = mask_of(n, n, |i, j| rows[i / size][j / size] && !(causal && j > i));
        assert_pattern(BIGBIRD, &inputs, &mask);
    }

    #[test]
    fn without_random_blocks_bigbird_over_single_tokens_is_a_window_with_global_tokens(
        (n, window, globals, seed) in (1usize..10, 0usize..6, 0usize..4, any::<u64>())
    ) {
        let bigbird = tokens(n, 2, 2, seed).with("blockSize", 1.0).with("window", window as f64).with("random", 0.0);
        let bigbird = trace(BIGBIRD, &bigbird.with("globals", globals as f64));
        let positions = Tensor::vector((0..globals.min(n)).map(|token| token as f64).collect()).unwrap();
        let longformer = tokens(n, 2, 2, seed).with("window", window as f64).with("globals", positions);
        prop_assert_eq!(&bigbird.outputs, &trace("window-attention", &longformer).outputs);
    }
}

#[test]
fn every_block_is_drawn_about_equally_often() {
    // Block 0 of 6 sees itself and 2 of the other 5: each of them in 2 of 5 cases.
    let mut seen = [0usize; 6];
    for seed in 0..1000 {
        let inputs = tokens(6, 1, 1, 0).with("blockSize", 1.0).with("window", 1.0).with("globals", 0.0);
        let found = trace(BIGBIRD, &inputs.with("random", 2.0).with("seed", f64::from(seed)));
        for (block, count) in seen.iter_mut().enumerate() {
            *count += usize::from(found.outputs["mask"].get(&[0, block]) == Some(1.0));
        }
    }
    assert_eq!(seen[0], 1000);
    assert_eq!(seen.iter().sum::<usize>(), 3000);
    assert!(seen[1..].iter().all(|count| count.abs_diff(400) < 65), "{seen:?}"); // four standard deviations
}

prop_compose! {
    fn layout()(size in 1usize..4, blocks in 0usize..5)(
        size in Just(size),
        blocks in Just(blocks),
        short in 0..size,
        cells in proptest::collection::vec(any::<bool>(), blocks * blocks),
        (local, stride, causal, seed) in (0usize..4, 0usize..4, any::<bool>(), any::<u64>()),
    ) -> (usize, usize, Vec<bool>, usize, usize, bool, u64) {
        ((blocks * size).saturating_sub(short), size, cells, local, stride, causal, seed)
    }
}

proptest! {
    #[test]
    fn blocks_attend_as_the_matrix_of_blocks_defines((n, size, cells, _, _, causal, seed) in layout()) {
        let blocks = n.div_ceil(size);
        let layout = cells.iter().map(|&sees| f64::from(sees)).collect();
        let inputs = tokens(n, 2, 1, seed)
            .with("blockSize", size as f64)
            .with("blockMask", Tensor::new(vec![blocks, blocks], layout).unwrap())
            .with("causal", causal);
        let mask = mask_of(n, n, |i, j| cells[i / size * blocks + j / size] && !(causal && j > i));
        assert_pattern(BLOCKS, &inputs, &mask);
    }

    #[test]
    fn blocks_attend_to_neighbors_and_to_blocks_at_the_stride(
        (n, size, _, local, stride, causal, seed) in layout()
    ) {
        let inputs = tokens(n, 1, 2, seed)
            .with("blockSize", size as f64)
            .with("local", local as f64)
            .with("stride", stride as f64)
            .with("causal", causal);
        let mask = mask_of(n, n, |i, j| {
            let apart = (i / size).abs_diff(j / size);
            (apart <= local || stride > 0 && apart % stride == 0) && !(causal && j > i)
        });
        assert_pattern(BLOCKS, &inputs, &mask);
    }
}

#[test]
fn childs_strided_pattern_reaches_everything_before_it_in_two_layers() {
    // Section 4.2: with stride l, the last l positions and every l-th one before them connect all positions in two steps.
    let (n, stride) = (12, 3);
    let inputs = tokens(n, 1, 1, 0).with("blockSize", 1.0).with("local", stride as f64 - 1.0);
    let found = trace(BLOCKS, &inputs.with("stride", stride as f64).with("causal", true));
    let sees = |i: usize, j: usize| found.outputs["mask"].get(&[i, j]) == Some(1.0);
    for i in 0..n {
        for j in 0..=i {
            assert!((0..n).any(|between| sees(i, between) && sees(between, j)), "{i} does not reach {j}");
        }
    }
}

#[test]
fn a_matrix_of_blocks_of_another_size_or_with_other_numbers_is_refused() {
    let inputs = tokens(5, 1, 1, 0).with("blockSize", 2.0);
    let wrong = |shape: [usize; 2], number: f64| {
        let mask = Tensor::new(shape.to_vec(), vec![number; shape[0] * shape[1]]).unwrap();
        catalog::trace(BLOCKS, &inputs.clone().with("blockMask", mask)).unwrap_err()
    };
    assert!(matches!(&*wrong([2, 2], 1.0), Error::ShapeMismatch { input, expected: 3, .. } if input == "blockMask"));
    assert!(matches!(&*wrong([3, 3], 0.5), Error::OutOfRange { input, .. } if input == "blockMask"));
}
