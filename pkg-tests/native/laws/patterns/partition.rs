//! Binary-partition attention: Ye et al. 2019, section 3.

use super::{assert_pattern, mask_of, tokens, trace};
use crate::support::assert_agrees;
use attograph::tensor::Tensor;
use proptest::prelude::*;

const PARTITION: &str = "binary-partition-attention";

/// A node of the tree: how many tokens those of its level cover, its own first token, and the end.
type Node = (usize, usize, usize);

/// The nodes of the tree, level by level.
fn tree(n: usize) -> Vec<Node> {
    let sizes = (0..).map(|level| 1 << level).take_while(|size| size / 2 < n);
    sizes.flat_map(|size| (0..n).step_by(size).map(move |first| (size, first, (first + size).min(n)))).collect()
}

/// What token i sees, counted in tokens: on each side k spans of each length, and one more where the next length would not fit.
fn seen(n: usize, i: usize, k: usize) -> Vec<Node> {
    let mut spans = vec![(1, i, i + 1)];
    let (mut at, mut size) = (i + 1, 1);
    while at < n {
        let mut taken = 0;
        while at < n && (taken < k || at % (2 * size) != 0) {
            spans.push((size, at, (at + size).min(n)));
            at += size;
            taken += 1;
        }
        size *= 2;
    }
    let (mut at, mut size) = (i, 1);
    while at > 0 {
        let mut taken = 0;
        while at > 0 && (taken < k || at % (2 * size) != 0) {
            spans.push((size, at - size, at));
            at -= size;
            taken += 1;
        }
        size *= 2;
    }
    spans
}

proptest! {
    #[test]
    fn a_token_attends_to_near_tokens_and_to_longer_spans_farther_away(
        (n, k, seed) in (0usize..14, 1usize..4, any::<u64>())
    ) {
        let tree = tree(n);
        let inputs = tokens(n, 2, 1, seed).with("neighbors", k as f64);
        let mask = mask_of(n, tree.len(), |i, node| seen(n, i, k).contains(&tree[node]));
        assert_pattern(PARTITION, &inputs, &mask);
    }

    #[test]
    fn every_token_is_covered_exactly_once_by_few_nodes((n, k) in (1usize..70, 1usize..4)) {
        let found = trace(PARTITION, &tokens(n, 1, 1, 0).with("neighbors", k as f64).with("form", "sparse"));
        let spans: Vec<&[f64]> = found.outputs["spans"].data().chunks(2).collect();
        let mut nodes = vec![0; n];
        let mut covered = vec![vec![0; n]; n];
        for pair in found.outputs["pairs"].data().chunks(2) {
            let (query, span) = (pair[0] as usize, spans[pair[1] as usize]);
            nodes[query] += 1;
            for times in &mut covered[query][span[0] as usize..span[1] as usize] {
                *times += 1;
            }
        }
        prop_assert!(covered.iter().flatten().all(|&times| times == 1));
        let levels = n.next_power_of_two().trailing_zeros() as usize + 1;
        prop_assert!(nodes.iter().all(|&nodes| nodes <= 1 + 2 * (k + 1) * levels), "{nodes:?}");
    }

    #[test]
    fn the_output_is_that_of_loops_over_means((n, k, seed) in (1usize..12, 1usize..4, any::<u64>())) {
        let inputs = tokens(n, 2, 2, seed).with("neighbors", k as f64);
        let found = trace(PARTITION, &inputs);
        let of = |name: &str| found.steps.iter().find(|step| step.input.as_deref() == Some(name)).unwrap().tensor.clone();
        let (query, key, value) = (of("query"), of("key"), of("value"));
        let mean = |tensor: &Tensor, (_, first, end): Node, column: usize| {
            (first..end).map(|token| tensor.get(&[token, column]).unwrap()).sum::<f64>() / (end - first) as f64
        };
        let mut output = Vec::new();
        for i in 0..n {
            let spans = seen(n, i, k);
            let score = |span: &Node| {
                (0..2).map(|c| query.get(&[i, c]).unwrap() * mean(&key, *span, c)).sum::<f64>() / 2f64.sqrt()
            };
            let exponentials: Vec<f64> = spans.iter().map(|span| score(span).exp()).collect();
            let total: f64 = exponentials.iter().sum();
            for c in 0..2 {
                let weighted = spans.iter().zip(&exponentials).map(|(span, e)| e / total * mean(&value, *span, c));
                output.push(weighted.sum());
            }
        }
        assert_agrees(&found.outputs["output"], &Tensor::new(vec![n, 2], output).unwrap(), "output");
    }

    #[test]
    fn with_as_many_neighbors_as_tokens_it_is_full_attention((n, seed) in (1usize..9, any::<u64>())) {
        let inputs = tokens(n, 2, 2, seed);
        let full = trace("scaled-dot-product-attention", &inputs);
        let found = trace(PARTITION, &inputs.with("neighbors", n as f64 + 1.0));
        super::assert_close(&found.outputs["output"], &full.outputs["output"], "output");
    }
}
