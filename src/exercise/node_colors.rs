//! Weisfeiler–Lehman colors, by hand: two rounds on a small graph.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, matrix};
use super::{Difficulty, Exercise, Misconception, drawing};

const FIRST: &str = "rounds[0]/weisfeiler-lehman.colors";
const SECOND: &str = "rounds[1]/weisfeiler-lehman.colors";

/// The colors after the first and the second round.
pub static EXERCISE: Exercise = Exercise {
    id: "node-color-steps",
    algorithm: "weisfeiler-lehman-colors",
    back: None,
    asked: &[FIRST, SECOND],
    decimals: 2,
    draw,
    misconceptions: &[
        DEGREES_AS_COLORS, NUMBERED_FROM_ONE, NUMBERED_BY_DEGREE, EVERY_NODE_ITS_OWN, NOT_REFINED, LARGEST_COLOR,
    ],
};

const DEGREES_AS_COLORS: Misconception = Misconception::step("degrees-as-colors", FIRST, |run| {
    Tensor::vector(neighbors(run)?.iter().map(|around| around.len() as f64).collect())
});

const NUMBERED_FROM_ONE: Misconception = Misconception::steps(
    "numbered-from-one",
    &[(FIRST, |run| from_one(run, FIRST)), (SECOND, |run| from_one(run, SECOND))],
);

const NUMBERED_BY_DEGREE: Misconception = Misconception::step("numbered-by-degree", FIRST, |run| {
    let degrees: Vec<usize> = neighbors(run)?.iter().map(Vec::len).collect();
    let smaller = |degree: usize| (0..degree).filter(|other| degrees.contains(other)).count() as f64;
    Tensor::vector(degrees.iter().map(|&degree| smaller(degree)).collect())
});

const EVERY_NODE_ITS_OWN: Misconception = Misconception::step("every-node-its-own", FIRST, |run| {
    Tensor::vector((0..neighbors(run)?.len()).map(|node| node as f64).collect())
});

const NOT_REFINED: Misconception = Misconception::step("not-refined", SECOND, |run| classes(run, |_, _| 0.0));

const LARGEST_COLOR: Misconception = Misconception::step("largest-color-only", SECOND, |run| classes(run, f64::max));

/// The neighbors of each node.
fn neighbors(run: &Trace) -> Result<Vec<Vec<usize>>> {
    let mut around = vec![Vec::new(); column(run, FIRST)?.nrows()];
    let messages = matrix(run, "graph.messages")?;
    for message in 0..messages.nrows() {
        if let Some(sources) = around.get_mut(at(&messages, message, 1) as usize) {
            sources.push(at(&messages, message, 0) as usize);
        }
    }
    Ok(around)
}

/// The colors of a step, one higher.
fn from_one(run: &Trace, step: &str) -> Result<Tensor> {
    Tensor::vector(column(run, step)?.iter().map(|color| color + 1.0).collect())
}

/// Numbers the nodes as they first occur, told apart by their colors after the first round and by one number that is made of those of their neighbors.
fn classes(run: &Trace, together: fn(f64, f64) -> f64) -> Result<Tensor> {
    let colors = column(run, FIRST)?;
    let mut known: Vec<[f64; 2]> = Vec::new();
    let mut numbers = Vec::new();
    for (node, around) in neighbors(run)?.iter().enumerate() {
        let noticed = around.iter().fold(0.0, |so_far, &other| together(so_far, at(&colors, other, 0)));
        let row = [at(&colors, node, 0), noticed];
        let class = known.iter().position(|other| *other == row).unwrap_or(known.len());
        if class == known.len() {
            known.push(row);
        }
        numbers.push(class as f64);
    }
    Tensor::vector(numbers)
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (nodes, further) = match difficulty {
        Difficulty::Easy => (6, 1),
        Difficulty::Medium => (7, 1),
        Difficulty::Hard => (8, 2),
    };
    Ok(Arguments::new().with("graph", drawing::graph(random, nodes, further, false)?).with("rounds", 2.0))
}
