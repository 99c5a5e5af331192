//! Shifted-window attention: an image's tokens see those of their own window, and in every second layer the windows are shifted.
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
//! The shift is cyclic: what leaves the image at the top and on the left comes back at the bottom and on the right. There a window holds tokens from
//! opposite sides of the image, and a mask keeps those apart: two places of a window may see each other where they lie in the same region.
//!
//! The image's height and width must be multiples of the window; the relative position bias of the paper's eq. (4) is not part of the pattern.
//!
//! Source: Liu et al. 2021, *Swin Transformer*, section 3.2 and figure 4.

use crate::attention::scaled_dot_product::{KEY, QUERY, VALUE};
use crate::catalog::{Algorithm, Default, Input, Kind, Output, always, within_when};
use crate::error::{Error, Result};
use crate::tensor::{Tensor, index_at};
use crate::trace::{Op, Read, Rule, Run, StepSpec, Value};

use super::hashing::EQUAL;
use super::pair_attention::{
    DENSE_PARTS, FORM_INPUT, KEY_INPUT, MASK_STEPS, OUTPUT_STEPS, QUERY_INPUT, SPARSE_PARTS, VALUE_INPUT, WEIGHT_STEPS,
    attend_along, given_tokens, list_pairs,
};
use super::pattern::{KeysOf, LENGTH, end_of_pair, fact, facts, fill_pairs, read_all};

const PARTITION_SOURCE: &str = "Liu et al. 2021, section 3.2, shifted window partitioning";
const MASK_SOURCE: &str = "Liu et al. 2021, section 3.2, efficient batch computation, and figure 4";

/// How many rows of tokens the image has.
pub static HEIGHT: StepSpec = StepSpec {
    id: "swin.height",
    symbol: "h",
    op: Op::Given,
    index: "",
    axes: &[],
    reads: &[],
    formula: "h",
    source: PARTITION_SOURCE,
};

/// How many rows and columns a window has.
pub static WINDOW: StepSpec = StepSpec {
    id: "swin.window",
    symbol: "M",
    op: Op::Given,
    index: "",
    axes: &[],
    reads: &[],
    formula: "M",
    source: PARTITION_SOURCE,
};

/// How far the windows are shifted, down and to the right.
pub static SHIFT: StepSpec = StepSpec {
    id: "swin.shift",
    symbol: "s",
    op: Op::Given,
    index: "",
    axes: &[],
    reads: &[],
    formula: "s",
    source: PARTITION_SOURCE,
};

const GRID: &[Read] = &[
    Read { from: &["swin.height"], index: "" },
    Read { from: &["swin.window"], index: "" },
    Read { from: &["swin.shift"], index: "" },
];

/// Which token stands at each place of each window.
pub static PARTITION: StepSpec = StepSpec {
    id: "swin.partition",
    symbol: r"\pi",
    op: Op::Rule(&TOKEN_AT),
    index: "ct",
    axes: &["window", "place"],
    reads: GRID,
    formula: r"\pi_{ct} = ((y + s) \bmod h) \, w + (x + s) \bmod w",
    source: PARTITION_SOURCE,
};

/// Which region of the shifted image each place lies in: two of one region were neighbors before the shift.
pub static REGIONS: StepSpec = StepSpec {
    id: "swin.regions",
    symbol: r"\rho",
    op: Op::Rule(&REGION_AT),
    index: "ct",
    axes: &["window", "place"],
    reads: GRID,
    formula: r"\rho_{ct} = 3 \, z_h(y) + z_w(x), \; z_h(y) = [y \ge h - M] + [y \ge h - s]",
    source: MASK_SOURCE,
};

/// Which places of a window may see each other.
pub static WINDOW_MASK: StepSpec = StepSpec {
    id: "swin.window-mask",
    symbol: "W",
    op: Op::Map(&EQUAL),
    index: "cts",
    axes: &["window", "query-place", "key-place"],
    reads: &[Read { from: &["swin.regions"], index: "ct" }, Read { from: &["swin.regions"], index: "cs" }],
    formula: r"W_{cts} = [\rho_{ct} = \rho_{cs}]",
    source: MASK_SOURCE,
};

/// Which token may see which: those of the same window that the mask allows.
pub static PAIRS: StepSpec = StepSpec {
    id: "swin.pairs",
    symbol: r"\mathcal{S}",
    op: Op::Rule(&WINDOW_PAIRS),
    index: "ue",
    axes: &["pair", "end"],
    reads: &[
        Read { from: &["sparse.length"], index: "" },
        Read { from: &["swin.partition"], index: "ct" },
        Read { from: &["swin.window-mask"], index: "cts" },
    ],
    formula: r"\mathcal{S} = \{(\pi_{ct}, \pi_{cs}) : W_{cts} = 1\}",
    source: MASK_SOURCE,
};

/// The token at a place of a window, from height, window and shift.
static TOKEN_AT: Rule = Rule {
    name: "token-at",
    template: "token({*})",
    fill: |operands, shape| fill_places(operands, shape, token_at),
    reads: read_all,
    value: token_at,
};

/// The region of a place of a window, from height, window and shift.
static REGION_AT: Rule = Rule {
    name: "region-at",
    template: "region({*})",
    fill: |operands, shape| fill_places(operands, shape, region_at),
    reads: read_all,
    value: region_at,
};

/// The pairs of length, partition and mask of each window.
static WINDOW_PAIRS: Rule = Rule {
    name: "shifted-window-pairs",
    template: "pairs({*})",
    fill: |operands, shape| fill_pairs(operands, shape, pattern),
    reads: read_all,
    value: |values, _, index| end_of_pair(values, index, pattern),
};

fn fill_places(operands: &[&Tensor], shape: &[usize], value: fn(&[f64], &[usize], &[usize]) -> f64) -> Vec<f64> {
    let facts = facts(operands);
    (0..shape.iter().product()).map(|offset| value(&facts, shape, &index_at(shape, offset))).collect()
}

/// Row and column of a place in the shifted image, and the image's height and width. There is at least one place.
fn place(facts: &[f64], shape: &[usize], index: &[usize]) -> [usize; 4] {
    let (height, window) = (fact(facts, 0).max(1), fact(facts, 1).max(1));
    let width = shape.iter().product::<usize>() / height;
    let (&[number, place], across) = (index.first_chunk().unwrap_or(&[0, 0]), (width / window).max(1));
    [number / across * window + place / window, number % across * window + place % window, height, width]
}

fn token_at(facts: &[f64], shape: &[usize], index: &[usize]) -> f64 {
    let ([y, x, height, width], shift) = (place(facts, shape, index), fact(facts, 2));
    ((y + shift) % height * width + (x + shift) % width.max(1)) as f64
}

fn region_at(facts: &[f64], shape: &[usize], index: &[usize]) -> f64 {
    let ([y, x, height, width], window, shift) = (place(facts, shape, index), fact(facts, 1), fact(facts, 2));
    let zone = |at: usize, length: usize| usize::from(at + window >= length) + usize::from(at + shift >= length);
    (3 * zone(y, height) + zone(x, width)) as f64
}

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

/// The partition of an image's tokens into windows.
pub struct Partition {
    /// [windows, M²]: the token at each place.
    pub partition: Value,
    /// [windows, M²]: the region of the shifted image that each place lies in.
    pub regions: Value,
    /// [windows, M², M²]: 1 where two places of a window may see each other.
    pub window_mask: Value,
}

/// Cuts `length` tokens, the rows of an image of this height one after the other, into windows that are shifted cyclically. Letters: c counts windows, t
/// and s the places within one.
///
/// # Errors
/// [`Error::NotDivisible`] when the rows do not fill the height or the window does not fill the image, [`Error::OutOfRange`] when the shift is not below
/// the window, [`Error::TooLarge`] when the masks would be.
pub fn partition_windows(
    run: &mut Run,
    length: usize,
    height: usize,
    window: usize,
    shift: usize,
) -> Result<Partition> {
    let width = length.checked_div(height).unwrap_or_default();
    for (input, size, divisor, because) in [
        ("query", length, height, "`height`"),
        ("height", height, window, "`window`"),
        ("query", width, window, "`window`, across"),
    ] {
        if size.checked_rem(divisor) != Some(0) {
            return Err(Error::NotDivisible { input: input.into(), size, divisor, because: because.into() }.into());
        }
    }
    if shift >= window {
        return Err(Error::OutOfRange {
            input: "shift".into(),
            index: Vec::new(),
            value: shift as f64,
            expected: "below `window`".into(),
        }
        .into());
    }
    let places = window.saturating_mul(window);
    run.bind('c', length / places.max(1), "`window`")?;
    run.bind('t', places, "`window`")?;
    run.bind('s', places, "`window`")?;
    let grid = [
        run.given_number(&HEIGHT, "height", height as f64)?,
        run.given_number(&WINDOW, "window", window as f64)?,
        run.given_number(&SHIFT, "shift", shift as f64)?,
    ];
    let partition = run.step(&PARTITION, &grid)?;
    let regions = run.step(&REGIONS, &grid)?;
    let window_mask = run.step(&WINDOW_MASK, &[regions, regions])?;
    Ok(Partition { partition, regions, window_mask })
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
/// Sparse: h · w · M² · (d + v) multiplications, where full attention takes (h · w)².
///
/// # Example
/// A 2 × 2 image whose only window is shifted by one: every place holds a token from another corner, and each sees only itself.
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
        Input { name: "height", kind: Kind::Integer { minimum: 1 }, default: Default::Required },
        Input { name: "window", kind: Kind::Integer { minimum: 1 }, default: Default::Required },
        Input { name: "shift", kind: Kind::Integer { minimum: 0 }, default: Default::Number(0.0) },
        FORM_INPUT,
    ],
    parts: &[
        always(&QUERY),
        always(&KEY),
        always(&VALUE),
        always(&LENGTH),
        always(&HEIGHT),
        always(&WINDOW),
        always(&SHIFT),
        always(&PARTITION),
        always(&REGIONS),
        always(&WINDOW_MASK),
        always(&PAIRS),
        within_when("form=dense", "dense", "", DENSE_PARTS),
        within_when("form=sparse", "sparse", "", SPARSE_PARTS),
    ],
    outputs: &[
        Output { name: "partition", steps: &[&PARTITION] },
        Output { name: "regions", steps: &[&REGIONS] },
        Output { name: "windowMask", steps: &[&WINDOW_MASK] },
        Output { name: "mask", steps: MASK_STEPS },
        Output { name: "pairs", steps: &[&PAIRS] },
        Output { name: "weights", steps: WEIGHT_STEPS },
        Output { name: "output", steps: OUTPUT_STEPS },
    ],
    run: |arguments, run| {
        let (height, window) = (arguments.integer("height", 1)?, arguments.integer("window", 1)?);
        let shift = arguments.optional_integer("shift", 0)?.unwrap_or(0);
        let tokens = given_tokens(run, arguments)?;
        let length = run.size('i')?;
        let Partition { partition, regions, window_mask } = partition_windows(run, length, height, window, shift)?;
        let pairs = list_pairs(run, &PAIRS, &[tokens.length, partition, window_mask], pattern)?;
        let mut outputs = vec![("partition", partition), ("regions", regions), ("windowMask", window_mask)];
        outputs.extend(attend_along(run, arguments, tokens, pairs)?);
        Ok(outputs)
    },
};
