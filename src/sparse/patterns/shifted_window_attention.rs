//! Shifted-window attention: the tokens of an image attend to those of their own window, and in every second layer the windows are shifted.
//!
//! ```text
//! 4 × 4 tokens, windows of 2      shifted by 1           regions of the shifted grid
//!    0  1 │  2  3                   5  6 │  7  4           0 0 │ 1 2
//!    4  5 │  6  7                   9 10 │ 11  8           0 0 │ 1 2
//!   ──────┼──────                 ───────┼───────         ─────┼─────
//!    8  9 │ 10 11                  13 14 │ 15 12           3 3 │ 4 5
//!   12 13 │ 14 15                   1  2 │  3  0           6 6 │ 7 8
//! ```
//!
//! The shift is cyclic: tokens beyond the top and the left edge come back at the bottom and on the right. There a window holds tokens from
//! opposite sides of the image, and a mask separates them: two places of a window attend to each other only if they lie in the same region.
//!
//! The image's height and width must be multiples of the window; the relative position bias of the paper's eq. (4) is not part of the pattern.
//!
//! Source: Liu et al. 2021, *Swin Transformer*, section 3.2 and figure 4.

use crate::algorithm::{Algorithm, always, integer, integer_or, output, within_when};
use crate::attention::scaled_dot_product::{KEY, QUERY, VALUE};
use crate::op::{Fill, Obstacle, Op, Reads, Rule, StepSpec, step};

use super::pair_attention::{
    DENSE_PARTS, FORM_INPUT, KEY_INPUT, MASK_STEPS, OUTPUT_STEPS, QUERY_INPUT, SPARSE_PARTS, VALUE_INPUT, WEIGHT_STEPS,
    attend_along, given_tokens, list_pairs,
};
use super::pattern::{KeysOf, LENGTH, end_of_pair, fact, fill_pairs};
use super::window_partition::{HEIGHT, PARTITION, Partition, REGIONS, SHIFT, WINDOW, WINDOW_MASK, partition_windows};

const MASK_SOURCE: &str = "Liu et al. 2021, section 3.2, efficient batch computation, and figure 4";

/// The pairs of tokens in the same window that the mask allows.
pub static PAIRS: StepSpec = step("swin.pairs", Op::Rule(&WINDOW_PAIRS), &["", "ct", "cts"], "ue", &["pair", "end"])
    .written(
        r"\mathcal{S}",
        r"\mathcal{S} = \{(\pi_{ct}, \pi_{cs}) : W_{cts} = 1\}, \enspace \pi_{ct} < n",
        MASK_SOURCE,
    )
    .names();

/// The pairs, from the length, the partition and the mask of each window.
static WINDOW_PAIRS: Rule = Rule {
    name: "shifted-window-pairs",
    template: "pairs({*})",
    fill: Fill::AtOnce(|operands, shape| fill_pairs(operands, shape, pattern)),
    reads: Reads::All,
    value: |values, _, index| end_of_pair(values, index, pattern),
    ..Rule::constant(Obstacle::Structure)
};

fn pattern(facts: &[f64]) -> KeysOf<'_> {
    let length = fact(facts, 0);
    let (partition, mask) = facts.get(1..).unwrap_or_default().split_at_checked(length).unwrap_or_default();
    let places = mask.len().checked_div(length).unwrap_or_default();
    let mut place_of = vec![0; length];
    for (place, &token) in partition.iter().enumerate() {
        if let Some(cell) = place_of.get_mut(token as usize) {
            *cell = place;
        }
    }
    Box::new(move |query| {
        let place = place_of.get(query).copied().unwrap_or_default();
        let window = partition.iter().skip(place / places.max(1) * places);
        let seen = mask.iter().skip(place * places).take(places);
        window.zip(seen).filter(|(_, seen)| **seen != 0.0).map(|(&token, _)| token as usize).collect()
    })
}

/// Computes attention within the windows of an image, shifted cyclically and masked where a window crosses the image's border.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query, key | [h · w, d], row by row |
/// | value | [h · w, v] |
/// | partition, regions | [windows, M²] |
/// | windowMask | [windows, M², M²] |
/// | mask (dense) | [h · w, h · w] |
/// | pairs (sparse) | [p, 2] |
/// | output | [h · w, v] |
///
/// # Errors
/// Those of [`partition_windows`], and a typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// Sparse: h · w · M² · (d + v) multiplications; full attention takes (h · w)² · (d + v).
///
/// # Example
/// A 2 × 2 image whose only window is shifted by one: each place holds a token from another corner, and each attends only to itself.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let x = Tensor::matrix(&[[1.0], [2.0], [3.0], [4.0]])?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
/// let inputs = inputs.with("height", 2.0).with("window", 2.0).with("shift", 1.0);
/// let trace = catalog::trace("shifted-window-attention", &inputs)?;
/// assert_eq!(trace.outputs["partition"].data(), [3.0, 2.0, 1.0, 0.0]);
/// assert_eq!(trace.outputs["output"].data(), [1.0, 2.0, 3.0, 4.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "shifted-window-attention",
    title: "Shifted-window attention",
    source: "Liu et al. 2021, section 3.2",
    inputs: &[
        QUERY_INPUT,
        KEY_INPUT,
        VALUE_INPUT,
        integer("height", 1),
        integer("window", 1),
        integer_or("shift", 0, 0),
        FORM_INPUT,
    ],
    parts: &[
        always(&[&QUERY, &KEY, &VALUE, &LENGTH, &HEIGHT, &WINDOW, &SHIFT, &PARTITION, &REGIONS, &WINDOW_MASK, &PAIRS]),
        within_when("form=dense", "dense", "", DENSE_PARTS),
        within_when("form=sparse", "sparse", "", SPARSE_PARTS),
    ],
    outputs: &[
        output("partition", &[&PARTITION]),
        output("regions", &[&REGIONS]),
        output("windowMask", &[&WINDOW_MASK]),
        output("mask", MASK_STEPS),
        output("pairs", &[&PAIRS]),
        output("weights", WEIGHT_STEPS),
        output("output", OUTPUT_STEPS),
    ],
    run: |inputs, run| {
        let (height, window) = (inputs.integer("height")?, inputs.integer("window")?);
        let shift = inputs.integer("shift")?;
        let tokens = given_tokens(run, inputs)?;
        let length = run.size('i')?;
        let Partition { partition, regions, window_mask } = partition_windows(run, length, height, window, shift)?;
        let pairs = list_pairs(run, &PAIRS, &[tokens.length, partition, window_mask], pattern)?;
        let mut outputs = vec![("partition", partition), ("regions", regions), ("windowMask", window_mask)];
        outputs.extend(attend_along(run, inputs, tokens, pairs)?);
        Ok(outputs)
    },
};
