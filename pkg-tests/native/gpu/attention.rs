//! Attention within its bound: scores by f64, with the exponential that WGSL allows.

use attograph::backend::check::{Attention, Precision, check};
use attograph::backend::cpu::heads as cpu;
use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::cpu::pair_rule::Band;
use attograph::backend::gpu::heads::{Heads, attend_heads};
use attograph::backend::gpu::{Batch, Gpu, GpuError, GpuMask, GpuMatrix};

use crate::chance::Chance;
use crate::device::{open, run};

/// Widths on both sides of multiples of four.
const WIDTHS: [usize; 8] = [1, 2, 3, 4, 5, 8, 9, 16];

struct Case {
    /// n, m, d, v.
    lengths: [usize; 4],
    heads: usize,
    batch: usize,
    band: Band,
    mask: Option<Vec<u8>>,
    bias: Option<Vec<f32>>,
    scale: Option<f32>,
    query: Vec<f32>,
    key: Vec<f32>,
    value: Vec<f32>,
}

impl Case {
    fn draw(chance: &mut Chance, [d, v]: [usize; 2]) -> Case {
        let (heads, batch) = (1 + chance.below(3) * chance.below(2), 1 + chance.below(3) * chance.below(2));
        let longest = if heads * batch * (d + v) > 40 || !chance.once_in(3) { 36 } else { usize::MAX };
        let (n, m) = (chance.length().min(longest), chance.length().min(longest));
        let factor = [0.01, 1.0, 3.0][chance.below(3)];
        let hidden = 2 + chance.below(4);
        Case {
            lengths: [n, m, d, v],
            heads,
            batch,
            band: match chance.below(4) {
                0 => Band::CAUSAL,
                1 => Band { before: chance.below(40), after: chance.below(40) },
                _ => Band::FULL,
            },
            mask: chance.once_in(3).then(|| (0..n * m).map(|_| u8::from(!chance.once_in(hidden))).collect()),
            bias: chance.once_in(4).then(|| chance.numbers(n * m, 1.0)),
            scale: chance.once_in(4).then_some(0.3),
            query: chance.numbers(batch * n * heads * d, factor),
            key: chance.numbers(batch * m * heads * d, 1.0),
            value: chance.numbers(batch * m * heads * v, 1.0),
        }
    }

    fn matrices(&self) -> [Matrix<'_>; 3] {
        let [n, m, d, v] = self.lengths;
        let matrix = |name, numbers, rows, columns| {
            Matrix::new(name, numbers, self.batch * rows, self.heads * columns).expect("a matrix")
        };
        [matrix("query", &self.query[..], n, d), matrix("key", &self.key, m, d), matrix("value", &self.value, m, v)]
    }

    fn run(&self, gpu: &Gpu) -> Result<Vec<f32>, GpuError> {
        let [n, m, ..] = self.lengths;
        run(gpu, |batch| {
            let [query, key, value] = self.matrices();
            let mask = self.mask.as_ref().map(|mask| GpuMask::upload(batch, mask, n, m)).transpose()?;
            let bias = self.bias.as_ref().map(|bias| batch.upload(Matrix::new("bias", bias, n, m)?)).transpose()?;
            let Case { heads, batch: sequences, band, scale, .. } = *self;
            let options = Heads { heads, batch: sequences, band, mask: mask.as_ref(), bias: bias.as_ref(), scale };
            let (query, key, value) = (batch.upload(query)?, batch.upload(key)?, batch.upload(value)?);
            attend_heads(batch, &query, &key, &value, &options)
        })
    }

    fn hold(&self, gpu: &Gpu, what: &str) {
        self.hold_some(gpu, usize::MAX, what);
    }

    /// Compares this number of rows.
    fn hold_some(&self, gpu: &Gpu, rows: usize, what: &str) {
        let [n, m, d, v] = self.lengths;
        let Case { heads, batch, band, scale, .. } = *self;
        let [query, key, value] = self.matrices();
        let (mask, bias) = (self.mask.as_deref(), self.bias.as_deref());
        let options = cpu::Heads { heads, batch, band, mask, bias, scale };
        let found = self.run(gpu).expect("an output");
        let expected = Attention { query, key, value, options, precision: Precision::GPU };
        let found = Matrix::new("found", &found, batch * n, heads * v).expect("a matrix");
        let verdict = check(&expected, found, rows).expect("a verdict");
        let masked = self.mask.is_some();
        assert!(
            verdict.within,
            "{what}: n {n}, m {m}, d {d}, v {v}, heads {heads}, batch {batch}, {band:?}, mask {masked}, {verdict:?}"
        );
    }
}

#[test]
fn attention_stays_within_its_bound() {
    let gpu = open();
    let mut chance = Chance(12);
    for number in 0..1000 {
        let d = WIDTHS[chance.below(WIDTHS.len())];
        // Mostly as wide as the keys, so that few programs have to be compiled.
        let v = if chance.once_in(6) { [0, 1, 4, 7][chance.below(4)] } else { d };
        Case::draw(&mut chance, [d, v]).hold(&gpu, &format!("case {number}"));
    }
}

#[test]
fn wide_heads_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(13);
    for widths in [[33, 33], [64, 64], [65, 65], [128, 128], [127, 1], [1, 65]] {
        for _ in 0..20 {
            Case::draw(&mut chance, widths).hold(&gpu, "wide");
        }
    }
}

#[test]
fn heads_too_wide_for_registers_stay_within_the_same_bound() {
    let gpu = open();
    let mut chance = Chance(17);
    for case in 0..100 {
        let widths = [[129, 129], [200, 3], [2, 130]][chance.below(3)];
        Case::draw(&mut chance, widths).hold(&gpu, &format!("very wide, case {case}"));
    }
    // More scores than there may be at a time.
    let [query, key, value] = [1050 * 3, 2000 * 3, 2000 * 129].map(|count| chance.numbers(count, 1.0));
    let lengths = [1050, 2000, 3, 129];
    let (band, heads, batch) = (Band::CAUSAL, 1, 1);
    let many = Case { lengths, heads, batch, band, mask: None, bias: None, scale: None, query, key, value };
    many.hold_some(&gpu, 20, "slices");
}

#[test]
fn what_is_too_much_for_one_run_takes_several() {
    let gpu = open();
    let mut chance = Chance(22);
    for rate in [1.0, 1e5, 1e6, 1e7] {
        gpu.expect_rate(rate);
        for case in 0..30 {
            let widths = [[4, 4], [3, 130]][chance.below(2)];
            Case::draw(&mut chance, widths).hold(&gpu, &format!("{rate} operations a second, case {case}"));
        }
    }
}

#[test]
fn large_scores_neither_overflow_nor_hide_the_rest() {
    let gpu = open();
    let mut chance = Chance(14);
    for factor in [1e3, 1e9, 1e17] {
        let mut case = Case { bias: None, ..Case::draw(&mut chance, [4, 4]) };
        case.query.iter_mut().chain(&mut case.key).for_each(|number| *number *= factor);
        let found = case.run(&gpu).expect("numbers");
        let largest = case.value.iter().fold(0.0, |most: f32, value| most.max(value.abs()));
        assert!(found.iter().all(|number| number.abs() <= largest * 1.0001), "{factor}");
    }
}

#[test]
fn a_query_that_sees_nothing_gives_zeros() {
    let gpu = open();
    let mut case = Case::draw(&mut Chance(15), [4, 4]);
    let [n, m, ..] = case.lengths;
    assert!(n > 1 && m > 1, "the seed draws something to hide");
    case.mask = Some(vec![0; n * m]);
    assert!(case.run(&gpu).expect("numbers").iter().all(|number| *number == 0.0));
}

/// The results of uploads of these shapes, with these numbers.
fn refusal(
    gpu: &Gpu,
    number: f32,
    shapes: [(usize, usize); 3],
    options: impl FnOnce(&mut Batch) -> Result<(usize, usize, Option<GpuMask>, Option<GpuMatrix>), GpuError>,
) -> &'static str {
    let answer = run(gpu, |batch| {
        let upload = |batch: &mut Batch, (rows, columns): (usize, usize)| {
            batch.upload(Matrix::new("x", &vec![number; rows * columns], rows, columns)?)
        };
        let (query, key, value) = (upload(batch, shapes[0])?, upload(batch, shapes[1])?, upload(batch, shapes[2])?);
        let (heads, sequences, mask, bias) = options(batch)?;
        let options = Heads { heads, batch: sequences, mask: mask.as_ref(), bias: bias.as_ref(), ..Heads::default() };
        attend_heads(batch, &query, &key, &value, &options)
    });
    answer.expect_err("a refusal").code()
}

#[test]
fn what_does_not_fit_is_refused() {
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
