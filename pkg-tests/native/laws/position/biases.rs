//! ALiBi and relative position biases.

use attograph::catalog::{Arguments, trace};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::assert_lawful;
use crate::support::draws::numbers;

fn alibi(length: usize, heads: usize, causal: bool) -> Arguments {
    Arguments::new().with("length", length as f64).with("heads", heads as f64).with("causal", causal)
}

/// `get_slopes` of the authors' program: a geometric series for powers of two, otherwise that of the power below and every second of the power above.
fn slopes(heads: usize) -> Vec<f64> {
    let power_of_two = |n: usize| -> Vec<f64> {
        let start = 2f64.powf(-8.0 / n as f64);
        (0..n).map(|head| start * start.powi(head as i32)).collect()
    };
    if heads.is_power_of_two() {
        return power_of_two(heads);
    }
    let mut below = 1;
    while below * 2 <= heads {
        below *= 2;
    }
    let more: Vec<f64> = slopes(2 * below).into_iter().step_by(2).take(heads - below).collect();
    [power_of_two(below), more].concat()
}

/// Row of the table for a key `offset` positions after the query, transcribed from the program of T5.
fn t5_bucket(offset: i64, bidirectional: bool, mut buckets: i64, most: i64) -> i64 {
    let mut result = 0;
    let mut n = -offset;
    if bidirectional {
        buckets /= 2;
        result += if n < 0 { buckets } else { 0 };
        n = n.abs();
    } else {
        n = n.max(0);
    }
    let exact = buckets / 2;
    if n < exact {
        return result + n;
    }
    // The largest bucket whose lower border, exact · (most / exact)^(k / (buckets − exact)), is not above n; compared as powers, without logarithms.
    let of = (buckets - exact) as i32;
    let reached = |k: i32| (n as f64 / exact as f64).powi(of) * (1.0 + 1e-9) >= (most as f64 / exact as f64).powi(k);
    result + exact + i64::from((0..of).rev().find(|&k| reached(k)).unwrap_or(0))
}

proptest! {
    #[test]
    fn alibi_is_minus_the_slope_times_the_distance(length in 0usize..7, heads in 1usize..20, causal in any::<bool>()) {
        let trace = assert_lawful("alibi-bias", &alibi(length, heads, causal), "alibi");
        let (found, expected) = (&trace.outputs["slopes"], slopes(heads));
        prop_assert_eq!(found.shape(), [heads]);
        for (found, expected) in found.data().iter().zip(&expected) {
            prop_assert!((found - expected).abs() < 1e-14);
        }
        let bias = &trace.outputs["bias"];
        for ((head, i), j) in (0..heads).flat_map(|h| (0..length).map(move |i| (h, i))).flat_map(|hi| (0..length).map(move |j| (hi, j))) {
            let distance = if causal { i.saturating_sub(j) } else { i.abs_diff(j) };
            let expected = -expected[head] * distance as f64;
            prop_assert!((bias.get(&[head, i, j]).unwrap() - expected).abs() < 1e-13 * length as f64);
        }
    }

    #[test]
    fn a_clipped_bias_is_the_table_at_the_clipped_offset(length in 0usize..9, reach in 0usize..4, seed in any::<u64>()) {
        let table = numbers(&[2 * reach + 1], seed);
        let inputs = Arguments::new().with("length", length as f64).with("table", table.clone());
        let bias = assert_lawful("relative-position-bias", &inputs, "clipped").outputs["bias"].clone();
        prop_assert_eq!(bias.shape(), [length, length]);
        for (i, j) in (0..length).flat_map(|i| (0..length).map(move |j| (i, j))) {
            let row = (j as i64 - i as i64).clamp(-(reach as i64), reach as i64) + reach as i64;
            prop_assert_eq!(bias.get(&[i, j]), Some(table.data()[row as usize]));
        }
    }

    #[test]
    fn a_t5_bias_is_the_table_at_the_bucket_of_the_offset(length in 0usize..24, half in 2usize..9, more in 1usize..40, both in any::<bool>(), seed in any::<u64>()) {
        let rows = if both { 2 * half } else { half };
        let exact = half / 2;
        let most = exact + more;
        let table = numbers(&[rows], seed);
        let inputs = Arguments::new()
            .with("length", length as f64)
            .with("table", table.clone())
            .with("buckets", if both { "t5" } else { "t5-causal" })
            .with("maxDistance", most as f64);
        let bias = trace("relative-position-bias", &inputs).unwrap().outputs["bias"].clone();
        for (i, j) in (0..length).flat_map(|i| (0..length).map(move |j| (i, j))) {
            let row = t5_bucket(j as i64 - i as i64, both, rows as i64, most as i64);
            prop_assert_eq!(bias.get(&[i, j]), Some(table.data()[row as usize]), "offset {}", j as i64 - i as i64);
        }
        assert_lawful("relative-position-bias", &inputs.with("length", length.min(5) as f64), "T5");
    }
}

#[test]
fn the_slopes_of_8_and_of_12_heads_are_those_of_the_paper_and_its_program() {
    let found = |heads: usize| trace("alibi-bias", &alibi(1, heads, true)).unwrap().outputs["slopes"].data().to_vec();
    assert_eq!(found(8), [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]);
    assert_eq!(found(12)[..8], found(8));
    assert_eq!(found(12)[8..], [0.5f64.sqrt(), 0.125f64.sqrt(), 0.03125f64.sqrt(), 0.0078125f64.sqrt()]);
    assert_eq!(found(1), [0.00390625]);
}

#[test]
fn the_buckets_of_t5_as_configured_in_the_paper() {
    // 32 buckets, 128 positions: distances 0 to 7 have a bucket each, the others fall into 8 that widen by √2.
    let table = Tensor::vector((0..32).map(f64::from).collect()).unwrap();
    let inputs = Arguments::new().with("length", 200.0).with("table", table).with("buckets", "t5");
    let bias = trace("relative-position-bias", &inputs).unwrap().outputs["bias"].clone();
    let back = |distance: usize| bias.get(&[199, 199 - distance]).unwrap();
    let found: Vec<f64> =
        [0, 1, 7, 8, 11, 12, 15, 16, 22, 23, 31, 32, 45, 46, 63, 64, 90, 91, 127, 128, 199].map(back).to_vec();
    let expected = [0, 1, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 15, 15].map(f64::from);
    assert_eq!(found, expected);
    assert_eq!(bias.get(&[0, 1]), Some(17.0)); // later keys have the second half
}

#[test]
fn tables_without_a_middle_and_numbers_out_of_range_are_typed_errors() {
    let code = |algorithm: &str, inputs: Arguments| trace(algorithm, &inputs).expect_err("an error").code();
    let table =
        |rows: usize| Arguments::new().with("length", 3.0).with("table", Tensor::vector(vec![0.5; rows]).unwrap());
    let relative = "relative-position-bias";
    assert_eq!(code(relative, table(0)), "shape-mismatch");
    assert_eq!(code(relative, table(4)), "shape-mismatch");
    assert_eq!(code(relative, table(5).with("buckets", "t5")), "not-divisible");
    assert_eq!(code(relative, table(2).with("buckets", "t5")), "shape-mismatch");
    assert_eq!(code(relative, table(1).with("buckets", "t5-causal")), "shape-mismatch");
    assert_eq!(code(relative, table(8).with("buckets", "t5").with("maxDistance", 2.0)), "out-of-range");
    assert_eq!(code("alibi-bias", alibi(3, 0, true)), "out-of-range");
    assert_eq!(code("alibi-bias", alibi(1 << 20, 1 << 20, true)), "too-large");
}
