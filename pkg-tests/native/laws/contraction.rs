//! Contractions of the reference: zeros are skipped only where that changes no bit, and there they cost nothing.

use std::time::{Duration, Instant};

use attograph::catalog::{self, Arguments};
use attograph::graph::Graph;
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::close::same_bits;

/// Numbers of which many are zeros, of both signs, and some are at the ends of what f64 represents.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        10 => Just(0.0),
        2 => Just(-0.0),
        4 => -10.0..10.0f64,
        1 => prop::sample::select(vec![f64::MIN_POSITIVE, -5e-324, 1e308, -1e308, 1.0, -1.0]),
    ]
}

/// The same, now and then with what is not finite.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![60 => number(), 1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY])]
}

proptest! {
    #[test]
    fn a_product_is_the_plain_sum_to_the_last_bit(
        query in prop::collection::vec(any_number(), 5 * 12),
        key in prop::collection::vec(any_number(), 9 * 12),
    ) {
        let inputs = Arguments::new()
            .with("query", Tensor::new(vec![5, 12], query.clone()).unwrap())
            .with("key", Tensor::new(vec![9, 12], key.clone()).unwrap())
            .with("value", Tensor::new(vec![9, 1], vec![1.0; 9]).unwrap())
            .with("nonFinite", "propagate");
        let trace = catalog::trace("scaled-dot-product-attention", &inputs).unwrap();
        let scores = trace.step("attention.scores").unwrap().tensor.data();
        for (row, query) in query.chunks(12).enumerate() {
            for (column, key) in key.chunks(12).enumerate() {
                let mut expected = 0.0;
                for (query, key) in query.iter().zip(key) {
                    expected += query * key;
                }
                let found = scores[row * 9 + column];
                prop_assert!(same_bits(found, expected), "{found} is not {expected}");
            }
        }
    }
}

/// How long the receptive field of a graph takes.
fn time(inputs: &Arguments) -> Duration {
    let started = Instant::now();
    catalog::trace("receptive-field", inputs).unwrap();
    started.elapsed()
}

#[test]
fn a_graph_with_one_edge_takes_a_fraction_of_the_time_of_a_complete_one() {
    let complete = (0..160).flat_map(|source| (0..source).map(move |target| [source, target])).collect();
    let inputs = |edges| {
        let graph = Graph::new(160, edges, false).unwrap();
        Arguments::new().with("graph", graph).with("layers", 2.0)
    };
    let (one, all) = (inputs(vec![[0, 1]]), inputs(complete));
    // What else the machine does can only add to a time: the least of several counts, and more are taken where it is busy.
    let (mut least, mut most) = (Duration::MAX, Duration::MAX);
    for _ in 0..30 {
        (least, most) = (least.min(time(&one)), most.min(time(&all)));
        if least < most / 3 {
            return;
        }
    }
    panic!("{least:?} beside {most:?}");
}
