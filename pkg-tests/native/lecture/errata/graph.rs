//! Errors about graphs, with the curriculum's numbers where it has any.

use super::{amounts, assert_first, assert_numbers, compare, first};

fn row_sums(numbers: &[f64]) -> Vec<f64> {
    numbers.chunks(3).map(|row| row.iter().sum()).collect()
}

#[test]
fn s0_e03_zeroed_scores_still_get_weight() {
    let found = assert_first("S0-E03", "attention.masked", &[0, 2], f64::NEG_INFINITY, 0.0, 0.0);
    assert_numbers(found.shown[1].right.data(), &[0.6682, 0.3318, 0.0], 5e-5);
    assert_numbers(found.shown[1].wrong.data(), &[0.4755, 0.2361, 0.2884], 5e-5);
}

#[test]
fn s0_e04_a_heavier_edge_takes_attention_from_a_negative_score() {
    let found = compare("S0-E04");
    assert_eq!(first(&found).index, [0, 0]);
    // Node 2 hears node 1 over an edge of weight 2, with a score of −0.2, and itself with a score of 1.
    let weight = |heavy: f64, own: f64| heavy / (heavy + own);
    let (right, wrong) = (found.shown[0].right.get(&[2, 1]), found.shown[0].wrong.get(&[2, 1]));
    assert_numbers(&[right.unwrap()], &[weight(2.0 * (-0.2f64).exp(), 1f64.exp())], 1e-12);
    assert_numbers(&[wrong.unwrap()], &[weight((2.0 * -0.2f64).exp(), 1f64.exp())], 1e-12);
    assert!(wrong.unwrap() < weight((-0.2f64).exp(), 1f64.exp()) && right.unwrap() > 0.3);
}

#[test]
fn s0_e05_values_and_not_features_are_summed_up() {
    let found = compare("S0-E05");
    assert_eq!(first(&found).index, [0, 0]);
    // Node 2 hears node 1 and itself alike: the mean of (1, 1) and (5, 1), or of (0, 1) and (2, 1).
    assert_eq!(&found.shown[0].right.data()[4..], [3.0, 1.0]);
    assert_eq!(&found.shown[0].wrong.data()[4..], [1.0, 1.0]);
}

#[test]
fn s0_e06_normalized_over_the_receivers_columns_and_not_rows_add_up_to_1() {
    let found = compare("S0-E06");
    assert_numbers(&row_sums(found.shown[0].right.data()), &[1.0, 1.0, 1.0], 1e-12);
    let wrong = found.shown[0].wrong.data();
    let columns: Vec<f64> = (0..3).map(|j| wrong.iter().skip(j).step_by(3).sum()).collect();
    assert_numbers(&columns, &[1.0, 1.0, 1.0], 1e-12);
    assert!(row_sums(wrong).iter().any(|sum| (sum - 1.0).abs() > 0.1));
}

#[test]
fn s0_e09_the_other_order_gives_other_scores() {
    // Projected: (2, 1), (0, −2), (2, 0). A pair scores the neighbor's first number and the node's second.
    let expected = [3.0, 1.0, 3.0, 0.0, -0.4, 0.0, 2.0, 0.0, 2.0];
    let exchanged = assert_first("S0-E09", "gat.scores", &[0, 0, 1], 1.0, 0.0, 1e-12);
    assert_numbers(exchanged.shown[0].right.data(), &expected, 1e-12);
    assert_numbers(exchanged.shown[0].wrong.data(), &[3.0, 0.0, 2.0, 1.0, -0.4, 0.0, 3.0, 0.0, 2.0], 1e-12);
}

#[test]
fn s0_e24_a_mask_saves_no_product() {
    // All pairs of six nodes; and 14 messages with 6 self-loops.
    assert_eq!(amounts("S0-E24"), [Some(36.0), Some(20.0)]);
}

#[test]
fn s0_e28_the_degree_changes_the_scores() {
    // Node 0 has degree 1 and becomes (2, 0).
    assert_first("S0-E28", "attention.scores", &[0, 0], 4.0, 1.0, 0.0);
}

#[test]
fn s1_e01_without_features_the_layer_knows_only_the_graph() {
    let found = compare("S1-E01");
    assert_eq!(first(&found).index, [0, 0]);
    // The aggregated identity is the normalized adjacency itself.
    let root = 6f64.sqrt();
    let normalized = [0.5, 1.0 / root, 0.0, 1.0 / root, 1.0 / 3.0, 1.0 / root, 0.0, 1.0 / root, 0.5];
    assert_numbers(found.shown[1].wrong.data(), &normalized, 1e-12);
}

#[test]
fn s1_e03_the_doubled_edge_weighs_4082_instead_of_2582() {
    let found = assert_first("S1-E03", "graph.adjacency", &[2, 3], 1.0, 2.0, 0.0);
    let at = |tensor: &attograph::tensor::Tensor| tensor.get(&[2, 3]).unwrap();
    assert_numbers(&[at(&found.shown[1].right), at(&found.shown[1].wrong)], &[0.2582, 0.4082], 5e-5);
}

#[test]
fn s1_e07_the_features_move_with_the_picture() {
    let found = compare("S1-E07");
    let (moved, stayed) = (found.shown[0].right.data(), found.shown[0].wrong.data());
    assert_numbers(moved, &[0.0, 3.0, 3.0, 3.0], 1e-12);
    assert_numbers(&stayed.iter().cycle().skip(3).take(4).copied().collect::<Vec<_>>(), moved, 1e-12);
}

#[test]
fn s1_e08_a_graph_of_six_nodes_is_42_numbers() {
    assert_eq!(amounts("S1-E08"), [Some(42.0), Some(7.0)]);
}

#[test]
fn s1_e09_with_an_adjacency_a_node_loses_its_own_features() {
    let found = assert_first("S1-E09", "message.from-self", &[0, 1], 0.0, 2.0, 0.0);
    // (1, 0), (0, 2), (1, 1) times B, and what the neighbors of each have of that.
    assert_eq!(found.shown[0].right.data(), [2.0, 0.0, 2.0, 2.0, 3.0, 1.0]);
    assert_eq!(found.shown[0].wrong.data(), [2.0, 2.0, 5.0, 1.0, 2.0, 2.0]);
}

#[test]
fn s1_e10_mean_and_convolution_differ_at_every_node() {
    let found = assert_first("S1-E10", "gcn.aggregated", &[0, 0], 1.2071, 2.0, 5e-5);
    assert_numbers(found.shown[0].wrong.data(), &[2.0, 2.6667, 3.0, 4.0, 5.0, 4.5], 5e-5);
    assert_numbers(found.shown[0].right.data(), &[1.2071, 2.6140, 2.6101, 4.8620, 4.6995, 4.6995], 5.1e-5);
}

#[test]
fn s1_e11_the_transposed_matrix_gives_other_features() {
    let found = compare("S1-E11");
    assert_eq!(first(&found).index, [0, 0]);
    // Row [a, b]: [a, 2a + b] by the matrix, [a + 2b, b] by its transpose.
    let (right, wrong) = (found.shown[0].right.data(), found.shown[0].wrong.data());
    assert_numbers(&[right[1] - 2.0 * right[0]], &[wrong[1]], 1e-12);
}

#[test]
fn s2_e03_without_a_loop_no_node_attends_to_itself() {
    let found = compare("S2-E03");
    let own = |numbers: &[f64]| [numbers[0], numbers[4], numbers[8]];
    assert!(own(found.shown[0].right.data()).iter().all(|weight| *weight > 0.2));
    assert_eq!(own(found.shown[0].wrong.data()), [0.0; 3]);
}
