//! Laws of the graph layers without attention, and of propagation.

mod conventions;
mod kernels;
mod messages;
mod propagation;
mod union;

use std::collections::BTreeMap;

use attograph::catalog::{self, Arguments};
use attograph::graph::Graph;
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::close::assert_rounds_to;
use crate::support::draws::numbers;
use crate::support::graphs::{self, Case, WIDTH, cases_with_order, lecture, messages_of, one_to_six, reordered_rows};
use crate::support::rows::{Rows, column, identity, matrix, product, rows, times};

fn graphs(weighted: bool) -> impl Strategy<Value = Graph> {
    graphs::graphs(1..6, 0..10, weighted)
}

fn cases(weighted: bool) -> impl Strategy<Value = Case> {
    graphs::cases(graphs(weighted))
}

/// Returns cases, each with an order of its nodes.
fn ordered(weighted: bool) -> impl Strategy<Value = (Case, Vec<usize>)> {
    cases_with_order(graphs(weighted))
}

fn outputs(id: &str, inputs: &Arguments) -> BTreeMap<&'static str, Tensor> {
    catalog::trace(id, inputs).unwrap_or_else(|error| panic!("{id}: {error}")).outputs
}

fn output(id: &str, inputs: &Arguments) -> Tensor {
    outputs(id, inputs)["output"].clone()
}
