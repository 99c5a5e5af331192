//! Claims about graphs.

use super::assert_says;
use crate::support::close::{assert_within, close};
use crate::support::draws::numbers;
use crate::support::graphs::{lecture, messages_of, one_to_six};
use crate::support::runs::{output, trace};
use attograph::catalog::Arguments;
use attograph::graph::Graph;

#[test]
fn the_skipped_eigenvector_is_the_root_of_the_degrees_and_not_constant() {
    let inputs = Arguments::new().with("graph", lecture()).with("skipTrivial", false).with("width", 1.0);
    let first = output("laplacian-encoding", &inputs, "encoding");
    let mut degree = [0.0; 6];
    for (_, to, weight) in messages_of(&lecture()) {
        degree[to] += weight;
    }
    let length = degree.iter().sum::<f64>().sqrt();
    assert_within(first.data(), &degree.map(|degree| degree.sqrt() / length), 1e-12);
    assert!(first.data()[0] != first.data()[3], "it tells a node of degree 1 from one of degree 4");
    assert_says("laplacian.skipped", &["square root of the degree"], &["차수의 제곱근"]);
}

#[test]
fn the_energy_compares_neighbors_after_dividing_by_the_root_of_the_degree() {
    // √d̂ differs from node to node, but its energy is 0.
    let plain = Arguments::new().with("graph", lecture()).with("layers", 0.0);
    let found = trace("over-smoothing", &plain.clone().with("x", one_to_six()));
    let root = found.step("smoothing.root-degree").expect("a step").tensor.clone();
    assert!(root.data()[0] != root.data()[3]);
    let root = attograph::tensor::Tensor::new(vec![6, 1], root.data().to_vec()).unwrap();
    let energy = output("over-smoothing", &plain.with("x", root), "energies");
    assert!(energy.data()[0].abs() < 1e-12, "{:?}", energy.data());
    assert_says("smoothing.energy", &["divided by the square root"], &["제곱근으로 나눈"]);
}

#[test]
fn a_layer_ends_with_the_activation_of_its_paper() {
    let x = numbers(&[6, 2], 3);
    let graph = Arguments::new().with("graph", lecture()).with("x", x);
    let gat = graph.clone().with("w", numbers(&[2, 4], 4)).with("heads", 2.0).with("b", numbers(&[4], 7));
    let gat = gat.with("attentionSource", numbers(&[2, 2], 5)).with("attentionTarget", numbers(&[2, 2], 6));
    let gcn = graph.with("w", numbers(&[2, 3], 8));
    let elu = |a: f64| if a > 0.0 { a } else { a.exp() - 1.0 };
    let relu = |a: f64| a.max(0.0);
    let check = |id: &str, inputs: &Arguments, activation: &str, last: &str, expected: &dyn Fn(f64) -> f64| {
        let plain = output(id, inputs, "output");
        assert!(plain.data().iter().any(|number| *number < 0.0), "{id}: nothing to bend");
        let bent = trace(id, &inputs.clone().with("activation", activation));
        assert_eq!(bent.steps.last().expect("a step").id(), last);
        let expected: Vec<f64> = plain.data().iter().map(|number| expected(*number)).collect();
        assert!(close(bent.outputs["output"].data(), &expected, 1e-15), "{id} {activation}");
        assert_eq!(output(id, &inputs.clone().with("activation", "none"), "output"), plain);
    };
    check("gat-layer", &gat, "elu", "gat.elu", &elu);
    check("gat-layer", &gat, "relu", "gat.relu", &relu);
    check("gcn-layer", &gcn, "relu", "gcn.relu", &relu);
    assert_says("gcn.transformed", &["activation"], &["활성화 함수"]);
}

#[test]
fn added_loops_are_the_identity_only_where_no_node_has_a_loop() {
    let with_loop = Graph::new(2, vec![[0, 1], [1, 1]], false).unwrap();
    let inputs = Arguments::new().with("graph", with_loop);
    let loops = trace("gcn-normalization", &inputs).step("graph.added-loops").expect("a step").tensor.clone();
    assert_eq!(loops.data(), [1.0, 0.0, 0.0, 0.0]);
    assert_says("graph.added-loops", &["identity"], &["단위행렬"]);
}
