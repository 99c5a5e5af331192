//! Two steps of a recurrent network: the sum of the input's and the earlier state's contributions, and the new state.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{column, of, of_vector, tensor, to_matrix};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Sum and state, twice.
pub static EXERCISE: Exercise = Exercise {
    id: "rnn-steps",
    algorithm: "rnn",
    back: None,
    asked: &["time[0]/rnn.sum", "time[0]/rnn.state", "time[1]/rnn.sum", "time[1]/rnn.state"],
    decimals: 2,
    draw,
    misconceptions: &[
        STATE_FORGOTTEN, INPUT_FORGOTTEN, MATRICES_SWAPPED, TRANSPOSED_MATRICES, NO_ACTIVATION, SIGMOID,
        INITIAL_STATE_AGAIN, INPUT_REPEATED, SUM_CARRIED_ON,
    ],
};

const STATE_FORGOTTEN: Misconception = Misconception::steps(
    "state-forgotten",
    &[
        ("time[0]/rnn.sum", |run| Ok(tensor(run, "time[0]/rnn.from-input")?.clone())),
        ("time[1]/rnn.sum", |run| Ok(tensor(run, "time[1]/rnn.from-input")?.clone())),
    ],
);

const INPUT_FORGOTTEN: Misconception = Misconception::steps(
    "input-forgotten",
    &[
        ("time[0]/rnn.sum", |run| Ok(tensor(run, "time[0]/rnn.from-state")?.clone())),
        ("time[1]/rnn.sum", |run| Ok(tensor(run, "time[1]/rnn.from-state")?.clone())),
    ],
);

const MATRICES_SWAPPED: Misconception = Misconception::inputs("input-and-state-matrix-swapped", |inputs| {
    let (input, hidden) = (inputs.tensor("wInput")?.clone(), inputs.tensor("wHidden")?.clone());
    Ok(inputs.clone().with("wInput", hidden).with("wHidden", input))
});

const TRANSPOSED_MATRICES: Misconception = Misconception::inputs("transposed-matrices", |inputs| {
    ["wInput", "wHidden"].into_iter().try_fold(inputs.clone(), |changed, name| {
        Ok(changed.with(name, of(&to_matrix(inputs.tensor(name)?)?.transpose())?))
    })
});

const NO_ACTIVATION: Misconception = Misconception::steps(
    "activation-left-out",
    &[
        ("time[0]/rnn.state", |run| activated(run, "time[0]/rnn.sum", |sum| sum)),
        ("time[1]/rnn.state", |run| activated(run, "time[1]/rnn.sum", |sum| sum)),
    ],
);

const SIGMOID: Misconception = Misconception::steps(
    "sigmoid-instead-of-tanh",
    &[
        ("time[0]/rnn.state", |run| activated(run, "time[0]/rnn.sum", sigmoid)),
        ("time[1]/rnn.state", |run| activated(run, "time[1]/rnn.sum", sigmoid)),
    ],
);

const INITIAL_STATE_AGAIN: Misconception = Misconception::step("initial-state-again", "time[1]/rnn.previous", |run| {
    Ok(tensor(run, "rnn.initial-state")?.clone())
});

const INPUT_REPEATED: Misconception =
    Misconception::step("input-repeated", "time[1]/rnn.input", |run| Ok(tensor(run, "time[0]/rnn.input")?.clone()));

const SUM_CARRIED_ON: Misconception =
    Misconception::step("sum-carried-on", "time[1]/rnn.previous", |run| Ok(tensor(run, "time[0]/rnn.sum")?.clone()));

fn sigmoid(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}

fn activated(run: &Trace, step: &str, activation: fn(f64) -> f64) -> Result<Tensor> {
    of_vector(&column(run, step)?.map(activation))
}

/// Numbers small enough that tanh does not saturate.
fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let range = if difficulty == Difficulty::Easy { (0, 1) } else { (-1, 1) };
    Ok(Arguments::new()
        .with("x", drawing::numbers(random, difficulty, &[2, 2], range)?)
        .with("h0", drawing::numbers(random, difficulty, &[2], range)?)
        .with("wInput", drawing::numbers(random, difficulty, &[2, 2], (-1, 1))?)
        .with("wHidden", drawing::numbers(random, difficulty, &[2, 2], (-1, 1))?))
}
