//! Fused attention of several heads and sequences against the reference, within the bound that its module derives.

use attograph::backend::Reference;
use attograph::backend::check::{Attention, Expected, ListedAttention, Precision};
use attograph::backend::cpu::compressed::Compressed;
use attograph::backend::cpu::heads::{Heads, attend_heads};
use attograph::backend::cpu::keys::Keys;
use attograph::backend::cpu::listed::attend_listed;
use attograph::backend::cpu::matrix::{Matrix, MatrixMut};
use attograph::backend::cpu::pair_rule::Band;
use attograph::catalog::{Arguments, evaluate};
use attograph::tensor::Tensor;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::chance::{Chance, widened};
use super::held::{Held, ROUNDED};
use super::{SHAPES, matrix};

/// Attention over random shapes.
pub struct Case {
    /// n, m, d, v.
    pub lengths: [usize; 4],
    pub heads: usize,
    pub batch: usize,
    pub band: Band,
    pub mask: Option<Vec<u8>>,
    pub bias: Option<Vec<f32>>,
    pub scale: Option<f32>,
    pub query: Vec<f32>,
    pub key: Vec<f32>,
    pub value: Vec<f32>,
}

impl Case {
    /// Draws a case of these widths; `may_be_long` decides by heads times sequences whether a third of the cases are longer than 36.
    pub fn draw(chance: &mut Chance, [d, v]: [usize; 2], may_be_long: impl Fn(usize) -> bool) -> Case {
        let (heads, batch) = (1 + chance.below(3) * chance.below(2), 1 + chance.below(3) * chance.below(2));
        let longest = if may_be_long(heads * batch) && chance.once_in(3) { usize::MAX } else { 36 };
        // So few queries are computed in another way.
        let n = if chance.once_in(4) { 1 + chance.below(5) } else { chance.length().min(longest) };
        let m = chance.length().min(longest);
        // With the largest, scores of later tiles surpass those of the first by far.
        let factor = [0.01, 1.0, 3.0, 30.0][chance.below(4)];
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

    pub fn matrices(&self) -> [Matrix<'_>; 3] {
        let [n, m, d, v] = self.lengths;
        let matrix = |numbers, rows, columns| matrix(numbers, self.batch * rows, self.heads * columns);
        [matrix(&self.query, n, d), matrix(&self.key, m, d), matrix(&self.value, m, v)]
    }

    pub fn options(&self) -> Heads<'_> {
        let (mask, bias) = (self.mask.as_deref(), self.bias.as_deref());
        Heads { heads: self.heads, batch: self.batch, band: self.band, mask, bias, scale: self.scale }
    }

    /// Rows and columns of one head of one sequence.
    fn part(&self, numbers: &[f32], rows: usize, columns: usize, sequence: usize, head: usize) -> Tensor {
        let row = |i: usize| ((sequence * rows + i) * self.heads + head) * columns;
        let picked: Vec<f64> = (0..rows).flat_map(|i| widened(&numbers[row(i)..row(i) + columns])).collect();
        Tensor::new(vec![rows, columns], picked).expect("a tensor")
    }

    /// What the reference makes of one head of one sequence.
    fn reference(&self, sequence: usize, head: usize) -> Tensor {
        let [n, m, d, v] = self.lengths;
        let query = self.part(&self.query, n, d, sequence, head);
        let key = self.part(&self.key, m, d, sequence, head);
        let value = self.part(&self.value, m, v, sequence, head);
        let table = |numbers: Vec<f64>| Tensor::new(vec![n, m], numbers).expect("a tensor");
        let keeps = |i: usize, j: usize| {
            self.band.of(i).contains(&j) && self.mask.as_ref().is_none_or(|mask| mask[i * m + j] != 0)
        };
        let mask = table((0..n * m).map(|place| f64::from(u8::from(keeps(place / m, place % m)))).collect());
        let bias = self.bias.as_ref().map(|bias| table(widened(bias)));
        let inputs = Arguments::new().with("query", query).with("key", key).with("value", value).with("mask", mask);
        let inputs = bias.into_iter().fold(inputs, |inputs, bias| inputs.with("bias", bias));
        let mut exact = evaluate("scaled-dot-product-attention", &inputs, &Reference).expect("attention");
        exact.outputs.remove("output").expect("a tensor")
    }

    /// Compares what was found with the check and the reference.
    fn hold(&self, found: &[f32], expected: &dyn Expected, what: &str) {
        let Case { lengths: [n, _, _, v], heads, batch, .. } = *self;
        let parts: Vec<Tensor> = (0..batch * heads).map(|part| self.reference(part / heads, part % heads)).collect();
        let oracle = |i: usize, j: usize| parts[i / n * heads + j / v].get(&[i % n, j % v]).expect("a cell");
        Held { found, expected, oracle: &oracle, apart: ROUNDED }.assert(what);
    }
}

/// Draws a case with the scale that the reference has.
fn draw(chance: &mut Chance) -> Case {
    let d = if chance.once_in(50) { 250 + chance.below(20) } else { 1 + chance.below(20) };
    let v = if chance.once_in(3) { 8 * chance.below(4) } else { chance.below(20) };
    // Several heads and sequences differ in where their numbers are, not in their sizes.
    Case { scale: None, ..Case::draw(chance, [d, v], |parts| parts == 1) }
}

#[test]
fn attention_stays_within_its_bound() {
    let mut chance = Chance(2);
    for number in 0..SHAPES {
        let case = draw(&mut chance);
        let Case { lengths: [n, m, d, v], heads, batch, band, .. } = case;
        let what = format!("case {number}: n {n}, m {m}, d {d}, v {v}, heads {heads}, batch {batch}, {band:?}");
        let ([query, key, value], options) = (case.matrices(), case.options());
        let mut found = vec![f32::NAN; batch * n * heads * v];
        attend_heads(query, key, value, &options, &mut found).expect("an output");
        case.hold(&found, &Attention { query, key, value, options, precision: Precision::CPU }, &what);
    }
}

#[test]
fn listed_blocks_stay_within_their_bound() {
    let mut chance = Chance(6);
    for number in 0..SHAPES {
        let mut case = Case { heads: 1, batch: 1, band: Band::FULL, mask: None, bias: None, ..draw(&mut chance) };
        let [n, m, d, v] = case.lengths;
        case.query.truncate(n * d);
        case.key.truncate(m * d);
        case.value.truncate(m * v);
        let length = 1 + chance.below(40);
        let (rows, columns) = (n.div_ceil(length), m.div_ceil(length));
        let listed: Vec<bool> = (0..rows * columns).map(|_| chance.once_in(2)).collect();
        let is_listed = |i: usize, j: usize| listed[i * columns + j];
        let mask = (0..n * m).map(|place| u8::from(is_listed(place / m / length, place % m / length))).collect();
        case.mask = Some(mask);
        let entries: Vec<[u32; 2]> = (0..rows * columns)
            .filter(|&place| listed[place])
            .map(|place| [(place / columns) as u32, (place % columns) as u32])
            .collect();
        let lists = Compressed::from_entries("lists", (rows, columns), &entries, None).expect("lists");
        let [query, key, value] = case.matrices();
        let keys = Keys::new(key, value, 1.0 / (d as f32).sqrt()).expect("keys");
        let mut found = vec![f32::NAN; n * v];
        let mut target = MatrixMut::new("output", &mut found, n, v).expect("a matrix");
        attend_listed(query, &keys, length, &lists, &mut target).expect("an output");
        let expected = ListedAttention { query, key, value, length, lists: &lists, precision: Precision::CPU };
        case.hold(&found, &expected, &format!("case {number}: n {n}, m {m}, blocks of {length}"));
    }
}

#[test]
fn an_infinite_bias_hides_a_key_or_leaves_no_weights() {
    let mut chance = Chance(9);
    let (n, m) = (5, 7);
    let (query, key, value) = (chance.numbers(n * 4, 1.0), chance.numbers(m * 4, 1.0), chance.numbers(m * 3, 1.0));
    let attended = |options: &Heads| {
        let mut found = vec![f32::NAN; n * 3];
        let operands = (matrix(&query, n, 4), matrix(&key, m, 4), matrix(&value, m, 3));
        attend_heads(operands.0, operands.1, operands.2, options, &mut found).expect("an output");
        found
    };
    let mask: Vec<u8> = (0..n * m).map(|place| u8::from(place % 3 != 0 && place / m != 2)).collect();
    let masked = attended(&Heads { mask: Some(&mask), ..Heads::default() });
    let bias: Vec<f32> = mask.iter().map(|keeps| if *keeps == 0 { f32::NEG_INFINITY } else { 0.0 }).collect();
    assert_eq!(attended(&Heads { bias: Some(&bias), ..Heads::default() }), masked);
    assert_eq!(masked[6..9], [0.0; 3], "a query without keys");
    // No weights can be made of an infinite score.
    let bias: Vec<f32> = (0..n * m).map(|place| if place == m + 2 { f32::INFINITY } else { 0.0 }).collect();
    let found = attended(&Heads { bias: Some(&bias), ..Heads::default() });
    assert_eq!(found[3..6], [0.0; 3]);
    assert!(found.iter().all(|number| number.is_finite()));
}

#[test]
fn values_as_large_as_they_may_be_do_not_overflow() {
    // The scores grow from tile to tile, by less than an offset may lag behind.
    let (m, size) = (192, 8e35);
    let key: Vec<f32> = (0..m).map(|j| (j / 64) as f32 * 5.0).collect();
    let mut found = [f32::NAN];
    let (query, value) = ([1.0], vec![size; m]);
    let operands = (matrix(&query, 1, 1), matrix(&key, m, 1), matrix(&value, m, 1));
    attend_heads(operands.0, operands.1, operands.2, &Heads::default(), &mut found).expect("an output");
    assert!((found[0] / size - 1.0).abs() < 1e-5, "{}", found[0]);
}

#[test]
fn attention_refuses_operands_that_do_not_fit() {
    let refused = |query: (&[f32], usize), key: (&[f32], usize), value: (&[f32], usize), options: &Heads| {
        fn of((numbers, columns): (&[f32], usize)) -> Matrix<'_> {
            let rows = numbers.len().checked_div(columns).unwrap_or(1);
            matrix(&numbers[..rows * columns], rows, columns)
        }
        let mut output = vec![0.0; of(query).rows() * value.1];
        let result = attend_heads(of(query), of(key), of(value), options, &mut output);
        result.expect_err("an error").code()
    };
    let (four, plain) = (&[1.0; 4][..], Heads::default());
    assert_eq!(refused((four, 2), (four, 4), (four, 2), &plain), "shape-mismatch");
    assert_eq!(refused((four, 2), (four, 2), (&four[..2], 2), &plain), "shape-mismatch");
    assert_eq!(refused((four, 2), (four, 2), (four, 2), &Heads { heads: 3, ..plain }), "not-divisible");
    assert_eq!(refused((four, 2), (four, 2), (four, 2), &Heads { heads: 0, ..plain }), "not-divisible");
    assert_eq!(refused((four, 2), (four, 2), (four, 2), &Heads { batch: 3, ..plain }), "not-divisible");
    assert_eq!(refused((four, 2), (four, 2), (four, 2), &Heads { mask: Some(&[1]), ..plain }), "shape-mismatch");
    assert_eq!(refused((four, 2), (four, 2), (four, 2), &Heads { bias: Some(&[1.0]), ..plain }), "data-length");
    assert_eq!(refused((four, 0), (four, 0), (&four[..1], 1), &plain), "out-of-range");
    for wrong in [f32::NAN, f32::INFINITY, 2e38] {
        let numbers = [1.0, wrong, 2.0, 3.0];
        assert_eq!(refused((&numbers, 2), (four, 2), (four, 2), &plain), "out-of-range", "query {wrong}");
        assert_eq!(refused((four, 2), (&numbers, 2), (four, 2), &plain), "out-of-range", "key {wrong}");
        assert_eq!(refused((four, 2), (four, 2), (&numbers, 2), &plain), "out-of-range", "value {wrong}");
    }
}
