//! Recurrent network: a state that is updated by one input in each step.
//!
//! ```text
//!        x₁      x₂      x₃
//!        ▼       ▼       ▼
//! h₀ ──► h₁ ───► h₂ ───► h₃        hₜ = tanh(xₜ Wₓ + bₓ + hₜ₋₁ Wₕ + bₕ)
//!        ▼       ▼       ▼
//!        y₁      y₂      y₃        yₜ = tanh(hₜ W_y + b_y)
//! ```
//!
//! Each step depends on the one before it: n inputs take n sequential steps, where attention takes one.
//!
//! Letters: t time steps, d features of the input, h hidden units, g the same units one step earlier, s and r the states so far, y the states that
//! are read out, o features of the readout.
//!
//! Source: Elman 1990, *Finding Structure in Time*; two biases as in PyTorch's `nn.RNN`.

use crate::algorithm::{Algorithm, Parameters, always, choice, include_when, optional, output, required, rounds, when};
use crate::op::{ADD, COPY, Obstacle, Op, Rule, StepSpec, TANH, given, step};
use crate::rules::rows::{APPENDED, FIRST_ROW_ONLY, LAST_ROWS, NEXT_ROW};
use crate::tensor::element_count;

const TASKS: &[&str] = &["many-to-many", "many-to-one", "one-to-many"];
const READOUT: &str = "Elman 1990, with the readout of the lectures";
pub(super) const SOURCE: &str = "Elman 1990, in the notation of PyTorch 2, torch.nn.RNN";

/// The input, one row a time step.
pub static X: StepSpec =
    given("rnn.x", "td", &["time", "feature"]).written(r"x", r"x_1, \ldots, x_n \in \mathbb{R}^{d}", SOURCE);

/// The input of the first step, and zeros after it.
pub static FIRST_INPUT: StepSpec =
    step("rnn.first-input", Op::Rule(&FIRST_ROW_ONLY), &["td"], "td", &["time", "feature"])
        .written(r"x", r"x_t = 0 \enspace (t > 1)", SOURCE);

/// The state before the first step.
pub static INITIAL: StepSpec =
    given("rnn.initial-state", "h", &["hidden"]).written(r"h_0", r"h_0 \in \mathbb{R}^{h}", SOURCE);

/// The state before the first step, where none is given.
pub static ZERO: StepSpec =
    step("rnn.zero-state", Op::Rule(&ZEROS), &["gh"], "h", &["hidden"]).written(r"h_0", r"h_0 = 0", SOURCE);

/// The learned matrix that projects every input.
pub static INPUT_PROJECTION: StepSpec = given("rnn.input-projection", "dh", &["feature", "hidden"])
    .written(r"W_x", r"W_x \in \mathbb{R}^{d \times h}", SOURCE);

/// The bias of each hidden unit that is added to the projected input.
pub static INPUT_BIAS: StepSpec =
    given("rnn.input-bias", "h", &["hidden"]).written(r"b_x", r"b_x \in \mathbb{R}^{h}", SOURCE);

/// The learned matrix that projects every earlier state.
pub static HIDDEN_PROJECTION: StepSpec = given("rnn.hidden-projection", "gh", &["earlier-hidden", "hidden"])
    .written(r"W_h", r"W_h \in \mathbb{R}^{h \times h}", SOURCE);

/// The bias of each hidden unit that is added to the projected state.
pub static HIDDEN_BIAS: StepSpec =
    given("rnn.hidden-bias", "h", &["hidden"]).written(r"b_h", r"b_h \in \mathbb{R}^{h}", SOURCE);

/// The list of states before the first step.
pub static START: StepSpec =
    step("rnn.start", Op::Map(&COPY), &["h"], "sh", &["time", "hidden"]).written(r"h_0", r"(h_0)", SOURCE);

/// The input of this step.
pub static INPUT: StepSpec =
    step("rnn.input", Op::Rule(&NEXT_ROW), &["td", "sh"], "d", &["feature"]).written(r"x_t", r"x_t", SOURCE);

/// The state after the step before.
pub static PREVIOUS: StepSpec = step("rnn.previous", Op::Rule(&LAST_ROWS), &["sg"], "g", &["earlier-hidden"])
    .written(r"h_{t-1}", r"h_{t-1}", SOURCE);

/// The projected input.
pub static FROM_INPUT: StepSpec =
    step("rnn.from-input", Op::Contract, &["d", "dh"], "h", &["hidden"]).written(r"x_t W_x", r"x_t W_x", SOURCE);

/// The projected input plus its bias.
pub static FROM_INPUT_BIASED: StepSpec = step("rnn.from-input-biased", Op::Map(&ADD), &["h", "h"], "h", &["hidden"])
    .written(r"x_t W_x + b_x", r"x_t W_x + b_x", SOURCE);

/// The projected earlier state.
pub static FROM_STATE: StepSpec = step("rnn.from-state", Op::Contract, &["g", "gh"], "h", &["hidden"])
    .written(r"h_{t-1} W_h", r"h_{t-1} W_h", SOURCE);

/// The projected earlier state plus its bias.
pub static FROM_STATE_BIASED: StepSpec = step("rnn.from-state-biased", Op::Map(&ADD), &["h", "h"], "h", &["hidden"])
    .written(r"h_{t-1} W_h + b_h", r"h_{t-1} W_h + b_h", SOURCE);

/// The sum of both.
pub static SUM: StepSpec = step("rnn.sum", Op::Map(&ADD), &["h", "h"], "h", &["hidden"]).written(
    r"z_t",
    r"z_t = #1{x_t W_x + b_x} + #2{h_{t-1} W_h + b_h}",
    SOURCE,
);

/// The state after this step.
pub static STATE: StepSpec =
    step("rnn.state", Op::Map(&TANH), &["h"], "h", &["hidden"]).written(r"h_t", r"h_t = \tanh z_t", SOURCE);

/// The states so far.
pub static HISTORY: StepSpec = step("rnn.history", Op::Rule(&APPENDED), &["sh", "h"], "rh", &["time", "hidden"])
    .written(r"h_0, \ldots, h_t", r"(h_0, \ldots, h_t)", SOURCE);

/// The states of all steps, without the one before the first.
pub static STATES: StepSpec = step("rnn.states", Op::Rule(&LAST_ROWS), &["rh"], "th", &["time", "hidden"])
    .written(r"H", r"(h_1, \ldots, h_n)", SOURCE)
    .begins("output");

/// The number of sequential steps.
pub static SEQUENTIAL_STEPS: StepSpec = step("rnn.sequential-steps", Op::Size('t'), &["th"], "", &[])
    .written(r"n", r"#1H \in \mathbb{R}^{n \times d_h}", SOURCE);

/// The state after the last step.
pub static LAST_STATE: StepSpec =
    step("rnn.last-state", Op::Rule(&LAST_ROWS), &["rh"], "yh", &["time", "hidden"]).written(r"h_n", r"h_n", SOURCE);

/// The learned matrix from state to readout.
pub static OUTPUT_PROJECTION: StepSpec = given("rnn.output-projection", "ho", &["hidden", "output-feature"])
    .written(r"W_y", r"W_y \in \mathbb{R}^{h \times o}", READOUT);

/// The states times that matrix.
pub static PROJECTED: StepSpec = step("rnn.projected", Op::Contract, &["yh", "ho"], "yo", &["time", "output-feature"])
    .written(r"H W_y", r"h_t W_y", READOUT);

/// The bias of each feature of the readout.
pub static OUTPUT_BIAS: StepSpec =
    given("rnn.output-bias", "o", &["output-feature"]).written(r"b_y", r"b_y \in \mathbb{R}^{o}", READOUT);

/// The product with the bias added.
pub static PROJECTED_BIASED: StepSpec =
    step("rnn.projected-biased", Op::Map(&ADD), &["yo", "o"], "yo", &["time", "output-feature"])
        .written(r"H W_y + b_y", r"h_t W_y + b_y", READOUT);

/// The readout of each state.
pub static READOUT_STEP: StepSpec = step("rnn.readout", Op::Map(&TANH), &["yo"], "yo", &["time", "output-feature"])
    .written(r"y_t", r"y_t = \tanh(#1{h_t W_y + b_y})", READOUT);

/// Zeros.
static ZEROS: Rule = Rule { name: "zero", template: "0", ..Rule::constant(Obstacle::Structure) };

/// Carries a state from step to step: h_t = tanh(x_t wInput + bInput + h_{t−1} wHidden + bHidden). With `wOutput`, y_t = tanh(h_t wOutput + bOutput)
/// is read out: of every state (`task` many-to-many, the default), of the last (many-to-one), or of every state while only the first row of x is
/// taken in and zeros after it (one-to-many).
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | wInput, wHidden | [d, h], [h, h] |
/// | h0, bInput, bHidden | \[h\]; zeros without them |
/// | wOutput, bOutput | [h, o], \[o\] |
/// | states | [n, h] |
/// | readout | [n, o], or [1, o] for many-to-one |
/// | sequentialSteps | the number of steps that had to wait for the one before: n, where attention takes 1 |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; the list of states is kept after every step, so n² · h is limited.
///
/// # Complexity
/// n · h · (d + h) multiplications, in n sequential steps.
///
/// # Example
/// A memory that halves at each step, nearly: tanh is close to the identity near 0.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("x", Tensor::matrix(&[[0.01], [0.0], [0.0]])?)
///     .with("wInput", Tensor::matrix(&[[1.0]])?)
///     .with("wHidden", Tensor::matrix(&[[0.5]])?);
/// let trace = catalog::trace("rnn", &inputs)?;
/// let states = &trace.outputs["states"];
/// assert!((states.get(&[2, 0]).unwrap() - 0.01 / 4.0).abs() < 1e-6);
/// assert_eq!(trace.outputs["sequentialSteps"].data(), [3.0]);
/// assert!(trace.step("time[2]/rnn.state").is_ok());
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "rnn",
    title: "Recurrent network",
    source: SOURCE,
    inputs: &[
        required("x", &X),
        optional("h0", &INITIAL),
        required("wInput", &INPUT_PROJECTION).learned(),
        optional("bInput", &INPUT_BIAS).learned(),
        required("wHidden", &HIDDEN_PROJECTION).learned(),
        optional("bHidden", &HIDDEN_BIAS).learned(),
        optional("wOutput", &OUTPUT_PROJECTION).learned(),
        optional("bOutput", &OUTPUT_BIAS).learned(),
        choice("task", TASKS, "many-to-many"),
    ],
    parts: &[
        always(&[&X]),
        when("task=one-to-many", &[&FIRST_INPUT]),
        always(&[&INPUT_PROJECTION]),
        when("bInput", &[&INPUT_BIAS]),
        always(&[&HIDDEN_PROJECTION]),
        when("bHidden", &[&HIDDEN_BIAS]),
        when("h0", &[&INITIAL]),
        when("!h0", &[&ZERO]),
        always(&[&START]),
        rounds(
            "time",
            "",
            &[
                always(&[&INPUT, &PREVIOUS, &FROM_INPUT]),
                when("bInput", &[&FROM_INPUT_BIASED]),
                always(&[&FROM_STATE]),
                when("bHidden", &[&FROM_STATE_BIASED]),
                always(&[&SUM, &STATE, &HISTORY]),
            ],
        ),
        always(&[&STATES, &SEQUENTIAL_STEPS]),
        include_when(
            "wOutput",
            "",
            &[
                when("task=many-to-one", &[&LAST_STATE]),
                always(&[&OUTPUT_PROJECTION, &PROJECTED]),
                when("bOutput", &[&OUTPUT_BIAS, &PROJECTED_BIASED]),
                always(&[&READOUT_STEP]),
            ],
        ),
    ],
    outputs: &[
        output("states", &[&STATES]),
        output("sequentialSteps", &[&SEQUENTIAL_STEPS]),
        output("readout", &[&READOUT_STEP]),
    ],
    run: |inputs, run| {
        let params = Parameters::new(inputs, "");
        let task = inputs.choice("task")?;
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let x = if task == "one-to-many" { run.step(&FIRST_INPUT, &[x])? } else { x };
        let input_projection = params.given(run, &INPUT_PROJECTION, "wInput")?;
        let input_bias = params.optional(run, &INPUT_BIAS, "bInput")?;
        let hidden_projection = run.size('h').and_then(|hidden| {
            run.bind('g', hidden, "`wInput`")?;
            params.given(run, &HIDDEN_PROJECTION, "wHidden")
        })?;
        let hidden_bias = params.optional(run, &HIDDEN_BIAS, "bHidden")?;
        let initial = match params.optional(run, &INITIAL, "h0")? {
            Some(initial) => initial,
            None => run.step(&ZERO, &[hidden_projection])?,
        };
        let (steps, hidden) = (run.size('t')?, run.size('h')?);
        run.require_positive('h', "wInput")?;
        element_count("states", &[steps, steps.saturating_add(1), hidden])?;
        run.bind('s', 1, "the state before the first step")?;
        let mut history = run.step(&START, &[initial])?;
        for time in 0..steps {
            history = run.round("time", time, |run| {
                run.bind('r', time + 2, "the states so far")?;
                run.bind('g', hidden, "`wHidden`")?;
                let input = run.step(&INPUT, &[x, history])?;
                let previous = run.step(&PREVIOUS, &[history])?;
                let mut from_input = run.step(&FROM_INPUT, &[input, input_projection])?;
                if let Some(bias) = input_bias {
                    from_input = run.step(&FROM_INPUT_BIASED, &[from_input, bias])?;
                }
                let mut from_state = run.step(&FROM_STATE, &[previous, hidden_projection])?;
                if let Some(bias) = hidden_bias {
                    from_state = run.step(&FROM_STATE_BIASED, &[from_state, bias])?;
                }
                let sum = run.step(&SUM, &[from_input, from_state])?;
                let state = run.step(&STATE, &[sum])?;
                run.step(&HISTORY, &[history, state])
            })?;
        }
        let states = run.step(&STATES, &[history])?;
        let count = run.step(&SEQUENTIAL_STEPS, &[states])?;
        let mut outputs = vec![("states", states), ("sequentialSteps", count)];
        let readout = (inputs.optional_tensor("wOutput")?, inputs.optional_tensor("bOutput")?);
        if readout.0.is_some() {
            let mut read = states;
            if task == "many-to-one" {
                run.bind('y', 1, "the last state")?;
                read = run.step(&LAST_STATE, &[history])?;
            }
            let projection = params.given(run, &OUTPUT_PROJECTION, "wOutput")?;
            let mut projected = run.step(&PROJECTED, &[read, projection])?;
            if let Some(bias) = params.optional(run, &OUTPUT_BIAS, "bOutput")? {
                projected = run.step(&PROJECTED_BIASED, &[projected, bias])?;
            }
            outputs.push(("readout", run.step(&READOUT_STEP, &[projected])?));
        }
        Ok(outputs)
    },
};
