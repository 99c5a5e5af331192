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
//! Letters: t time steps, d features of the input, h hidden units, g the same units one step earlier, s and r the states so far, y the states that are
//! read out, o features of the readout.
//!
//! Source: Elman 1990, *Finding Structure in Time*; two biases as in PyTorch's `nn.RNN`.

use crate::algorithm::{Algorithm, Output, Parameters, always, choice, include_when, optional, required, rounds, when};
use crate::rules::rows::{APPENDED, FIRST_ROW_ONLY, LAST_ROWS, NEXT_ROW};
use crate::tensor::element_count;
use crate::trace::{ADD, COPY, Op, Rule, StepSpec, TANH, each_once};

const TASKS: &[&str] = &["many-to-many", "many-to-one", "one-to-many"];
const READOUT: &str = "Elman 1990, with the readout of the lectures";
pub(super) const SOURCE: &str = "Elman 1990, in the notation of PyTorch 2, torch.nn.RNN";

/// The input, one row a time step.
pub static X: StepSpec =
    StepSpec::given("rnn.x", r"x", "td", &["time", "feature"], r"x_1, \ldots, x_n \in \mathbb{R}^{d}", SOURCE);

/// The input of the first step, and zeros after it.
pub static FIRST_INPUT: StepSpec = StepSpec {
    id: "rnn.first-input",
    symbol: r"x",
    op: Op::Rule(&FIRST_ROW_ONLY),
    index: "td",
    axes: &["time", "feature"],
    reads: &["td"],
    formula: r"x_t = 0 \enspace (t > 1)",
    source: SOURCE,
};

/// The state before the first step.
pub static INITIAL: StepSpec =
    StepSpec::given("rnn.initial-state", r"h_0", "h", &["hidden"], r"h_0 \in \mathbb{R}^{h}", SOURCE);

/// The state before the first step, where none is given.
pub static ZERO: StepSpec = StepSpec {
    id: "rnn.zero-state",
    symbol: r"h_0",
    op: Op::Rule(&ZEROS),
    index: "h",
    axes: &["hidden"],
    reads: &["gh"],
    formula: r"h_0 = 0",
    source: SOURCE,
};

/// The learned matrix that every input goes through.
pub static INPUT_PROJECTION: StepSpec = StepSpec::given(
    "rnn.input-projection",
    r"W_x",
    "dh",
    &["feature", "hidden"],
    r"W_x \in \mathbb{R}^{d \times h}",
    SOURCE,
);

/// A learned number for each hidden unit, added to what the input brings.
pub static INPUT_BIAS: StepSpec =
    StepSpec::given("rnn.input-bias", r"b_x", "h", &["hidden"], r"b_x \in \mathbb{R}^{h}", SOURCE);

/// The learned matrix that every earlier state goes through.
pub static HIDDEN_PROJECTION: StepSpec = StepSpec::given(
    "rnn.hidden-projection",
    r"W_h",
    "gh",
    &["earlier-hidden", "hidden"],
    r"W_h \in \mathbb{R}^{h \times h}",
    SOURCE,
);

/// A learned number for each hidden unit, added to what the earlier state brings.
pub static HIDDEN_BIAS: StepSpec =
    StepSpec::given("rnn.hidden-bias", r"b_h", "h", &["hidden"], r"b_h \in \mathbb{R}^{h}", SOURCE);

/// The list of states before the first step.
pub static START: StepSpec = StepSpec {
    id: "rnn.start",
    symbol: r"h_0",
    op: Op::Map(&COPY),
    index: "sh",
    axes: &["time", "hidden"],
    reads: &["h"],
    formula: r"(h_0)",
    source: SOURCE,
};

/// This step's input: the row whose turn it is.
pub static INPUT: StepSpec = StepSpec {
    id: "rnn.input",
    symbol: r"x_t",
    op: Op::Rule(&NEXT_ROW),
    index: "d",
    axes: &["feature"],
    reads: &["td", "sh"],
    formula: r"x_t",
    source: SOURCE,
};

/// The state that the step before left.
pub static PREVIOUS: StepSpec = StepSpec {
    id: "rnn.previous",
    symbol: r"h_{t-1}",
    op: Op::Rule(&LAST_ROWS),
    index: "g",
    axes: &["earlier-hidden"],
    reads: &["sg"],
    formula: r"h_{t-1}",
    source: SOURCE,
};

/// What the input brings.
pub static FROM_INPUT: StepSpec = StepSpec {
    id: "rnn.from-input",
    symbol: r"x_t W_x",
    op: Op::Contract,
    index: "h",
    axes: &["hidden"],
    reads: &["d", "dh"],
    formula: r"x_t W_x",
    source: SOURCE,
};

/// What the input brings, with its bias.
pub static FROM_INPUT_BIASED: StepSpec = StepSpec {
    id: "rnn.from-input-biased",
    symbol: r"x_t W_x + b_x",
    op: Op::Map(&ADD),
    index: "h",
    axes: &["hidden"],
    reads: &["h", "h"],
    formula: r"x_t W_x + b_x",
    source: SOURCE,
};

/// What the earlier state brings.
pub static FROM_STATE: StepSpec = StepSpec {
    id: "rnn.from-state",
    symbol: r"h_{t-1} W_h",
    op: Op::Contract,
    index: "h",
    axes: &["hidden"],
    reads: &["g", "gh"],
    formula: r"h_{t-1} W_h",
    source: SOURCE,
};

/// What the earlier state brings, with its bias.
pub static FROM_STATE_BIASED: StepSpec = StepSpec {
    id: "rnn.from-state-biased",
    symbol: r"h_{t-1} W_h + b_h",
    op: Op::Map(&ADD),
    index: "h",
    axes: &["hidden"],
    reads: &["h", "h"],
    formula: r"h_{t-1} W_h + b_h",
    source: SOURCE,
};

/// Both together.
pub static SUM: StepSpec = StepSpec {
    id: "rnn.sum",
    symbol: r"z_t",
    op: Op::Map(&ADD),
    index: "h",
    axes: &["hidden"],
    reads: &["h", "h"],
    formula: r"z_t = x_t W_x + b_x + h_{t-1} W_h + b_h",
    source: SOURCE,
};

/// The state that this step leaves.
pub static STATE: StepSpec = StepSpec {
    id: "rnn.state",
    symbol: r"h_t",
    op: Op::Map(&TANH),
    index: "h",
    axes: &["hidden"],
    reads: &["h"],
    formula: r"h_t = \tanh z_t",
    source: SOURCE,
};

/// The states so far.
pub static HISTORY: StepSpec = StepSpec {
    id: "rnn.history",
    symbol: r"h_0, \ldots, h_t",
    op: Op::Rule(&APPENDED),
    index: "rh",
    axes: &["time", "hidden"],
    reads: &["sh", "h"],
    formula: r"(h_0, \ldots, h_t)",
    source: SOURCE,
};

/// The states of all steps, without the one before the first.
pub static STATES: StepSpec = StepSpec {
    id: "rnn.states",
    symbol: r"H",
    op: Op::Rule(&LAST_ROWS),
    index: "th",
    axes: &["time", "hidden"],
    reads: &["rh"],
    formula: r"(h_1, \ldots, h_n)",
    source: SOURCE,
};

/// How many steps had to wait for the one before.
pub static SEQUENTIAL_STEPS: StepSpec = StepSpec {
    id: "rnn.sequential-steps",
    symbol: r"n",
    op: Op::Size('t'),
    index: "",
    axes: &[],
    reads: &["th"],
    formula: r"n",
    source: SOURCE,
};

/// The state after the last step.
pub static LAST_STATE: StepSpec = StepSpec {
    id: "rnn.last-state",
    symbol: r"h_n",
    op: Op::Rule(&LAST_ROWS),
    index: "yh",
    axes: &["time", "hidden"],
    reads: &["rh"],
    formula: r"h_n",
    source: SOURCE,
};

/// The learned matrix from state to readout.
pub static OUTPUT_PROJECTION: StepSpec = StepSpec::given(
    "rnn.output-projection",
    r"W_y",
    "ho",
    &["hidden", "output-feature"],
    r"W_y \in \mathbb{R}^{h \times o}",
    READOUT,
);

/// The states times that matrix.
pub static PROJECTED: StepSpec = StepSpec {
    id: "rnn.projected",
    symbol: r"H W_y",
    op: Op::Contract,
    index: "yo",
    axes: &["time", "output-feature"],
    reads: &["yh", "ho"],
    formula: r"h_t W_y",
    source: READOUT,
};

/// A learned number for each feature of the readout.
pub static OUTPUT_BIAS: StepSpec =
    StepSpec::given("rnn.output-bias", r"b_y", "o", &["output-feature"], r"b_y \in \mathbb{R}^{o}", READOUT);

/// The product with the bias added.
pub static PROJECTED_BIASED: StepSpec = StepSpec {
    id: "rnn.projected-biased",
    symbol: r"H W_y + b_y",
    op: Op::Map(&ADD),
    index: "yo",
    axes: &["time", "output-feature"],
    reads: &["yo", "o"],
    formula: r"h_t W_y + b_y",
    source: READOUT,
};

/// What is read out of each state.
pub static READOUT_STEP: StepSpec = StepSpec {
    id: "rnn.readout",
    symbol: r"y_t",
    op: Op::Map(&TANH),
    index: "yo",
    axes: &["time", "output-feature"],
    reads: &["yo"],
    formula: r"y_t = \tanh(h_t W_y + b_y)",
    source: READOUT,
};

/// As many zeros as the last axis of what it reads is long.
static ZEROS: Rule = Rule {
    name: "zero",
    template: "0",
    cumulative: false,
    work: each_once,
    fill: |_, shape| vec![0.0; shape.iter().product()],
    reads: |_, _, _| Vec::new(),
    value: |_, _, _| 0.0,
};

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
