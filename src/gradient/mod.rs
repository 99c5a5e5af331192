//! Gradients as traces: from a recorded run back to its inputs, in the vocabulary of the run.
//!
//! ```text
//! forward     Q, K ─► S = Q Kᵀ ─► …  ─► A ─► O = A V
//! backward    ∂L/∂Q = ∂L/∂S · K  ◄─ ∂L/∂S ◄─ ∂L/∂A = ∂L/∂O · Vᵀ  ◄─ ∂L/∂O, which is given
//! ```
//!
//! | forward | gradient of an operand |
//! |---|---|
//! | contraction | a contraction over the same letters, the gradient of the result in the operand's place |
//! | function | its slope there, times the gradient of the result, summed over letters that the operand lacks |
//! | sum | a copy for each term |
//! | maximum | to the largest; several that are equal share it |
//! | gather | scatter |
//! | scatter | gather |
//! | rule | as the rule states by its [`Transpose`](crate::op::Transpose) |
//! | a number that several steps read | the sum of all paths |
//! | what the same step of every round reads | as of one step, with a letter for the rounds |
//!
//! The steps of the run come first, those of the gradient follow, so that each number can be taken apart down to the inputs of the run. What has no
//! gradient says why ([`Obstacle`](crate::op::Obstacle)): an input is never given a gradient of zeros where nothing flows.
//!
//! Source: the chain rule in reverse; Baydin et al. 2018, *Automatic Differentiation in Machine Learning: a Survey*, section 3.2.

mod backward;
mod closed_form;
mod flow;
mod notation;
mod pattern;
mod rounds;
mod through;
mod writer;

use std::collections::BTreeMap;

use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::tensor::Tensor;
use crate::trace::{Gate, Notice, Recorder, Run, Substitute, Trace};

pub use pattern::Through;

use backward::Backward;
use flow::{Flows, Verdict};

/// For which inputs the gradient is wanted.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// These, by name: each has to have one.
    Inputs(&'a [&'a str]),
    /// Those of these that have one; a notice names each of the others.
    Any(&'a [&'a str]),
}

/// How a way back is gone.
#[derive(Clone, Copy)]
pub struct Way<'a> {
    /// For which inputs.
    pub wanted: Wanted<'a>,
    /// Softmax and normalization in closed form, or with every step.
    pub through: Through,
    /// Values that replace those of some of its steps; what comes after is computed from them.
    pub substitutes: &'a [Substitute<'a>],
}

/// A run, and the way back through it.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// The steps of the run, and after them those of the gradient.
    pub trace: Trace,
    /// For each input its gradient, of the input's shape.
    pub gradients: BTreeMap<String, Tensor>,
}

/// Goes back from the step with this id, given the gradient of its value; a gate, if there is one, decides about each step.
///
/// # Errors
/// [`Error::Unknown`] for a step that the run does not have; [`Error::NoGradient`] for a wanted input that has none; [`Error::ShapeMismatch`] and
/// [`Error::WrongRank`] for an `upstream` of another shape than the step's; those of the gate.
///
/// # Complexity
/// About twice the operations of the run, for a network most of whose work is in contractions.
pub fn gradient(
    forward: Trace,
    of: &str,
    upstream: &Tensor,
    Way { wanted, through, substitutes }: Way<'_>,
    backend: &dyn Backend,
    gate: Option<&mut dyn Gate>,
) -> Result<Gradient> {
    let of = forward.find(of)?;
    let flows = Flows::new(&forward, of);
    let mut notices = Vec::new();
    let mut inputs: Vec<&str> = Vec::new();
    let (Wanted::Inputs(names) | Wanted::Any(names)) = wanted;
    for &name in names {
        match (flows.verdict(name), wanted) {
            (Verdict::Flows, _) => inputs.push(name),
            (Verdict::Obstructed { step, why }, Wanted::Inputs(_)) => {
                return Err(Error::NoGradient { input: name.into(), step, why: why.name() }.into());
            }
            (Verdict::Obstructed { step, why }, Wanted::Any(_)) => {
                notices.push(Notice::no_gradient(name, &step, why.name()));
            }
        }
    }
    let mut recorder = Recorder::behind(forward.steps.len());
    let mut run = Run::new(backend, &mut recorder, forward.settings);
    run.substitute(substitutes);
    if let Some(gate) = gate {
        run.set_gate(gate);
    }
    let mut backward = Backward::new(&forward, of, &flows, &inputs, through, &mut run);
    let found = backward.gradients(upstream, &inputs)?;
    let mut gradients = BTreeMap::new();
    for (name, value) in found {
        gradients.insert(name, run.all(value)?.clone());
    }
    let is_broken = |tensor: &Tensor| tensor.data().iter().any(|number| !number.is_finite());
    let broken: Vec<String> =
        gradients.iter().filter(|(_, tensor)| is_broken(tensor)).map(|(name, _)| name.clone()).collect();
    if !broken.is_empty() {
        notices.push(Notice::non_finite_results(broken));
    }
    let mut trace = forward;
    trace.steps.extend(recorder.into_steps());
    trace.notices.extend(notices);
    Ok(Gradient { trace, gradients })
}
