//! Hashing by direction, and sorting by bucket.
//!
//! ```text
//! directions of R          buckets of 4          sorted            chunks of 2
//!      1                   0  1  0  2  1  0      0  2  5  1  4  3      [0 2] [5 1] [4 3]
//!   2 ─┼─ 0                of 6 tokens
//!      3
//! ```
//!
//! Source: Andoni et al. 2015, *Practical and Optimal LSH for Angular Distance*; Kitaev et al. 2020, *Reformer*, section 2.

use crate::op::{Fill, Obstacle, Reads, Rule, SourceCell, sorted_once};
use crate::rules::order::order;
use crate::tensor::offset_of;

/// The index of the largest among the row and its negation: of u numbers, index a stands for the a-th and u + a for minus the a-th. Of
/// equals the first.
pub static ARGMAX_MIRRORED: Rule = Rule {
    name: "argmax-mirrored",
    template: "argmax ±({*})",
    fill: Fill::AtOnce(|operands, shape| {
        let cells: usize = shape.iter().product();
        let Some(rotated) = operands.first() else { return Vec::new() };
        match rotated.shape().last() {
            Some(&directions) if directions > 0 => rotated.data().chunks_exact(directions).map(direction).collect(),
            _ => vec![0.0; cells],
        }
    }),
    reads: Reads::Cells(|operands, shape, index| {
        let Some(&directions) = operands.first().and_then(|rotated| rotated.shape().last()) else { return Vec::new() };
        let row = offset_of(shape, index).unwrap_or_default() * directions;
        (row..row + directions).map(|offset| SourceCell { operand: 0, offset }).collect()
    }),
    value: |values, _, _| direction(values),
    ..Rule::constant(Obstacle::Argmax)
};

fn direction(along: &[f64]) -> f64 {
    let mut best = (0, f64::NEG_INFINITY);
    for (number, value) in along.iter().copied().chain(along.iter().map(|value| -value)).enumerate() {
        if value > best.1 {
            best = (number, value);
        }
    }
    best.0 as f64
}

/// Lists the entries round · n + position of each head, the rounds one after the other, each sorted by bucket and, within a bucket, by position.
pub static STABLE_SORT: Rule = Rule {
    name: "stable-sort",
    template: "argsort({*})",
    work: sorted_once,
    fill: Fill::AtOnce(|operands, shape| {
        let (Some(buckets), Some(&places)) = (operands.first(), shape.last()) else { return Vec::new() };
        let [_, rounds, length] = buckets.shape() else { return Vec::new() };
        if *length == 0 {
            return Vec::new();
        }
        let heads = buckets.data().chunks_exact(rounds * length);
        heads
            .flat_map(|head| head.chunks_exact(*length).take(places / length).enumerate())
            .flat_map(|(round, row)| sorted(row).into_iter().map(move |position| (round * length + position) as f64))
            .collect()
    }),
    reads: Reads::Cells(|operands, _, index| {
        let ([buckets], [head, place]) = (operands, index) else { return Vec::new() };
        let [_, rounds, length] = buckets.shape() else { return Vec::new() };
        let row = (head * rounds + place.checked_div(*length).unwrap_or(0)) * length;
        (row..row + length).map(|offset| SourceCell { operand: 0, offset }).collect()
    }),
    value: |values, _, index| {
        let (length, Some(place)) = (values.len().max(1), index.last()) else { return f64::NAN };
        let position = sorted(values).get(place % length).copied().unwrap_or_default();
        (place / length * length + position) as f64
    },
    ..Rule::constant(Obstacle::Sorting)
};

/// The positions of a row of buckets, sorted by bucket and, within a bucket, by position.
fn sorted(row: &[f64]) -> Vec<usize> {
    let bucket = |position: usize| row.get(position).map(|bucket| *bucket as usize);
    order(row.len(), &|left, right| bucket(left).cmp(&bucket(right)))
}

/// The sorted place of entry round · n + position: the inverse of [`STABLE_SORT`].
pub static UNDO_STABLE_SORT: Rule = Rule {
    name: "undo-stable-sort",
    template: "find({*})",
    fill: Fill::AtOnce(|operands, shape| {
        let mut undone = vec![0.0; shape.iter().product()];
        let (Some(order), [_, rounds, length]) = (operands.first(), shape) else { return undone };
        let entries = rounds * length;
        for (offset, &entry) in order.data().iter().enumerate() {
            let (head, place) = (offset / entries.max(1), offset % entries.max(1));
            if let Some(cell) = undone.get_mut(head * entries + entry as usize) {
                *cell = place as f64;
            }
        }
        undone
    }),
    reads: Reads::Cells(|_, shape, index| {
        let ([_, rounds, length], [head, ..]) = (shape, index) else { return Vec::new() };
        let row = head * rounds * length;
        (row..row + rounds * length).map(|offset| SourceCell { operand: 0, offset }).collect()
    }),
    value: |values, shape, index| {
        let ([_, _, length], [_, round, position]) = (shape, index) else { return f64::NAN };
        let entry = (round * length + position) as f64;
        values.iter().position(|value| *value == entry).map_or(f64::NAN, |place| place as f64)
    },
    ..Rule::constant(Obstacle::Sorting)
};

/// The sorted places that a chunk attends to, given the length of a chunk: those of the chunk before it and then its own. The first attends to the
/// last. A single chunk attends to itself once.
pub static LOOK_BACK: Rule = Rule {
    name: "look-back",
    template: "place({0})",
    reads: Reads::All,
    value: |values, shape, index| match (values, shape, index) {
        ([length], [chunks, _], [chunk, key]) => seen(*length, *chunks, *chunk, *key),
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Names)
};

fn seen(length: f64, chunks: usize, chunk: usize, key: usize) -> f64 {
    let length = length as usize;
    let places = chunks * length;
    ((chunk + chunks - 1) * length + key).checked_rem(places).unwrap_or(0) as f64
}

/// How often the token at a sorted place sees the token at a place of its chunk's window, over all sorted places at which it stands. The operands are the
/// tokens of each chunk's window and the token at each sorted place.
pub static TIMES_SEEN: Rule = Rule {
    name: "times-seen",
    template: "count({*})",
    work: sorted_once,
    fill: Fill::AtOnce(|operands, shape| {
        let ([seen, standing], [heads, chunks, width, window]) = (operands, shape) else { return Vec::new() };
        let pair = |head: usize, chunk: usize, place: usize, key: usize| {
            let token = standing.get(&[head, chunk * width + place]).unwrap_or(f64::NAN);
            (token as u32, seen.get(&[head, chunk, key]).unwrap_or(f64::NAN) as u32)
        };
        let mut times = Vec::with_capacity(shape.iter().product());
        for head in 0..*heads {
            let pairs = || {
                (0..*chunks).flat_map(move |chunk| {
                    (0..*width).flat_map(move |place| (0..*window).map(move |key| pair(head, chunk, place, key)))
                })
            };
            let mut sorted: Vec<(u32, u32)> = pairs().collect();
            sorted.sort_unstable();
            let before = |pair: (u32, u32)| sorted.partition_point(|other| *other < pair);
            let through = |pair: (u32, u32)| sorted.partition_point(|other| *other <= pair);
            times.extend(pairs().map(|pair| (through(pair) - before(pair)) as f64));
        }
        times
    }),
    reads: Reads::Cells(|operands, shape, index| {
        let ([_, standing], [_, chunks, width, window], [head, chunk, place, key]) = (operands, shape, index) else {
            return Vec::new();
        };
        let row = |chunk: usize| (head * chunks + chunk) * window;
        let own = standing.get(&[*head, chunk * width + place]);
        let there = (0..chunks * width).filter(|place| standing.get(&[*head, *place]) == own);
        let windows = there.flat_map(|place| {
            let start = row(place.checked_div(*width).unwrap_or(0));
            start..start + window
        });
        let offsets = std::iter::once(row(*chunk) + key).chain(windows);
        offsets.map(|offset| SourceCell { operand: 0, offset }).collect()
    }),
    value: |values, _, _| match values.split_first() {
        Some((key, windows)) => windows.iter().filter(|token| *token == key).count() as f64,
        None => f64::NAN,
    },
    ..Rule::constant(Obstacle::Names)
};
