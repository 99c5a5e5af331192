//! Attention within its bound: scores by f64, with the exponential that WGSL allows.

use attograph::backend::check::{Attention, Precision, check};
use attograph::backend::cpu::pair_rule::Band;
use attograph::backend::gpu::heads::{Heads, attend_heads};
use attograph::backend::gpu::{Batch, Gpu, GpuError, GpuMask, GpuMatrix};

use super::device::{open, run};
use crate::fast::attention::Case;
use crate::fast::chance::Chance;
use crate::fast::matrix;

/// Widths on both sides of multiples of four.
const WIDTHS: [usize; 8] = [1, 2, 3, 4, 5, 8, 9, 16];

fn draw(chance: &mut Chance, [d, v]: [usize; 2]) -> Case {
    Case::draw(chance, [d, v], |parts| parts * (d + v) <= 40)
}

fn attend(case: &Case, gpu: &Gpu) -> Result<Vec<f32>, GpuError> {
    let [n, m, ..] = case.lengths;
    run(gpu, |batch| {
        let [query, key, value] = case.matrices();
        let mask = case.mask.as_ref().map(|mask| GpuMask::upload(batch, mask, n, m)).transpose()?;
        let bias = case.bias.as_ref().map(|bias| batch.upload(matrix(bias, n, m))).transpose()?;
        let Case { heads, batch: sequences, band, scale, .. } = *case;
        let options = Heads { heads, batch: sequences, band, mask: mask.as_ref(), bias: bias.as_ref(), scale };
        let (query, key, value) = (batch.upload(query)?, batch.upload(key)?, batch.upload(value)?);
        attend_heads(batch, &query, &key, &value, &options)
    })
}

/// Asserts that all numbers are within their bounds.
fn hold(case: &Case, gpu: &Gpu, what: &str) {
    hold_some(case, gpu, usize::MAX, what);
}

/// Compares this number of rows.
fn hold_some(case: &Case, gpu: &Gpu, rows: usize, what: &str) {
    let Case { lengths: [n, m, d, v], heads, batch, band, .. } = *case;
    let [query, key, value] = case.matrices();
    let found = attend(case, gpu).expect("an output");
    let expected = Attention { query, key, value, options: case.options(), precision: Precision::GPU };
    let verdict = check(&expected, matrix(&found, batch * n, heads * v), rows).expect("a verdict");
    let masked = case.mask.is_some();
    assert!(
        verdict.within,
        "{what}: n {n}, m {m}, d {d}, v {v}, heads {heads}, batch {batch}, {band:?}, mask {masked}, {verdict:?}"
    );
}

#[test]
fn attention_stays_within_its_bound() {
    let gpu = open();
    let mut chance = Chance(12);
    for number in 0..1000 {
        let d = WIDTHS[chance.below(WIDTHS.len())];
        // Mostly as wide as the keys, so that few programs have to be compiled.
        let v = if chance.once_in(6) { [0, 1, 4, 7][chance.below(4)] } else { d };
        hold(&draw(&mut chance, [d, v]), &gpu, &format!("case {number}"));
    }
}

#[test]
fn wide_heads_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(13);
    for widths in [[33, 33], [64, 64], [65, 65], [128, 128], [127, 1], [1, 65]] {
        for _ in 0..20 {
            hold(&draw(&mut chance, widths), &gpu, "wide");
        }
    }
}

#[test]
fn heads_too_wide_for_registers_stay_within_the_same_bound() {
    let gpu = open();
    let mut chance = Chance(17);
    for case in 0..100 {
        let widths = [[129, 129], [200, 3], [2, 130]][chance.below(3)];
        hold(&draw(&mut chance, widths), &gpu, &format!("very wide, case {case}"));
    }
    // More scores than there may be at a time.
    let [query, key, value] = [1050 * 3, 2000 * 3, 2000 * 129].map(|count| chance.numbers(count, 1.0));
    let lengths = [1050, 2000, 3, 129];
    let (band, heads, batch) = (Band::CAUSAL, 1, 1);
    let many = Case { lengths, heads, batch, band, mask: None, bias: None, scale: None, query, key, value };
    hold_some(&many, &gpu, 20, "slices");
}

#[test]
fn large_work_is_split_into_several_runs() {
    let gpu = open();
    let mut chance = Chance(22);
    for rate in [1.0, 1e5, 1e6, 1e7] {
        gpu.expect_rate(rate);
        for case in 0..30 {
            let widths = [[4, 4], [3, 130]][chance.below(2)];
            hold(&draw(&mut chance, widths), &gpu, &format!("{rate} operations a second, case {case}"));
        }
    }
}

#[test]
fn large_scores_do_not_overflow() {
    let gpu = open();
    let mut chance = Chance(14);
    for factor in [1e3, 1e9, 1e17] {
        let mut case = Case { bias: None, ..draw(&mut chance, [4, 4]) };
        case.query.iter_mut().chain(&mut case.key).for_each(|number| *number *= factor);
        let found = attend(&case, &gpu).expect("numbers");
        let largest = case.value.iter().fold(0.0, |most: f32, value| most.max(value.abs()));
        assert!(found.iter().all(|number| number.abs() <= largest * 1.0001), "{factor}");
    }
}

#[test]
fn a_query_without_visible_keys_gives_zeros() {
    let gpu = open();
    let mut case = draw(&mut Chance(15), [4, 4]);
    let [n, m, ..] = case.lengths;
    assert!(n > 1 && m > 1, "the seed draws something to hide");
    case.mask = Some(vec![0; n * m]);
    assert!(attend(&case, &gpu).expect("numbers").iter().all(|number| *number == 0.0));
}

/// Returns the error of attention over matrices of these shapes, of one number.
fn refusal(
    gpu: &Gpu,
    number: f32,
    shapes: [(usize, usize); 3],
    options: impl FnOnce(&mut Batch) -> Result<(usize, usize, Option<GpuMask>, Option<GpuMatrix>), GpuError>,
) -> &'static str {
    let result = run(gpu, |batch| {
        let upload = |batch: &mut Batch, (rows, columns): (usize, usize)| {
            batch.upload(matrix(&vec![number; rows * columns], rows, columns))
        };
        let (query, key, value) = (upload(batch, shapes[0])?, upload(batch, shapes[1])?, upload(batch, shapes[2])?);
        let (heads, sequences, mask, bias) = options(batch)?;
        let options = Heads { heads, batch: sequences, mask: mask.as_ref(), bias: bias.as_ref(), ..Heads::default() };
        attend_heads(batch, &query, &key, &value, &options)
    });
    result.expect_err("a refusal").code()
}

#[test]
fn inputs_that_do_not_fit_are_refused() {
    let gpu = open();
    let plain = |heads, batch| move |_: &mut Batch| Ok((heads, batch, None, None));
    let square = [(2, 2); 3];
    assert_eq!(refusal(&gpu, 1.0, [(2, 2), (2, 4), (2, 2)], plain(1, 1)), "shape-mismatch");
    assert_eq!(refusal(&gpu, 1.0, [(2, 2), (2, 2), (1, 2)], plain(1, 1)), "shape-mismatch");
    assert_eq!(refusal(&gpu, 1.0, square, plain(3, 1)), "not-divisible");
    assert_eq!(refusal(&gpu, 1.0, square, plain(0, 1)), "not-divisible");
    assert_eq!(refusal(&gpu, 1.0, square, plain(1, 3)), "not-divisible");
    assert_eq!(refusal(&gpu, 1.0, [(2, 0), (2, 0), (2, 2)], plain(1, 1)), "out-of-range");
    let masked = |batch: &mut Batch| Ok((1, 1, Some(GpuMask::upload(batch, &[1; 6], 2, 3)?), None));
    assert_eq!(refusal(&gpu, 1.0, square, masked), "shape-mismatch");
    let short = |batch: &mut Batch| Ok((1, 1, Some(GpuMask::upload(batch, &[1; 3], 2, 2)?), None));
    assert_eq!(refusal(&gpu, 1.0, square, short), "shape-mismatch");
    let biased = |batch: &mut Batch| Ok((1, 1, None, Some(batch.matrix(2, 3, 0.0)?)));
    assert_eq!(refusal(&gpu, 1.0, square, biased), "shape-mismatch");
    assert_eq!(refusal(&gpu, 1e19, square, plain(1, 1)), "gpu-unsuited");
    let far = |batch: &mut Batch| Ok((1, 1, None, Some(batch.matrix(2, 2, 1.5e38)?)));
    assert_eq!(refusal(&gpu, 1.0, square, far), "gpu-unsuited");
}
