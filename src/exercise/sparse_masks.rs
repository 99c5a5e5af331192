//! Masks of sparse attention: a sliding window with global tokens, blocks of tokens, and the nodes within some hops.
//!
//! Only the mask is to be filled in, so queries, keys and values are zeros.

use nalgebra::DMatrix;

use crate::catalog::{Argument, Arguments};
use crate::error::{Error, Result};
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, matrix, of, product, unfit};
use super::{Difficulty, Exercise, Misconception, drawing};

const MASK: &str = "dense/sparse.mask";

/// Longformer: a window and global tokens.
pub static WINDOW_EXERCISE: Exercise = Exercise {
    id: "window-mask-steps",
    algorithm: "window-attention",
    back: None,
    asked: &[MASK],
    decimals: 2,
    draw: draw_window,
    misconceptions: &[
        WINDOW_ON_EACH_SIDE, WINDOW_LOOKS_BACK, SELF_LEFT_OUT, WINDOW_GLOBALS_LEFT_OUT, WINDOW_GLOBALS_ONLY_SEE,
        WINDOW_GLOBALS_ARE_ONLY_SEEN, WINDOW_LEFT_OUT,
    ],
};

/// BigBird without its random blocks.
pub static BLOCK_EXERCISE: Exercise = Exercise {
    id: "bigbird-mask-steps",
    algorithm: "bigbird-attention",
    back: None,
    asked: &[MASK],
    decimals: 2,
    draw: draw_blocks,
    misconceptions: &[
        BLOCK_WINDOW_ON_EACH_SIDE, BLOCK_SIZE_IGNORED, BLOCK_GLOBALS_LEFT_OUT, BLOCK_GLOBALS_ONLY_SEE,
        BLOCK_GLOBALS_ARE_ONLY_SEEN, ONE_GLOBAL_TOKEN,
    ],
};

/// The nodes reached after some rounds of messages.
pub static RECEPTIVE_FIELD_EXERCISE: Exercise = Exercise {
    id: "receptive-field-steps",
    algorithm: "k-hop-attention",
    back: None,
    asked: &[MASK],
    decimals: 2,
    draw: draw_hops,
    misconceptions: &[NEIGHBORS_ONLY, ONE_HOP_MORE, SELF_LEFT_OUT, EXACTLY_SO_MANY_HOPS, WALKS_OF_SO_MANY_HOPS],
};

const WINDOW_ON_EACH_SIDE: Misconception =
    Misconception::inputs("window-on-each-side", |inputs| changed(inputs, "window", |window| 2.0 * window));

const WINDOW_LOOKS_BACK: Misconception = Misconception::step("window-looks-back", MASK, |run| {
    window(run, |i, j, half, global| j <= i && i - j <= half || global[0] || global[1])
});

const SELF_LEFT_OUT: Misconception = Misconception::step("self-left-out", MASK, |run| {
    of(&entries(&matrix(run, MASK)?, |i, j, seen| if i == j { 0.0 } else { seen }))
});

const WINDOW_GLOBALS_LEFT_OUT: Misconception =
    Misconception::step("globals-left-out", MASK, |run| window(run, |i, j, half, _| i.abs_diff(j) <= half));

const WINDOW_GLOBALS_ONLY_SEE: Misconception = Misconception::step("globals-only-see", MASK, |run| {
    window(run, |i, j, half, global| i.abs_diff(j) <= half || global[0])
});

const WINDOW_GLOBALS_ARE_ONLY_SEEN: Misconception = Misconception::step("globals-are-only-seen", MASK, |run| {
    window(run, |i, j, half, global| i.abs_diff(j) <= half || global[1])
});

const WINDOW_LEFT_OUT: Misconception =
    Misconception::step("window-left-out", MASK, |run| window(run, |i, j, _, global| i == j || global[0] || global[1]));

const BLOCK_WINDOW_ON_EACH_SIDE: Misconception =
    Misconception::inputs("block-window-on-each-side", |inputs| changed(inputs, "window", |window| 2.0 * window + 1.0));

const BLOCK_SIZE_IGNORED: Misconception =
    Misconception::inputs("block-size-ignored", |inputs| Ok(inputs.clone().with("blockSize", 1.0)));

const BLOCK_GLOBALS_LEFT_OUT: Misconception =
    Misconception::inputs("globals-left-out", |inputs| Ok(inputs.clone().with("globals", 0.0)));

const BLOCK_GLOBALS_ONLY_SEE: Misconception = Misconception::step("globals-only-see", MASK, |run| {
    blocks(run, |_, half, [own, other]| own == 0 || own.abs_diff(other) <= half)
});

const BLOCK_GLOBALS_ARE_ONLY_SEEN: Misconception = Misconception::step("globals-are-only-seen", MASK, |run| {
    blocks(run, |_, half, [own, other]| other == 0 || own.abs_diff(other) <= half)
});

const ONE_GLOBAL_TOKEN: Misconception = Misconception::step("one-global-token", MASK, |run| {
    blocks(run, |[i, j], half, [own, other]| i == 0 || j == 0 || own.abs_diff(other) <= half)
});

const NEIGHBORS_ONLY: Misconception =
    Misconception::inputs("neighbors-only", |inputs| Ok(inputs.clone().with("hops", 1.0)));

const ONE_HOP_MORE: Misconception =
    Misconception::inputs("one-hop-more", |inputs| changed(inputs, "hops", |hops| hops + 1.0));

const EXACTLY_SO_MANY_HOPS: Misconception = Misconception::step("exactly-so-many-hops", MASK, |run| {
    let one = walks(run, 1)?;
    let two = walks(run, 2)?;
    of(&entries(&two, |i, j, walks| f64::from(u8::from(walks > 0.0 && at(&one, i, j) == 0.0 && i != j))))
});

const WALKS_OF_SO_MANY_HOPS: Misconception = Misconception::step("walks-of-so-many-hops", MASK, |run| {
    of(&walks(run, 2)?.map(|walks| f64::from(u8::from(walks > 0.0))))
});

/// The inputs with one of their numbers changed.
fn changed(inputs: &Arguments, name: &str, change: fn(f64) -> f64) -> Result<Arguments> {
    match inputs.get(name) {
        Some(Argument::Number(number)) => Ok(inputs.clone().with(name, change(*number))),
        _ => Err(Error::MissingInput { input: name.into() }.into()),
    }
}

/// The mask of pairs that satisfy a condition on both positions, half the window, and whether each of them is global.
fn window(run: &Trace, sees: fn(usize, usize, usize, [bool; 2]) -> bool) -> Result<Tensor> {
    let half = at(&column(run, "window.window")?, 0, 0) as usize / 2;
    let globals = column(run, "window.globals")?;
    let global = |token: usize| globals.iter().any(|&global| global as usize == token);
    of(&entries(&matrix(run, MASK)?, |i, j, _| f64::from(u8::from(sees(i, j, half, [global(i), global(j)])))))
}

/// The mask of pairs that satisfy a condition on both positions, half the window, and the blocks of both.
fn blocks(run: &Trace, sees: fn([usize; 2], usize, [usize; 2]) -> bool) -> Result<Tensor> {
    let half = at(&column(run, "bigbird.window")?, 0, 0) as usize / 2;
    let size = (at(&column(run, "bigbird.block-size")?, 0, 0) as usize).max(1);
    of(&entries(&matrix(run, MASK)?, |i, j, _| f64::from(u8::from(sees([i, j], half, [i / size, j / size])))))
}

/// The number of walks of this length between each pair of nodes.
fn walks(run: &Trace, hops: usize) -> Result<DMatrix<f64>> {
    let mask = matrix(run, MASK)?;
    let messages = matrix(run, "graph/graph.messages")?;
    let adjacency = entries(&mask, |i, j, _| {
        f64::from(u8::from(messages.row_iter().any(|ends| ends.iter().eq([j as f64, i as f64].iter()))))
    });
    (1..hops).try_fold(adjacency.clone(), |so_far, _| product(&so_far, &adjacency)).map_err(|_| unfit("no graph"))
}

/// Queries, keys and values of zeros for this number of tokens.
pub(super) fn tokens(inputs: Arguments, count: usize) -> Result<Arguments> {
    let zeros = Tensor::new(vec![count, 1], vec![0.0; count])?;
    Ok(inputs.with("query", zeros.clone()).with("key", zeros.clone()).with("value", zeros))
}

fn draw_window(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (count, window) = match difficulty {
        Difficulty::Easy => (5, 2),
        Difficulty::Medium => (6, 2),
        Difficulty::Hard => (7, 2 * random.integer(1, 2)),
    };
    let global = f64::from(random.integer(0, count as i32 - 1));
    let inputs = Arguments::new().with("window", f64::from(window)).with("globals", Tensor::vector(vec![global])?);
    tokens(inputs, count)
}

fn draw_blocks(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (count, size) = match difficulty {
        Difficulty::Easy => (random.integer(5, 8), 2),
        Difficulty::Medium => (random.integer(7, 9), random.integer(2, 3)),
        Difficulty::Hard => (random.integer(9, 12), random.integer(2, 4)),
    };
    let inputs = Arguments::new()
        .with("blockSize", f64::from(size))
        .with("window", 1.0)
        .with("globals", 1.0)
        // No random blocks: the algorithm draws them, so a student could not know them.
        .with("random", 0.0);
    tokens(inputs, count as usize)
}

fn draw_hops(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (nodes, further) = match difficulty {
        Difficulty::Easy => (5, 0),
        Difficulty::Medium => (5, 1),
        Difficulty::Hard => (6, 1),
    };
    let graph = drawing::graph(random, nodes, further, false)?;
    tokens(Arguments::new().with("graph", graph).with("hops", 2.0), nodes)
}
