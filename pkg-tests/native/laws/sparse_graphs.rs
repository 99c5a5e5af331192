//! Runs that compute matrices of nodes only where there may be a message have the bits of those that compute whole matrices.

use attograph::algorithm::{Algorithm, Kind};
use attograph::backend::{Backend, Nalgebra, Reference};
use attograph::catalog::{ALGORITHMS, Arguments, Evaluation, Request, SPARSE};
use attograph::error::Result;
use attograph::graph::Graph;
use attograph::measure::estimate::{self, Limit, estimate};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::draws::numbers_named;

/// Inputs of every kind that an algorithm takes, chosen by a seed: all optional ones every second time, each word in turn.
fn arguments(algorithm: &Algorithm, graph: &Graph, seed: u64) -> Arguments {
    // One in four is wider than the widest strip of columns that is summed at once.
    let wide = if (seed >> 20) & 3 == 0 { 32 } else { 0 };
    let (heads, width) = (1 + (seed as usize >> 3) % 2, 1 + (seed as usize >> 4) % 11 + wide);
    let size = |name: &str, letter| match letter {
        // Of the layers between two products u counts hidden units.
        'u' if name == "x" => graph.nodes(),
        'u' => width,
        'h' => heads,
        'l' => 2,
        'o' if seed & 2 == 0 => heads * width,
        // The layers after the first have matrices from its features to as many.
        'i' | 'j' | 'g' | 'k' | 'o' => width,
        _ => 3 + (seed as usize >> 8) % 9 + wide,
    };
    let mut given = Arguments::new().with("graph", graph.clone());
    for (place, input) in algorithm.inputs.iter().enumerate() {
        let bits = (seed >> (place % 16)) as usize;
        let optional = input.if_absent != attograph::algorithm::IfAbsent::Required;
        given = match input.kind {
            Kind::Graph => given,
            Kind::Tensor(spec) => {
                if optional && bits % 2 == 1 && !input.name.starts_with("next.") {
                    continue;
                }
                let axes = attograph::op::Letters::parse(spec.index).axes();
                let shape: Vec<usize> =
                    axes.map(|axis| axis.chars().map(|letter| size(input.name, letter)).product()).collect();
                given.with(input.name, numbers_named(&shape, seed, input.name))
            }
            Kind::Flag => given.with(input.name, bits.is_multiple_of(2)),
            Kind::Choice(_) if input.name == "combine" => {
                given.with(input.name, if seed & 2 == 0 { "concat" } else { "mean" })
            }
            Kind::Choice(words) => given.with(input.name, words[bits % words.len()]),
            Kind::Integer { .. } if input.name == "heads" => given.with("heads", heads as f64),
            Kind::Integer { .. } => given.with(input.name, 3.0),
            Kind::Number => given.with(input.name, 0.3),
        };
    }
    given
}

fn run(algorithm: &Algorithm, given: &Arguments, backend: &dyn Backend, sparse: bool) -> Result<Evaluation> {
    let request = Request::new(algorithm.id, given).backend(backend);
    if sparse { request.sparse().evaluate() } else { request.evaluate() }
}

fn bits(tensor: &Tensor) -> Vec<u64> {
    // Which of the NaNs it is, no arithmetic promises.
    tensor.data().iter().map(|number| if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() }).collect()
}

/// Compares a sparse run with one of whole matrices: results, notices, errors.
fn assert_the_same(algorithm: &Algorithm, given: &Arguments) {
    let (whole, sparse) = (run(algorithm, given, &Reference, false), run(algorithm, given, &Reference, true));
    let (whole, sparse) = match (&whole, &sparse) {
        (Ok(whole), Ok(sparse)) => (whole, sparse),
        (Err(whole), Err(sparse)) => {
            assert_eq!(whole.to_string(), sparse.to_string(), "{}", algorithm.id);
            return;
        }
        (whole, sparse) => panic!("{}: {whole:?} but sparse {sparse:?}", algorithm.id),
    };
    assert!(sparse.sparse && !whole.sparse);
    assert_eq!(whole.notices, sparse.notices, "{}", algorithm.id);
    assert!(sparse.outputs.contains_key("output"), "{}", algorithm.id);
    for (name, tensor) in &sparse.outputs {
        assert_eq!(tensor.shape(), whole.outputs[name].shape(), "{}.{name}", algorithm.id);
        assert_eq!(bits(tensor), bits(&whole.outputs[name]), "{}.{name}", algorithm.id);
    }
}

/// Compares a sparse run whose products of features and matrices are nalgebra's with one of whole matrices by the reference.
fn assert_close(algorithm: &Algorithm, given: &Arguments) {
    let whole = run(algorithm, given, &Reference, false).expect("a run").outputs["output"].clone();
    let sparse = run(algorithm, given, &Nalgebra, true).expect("a run").outputs["output"].clone();
    assert_eq!(whole.shape(), sparse.shape(), "{}", algorithm.id);
    let largest = whole.data().iter().fold(0.0f64, |largest, number| largest.max(number.abs()));
    for (whole, sparse) in whole.data().iter().zip(sparse.data()) {
        assert!((whole - sparse).abs() <= 1e-12 * largest, "{}: {sparse}, not {whole} of {largest}", algorithm.id);
    }
}

/// Graphs of any kind: with loops, repeated edges, nodes without any, weights that are 0, negative or far apart.
fn graphs() -> impl Strategy<Value = Graph> {
    (0usize..14, any::<bool>(), 0u8..4).prop_flat_map(|(nodes, directed, weights)| {
        let end = 0..nodes.max(1);
        let weight = match weights {
            0 | 1 => Just(1.0).boxed(),
            2 => prop_oneof![Just(0.0), 0.1f64..3.0, 1e-150f64..1e150].boxed(),
            _ => (-0.5f64..3.0).boxed(),
        };
        let edges = if nodes == 0 { 0..1 } else { 0..30 };
        prop::collection::vec((end.clone(), end, weight), edges).prop_map(move |edges| {
            let pairs = edges.iter().map(|&(source, target, _)| [source, target]).collect();
            let graph = Graph::new(nodes, pairs, directed).expect("a graph");
            let listed = edges.iter().map(|&(_, _, weight)| weight).collect();
            if weights == 0 { graph } else { graph.with_weights(listed).expect("weights") }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_sparse_run_has_the_bits_of_whole_matrices((graph, seed) in (graphs(), any::<u64>())) {
        for algorithm in SPARSE {
            assert_the_same(algorithm, &arguments(algorithm, &graph, seed));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_pattern_knows_the_cell_of_each_message_and_which_edges_repeat(graph in graphs(), far in any::<bool>()) {
        let messages: Vec<[usize; 2]> = graph.messages().into_iter().map(|(ends, _)| ends).collect();
        let pattern = graph.pattern();
        for (number, [source, target]) in messages.iter().enumerate() {
            let (start, columns) = pattern.row(*target);
            let place = columns.iter().position(|column| *column as usize == *source);
            prop_assert_eq!(pattern.named(number), place.map(|place| start + place));
        }
        prop_assert_eq!(pattern.named(messages.len()), None);
        for node in 0..graph.nodes() {
            let (start, columns) = pattern.row(node);
            prop_assert!(columns.is_sorted_by(|one, next| one < next));
            let place = columns.iter().position(|column| *column as usize == node);
            prop_assert_eq!(pattern.diagonal(node), place.map(|place| start + place));
        }
        let repeats: Vec<usize> = (0..messages.len()).filter(|n| messages[..*n].contains(&messages[*n])).collect();
        prop_assert_eq!(pattern.repeats(), repeats);
        // With so many nodes no list of them is made.
        let nodes = if far { 1 << 50 } else { graph.nodes() };
        let edges = graph.edges();
        let repeated = |n: &usize| {
            let [source, target] = edges[*n];
            edges[..*n].contains(&edges[*n]) || !graph.directed() && edges[..*n].contains(&[target, source])
        };
        let expected: Vec<usize> = (0..edges.len()).filter(repeated).collect();
        prop_assert_eq!(Graph::new(nodes, edges.to_vec(), graph.directed()).unwrap().duplicates(), expected);
    }
}

/// A node that hears hundreds, beside some that hear few, and features in several strips.
#[test]
fn a_hub_and_wide_features_come_to_the_same() {
    let edges: Vec<[usize; 2]> = (1..300).map(|node| [node, 0]).chain((1..300).map(|node| [node, node / 2])).collect();
    let graph = Graph::new(320, edges, false).expect("a graph");
    for algorithm in SPARSE {
        for seed in [0x1234, 0xffff_0aa0, 0x7777_5550] {
            assert_the_same(algorithm, &arguments(algorithm, &graph, seed));
            assert_close(algorithm, &arguments(algorithm, &graph, seed));
        }
    }
}

/// Where numbers overflow on the way, 0 · ∞ of a cell that is not kept is NaN as with a whole matrix.
#[test]
fn numbers_that_overflow_come_to_the_same() {
    let graph = Graph::new(4, vec![[0, 1], [1, 2]], false).expect("a graph");
    let x = Tensor::matrix(&[[1e200, 1.0], [1.0, 2.0], [3.0, 4.0], [5.0, -1e200]]).expect("features");
    let w = Tensor::matrix(&[[1e200, 0.0], [0.0, 1e200]]).expect("a matrix");
    let given = Arguments::new()
        .with("graph", graph)
        .with("x", x)
        .with("w", w.clone())
        .with("next.w", Tensor::new(vec![1, 2, 2], vec![1.0, 0.0, 0.0, 1.0]).expect("matrices"))
        .with("activation", "none");
    let network = SPARSE.iter().find(|algorithm| algorithm.id == "gcn-network").expect("the network");
    let (whole, sparse) = (run(network, &given, &Reference, false), run(network, &given, &Reference, true));
    let (whole, sparse) = (whole.expect("a run"), sparse.expect("a run"));
    assert!(whole.outputs["output"].data().iter().any(|number| number.is_nan()));
    assert_eq!(bits(&whole.outputs["output"]), bits(&sparse.outputs["output"]));
    assert_eq!(whole.notices, sparse.notices);
}

#[test]
fn policies_that_let_any_number_through_compute_whole_matrices() {
    let graph = Graph::new(3, vec![[0, 1]], false).expect("a graph");
    for (policy, word) in [("nonFinite", "propagate"), ("emptyRow", "nan")] {
        for algorithm in SPARSE {
            let given = arguments(algorithm, &graph, 0).with(policy, word);
            let found = run(algorithm, &given, &Reference, true).expect("a run");
            assert!(!found.sparse, "{}", algorithm.id);
        }
    }
}

/// What has no sparse form runs as always; what has one is listed.
#[test]
fn every_algorithm_is_sparse_or_computes_as_always() {
    for case in crate::support::all_cases() {
        let evaluated = |sparse: bool| {
            let request = Request::new(&case.algorithm, &case.inputs);
            if sparse { request.sparse().evaluate() } else { request.evaluate() }
        };
        let (Ok(whole), Ok(sparse)) = (evaluated(false), evaluated(true)) else { continue };
        assert_eq!(sparse.sparse, SPARSE.iter().any(|known| known.id == case.algorithm), "{}", case.name);
        for (name, tensor) in &sparse.outputs {
            assert_eq!(bits(tensor), bits(&whole.outputs[name]), "{}.{name}", case.name);
        }
    }
    assert!(SPARSE.iter().all(|sparse| ALGORITHMS.iter().any(|known| known.id == sparse.id)));
}

/// 10⁵ nodes and 10⁶ edges: n² numbers would be 80 GB.
#[test]
fn large_graphs_run_within_limits_that_whole_matrices_exceed() {
    let (nodes, edges) = (100_000, 1_000_000);
    let pairs = (0..edges).map(|edge| [edge % nodes, (edge * 7919 + edge / nodes * 31 + 1) % nodes]).collect();
    let graph = Graph::new(nodes, pairs, false).expect("a graph");
    for algorithm in SPARSE {
        let given = arguments(algorithm, &graph, 0);
        let limit = Limit::USUAL;
        let refused = estimate::evaluate(algorithm.id, &given, &Reference, limit).expect_err("n² numbers");
        assert!(["too-large", "over-limit"].contains(&refused.code()), "{}: {refused}", algorithm.id);
        let expected = estimate::estimate_sparse(algorithm.id, &given).expect("an estimate");
        assert!(expected.seconds < 60.0 && (expected.bytes as f64) < limit.bytes, "{}: {expected:?}", algorithm.id);
        let found = estimate::evaluate_sparse(algorithm.id, &given, limit).expect("a run");
        assert!(found.sparse && found.outputs["output"].shape()[0] == nodes, "{}", algorithm.id);
        assert!(estimate(algorithm.id, &given).is_err_and(|error| error.code() == "too-large"));
    }
}
