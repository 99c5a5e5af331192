//! Graphormer's attention: distances, edges along paths, degrees.

use super::*;
use crate::support::assert_lawful;

fn inputs(graph: &Graph, entries: usize, seed: u64) -> Arguments {
    Arguments::new()
        .with("graph", graph.clone())
        .with("x", numbers(&[graph.nodes(), 3], seed))
        .with("wQuery", numbers(&[3, 2], seed ^ 1))
        .with("wKey", numbers(&[3, 2], seed ^ 2))
        .with("spatialBias", numbers(&[entries], seed ^ 3))
        .with("wValue", numbers(&[3, 2], seed ^ 4))
}

fn with_edges(graph: &Graph, positions: usize, seed: u64) -> Arguments {
    inputs(graph, 5, seed)
        .with("edgeFeatures", numbers(&[graph.edges().len(), 2], seed ^ 5))
        .with("wEdge", numbers(&[positions, 2], seed ^ 6))
}

/// Every walk of at most `steps` edges from i to j, as lists of edge numbers.
fn walks(graph: &Graph, i: usize, j: usize, steps: usize) -> Vec<Vec<usize>> {
    let mut found = if i == j { vec![vec![]] } else { vec![] };
    if steps == 0 {
        return found;
    }
    for (number, &[source, target]) in graph.edges().iter().enumerate() {
        let mut ends = vec![(source, target)];
        if !graph.directed() && source != target {
            ends.push((target, source));
        }
        for (from, to) in ends {
            if from == i {
                found.extend(walks(graph, to, j, steps - 1).into_iter().map(|rest| [vec![number], rest].concat()));
            }
        }
    }
    found
}

/// All shortest paths from i to j.
fn shortest(graph: &Graph, i: usize, j: usize) -> Vec<Vec<usize>> {
    (0..graph.nodes()).map(|steps| walks(graph, i, j, steps)).find(|walks| !walks.is_empty()).unwrap_or_default()
}

fn small_graphs() -> impl Strategy<Value = Graph> {
    (1usize..5, any::<bool>()).prop_flat_map(|(nodes, directed)| {
        prop::collection::vec((0..nodes, 0..nodes), 0..5)
            .prop_map(move |edges| Graph::new(nodes, edges.iter().map(|&(u, v)| [u, v]).collect(), directed).unwrap())
    })
}

proptest! {
    #[test]
    fn s0_f13_agrees_with_the_paper_pair_by_pair(
        graph in small_graphs(), entries in 2usize..6, positions in 0usize..4, centrality: bool, seed: u64,
    ) {
        let n = graph.nodes();
        let table = numbers(&[entries], seed ^ 3);
        let mut inputs = with_edges(&graph, positions, seed).with("spatialBias", table.clone());
        let mut x = rows(&given(&inputs, "x"));
        if centrality {
            let vectors = numbers(&[3, 3], seed ^ 7);
            for (v, row) in x.iter_mut().enumerate() {
                let degree = (0..n).filter(|&u| sends(&graph, u, v)).count();
                for (number, add) in row.iter_mut().zip(&rows(&vectors)[degree.min(2)]) {
                    *number += add;
                }
            }
            let sent = numbers(&[2, 3], seed ^ 8);
            for (v, row) in x.iter_mut().enumerate() {
                let degree = (0..n).filter(|&u| sends(&graph, v, u)).count();
                for (number, add) in row.iter_mut().zip(&rows(&sent)[degree.min(1)]) {
                    *number += add;
                }
            }
            inputs = inputs.with("centrality", vectors).with("outCentrality", sent);
        }
        let found = assert_lawful("graphormer-attention", &inputs, "graphormer");
        let q = product(&x, &rows(&given(&inputs, "wQuery")));
        let k = product(&x, &rows(&given(&inputs, "wKey")));
        let features = rows(&given(&inputs, "edgeFeatures"));
        let w = rows(&given(&inputs, "wEdge"));
        let scores = rows(&found.outputs["scores"]);
        for i in 0..n {
            for j in 0..n {
                let paths = shortest(&graph, i, j);
                let bias = match paths.first() {
                    None => table.data()[entries - 1],
                    Some(path) => table.data()[path.len().min(entries - 2)],
                };
                let encodings: Vec<f64> = paths
                    .iter()
                    .map(|path| {
                        let used = path.len().min(positions);
                        let sum: f64 = (0..used).map(|at| dot(&features[path[at]], &w[at])).sum();
                        if used == 0 { 0.0 } else { sum / used as f64 }
                    })
                    .collect();
                let plain = dot(&q[i], &k[j]) / 2f64.sqrt() + bias;
                // Several shortest paths may differ in their edges; the encoding is that of one of them.
                let fits = |c: &f64| (scores[i][j] - plain - c).abs() < 1e-12;
                prop_assert!(if encodings.is_empty() { fits(&0.0) } else { encodings.iter().any(fits) }, "{} {}", i, j);
            }
        }
        let values = product(&x, &rows(&given(&inputs, "wValue")));
        let (weights, output) = attend(n, |_, _| true, |i, j| scores[i][j], |_, _| 1.0, &values);
        assert_equal(&found.outputs["weights"], &tensor(&weights), "weights");
        assert_equal(&found.outputs["output"], &tensor(&output), "output");
    }

    #[test]
    fn graphormer_attention_is_equivariant((graph, order) in ordered_graphs(false), seed: u64) {
        let inputs = inputs(&graph, 4, seed).with("centrality", numbers(&[3, 3], seed ^ 7));
        let inputs = inputs.with("outCentrality", numbers(&[2, 3], seed ^ 8));
        assert_equivariant("graphormer-attention", &inputs, &order);
    }

    #[test]
    fn equal_biases_change_nothing(graph in graphs(false), seed: u64) {
        let equal = inputs(&graph, 4, seed).with("spatialBias", Tensor::vector(vec![0.7; 4]).unwrap());
        let projected = |name: &str| tensor(&product(&rows(&given(&equal, "x")), &rows(&given(&equal, name))));
        let dense = Arguments::new()
            .with("query", projected("wQuery"))
            .with("key", projected("wKey"))
            .with("value", projected("wValue"));
        let found = trace("graphormer-attention", &equal);
        let dense = trace("scaled-dot-product-attention", &dense);
        assert_equal(&found.outputs["output"], &dense.outputs["output"], "attention");
    }
}

/// The path 0 – 1 – 2 with edge features 1 and 10, and w₁ = 1, w₂ = 100.
fn path() -> Arguments {
    let zero = Tensor::matrix(&[[0.0]]).unwrap();
    Arguments::new()
        .with("graph", Graph::new(3, vec![[0, 1], [1, 2]], false).unwrap())
        .with("x", Tensor::matrix(&[[1.0], [2.0], [3.0]]).unwrap())
        .with("wQuery", zero.clone())
        .with("wKey", zero)
        .with("spatialBias", Tensor::vector(vec![0.0; 4]).unwrap())
        .with("edgeFeatures", Tensor::matrix(&[[1.0], [10.0]]).unwrap())
        .with("wEdge", Tensor::matrix(&[[1.0], [100.0]]).unwrap())
}

#[test]
fn s0_e28_the_vector_belongs_to_the_position_on_the_path_and_not_to_the_edge() {
    let trace = trace("graphormer-attention", &path());
    let scores = &trace.outputs["scores"];
    // Along 0 → 1 → 2 the edge with feature 10 comes second, along 2 → 1 → 0 first: (1·1 + 10·100)/2 against (10·1 + 1·100)/2.
    assert_eq!((scores.get(&[0, 2]), scores.get(&[2, 0])), (Some(500.5), Some(55.0)));
    // With w_e of the edge, as on the slide, both directions would give the same (1·1 + 10·100)/2.
    assert_ne!(scores.get(&[0, 2]), scores.get(&[2, 0]));
}

#[test]
fn s0_e28_the_centrality_encoding_adds_the_vector_of_the_degree() {
    let vectors = Tensor::matrix(&[[1.0], [20.0], [300.0]]).unwrap();
    let trace = trace("graphormer-attention", &path().with("centrality", vectors));
    assert_eq!(trace.step("centrality/graphormer.with-centrality").unwrap().tensor.data(), [21.0, 302.0, 23.0]);
}

#[test]
fn one_half_of_the_edge_encoding_is_noticed_and_a_short_table_is_an_error() {
    let graph = Graph::new(2, vec![[0, 1]], false).unwrap();
    let half = inputs(&graph, 3, 1).with("wEdge", numbers(&[1, 1], 2));
    assert_eq!(assert_lawful("graphormer-attention", &half, "half").notices[0].code, "unused-weights");
    let half = inputs(&graph, 3, 1).with("edgeFeatures", numbers(&[1, 1], 2));
    assert_eq!(assert_lawful("graphormer-attention", &half, "half").notices[0].code, "unused-weights");
    let short = inputs(&graph, 1, 1);
    assert_eq!(catalog::trace("graphormer-attention", &short).unwrap_err().code(), "out-of-range");
    let none = inputs(&graph, 3, 1).with("centrality", Tensor::new(vec![0, 3], vec![]).unwrap());
    assert_eq!(catalog::trace("graphormer-attention", &none).unwrap_err().code(), "out-of-range");
    for n in [0, 1] {
        let found = assert_lawful("graphormer-attention", &inputs(&Graph::new(n, vec![], true).unwrap(), 2, 3), "size");
        assert_eq!(found.outputs["weights"].data(), vec![1.0; n]);
    }
}
