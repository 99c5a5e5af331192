//! Runs of exercises: of the algorithm, and, where gradients are practiced, back through it.

use crate::catalog::{Arguments, GradientRequest, Request};
use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::{Substitute, Trace};

use super::Exercise;

/// The way back that an exercise practices.
#[derive(Clone, Copy, Debug)]
pub struct Back {
    /// The result from which it starts; the main one if there is none.
    pub of: Option<&'static str>,
    /// The inputs to which it leads.
    pub wrt: &'static [&'static str],
}

/// The input of such an exercise that is none of the algorithm: the gradient of the result. Where it is not drawn, it is 1.
pub const UPSTREAM: &str = "upstream";

impl Exercise {
    /// Runs the exercise with some steps replaced by the given numbers. Every step is recorded and compared cell by cell with the right run, so both
    /// are computed by the reference: they differ because of the misconception only, never by rounding.
    ///
    /// # Errors
    /// Those of the algorithm.
    ///
    /// # Example
    /// Of an exercise on gradients, the steps of the way back follow those of the run.
    /// ```
    /// use attograph::exercise::{Difficulty, find};
    /// let exercise = find("softmax-gradient-steps")?;
    /// let inputs = exercise.instance(1, Difficulty::Easy)?.inputs;
    /// assert!(exercise.run(&inputs, &[])?.step("gradient/jacobian.scores").is_ok());
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn run(&self, inputs: &Arguments, given: &[(&str, Tensor)]) -> Result<Trace> {
        let values: Vec<_> = given.iter().map(|(_, tensor)| |_: &[&Tensor], _: &Tensor| Ok(tensor.clone())).collect();
        let substitutes: Vec<Substitute> =
            given.iter().zip(&values).map(|((step, _), value)| Substitute { step, value }).collect();
        let Some(back) = self.back else {
            return Request::new(self.algorithm, inputs).substitutes(&substitutes).trace();
        };
        let own = inputs.iter().filter(|(name, _)| *name != UPSTREAM);
        let own = own.fold(Arguments::new(), |own, (name, argument)| own.with(name, argument.clone()));
        let mut request = GradientRequest::new(self.algorithm, &own).wrt(back.wrt).substitutes(&substitutes);
        if let Some(of) = back.of {
            request = request.of(of);
        }
        if let Some(upstream) = inputs.optional_tensor(UPSTREAM)? {
            request = request.upstream(upstream);
        }
        Ok(request.compute()?.trace)
    }
}
