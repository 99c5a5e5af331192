//! Every algorithm by its id, and how to run one.
//!
//! The catalog is the interface. The npm package, the page, the tests and the golden files all go through [`trace`] and [`evaluate`] by id, or through a
//! [`Request`], which has every option of a run.

mod algorithms;
mod gradient;
mod request;

use crate::backend::Backend;
use crate::error::Result;
use crate::trace::Trace;

pub use crate::algorithm::{Algorithm, Argument, Arguments};
pub use algorithms::{ALGORITHMS, SPARSE, find};
pub use gradient::{GradientRequest, gradient};
pub use request::{Evaluation, Request};

/// Runs an algorithm on the reference backend and keeps every step.
///
/// # Errors
/// [`Error::Unknown`](crate::error::Error::Unknown), and those of the algorithm.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// let trace = catalog::trace("sinusoidal-encoding", &Arguments::new().with("length", 3.0).with("width", 4.0))?;
/// assert_eq!(trace.outputs["encoding"].get(&[0, 1]), Some(1.0)); // cos 0
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn trace(id: &str, arguments: &Arguments) -> Result<Trace> {
    Request::new(id, arguments).trace()
}

/// Runs an algorithm on any backend and returns only its results.
///
/// # Errors
/// As [`trace`].
pub fn evaluate(id: &str, arguments: &Arguments, backend: &dyn Backend) -> Result<Evaluation> {
    Request::new(id, arguments).backend(backend).evaluate()
}
