//! What a run is expected to cost, against what it does cost.

use std::collections::BTreeMap;

use attograph::backend::Reference;
use attograph::catalog::{self, ALGORITHMS, Arguments, Request};
use attograph::error::{Error, Fact};
use attograph::graph::Graph;
use attograph::measure::estimate::{self, Estimate, Limit, estimate};
use attograph::op::{Op, Reduction, Rule};
use attograph::tensor::Tensor;
use attograph::trace::{RecordedStep, Tape};

use super::enlarged::enlarged_cases;
use super::{random, self_attention};
use crate::support::all_cases;

/// Adds up what a run does and holds while it runs, rules apart: an estimate bounds those by the work that they state.
#[derive(Default)]
struct Found {
    multiplications: u64,
    additions: u64,
    functions: u64,
    comparisons: u64,
    bytes: u64,
}

impl Found {
    fn numbers(&self) -> [u64; 5] {
        [self.multiplications, self.additions, self.functions, self.comparisons, self.bytes]
    }
}

impl Tape for Found {
    fn mark(&mut self, step: RecordedStep) -> usize {
        let RecordedStep { spec, plan, tensor, .. } = &step;
        let cells = tensor.data().len() as u64;
        let terms = cells * plan.swept_sizes().iter().map(|&size| size as u64).product::<u64>();
        match spec.op() {
            Op::Contract => {
                self.multiplications += terms * (spec.reads().len() as u64 - 1);
                self.additions += terms;
            }
            Op::Map(function) => {
                self.multiplications += cells * function.cost.multiplications;
                self.additions += cells * function.cost.additions;
                self.functions += cells * function.cost.functions;
                self.comparisons += cells * function.cost.comparisons;
            }
            Op::Reduce(Reduction::Sum) => self.additions += terms,
            Op::Reduce(Reduction::Max) => self.comparisons += terms,
            Op::Scatter(reduction) => {
                let places = plan.outer_sizes().iter().enumerate().filter(|(place, _)| plan.named() != Some(*place));
                let numbers = places.chain(plan.swept_sizes().iter().enumerate()).map(|(_, &size)| size as u64);
                match reduction {
                    Reduction::Sum => self.additions += numbers.product::<u64>(),
                    Reduction::Max => self.comparisons += numbers.product::<u64>(),
                }
            }
            Op::Given | Op::Size(_) | Op::Gather | Op::Rule(_) | Op::Transpose(..) => {}
        }
        self.bytes += 8 * cells;
        0
    }
}

/// At least the half, at most four times as much.
fn is_near(expected: u64, found: u64) -> bool {
    2 * expected >= found && expected <= 4 * found + 64
}

#[test]
fn the_estimate_of_every_algorithm_is_near_the_operations_and_memory_of_its_runs() {
    let mut exact: BTreeMap<&str, bool> = ALGORITHMS.iter().map(|algorithm| (algorithm.id, false)).collect();
    let golden = all_cases().into_iter().map(|case| (case.algorithm, case.name, case.inputs));
    for (id, name, inputs) in golden.chain(enlarged_cases(0.003)) {
        let what = format!("{id} / {name}");
        let Estimate { operations, bytes, .. } = estimate(&id, &inputs).expect(&what);
        let mut found = Found::default();
        Request::new(&id, &inputs).watch(&mut found).expect(&what);
        let estimated =
            [operations.multiplications, operations.additions, operations.functions, operations.comparisons, bytes];
        for (estimated, found) in estimated.into_iter().zip(found.numbers()) {
            assert!(is_near(estimated, found), "{what}: {estimated} estimated, {found} found");
        }
        if let (true, Some(exact)) = (estimated == found.numbers(), exact.get_mut(id.as_str())) {
            *exact = true;
        }
    }
    let never: Vec<&str> = exact.into_iter().filter(|(_, exact)| !exact).map(|(id, _)| id).collect();
    assert!(never.is_empty(), "where no size depends on what is computed, the estimate is exact: {never:?}");
}

#[test]
fn the_stated_work_of_every_rule_lies_between_its_cells_and_its_reads() {
    let mut rules: BTreeMap<&str, &Rule> = BTreeMap::new();
    let golden = all_cases().into_iter().map(|case| (case.algorithm, case.name, case.inputs));
    for (id, name, inputs) in golden.chain(enlarged_cases(0.0005)) {
        let trace = catalog::trace(&id, &inputs).expect("a trace");
        for step in &trace.steps {
            let Op::Rule(rule) = step.spec.op() else { continue };
            rules.insert(rule.name, rule);
            let operands: Vec<&Tensor> = step.operands.iter().map(|&number| &trace.steps[number].tensor).collect();
            let work = (rule.work)(&operands, step.tensor.shape());
            let cells = step.tensor.data().len();
            let reads = |offset| rule.sources(&operands, step.tensor.shape(), &step.tensor.index_of(offset)).len();
            // Of many cells a few that lie all over the tensor.
            let stride = cells.div_ceil(64).max(1);
            let apart = stride * (0..cells).step_by(stride).map(reads).sum::<usize>();
            let whole: usize = operands.iter().map(|operand| operand.data().len()).sum();
            let what = format!("{id} / {name}: {}", step.id());
            assert!(work >= cells as u64, "{what}: {work} for {cells} cells");
            let most = (whole + cells + apart) as u64;
            assert!(work <= 16 * most, "{what}: {work} where {most} numbers are read");
        }
    }
    let declared = ALGORITHMS.iter().flat_map(|algorithm| algorithm.steps()).filter_map(|step| match step.spec.op {
        Op::Rule(rule) => Some(rule.name),
        _ => None,
    });
    let missed: Vec<&str> = declared.filter(|name| !rules.contains_key(name)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

/// Attention of each token over all others.
fn attention(tokens: usize) -> Arguments {
    let x = Tensor::new(vec![tokens, 4], vec![0.5; tokens * 4]).expect("tokens");
    self_attention(&x)
}

#[test]
fn the_largest_inputs_are_estimated_without_computing_them() {
    let chain =
        |nodes: usize| Graph::new(nodes, (1..nodes).map(|node| [node - 1, node]).collect(), false).expect("a graph");
    let x = |nodes: usize| random(&[nodes, 2], 1);
    let steps_computed = |id: &str, inputs: &Arguments| {
        let expected = estimate(id, inputs).expect(id);
        assert!(expected.seconds > 1.0, "{id}: {} seconds", expected.seconds);
        expected
    };
    // Attention holds the scores, the scaled scores, the exponentials and the weights.
    let full = steps_computed("scaled-dot-product-attention", &attention(8192));
    assert_eq!(full.operations.multiplications, 8192 * 8192 * (4 + 4 + 2));
    assert_eq!(full.bytes, 8 * (4 * 8192 * 8192 + 4 * 8192 * 4 + 2 * 8192 + 2));
    let reached = steps_computed("receptive-field", &Arguments::new().with("graph", chain(8192)).with("layers", 1.0));
    assert_eq!(reached.operations.multiplications, 8192u64.pow(3));
    let hops = self_attention(&x(4000)).with("graph", chain(4000)).with("hops", 4000.0);
    let all_pairs = estimate("k-hop-attention", &hops.with("form", "sparse")).expect("an estimate");
    assert!(all_pairs.bytes > 8 * 4000 * 4000 * 2);
}

#[test]
fn a_run_over_the_limit_is_refused_with_its_estimate() {
    let inputs = attention(2000);
    let Estimate { seconds, bytes, operations } =
        estimate("scaled-dot-product-attention", &inputs).expect("an estimate");
    for limit in [Limit { seconds: seconds / 2.0, ..Limit::NONE }, Limit { bytes: bytes as f64 / 2.0, ..Limit::NONE }] {
        let error = estimate::trace("scaled-dot-product-attention", &inputs, limit).expect_err("too much");
        let refused = Error::OverLimit {
            algorithm: "scaled-dot-product-attention".into(),
            seconds,
            bytes,
            operations: operations.count(),
            limit_seconds: limit.seconds,
            limit_bytes: limit.bytes,
        };
        assert_eq!(*error, refused);
        assert_eq!(error.code(), "over-limit");
        assert!(error.facts().contains(&("bytes", Fact::Number(bytes as f64))));
        let evaluated = estimate::evaluate("scaled-dot-product-attention", &inputs, &Reference, limit);
        assert_eq!(evaluated.map(drop), Err(error));
    }
}

#[test]
fn a_limit_does_not_change_a_run_and_a_limit_of_0_refuses_it() {
    for case in all_cases() {
        let plain = catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
        let guarded = estimate::trace(&case.algorithm, &case.inputs, Limit::USUAL).expect("a trace");
        assert_eq!(guarded.outputs, plain.outputs, "{}", case.algorithm);
        assert_eq!(guarded.notices, plain.notices, "{}", case.algorithm);
        assert_eq!(guarded.steps.len(), plain.steps.len(), "{}", case.algorithm);
        let nothing = Limit { seconds: 0.0, bytes: 0.0 };
        let refused = estimate::trace(&case.algorithm, &case.inputs, nothing).expect_err("no limit is that low");
        assert_eq!(refused.code(), "over-limit", "{}: {refused}", case.algorithm);
    }
}

#[test]
fn invalid_inputs_are_not_estimated() {
    let code = |id: &str, inputs: &Arguments| estimate(id, inputs).expect_err("an error").code();
    assert_eq!(code("attention", &Arguments::new()), "unknown-algorithm");
    assert_eq!(code("scaled-dot-product-attention", &Arguments::new()), "missing-input");
    assert_eq!(code("scaled-dot-product-attention", &attention(20_000)), "too-large");
    let wrong = attention(8).with("key", random(&[8, 3], 1));
    assert_eq!(code("scaled-dot-product-attention", &wrong), "shape-mismatch");
}
