//! What students write: right or wrong, rounded or truncated, going on from what they have.

use attograph::exercise::{Answers, Compute, Exercise, Instance, Misconception, Wrong};
use attograph::tensor::Tensor;
use attograph::trace::Trace;

/// How digits are left away.
#[derive(Clone, Copy, Debug)]
pub enum Digits {
    Rounded(usize),
    Truncated(usize),
}

impl Digits {
    /// So many digits, every second seed rounded.
    pub fn of(seed: u64, decimals: usize) -> Digits {
        if seed.is_multiple_of(2) { Digits::Rounded(decimals) } else { Digits::Truncated(decimals) }
    }

    pub fn text(self, number: f64) -> String {
        match self {
            _ if !number.is_finite() => "−∞".into(),
            Digits::Rounded(decimals) => format!("{number:.decimals$}"),
            Digits::Truncated(decimals) => {
                let mut text = format!("{number:.12}");
                text.truncate(text.len() - 12 + decimals);
                text
            }
        }
    }
}

/// The typed numbers of this run.
pub fn typed(exercise: &Exercise, trace: &Trace, digits: Digits) -> Answers {
    let cells = |step: &str| {
        let numbers = trace.step(step).expect("a step").tensor.data().iter();
        numbers.map(|number| digits.text(*number)).collect()
    };
    exercise.asked.iter().map(|step| (step.to_string(), cells(step))).collect()
}

/// The run with a misconception.
pub fn acted_out(instance: &Instance, misconception: &Misconception) -> Option<Trace> {
    match misconception.wrong {
        Wrong::Inputs(change) => instance.exercise.run(&change(&instance.inputs).ok()?, &[]).ok(),
        Wrong::Step(step, compute) => computed(instance, &[(step, compute)]),
        Wrong::Steps(steps) => computed(instance, steps),
    }
}

/// The run in which some steps are computed differently.
fn computed(instance: &Instance, steps: &[(&'static str, Compute)]) -> Option<Trace> {
    gone_on(instance, &[], steps)
}

/// The run that continues from some numbers and computes some steps differently.
pub fn gone_on(instance: &Instance, given: &[(&str, Tensor)], steps: &[(&str, Compute)]) -> Option<Trace> {
    let mut values = given.to_vec();
    let mut trace = run(instance, &values)?;
    for (step, compute) in steps {
        values.push((step, compute(&trace).ok()?));
        trace = run(instance, &values)?;
    }
    Some(trace)
}

fn run(instance: &Instance, values: &[(&str, Tensor)]) -> Option<Trace> {
    instance.exercise.run(&instance.inputs, values).ok()
}
