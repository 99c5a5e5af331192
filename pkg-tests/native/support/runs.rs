//! Runs of algorithms by id, for tests in which they must succeed.

use attograph::backend::Reference;
use attograph::catalog::{self, Arguments};
use attograph::tensor::Tensor;
use attograph::trace::Trace;

/// Returns the trace of an algorithm.
pub fn trace(id: &str, inputs: &Arguments) -> Trace {
    catalog::trace(id, inputs).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Returns one output of an algorithm.
pub fn output(id: &str, inputs: &Arguments, name: &str) -> Tensor {
    let result = catalog::evaluate(id, inputs, &Reference).unwrap_or_else(|error| panic!("{id}: {error}"));
    result.outputs[name].clone()
}

/// Returns the tensor of an input.
pub fn given<'a>(inputs: &'a Arguments, name: &str) -> &'a Tensor {
    inputs.tensor(name).unwrap_or_else(|error| panic!("{error}"))
}
