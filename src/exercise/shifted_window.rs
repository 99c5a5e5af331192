//! Shifted windows: which tokens each window holds, and which of them see each other.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, heads, matrix, of, of_heads, tensor};
use super::sparse_masks::tokens;
use super::{Difficulty, Exercise, Misconception};

/// Tokens of each window, mask of each window.
pub static EXERCISE: Exercise = Exercise {
    id: "shifted-window-steps",
    algorithm: "shifted-window-attention",
    back: None,
    asked: &["swin.partition", "swin.window-mask"],
    decimals: 2,
    draw,
    misconceptions: &[
        NOT_SHIFTED, SHIFTED_THE_OTHER_WAY, ONLY_ROWS_SHIFTED, ONLY_COLUMNS_SHIFTED, READ_BY_COLUMNS, MASK_LEFT_OUT,
        ONLY_ITSELF, MASK_INVERTED,
    ],
};

const NOT_SHIFTED: Misconception =
    Misconception::step("windows-not-shifted", "swin.partition", |run| partition(run, |_| [0, 0]));

const SHIFTED_THE_OTHER_WAY: Misconception =
    Misconception::step("shifted-the-other-way", "swin.partition", |run| partition(run, |shift| [-shift, -shift]));

const ONLY_ROWS_SHIFTED: Misconception =
    Misconception::step("only-rows-shifted", "swin.partition", |run| partition(run, |shift| [shift, 0]));

const ONLY_COLUMNS_SHIFTED: Misconception =
    Misconception::step("only-columns-shifted", "swin.partition", |run| partition(run, |shift| [0, shift]));

/// The places of a window of 2 × 2 tokens, the second and the third exchanged.
const READ_BY_COLUMNS: Misconception = Misconception::step("window-read-by-columns", "swin.partition", |run| {
    let rows = matrix(run, "swin.partition")?;
    let side = at(&column(run, "swin.window")?, 0, 0) as usize;
    of(&entries(&rows, |window, place, _| at(&rows, window, place % side * side + place / side)))
});

const MASK_LEFT_OUT: Misconception =
    Misconception::step("window-mask-left-out", "swin.window-mask", |run| mask(run, |_, _| 1.0));

const ONLY_ITSELF: Misconception = Misconception::step("only-itself-in-the-window", "swin.window-mask", |run| {
    mask(run, |_, same| f64::from(u8::from(same)))
});

const MASK_INVERTED: Misconception =
    Misconception::step("window-mask-inverted", "swin.window-mask", |run| mask(run, |seen, _| 1.0 - seen));

/// The tokens of each window where rows and columns are shifted by numbers that are computed from the right one.
fn partition(run: &Trace, shifts: fn(i64) -> [i64; 2]) -> Result<Tensor> {
    let number = |step| Ok::<i64, Box<crate::error::Error>>(at(&column(run, step)?, 0, 0) as i64);
    let (height, side, shift) = (number("swin.height")?, number("swin.window")?.max(1), number("swin.shift")?);
    let width = tensor(run, "attention.query")?.shape().first().copied().unwrap_or_default() as i64 / height.max(1);
    let [down, right] = shifts(shift);
    let across = (width / side).max(1);
    of(&entries(&matrix(run, "swin.partition")?, |window, place, _| {
        let (window, place) = (window as i64, place as i64);
        let row = (window / across * side + place / side + down).rem_euclid(height.max(1));
        let column = (window % across * side + place % side + right).rem_euclid(width.max(1));
        (row * width + column) as f64
    }))
}

/// The mask of each window, computed from the right one and whether the places are the same.
fn mask(run: &Trace, cell: fn(f64, bool) -> f64) -> Result<Tensor> {
    let changed = |window: &DMatrix<f64>| entries(window, |t, s, seen| cell(seen, t == s));
    of_heads(&heads(run, "swin.window-mask")?.iter().map(changed).collect::<Vec<_>>())
}

/// Nothing but the shape is left to choose: with windows of 2 × 2 tokens the shift is 1.
fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (height, width) = match (difficulty, random.integer(0, 4)) {
        (Difficulty::Easy, _) => (2, 4),
        (Difficulty::Medium, _) => (4, 2),
        (Difficulty::Hard, 0) => (2, 6),
        (Difficulty::Hard, 1) => (6, 2),
        (Difficulty::Hard, 2) => (2, 8),
        (Difficulty::Hard, 3) => (8, 2),
        (Difficulty::Hard, _) => (4, 4),
    };
    let inputs = Arguments::new().with("height", f64::from(height)).with("window", 2.0).with("shift", 1.0);
    tokens(inputs, (height * width) as usize)
}
