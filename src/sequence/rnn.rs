//! Recurrent network: one state that is carried from step to step and takes in one input at a time.
//!
//! ```text
//!        x₁      x₂      x₃
//!        ▼       ▼       ▼
//! h₀ ──► h₁ ───► h₂ ───► h₃        hₜ = tanh(xₜ Wₓ + bₓ + hₜ₋₁ Wₕ + bₕ)
//!        ▼       ▼       ▼
//!        y₁      y₂      y₃        yₜ = tanh(hₜ W_y + b_y)
//! ```
//!
//! No step can begin before the one before it has ended: n inputs take n steps in a row, where attention takes one.
//!
//! Source: Elman 1990, *Finding Structure in Time*; two biases as in PyTorch's `nn.RNN`.

use crate::algorithm::{Algorithm, Output, Parameters, always, choice, include_when, optional, required, rounds, when};
use crate::tensor::element_count;

use super::rnn_steps::{
    FIRST_INPUT, FROM_INPUT, FROM_INPUT_BIASED, FROM_STATE, FROM_STATE_BIASED, HIDDEN_BIAS, HIDDEN_PROJECTION, HISTORY,
    INITIAL, INPUT, INPUT_BIAS, INPUT_PROJECTION, LAST_STATE, OUTPUT_BIAS, OUTPUT_PROJECTION, PREVIOUS, PROJECTED,
    PROJECTED_BIASED, READOUT_STEP, SEQUENTIAL_STEPS, SOURCE, START, STATE, STATES, SUM, X, ZERO,
};

const TASKS: &[&str] = &["many-to-many", "many-to-one", "one-to-many"];

/// Carries a state from step to step: h_t = tanh(x_t wInput + bInput + h_{t−1} wHidden + bHidden). With `wOutput`, y_t = tanh(h_t wOutput + bOutput) is
/// read out: of every state (`task` many-to-many, the default), of the last (many-to-one), or of every state while only the first row of x is taken in
/// and zeros after it (one-to-many).
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
/// n · h · (d + h) multiplications, in n steps that no parallel machine can shorten.
///
/// # Example
/// A memory that halves at each step (almost: tanh is nearly the identity near 0). What came first fades first.
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
        required("wInput", &INPUT_PROJECTION),
        optional("bInput", &INPUT_BIAS),
        required("wHidden", &HIDDEN_PROJECTION),
        optional("bHidden", &HIDDEN_BIAS),
        optional("wOutput", &OUTPUT_PROJECTION),
        optional("bOutput", &OUTPUT_BIAS),
        choice("task", TASKS, "many-to-many"),
    ],
    parts: &[
        always(&X),
        when("task=one-to-many", &FIRST_INPUT),
        always(&INPUT_PROJECTION),
        when("bInput", &INPUT_BIAS),
        always(&HIDDEN_PROJECTION),
        when("bHidden", &HIDDEN_BIAS),
        when("h0", &INITIAL),
        when("!h0", &ZERO),
        always(&START),
        rounds(
            "time",
            "",
            &[
                always(&INPUT),
                always(&PREVIOUS),
                always(&FROM_INPUT),
                when("bInput", &FROM_INPUT_BIASED),
                always(&FROM_STATE),
                when("bHidden", &FROM_STATE_BIASED),
                always(&SUM),
                always(&STATE),
                always(&HISTORY),
            ],
        ),
        always(&STATES),
        always(&SEQUENTIAL_STEPS),
        include_when(
            "wOutput",
            "",
            &[
                when("task=many-to-one", &LAST_STATE),
                always(&OUTPUT_PROJECTION),
                always(&PROJECTED),
                when("bOutput", &OUTPUT_BIAS),
                when("bOutput", &PROJECTED_BIASED),
                always(&READOUT_STEP),
            ],
        ),
    ],
    outputs: &[
        Output { name: "states", steps: &[&STATES] },
        Output { name: "sequentialSteps", steps: &[&SEQUENTIAL_STEPS] },
        Output { name: "readout", steps: &[&READOUT_STEP] },
    ],
    run: |arguments, run| {
        let params = Parameters::new(arguments, "");
        let task = arguments.choice("task", TASKS)?;
        let x = run.given(&X, "x", arguments.tensor("x")?)?;
        let x = if task == Some("one-to-many") { run.step(&FIRST_INPUT, &[x])? } else { x };
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
        let readout = (arguments.optional_tensor("wOutput")?, arguments.optional_tensor("bOutput")?);
        if readout.0.is_some() {
            let mut read = states;
            if task == Some("many-to-one") {
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
