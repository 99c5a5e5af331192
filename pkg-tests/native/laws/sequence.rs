//! Laws of the recurrent network.

use attograph::catalog::{Arguments, trace};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::assert_lawful;
use crate::support::close::close;
use crate::support::draws::numbers;
use crate::support::runs::given;

const TASKS: [&str; 3] = ["many-to-many", "many-to-one", "one-to-many"];

#[derive(Clone, Debug)]
struct Setup {
    n: usize,
    d: usize,
    h: usize,
    o: usize,
    task: usize,
    biases: bool,
    start: bool,
    readout: bool,
    seed: u64,
}

fn setups() -> impl Strategy<Value = Setup> {
    let sizes = (0usize..6, 1usize..4, 1usize..5, 1usize..4, 0usize..3);
    (sizes, any::<bool>(), any::<bool>(), any::<bool>(), any::<u64>()).prop_map(
        |((n, d, h, o, task), biases, start, readout, seed)| Setup { n, d, h, o, task, biases, start, readout, seed },
    )
}

fn inputs(setup: &Setup) -> Arguments {
    let &Setup { n, d, h, o, task, biases, start, readout, seed } = setup;
    let mut inputs = Arguments::new()
        .with("x", numbers(&[n, d], seed))
        .with("wInput", numbers(&[d, h], seed ^ 1))
        .with("wHidden", numbers(&[h, h], seed ^ 2))
        .with("task", TASKS[task]);
    if biases {
        inputs = inputs.with("bInput", numbers(&[h], seed ^ 3)).with("bHidden", numbers(&[h], seed ^ 4));
    }
    if start {
        inputs = inputs.with("h0", numbers(&[h], seed ^ 5));
    }
    if readout {
        inputs = inputs.with("wOutput", numbers(&[h, o], seed ^ 6));
        if biases {
            inputs = inputs.with("bOutput", numbers(&[o], seed ^ 7));
        }
    }
    inputs
}

/// S0-F01 once more, as loops: the states, and what is read out of each.
fn oracle(setup: &Setup, inputs: &Arguments) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let get = |name: &str| inputs.tensor(name).ok().map(|tensor| tensor.data().to_vec());
    let zeros = |length: usize| vec![0.0; length];
    let (x, w_input, w_hidden) = (get("x").unwrap(), get("wInput").unwrap(), get("wHidden").unwrap());
    let (b_input, b_hidden) = (get("bInput").unwrap_or(zeros(setup.h)), get("bHidden").unwrap_or(zeros(setup.h)));
    let (w_output, b_output) = (get("wOutput"), get("bOutput").unwrap_or(zeros(setup.o)));
    let mut state = get("h0").unwrap_or(zeros(setup.h));
    let read = |state: &[f64]| -> Vec<f64> {
        let Some(w) = &w_output else { return Vec::new() };
        let sum = |c: usize| (0..setup.h).map(|k| state[k] * w[k * setup.o + c]).sum::<f64>() + b_output[c];
        (0..setup.o).map(|c| sum(c).tanh()).collect()
    };
    let (mut states, mut read_out) = (Vec::new(), Vec::new());
    for t in 0..setup.n {
        let input = |k: usize| if setup.task == 2 && t > 0 { 0.0 } else { x[t * setup.d + k] };
        let unit = |u: usize| {
            let new: f64 = (0..setup.d).map(|k| input(k) * w_input[k * setup.h + u]).sum();
            let old: f64 = (0..setup.h).map(|k| state[k] * w_hidden[k * setup.h + u]).sum();
            (new + b_input[u] + old + b_hidden[u]).tanh()
        };
        state = (0..setup.h).map(unit).collect();
        states.push(state.clone());
        read_out.push(read(&state));
    }
    if setup.task == 1 {
        read_out = vec![read(&state)];
    }
    (states, read_out)
}

proptest! {
    #[test]
    fn a_recurrent_network_satisfies_the_invariants_of_a_trace(setup in setups()) {
        assert_lawful("rnn", &inputs(&setup), &format!("{setup:?}"));
    }

    #[test]
    fn s0_f01_states_and_readout_agree_with_loops(setup in setups()) {
        let inputs = inputs(&setup);
        let found = trace("rnn", &inputs).expect("a trace");
        let (states, readout) = oracle(&setup, &inputs);
        prop_assert!(close(found.outputs["states"].data(), &states.concat(), 5e-11));
        prop_assert_eq!(found.outputs.contains_key("readout"), setup.readout);
        if setup.readout {
            prop_assert!(close(found.outputs["readout"].data(), &readout.concat(), 5e-11));
        }
    }

    #[test]
    fn a_state_depends_on_no_later_input(setup in setups(), known in 0usize..6) {
        prop_assume!(known < setup.n);
        let inputs = inputs(&setup);
        let x = given(&inputs, "x");
        let changed = x.data().iter().enumerate();
        let changed = changed.map(|(at, &value)| if at / setup.d > known { 9.0 - value } else { value }).collect();
        let other = inputs.clone().with("x", Tensor::new(x.shape().to_vec(), changed).expect("inputs"));
        let rows = (known + 1) * setup.h;
        let states = |inputs: &Arguments| trace("rnn", inputs).expect("a trace").outputs["states"].data()[..rows].to_vec();
        prop_assert_eq!(states(&inputs), states(&other));
    }

    #[test]
    fn there_are_as_many_sequential_steps_as_inputs(setup in setups()) {
        let found = trace("rnn", &inputs(&setup)).expect("a trace");
        prop_assert_eq!(found.outputs["sequentialSteps"].data(), &[setup.n as f64]);
        let rounds = found.steps.iter().filter(|step| step.spec.id() == "rnn.state").count();
        prop_assert_eq!(rounds, setup.n);
        // Every state was computed from the one before it: a chain as long as the sequence.
        let mut at = found.steps.iter().rposition(|step| step.spec.id() == "rnn.state");
        let mut chain = 0;
        while let Some(step) = at {
            chain += 1;
            let sum = found.steps[step].operands[0];
            let mut from_state = found.steps[sum].operands[1];
            if setup.biases {
                from_state = found.steps[from_state].operands[0];
            }
            let previous = found.steps[from_state].operands[0];
            let history = &found.steps[found.steps[previous].operands[0]];
            at = (history.spec.id() == "rnn.history").then(|| history.operands[1]);
        }
        prop_assert_eq!(chain, setup.n);
    }
}

#[test]
fn s0_c02_the_task_determines_how_many_rows_are_read_out() {
    let setup = Setup { n: 4, d: 2, h: 3, o: 1, task: 0, biases: true, start: false, readout: true, seed: 1 };
    for (task, rows) in [(0, 4), (1, 1), (2, 4)] {
        let found = trace("rnn", &inputs(&Setup { task, ..setup })).expect("a trace");
        assert_eq!(found.outputs["readout"].shape(), [rows, 1]);
    }
}

#[test]
fn s0_e27_an_initial_state_of_zero_is_the_same_as_none() {
    // With h₀ = 0 every step applies the same function of two arguments, the first one too.
    let setup = Setup { n: 3, d: 2, h: 2, o: 1, task: 0, biases: true, start: false, readout: false, seed: 3 };
    let without = inputs(&setup);
    let with = without.clone().with("h0", Tensor::vector(vec![0.0, 0.0]).expect("zeros"));
    let states = |inputs: &Arguments| trace("rnn", inputs).expect("a trace").outputs["states"].clone();
    assert_eq!(states(&without), states(&with));
}

#[test]
fn a_sequence_that_is_too_long_to_keep_is_refused() {
    let inputs = Arguments::new()
        .with("x", Tensor::new(vec![20_000, 1], vec![0.5; 20_000]).expect("a long sequence"))
        .with("wInput", Tensor::matrix(&[[1.0]]).expect("a matrix"))
        .with("wHidden", Tensor::matrix(&[[1.0]]).expect("a matrix"));
    assert_eq!(trace("rnn", &inputs).expect_err("too much").code(), "too-large");
}
