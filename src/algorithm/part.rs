//! The table of an algorithm: its steps in order, some of them grouped under a name or repeated in rounds, some of them only with an option.

use crate::op::StepSpec;

use super::{Algorithm, Arguments, Inputs};

/// One entry of an algorithm's table.
///
/// A condition is the name of an input that has to be present and not `false`, or `input=word` for a choice; `!` in front negates it. Within a
/// group the names of inputs follow the group's prefix, unless they begin with `/`.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Steps, in order.
    Steps {
        /// Their tables.
        specs: &'static [&'static StepSpec],
        /// The condition on which they appear; `None` if they always do.
        when: Option<&'static str>,
    },
    /// Steps under a name, as [`crate::trace::Run::within`] and [`crate::trace::Run::round`] mark them.
    Group {
        /// The name; empty for steps that are marked as the algorithm's own.
        name: &'static str,
        /// Whether it is repeated, in rounds `name[0]`, `name[1]` …
        rounds: bool,
        /// The prefix of the names of its inputs, as in `norm1.`
        inputs: &'static str,
        /// The condition on which it appears; `None` if it always does.
        when: Option<&'static str>,
        /// Its table.
        parts: &'static [Part],
    },
}

/// Steps that are always taken.
pub const fn always(specs: &'static [&'static StepSpec]) -> Part {
    Part::Steps { specs, when: None }
}

/// Steps that are taken on a condition, such as the name of an input or `combine=mean`; see [`Part`].
pub const fn when(condition: &'static str, specs: &'static [&'static StepSpec]) -> Part {
    Part::Steps { specs, when: Some(condition) }
}

/// Steps under a name; the names of their inputs have a prefix.
pub const fn within(name: &'static str, inputs: &'static str, parts: &'static [Part]) -> Part {
    Part::Group { name, rounds: false, inputs, when: None, parts }
}

/// As [`within`], on a condition.
pub const fn within_when(
    condition: &'static str,
    name: &'static str,
    inputs: &'static str,
    parts: &'static [Part],
) -> Part {
    Part::Group { name, rounds: false, inputs, when: Some(condition), parts }
}

/// Steps of a shared table that are marked as the algorithm's own; the names of their inputs have a prefix.
pub const fn include(inputs: &'static str, parts: &'static [Part]) -> Part {
    within("", inputs, parts)
}

/// As [`include()`], on a condition.
pub const fn include_when(condition: &'static str, inputs: &'static str, parts: &'static [Part]) -> Part {
    within_when(condition, "", inputs, parts)
}

/// Steps that are repeated in rounds; the names of their inputs have a prefix.
pub const fn rounds(name: &'static str, inputs: &'static str, parts: &'static [Part]) -> Part {
    Part::Group { name, rounds: true, inputs, when: None, parts }
}

/// One step of an algorithm, with the groups that it is in.
#[derive(Clone, Debug)]
pub struct Step {
    /// The groups that it is in, as `layers[]/norm2`; empty for the algorithm itself. `[]` stands for the number of a round.
    pub scope: String,
    /// Its table.
    pub spec: &'static StepSpec,
    /// The conditions on which it appears, with full names of inputs; see [`Part`].
    pub conditions: Vec<String>,
}

impl Step {
    /// The step's name within the algorithm: the id of its table behind its scope, as in `layers[]/norm2/layer-norm.mean`.
    pub fn id(&self) -> String {
        if self.scope.is_empty() { self.spec.id.to_string() } else { format!("{}/{}", self.scope, self.spec.id) }
    }

    /// Whether a run of this algorithm with these inputs takes this step (in each round, if it is repeated). An input that is left out counts as its
    /// default.
    pub fn appears(&self, algorithm: &Algorithm, arguments: &Arguments) -> bool {
        let arguments = arguments.by_present_names(algorithm);
        let inputs = Inputs::new(algorithm, &arguments);
        self.conditions.iter().all(|condition| holds(condition, &inputs))
    }
}

impl Algorithm {
    /// Every step of the table, in order, groups unfolded; a step of a repeated group stands for those of all rounds.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        unfold(self.parts, "", "", &[], &mut steps);
        steps
    }
}

fn unfold(parts: &[Part], scope: &str, inputs: &str, conditions: &[String], steps: &mut Vec<Step>) {
    for part in parts {
        let (Part::Steps { when, .. } | Part::Group { when, .. }) = part;
        let mut conditions = conditions.to_vec();
        conditions.extend(when.map(|condition| full_condition(condition, inputs)));
        match part {
            Part::Steps { specs, .. } => {
                let step = |spec| Step { scope: scope.to_string(), spec, conditions: conditions.clone() };
                steps.extend(specs.iter().copied().map(step));
            }
            Part::Group { name, rounds, inputs: prefix, parts, .. } => {
                let separator = if scope.is_empty() || name.is_empty() { "" } else { "/" };
                let number = if *rounds { "[]" } else { "" };
                let scope = format!("{scope}{separator}{name}{number}");
                unfold(parts, &scope, &format!("{inputs}{prefix}"), &conditions, steps);
            }
        }
    }
}

/// The condition with the full name of its input.
fn full_condition(condition: &str, inputs: &str) -> String {
    let (not, name) = condition.strip_prefix('!').map_or(("", condition), |name| ("!", name));
    match name.strip_prefix('/') {
        Some(name) => format!("{not}{name}"),
        None => format!("{not}{inputs}{name}"),
    }
}

fn holds(condition: &str, inputs: &Inputs) -> bool {
    match (condition.strip_prefix('!'), condition.split_once('=')) {
        (Some(opposite), _) => !holds(opposite, inputs),
        (None, None) => inputs.has(condition),
        (None, Some((input, word))) => inputs.choice(input).is_ok_and(|chosen| chosen == word),
    }
}
