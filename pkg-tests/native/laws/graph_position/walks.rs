//! Random-walk encoding.

use attograph::graph::Graph;
use proptest::prelude::*;

use super::{adjacency, assert_rows_moved, graphs, of, output, relabeled, rename};
use crate::support::assert_lawful;

const ID: &str = "random-walk-encoding";

/// `chance[v]`: how likely a walker from `start` is at v after each number of steps from 0, along plain loops over the messages.
pub fn walk(graph: &Graph, start: usize, steps: usize) -> Vec<Vec<f64>> {
    let matrix = adjacency(graph);
    let nodes = graph.nodes();
    let leaving: Vec<f64> = (0..nodes).map(|u| (0..nodes).map(|v| matrix[v][u]).sum()).collect();
    let mut chances = vec![(0..nodes).map(|v| f64::from(v == start)).collect::<Vec<f64>>()];
    for step in 0..steps {
        let before = chances[step].clone();
        let mut after = vec![0.0; nodes];
        for u in (0..nodes).filter(|&u| leaving[u] > 0.0) {
            for v in 0..nodes {
                after[v] += before[u] * matrix[v][u] / leaving[u];
            }
        }
        chances.push(after);
    }
    chances
}

proptest! {
    #[test]
    fn every_column_is_a_probability_of_return(graph in graphs(6), steps in 1usize..5) {
        let trace = assert_lawful(ID, &of(&graph).with("steps", steps as f64), "walk");
        let encoding = &trace.outputs["encoding"];
        prop_assert_eq!(encoding.shape(), [graph.nodes(), steps]);
        for node in 0..graph.nodes() {
            let chances = walk(&graph, node, steps);
            for step in 0..steps {
                prop_assert!((encoding.get(&[node, step]).unwrap() - chances[step + 1][node]).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn transitions_sum_to_one_for_each_node_with_edges(graph in graphs(6)) {
        let trace = attograph::catalog::trace(ID, &of(&graph).with("steps", 2.0)).unwrap();
        let transition = &trace.step("random-walk.transition").unwrap().tensor;
        let matrix = adjacency(&graph);
        for u in 0..graph.nodes() {
            let sum: f64 = (0..graph.nodes()).map(|v| transition.get(&[v, u]).unwrap()).sum();
            let leaves = matrix.iter().any(|row| row[u] > 0.0);
            prop_assert!((sum - f64::from(leaves)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_encoding_is_equivariant((graph, order) in relabeled(7)) {
        let encode = |graph: &Graph| output(ID, &of(graph).with("steps", 4.0), "encoding");
        assert_rows_moved(&encode(&graph), &encode(&rename(&graph, &order)), &order, 1e-12);
    }
}

#[test]
fn on_a_triangle_a_walker_may_be_back_after_three_steps_on_a_path_never_after_an_odd_number() {
    let encode = |graph: &Graph| output(ID, &of(graph).with("steps", 3.0), "encoding").data().to_vec();
    assert_eq!(encode(&Graph::new(3, vec![[0, 1], [1, 2], [2, 0]], false).unwrap())[..3], [0.0, 0.5, 0.25]);
    assert_eq!(
        encode(&Graph::new(3, vec![[0, 1], [1, 2]], false).unwrap()),
        [0.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.5, 0.0]
    );
}

#[test]
fn too_many_steps_are_a_typed_error() {
    let graph = Graph::new(1, vec![], false).unwrap();
    let code = |steps: f64| attograph::catalog::trace(ID, &of(&graph).with("steps", steps)).unwrap_err().code();
    assert_eq!(code(1e6), "too-large");
    assert_eq!(code(0.0), "out-of-range");
}
