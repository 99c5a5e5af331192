//! The partition of an image into windows: shifted cyclically, cut, and masked where a window crosses the image's border.
//!
//! ```text
//! 4 × 4 tokens        shifted by 1         windows of 2
//!    0  1  2  3         5  6  7  4           5  6 │  7  4
//!    4  5  6  7         9 10 11  8           9 10 │ 11  8
//!    8  9 10 11        13 14 15 12          ──────┼──────
//!   12 13 14 15         1  2  3  0          13 14 │ 15 12
//!                                            1  2 │  3  0
//! ```
//!
//! Source: Liu et al. 2021, *Swin Transformer*, section 3.2 and figure 4.

use crate::error::{Error, Result};
use crate::op::{EQUAL, Obstacle, Op, Reads, Rule, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::pattern::fact;

const PARTITION_SOURCE: &str = "Liu et al. 2021, section 3.2, shifted window partitioning";
const MASK_SOURCE: &str = "Liu et al. 2021, section 3.2, efficient batch computation, and figure 4";

/// The number of rows of tokens in the image.
pub static HEIGHT: StepSpec = given("swin.height", "", &[]).written("h", "h", PARTITION_SOURCE);

/// The number of rows and columns in a window.
pub static WINDOW: StepSpec = given("swin.window", "", &[]).written("M", "M", PARTITION_SOURCE);

/// The shift of the windows, down and to the right.
pub static SHIFT: StepSpec = given("swin.shift", "", &[]).written("s", "s", PARTITION_SOURCE);

const GRID: &[&str] = &["", "", ""];

/// The token at each place of each window.
pub static PARTITION: StepSpec = step("swin.partition", Op::Rule(&TOKEN_AT), GRID, "ct", &["window", "place"]).written(
    r"\pi",
    r"\pi_{ct} = ((y + s) \bmod h) \, w + (x + s) \bmod w, \quad y = M \lfloor c M / w \rfloor + \lfloor t / M \rfloor, \; x = c M \bmod w + t \bmod M, \quad w = C M^2 / h",
    PARTITION_SOURCE,
).names();

/// The region of the shifted image of each place: tokens of one region were adjacent before the shift.
pub static REGIONS: StepSpec = step("swin.regions", Op::Rule(&REGION_AT), GRID, "ct", &["window", "place"]).written(
    r"\rho",
    r"\rho_{ct} = 3 \, z_h(y) + z_w(x), \quad z_h(y) = [y \ge h - M] + [y \ge h - s], \; z_w(x) = [x \ge w - M] + [x \ge w - s], \quad y = M \lfloor c M / w \rfloor + \lfloor t / M \rfloor, \; x = c M \bmod w + t \bmod M, \quad w = C M^2 / h",
    MASK_SOURCE,
).names();

/// 1 where two places of a window are in the same region, 0 elsewhere.
pub static WINDOW_MASK: StepSpec =
    step("swin.window-mask", Op::Map(&EQUAL), &["ct", "cs"], "cts", &["window", "query-place", "key-place"])
        .written("W", r"W_{cts} = [\rho_{ct} = \rho_{cs}]", MASK_SOURCE);

/// The token at a place of a window, from height, window and shift.
static TOKEN_AT: Rule = Rule {
    name: "token-at",
    template: "token({*})",
    reads: Reads::All,
    value: token_at,
    ..Rule::constant(Obstacle::Names)
};

/// The region of a place of a window, from height, window and shift.
static REGION_AT: Rule = Rule {
    name: "region-at",
    template: "region({*})",
    reads: Reads::All,
    value: region_at,
    ..Rule::constant(Obstacle::Names)
};

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

/// The partition of an image's tokens into windows.
pub struct Partition {
    /// [windows, M²]: the token at each place.
    pub partition: Value,
    /// [windows, M²]: the region of the shifted image that each place lies in.
    pub regions: Value,
    /// [windows, M², M²]: 1 where two places of a window may attend to each other.
    pub window_mask: Value,
}

/// Cuts `length` tokens, the rows of an image of this height one after the other, into windows that are shifted cyclically. Letters: c counts
/// windows, t and s the places within one.
///
/// # Errors
/// [`Error::NotDivisible`] when the rows do not fill the height or the window does not fill the image, [`Error::OutOfRange`] when the shift is not
/// below the window, [`Error::TooLarge`] when the masks would be.
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
