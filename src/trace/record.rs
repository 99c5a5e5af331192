//! A finished run as data.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::error::{Error, Named, Result};
use crate::op::{Plan, Settings, Spec};
use crate::tensor::Tensor;

use super::Notice;

/// One step as it was computed.
#[derive(Clone, Debug)]
pub struct RecordedStep {
    /// Which part of the algorithm it belongs to, as in `layers[1]/norm2`; empty for the algorithm itself.
    pub scope: String,
    /// What it is.
    pub spec: Spec,
    /// For a given step: the name of the input it shows.
    pub input: Option<String>,
    /// Its strides.
    pub plan: Plan,
    /// Its value.
    pub tensor: Tensor,
    /// The numbers of the steps it read, in the order of its reads.
    pub operands: Vec<usize>,
}

impl RecordedStep {
    /// The step's name within its trace: the id of its table behind its scope, as in `layers[1]/norm2/layer-norm.mean`.
    pub fn id(&self) -> String {
        self.spec.id_within(&self.scope)
    }

    /// Whether it shows this input, or one layer's share of it.
    pub fn shows(&self, input: &str) -> bool {
        let rest = self.input.as_deref().and_then(|shown| shown.strip_prefix(input));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
    }

    /// The layer whose share of an input it shows, if it does not show a whole one.
    pub fn layer(&self) -> Option<usize> {
        let (_, layer) = self.input.as_deref()?.strip_suffix(']')?.rsplit_once('[')?;
        layer.parse().ok()
    }

    /// Returns whether this is its name, without allocating.
    fn is_called(&self, id: &str) -> bool {
        let own = match self.scope.as_str() {
            "" => Some(id),
            scope => id.strip_prefix(scope).and_then(|rest| rest.strip_prefix('/')),
        };
        own == Some(self.spec.id())
    }
}

/// One run of an algorithm with everything it computed.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The algorithm's id.
    pub algorithm: &'static str,
    /// Every step, in the order of computation, inputs included.
    pub steps: Vec<RecordedStep>,
    /// The results, by name.
    pub outputs: BTreeMap<&'static str, Tensor>,
    /// The notices of the run.
    pub notices: Vec<Notice>,
    /// The policies it ran under.
    pub settings: Settings,
}

impl Trace {
    /// The number of the step with this id.
    ///
    /// # Errors
    /// [`Error::Unknown`].
    pub fn find(&self, id: &str) -> Result<usize> {
        self.numbered(id).map(|(number, _)| number)
    }

    /// The step with this id.
    ///
    /// # Errors
    /// [`Error::Unknown`].
    pub fn step(&self, id: &str) -> Result<&RecordedStep> {
        self.numbered(id).map(|(_, step)| step)
    }

    /// The formula of a step of this run, with the symbols of its operands.
    ///
    /// # Example
    /// The maximum is taken of the scaled scores, which have a symbol of their own:
    /// ```
    /// use attograph::catalog::{self, Arguments};
    /// use attograph::tensor::Tensor;
    /// let x = Tensor::matrix(&[[1.0, 2.0], [3.0, 4.0]])?;
    /// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
    /// let trace = catalog::trace("scaled-dot-product-attention", &inputs)?;
    /// let step = trace.step("attention.row-max")?;
    /// assert_eq!(trace.formula(step), r"m_i = \max_j (S/\sqrt{d})_{ij}");
    /// assert_eq!(step.spec.general_formula(), r"m_i = \max_j S_{ij}");
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn formula<'a>(&'a self, step: &'a RecordedStep) -> Cow<'a, str> {
        step.spec.formula_with(|operand| {
            step.operands.get(operand).and_then(|&number| self.steps.get(number)).map(|operand| operand.spec.symbol())
        })
    }

    pub(super) fn numbered(&self, id: &str) -> Result<(usize, &RecordedStep)> {
        let found = self.steps.iter().enumerate().find(|(_, step)| step.is_called(id));
        found.ok_or_else(|| Error::unknown(Named::Step, id, self.steps.iter().map(RecordedStep::id)))
    }
}
