//! What a run costs.

use attograph::backend::{Backend, Reference};
use attograph::catalog::{Arguments, trace};
use attograph::graph::Graph;
use attograph::measure::counting::{Operations, StepCount, count};
use attograph::op::{Function, Op, Plan, Reduction, Settings};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use super::function_cost::evaluated;
use super::{random, self_attention};
use crate::support::all_cases;

/// Computes nothing: what a step costs does not depend on its numbers.
struct Zeros;

fn zeros(plan: &Plan) -> Vec<f64> {
    vec![0.0; plan.shape().iter().product()]
}

impl Backend for Zeros {
    fn contract(&self, plan: &Plan, _: &[&[f64]]) -> Vec<f64> {
        zeros(plan)
    }

    fn map(&self, plan: &Plan, _: &Function, _: &[&[f64]], _: &Settings) -> Vec<f64> {
        zeros(plan)
    }

    fn reduce(&self, plan: &Plan, _: Reduction, _: &[&[f64]]) -> Vec<f64> {
        zeros(plan)
    }

    fn gather(&self, plan: &Plan, _: &[&[f64]]) -> Vec<f64> {
        zeros(plan)
    }

    fn scatter(&self, plan: &Plan, _: Reduction, _: &[&[f64]]) -> Vec<f64> {
        zeros(plan)
    }
}

fn step<'a>(steps: &'a [StepCount], id: &str) -> &'a Operations {
    &steps.iter().find(|step| step.step == id).expect("a step").operations
}

proptest! {
    #[test]
    fn the_cost_of_full_attention_is_its_closed_form(n in 1usize..9, m in 1usize..9, d in 1usize..5, v in 1usize..5) {
        let inputs = Arguments::new()
            .with("query", random(&[n, d], 1))
            .with("key", random(&[m, d], 2))
            .with("value", random(&[m, v], 3));
        let counts = count("scaled-dot-product-attention", &inputs, &Reference).unwrap();
        let form = counts.closed_form.clone().expect("a closed form");
        prop_assert_eq!(form.multiplications, counts.total.multiplications);
        prop_assert_eq!(counts.total.multiplications, (n * m * (d + v + 2)) as u64);
        // One exponential for each pair and one root; per row one look at every score for the maximum.
        prop_assert_eq!(counts.total.functions, (n * m + 1) as u64);
        prop_assert_eq!(counts.total.comparisons, (n * m) as u64);
        // S: d products, A V: m products, the sum of each row, and the subtraction of the maximum.
        prop_assert_eq!(counts.total.additions, (n * m * d + n * m * v + 2 * n * m) as u64);
        prop_assert_eq!(step(&counts.steps, "attention.scores").bytes_read, (8 * 2 * n * m * d) as u64);
        prop_assert_eq!(step(&counts.steps, "attention.scores").bytes_written, (8 * n * m) as u64);
    }

    #[test]
    fn every_other_closed_form_is_met(n in 1usize..7, m in 1usize..7, a in 1usize..5, b in 1usize..5, v in 1usize..5) {
        let bilinear = Arguments::new()
            .with("query", random(&[n, a], 1))
            .with("key", random(&[m, b], 2))
            .with("value", random(&[m, v], 3))
            .with("w", random(&[a, b], 4));
        let jacobian = Arguments::new().with("scores", random(&[n, m], 1));
        for (id, inputs) in [("bilinear-attention", bilinear), ("softmax-jacobian", jacobian)] {
            let counts = count(id, &inputs, &Reference).unwrap();
            prop_assert_eq!(counts.closed_form.expect("a closed form").multiplications, counts.total.multiplications, "{}", id);
        }
    }
}

#[test]
fn every_count_is_that_of_the_cells_taken_apart() {
    let mut steps = 0;
    for case in all_cases() {
        let what = format!("{} / {}", case.algorithm, case.name);
        let trace = trace(&case.algorithm, &case.inputs).expect(&what);
        let counts = count(&case.algorithm, &case.inputs, &Reference).expect(&what);
        assert_eq!(counts.steps.len(), trace.steps.len(), "{what}");
        for (number, (counted, step)) in counts.steps.iter().zip(&trace.steps).enumerate() {
            assert_eq!(counted.step, step.id(), "{what}: step {number}");
            let mut expected = Operations::default();
            for offset in 0..step.tensor.data().len() {
                let cell = trace.cell(&step.id(), &step.tensor.index_of(offset)).expect(&what);
                let expect = &mut expected;
                let read = cell.terms.iter().map(Vec::len).sum::<usize>() as u64;
                let terms = cell.terms.len() as u64;
                match step.spec.op() {
                    // An input is there already.
                    Op::Given => continue,
                    Op::Size(_) | Op::Gather => {}
                    Op::Contract => {
                        expect.additions += terms;
                        expect.multiplications += read - terms;
                    }
                    Op::Map(function) => {
                        let most = function.cost;
                        let operands: Vec<f64> = cell.terms.iter().flatten().map(|operand| operand.value).collect();
                        let (_, taken) = evaluated(function.name, &operands, &trace.settings);
                        assert!(taken.multiplications <= most.multiplications, "{what}: {}", counted.step);
                        assert!(taken.additions <= most.additions, "{what}: {}", counted.step);
                        assert!(taken.functions <= most.functions, "{what}: {}", counted.step);
                        assert!(taken.comparisons <= most.comparisons, "{what}: {}", counted.step);
                        expect.multiplications += most.multiplications;
                        expect.additions += most.additions;
                        expect.functions += most.functions;
                        expect.comparisons += most.comparisons;
                    }
                    Op::Reduce(Reduction::Sum) | Op::Scatter(Reduction::Sum) => expect.additions += terms,
                    Op::Reduce(Reduction::Max) | Op::Scatter(Reduction::Max) => expect.comparisons += terms,
                    Op::Rule(_) | Op::Transpose(..) => expect.by_rules += read,
                }
                expect.bytes_read += 8 * read;
                expect.bytes_written += 8;
            }
            if let Op::Rule(rule) = step.spec.op()
                && rule.cumulative
            {
                // Each cell continues the one before it, however many numbers it depends on.
                let operands: Vec<&Tensor> =
                    step.operands.iter().map(|&operand| &trace.steps[operand].tensor).collect();
                let work = (rule.work)(&operands, step.tensor.shape());
                (expected.by_rules, expected.bytes_read) = (work, 8 * work);
            }
            assert_eq!(counted.operations, expected, "{what}: {}", counted.step);
            steps += 1;
        }
        let sum = |of: fn(&Operations) -> u64| counts.steps.iter().map(|step| of(&step.operations)).sum::<u64>();
        let total = Operations {
            multiplications: sum(|operations| operations.multiplications),
            additions: sum(|operations| operations.additions),
            functions: sum(|operations| operations.functions),
            comparisons: sum(|operations| operations.comparisons),
            by_rules: sum(|operations| operations.by_rules),
            bytes_read: sum(|operations| operations.bytes_read),
            bytes_written: sum(|operations| operations.bytes_written),
        };
        assert_eq!(counts.total, total, "{what}");
    }
    assert!(steps > 300, "only {steps} steps were counted");
}

#[test]
fn a_transition_is_counted_as_one_division_for_each_pair_of_nodes() {
    let path = Graph::new(3, vec![[0, 1], [1, 2]], false).unwrap();
    let inputs = Arguments::new().with("graph", path).with("steps", 1.0);
    let counts = count("random-walk-encoding", &inputs, &Reference).unwrap();
    let transition = step(&counts.steps, "random-walk.transition");
    let expected = Operations { multiplications: 9, bytes_read: 8 * 18, bytes_written: 8 * 9, ..Operations::default() };
    assert_eq!(*transition, expected);
}

#[test]
fn s0_w02_eight_times_the_tokens_cost_full_attention_64_times() {
    let counts = |tokens: usize| {
        let x = Tensor::new(vec![tokens, 1], vec![0.0; tokens]).unwrap();
        count("scaled-dot-product-attention", &self_attention(&x), &Zeros).unwrap()
    };
    let (short, long) = (counts(512), counts(4096));
    // The n² terms: all that is computed for each pair.
    for id in ["scores", "scaled", "row-max", "exponentials", "row-sum", "weights", "output"] {
        let id = format!("attention.{id}");
        let (before, after) = (step(&short.steps, &id), step(&long.steps, &id));
        assert_eq!(after.bytes_read, 64 * before.bytes_read, "{id}");
        assert_eq!(after.multiplications, 64 * before.multiplications, "{id}");
        assert_eq!(after.additions, 64 * before.additions, "{id}");
    }
    // The memory of the scores in f32: from 1 to 64 MiB a head.
    let cells = |counts: &[StepCount]| step(counts, "attention.scores").bytes_written / 8 * 4;
    assert_eq!((cells(&short.steps), cells(&long.steps)), (1 << 20, 64 << 20));
    // What is computed for each token grows 8 times only: so "64 times" holds for the n² terms, not for the projections.
    assert_eq!(short.steps[0].shape[0] * 8, long.steps[0].shape[0]);
}

#[test]
fn s0_c15_full_attention_grows_with_the_square_and_with_the_width() {
    let multiplications = |n: usize, d: usize| {
        let x = random(&[n, d], 1);
        count("scaled-dot-product-attention", &self_attention(&x), &Zeros).unwrap().total.multiplications as f64
    };
    // 2 n² d + 2 n².
    assert_eq!(multiplications(20, 7), 2.0 * 400.0 * 7.0 + 800.0);
    assert_eq!(multiplications(40, 7) / multiplications(20, 7), 4.0);
    assert!((multiplications(20, 200) / multiplications(20, 100) - 2.0).abs() < 0.01);
}

#[test]
fn s0_w05_768_are_twelve_heads_of_64() {
    let matrix = || Tensor::new(vec![768, 768], vec![0.0; 768 * 768]).unwrap();
    let inputs = Arguments::new()
        .with("x", Tensor::new(vec![1, 768], vec![0.0; 768]).unwrap())
        .with("heads", 12.0)
        .with("wQuery", matrix())
        .with("wKey", matrix())
        .with("wValue", matrix())
        .with("wOutput", matrix());
    let counts = count("multi-head-attention", &inputs, &Zeros).unwrap();
    let queries = counts.steps.iter().find(|step| step.shape.len() == 3 && step.shape[0] == 12).expect("heads");
    assert_eq!(queries.shape, [12, 1, 64]);
}

#[test]
fn s0_w07_a_window_of_512_makes_4096_tokens_eight_times_cheaper() {
    let x = Tensor::new(vec![4096, 1], vec![0.0; 4096]).unwrap();
    let full = count("scaled-dot-product-attention", &self_attention(&x), &Zeros).unwrap();
    let pairs = step(&full.steps, "attention.scores").bytes_written / 8;
    let windowed = 4096 * 512;
    assert_eq!(pairs, 16_777_216); // 16.8 million
    assert_eq!(windowed, 2_097_152); // 2.10 million
    assert_eq!(pairs / windowed, 8);
}

#[test]
fn invalid_inputs_are_not_counted() {
    let code = |id: &str, inputs: &Arguments| count(id, inputs, &Reference).expect_err("an error").code();
    assert_eq!(code("attention", &Arguments::new()), "unknown-algorithm");
    assert_eq!(code("scaled-dot-product-attention", &Arguments::new()), "missing-input");
}

#[test]
fn s0_w02_eight_times_the_tokens_cost_a_fixed_window_8_times() {
    let counts = |tokens: usize| {
        let x = Tensor::new(vec![tokens, 1], vec![0.0; tokens]).unwrap();
        let inputs = self_attention(&x).with("window", 8.0).with("form", "sparse");
        count("window-attention", &inputs, &Zeros).unwrap()
    };
    let (short, long) = (counts(64), counts(512));
    // At both ends the window hangs over the edge: 9 n − 20 pairs.
    let pairs = |counts: &[StepCount]| step(counts, "sparse/pair.scores").bytes_written / 8;
    assert_eq!((pairs(&short.steps), pairs(&long.steps)), (9 * 64 - 20, 9 * 512 - 20));
    let ratio = |of: fn(&Operations) -> u64| of(&long.total) as f64 / of(&short.total) as f64;
    for ratio in [ratio(|o| o.by_rules), ratio(|o| o.bytes_read), ratio(|o| o.bytes_written)] {
        assert!((8.0..8.5).contains(&ratio), "{ratio}");
    }
}

#[test]
fn s0_e24_only_what_is_computed_sparsely_costs_in_proportion_to_the_edges() {
    let cost = |nodes: usize, form: &str| {
        let edges = (1..nodes).map(|node| [node - 1, node]).collect();
        let graph = Graph::new(nodes, edges, false).unwrap();
        let inputs = self_attention(&random(&[nodes, 2], 1)).with("graph", graph).with("hops", 1.0).with("form", form);
        let total = count("k-hop-attention", &inputs, &Reference).unwrap();
        let of = |step: &StepCount| step.operations.multiplications + step.operations.by_rules;
        // The list of pairs is read off the graph in both forms; what follows is the attention.
        total
            .steps
            .iter()
            .filter(|step| !step.step.contains("k-hop.") && !step.step.contains("graph."))
            .map(of)
            .sum::<u64>() as f64
    };
    // Four times the nodes of a path are four times the edges.
    assert!((cost(64, "sparse") / cost(16, "sparse") - 4.0).abs() < 0.5);
    assert!(cost(64, "dense") / cost(16, "dense") > 13.0, "behind a mask every pair is computed");
}
