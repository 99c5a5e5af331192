//! What is invariant, what is equivariant, what is neither.

use attograph::backend::Nalgebra;
use attograph::catalog::{Arguments, evaluate};
use attograph::graph::Graph;
use attograph::measure::permutation::{Options, PermutationTest, Symmetry, permutation_test};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use super::{random, self_attention};

fn tested(id: &str, inputs: &Arguments, options: &Options) -> PermutationTest {
    permutation_test(id, inputs, options, &Nalgebra).expect("a test")
}

fn symmetry(test: &PermutationTest, output: &str) -> Symmetry {
    test.answers.iter().find(|answer| answer.output == output).expect("an output").symmetry
}

fn axes(names: &[&str]) -> Options {
    Options { axes: Some(names.iter().map(|name| name.to_string()).collect()), ..Options::default() }
}

/// Returns every permutation of this many places.
fn permutations(length: usize) -> Vec<Vec<usize>> {
    if length == 0 {
        return vec![vec![]];
    }
    let longer = |shorter: Vec<usize>| {
        (0..length).map(move |place| {
            let mut longer = shorter.clone();
            longer.insert(place, length - 1);
            longer
        })
    };
    permutations(length - 1).into_iter().flat_map(longer).collect()
}

proptest! {
    #[test]
    fn attention_is_equivariant_and_causal_attention_is_not(n in 2usize..7, d in 1usize..4, seed in 0u64..1000) {
        let inputs = self_attention(&random(&[n, d], seed));
        let options = Options { seed, ..Options::default() };
        let test = tested("scaled-dot-product-attention", &inputs, &options);
        prop_assert!(test.permutation.iter().enumerate().any(|(place, from)| place != *from), "never the order as it is");
        for output in ["scores", "weights", "output"] {
            prop_assert_eq!(symmetry(&test, output), Symmetry::Equivariant);
        }
        let causal = tested("scaled-dot-product-attention", &inputs.with("causal", true), &options);
        prop_assert_eq!(symmetry(&causal, "weights"), Symmetry::Neither);
    }

    #[test]
    fn a_result_agrees_with_two_separate_runs(n in 1usize..6, seed in 0u64..1000) {
        let x = random(&[n, 2], seed);
        let options = Options { seed, ..Options::default() };
        let test = tested("scaled-dot-product-attention", &self_attention(&x), &options);
        let rows = |tensor: &Tensor, order: &[usize]| -> Vec<f64> {
            order.iter().flat_map(|&row| tensor.data()[row * 2..row * 2 + 2].to_vec()).collect()
        };
        let output = |x: &Tensor| evaluate("scaled-dot-product-attention", &self_attention(x), &Nalgebra).unwrap().outputs["output"].clone();
        let (before, after) = (output(&x), output(&Tensor::new(vec![n, 2], rows(&x, &test.permutation)).unwrap()));
        let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |most: f64, (x, y)| most.max((x - y).abs()));
        let answer = test.answers.iter().find(|answer| answer.output == "output").unwrap();
        prop_assert_eq!(answer.from_invariance, apart(after.data(), before.data()));
        prop_assert_eq!(answer.from_equivariance, Some(apart(after.data(), &rows(&before, &test.permutation))));
    }

    #[test]
    fn a_graph_layer_is_equivariant_to_the_order_of_nodes(seed in 0u64..500) {
        let edges = vec![[0, 1], [1, 2], [2, 3], [3, 0], [1, 4]];
        let graph = Graph::new(5, edges, seed % 2 == 0).unwrap().with_weights(vec![1.0, 2.0, 0.5, 1.5, 3.0]).unwrap();
        let options = Options { seed, ..Options::default() };
        let layer = Arguments::new().with("graph", graph).with("x", random(&[5, 3], seed)).with("w", random(&[3, 2], 1));
        let test = tested("gcn-layer", &layer, &options);
        prop_assert!(test.answers.iter().all(|answer| answer.symmetry == Symmetry::Equivariant), "{:?}", test.answers);
    }
}

#[test]
fn s1_w02_a_sum_is_invariant_and_a_weighted_sum_is_not() {
    // The slide's vector in two other orders. Values that are all one make attention a sum whose weights sum to 1; the slide's numbers are the keys.
    let column = |numbers: [f64; 3]| Tensor::new(vec![3, 1], numbers.to_vec()).unwrap();
    let pooled = Arguments::new()
        .with("query", Tensor::matrix(&[[1.0]]).unwrap())
        .with("key", column([-0.5, 0.3, 0.8]))
        .with("value", column([-0.5, 0.3, 0.8]));
    for permutation in [vec![1, 0, 2], vec![2, 0, 1]] {
        let options = Options { permutation: Some(permutation.clone()), ..axes(&["key"]) };
        let test = tested("scaled-dot-product-attention", &pooled, &options);
        assert_eq!(symmetry(&test, "output"), Symmetry::Invariant, "{permutation:?}");
        assert_eq!(symmetry(&test, "weights"), Symmetry::Equivariant, "{permutation:?}");
    }
    // The weights 1, 2, 3 of the places of the text, and its two orders.
    let weighted =
        |numbers: [f64; 3]| numbers.iter().zip([1.0, 2.0, 3.0]).map(|(number, weight)| number * weight).sum::<f64>();
    assert!((weighted([-0.5, 0.3, 0.8]) - 2.5).abs() < 1e-12 && (weighted([0.8, -0.5, 0.3]) - 0.7).abs() < 1e-12);
    // A multilayer perceptron gives each place a weight of its own: here the places of the values change, those of the keys do not.
    let only_values = Options { inputs: Some(vec!["value".into()]), ..axes(&["key"]) };
    assert_eq!(symmetry(&tested("scaled-dot-product-attention", &pooled, &only_values), "output"), Symmetry::Neither);
}

#[test]
fn s1_e02_three_numbers_have_six_orders_and_not_720() {
    let all = permutations(3);
    assert_eq!(all.len(), 6);
    assert_eq!(permutations(6).len(), 720);
    let inputs = self_attention(&Tensor::new(vec![3, 1], vec![-0.5, 0.3, 0.8]).unwrap());
    for permutation in all {
        let options = Options { permutation: Some(permutation.clone()), ..Options::default() };
        let test = tested("scaled-dot-product-attention", &inputs, &options);
        assert_eq!(symmetry(&test, "output"), Symmetry::Equivariant, "{permutation:?}");
    }
}

#[test]
fn s1_e06_a_transformer_without_positions_is_equivariant_and_only_its_pooled_output_invariant() {
    let x = random(&[4, 3], 1);
    let test = tested("scaled-dot-product-attention", &self_attention(&x), &Options::default());
    let answer = test.answers.iter().find(|answer| answer.output == "output").unwrap();
    assert_eq!(answer.symmetry, Symmetry::Equivariant);
    assert!(answer.from_invariance > 0.1, "the slide's invariance is off by {}", answer.from_invariance);
    // Pooled: one query for all.
    let pooled = self_attention(&x).with("query", random(&[1, 3], 2));
    assert_eq!(
        symmetry(&tested("scaled-dot-product-attention", &pooled, &axes(&["key"])), "output"),
        Symmetry::Invariant
    );
}

#[test]
fn s1_p4_d_self_attention_and_graph_attention_are_equivariant() {
    let graph = Graph::new(5, vec![[0, 1], [1, 2], [2, 3], [3, 4]], false).unwrap();
    let inputs = Arguments::new()
        .with("graph", graph)
        .with("x", random(&[5, 3], 1))
        .with("w", random(&[3, 4], 2))
        .with("attentionSource", random(&[2, 2], 3))
        .with("attentionTarget", random(&[2, 2], 4))
        .with("heads", 2.0);
    let test = tested("gat-layer", &inputs, &Options::default());
    assert!(test.answers.iter().all(|answer| answer.symmetry == Symmetry::Equivariant), "{:?}", test.answers);
    let attention = tested("scaled-dot-product-attention", &self_attention(&random(&[5, 3], 1)), &Options::default());
    assert_eq!(symmetry(&attention, "output"), Symmetry::Equivariant);
}

#[test]
fn s1_x03_a_weight_between_places_breaks_equivariance_and_projections_do_not() {
    // A bias is an N × N matrix of the model; permuted along with the tokens it would be a property of the pairs.
    let inputs = self_attention(&random(&[4, 3], 1)).with("bias", random(&[4, 4], 2));
    let with = |names: &[&str]| Options {
        inputs: Some(names.iter().map(|name| name.to_string()).collect()),
        ..Options::default()
    };
    let of_places = tested("scaled-dot-product-attention", &inputs, &with(&["query", "key", "value"]));
    assert_eq!(symmetry(&of_places, "output"), Symmetry::Neither);
    let of_pairs = tested("scaled-dot-product-attention", &inputs, &with(&["query", "key", "value", "bias"]));
    assert_eq!(symmetry(&of_pairs, "output"), Symmetry::Equivariant);
}

#[test]
fn s1_x04_learned_positions_break_the_order_of_patches() {
    let inputs = Arguments::new()
        .with("image", random(&[1, 4, 4], 1))
        .with("patch", 2.0)
        .with("w", random(&[4, 3], 2))
        .with("b", random(&[3], 3));
    // A picture has no axis of tokens: rows and columns of pixels are none.
    let error =
        permutation_test("patch-embedding", &inputs, &Options::default(), &Nalgebra).expect_err("nothing to permute");
    assert_eq!(error.code(), "missing-input");
    let tokens = Arguments::new().with("tokens", random(&[8, 2], 1)).with("seed", 3.0);
    let masking = tested("masked-autoencoder-masking", &tokens, &Options::default());
    assert_eq!(symmetry(&masking, "mask"), Symmetry::Invariant, "chance does not look at the patches");
    assert_eq!(symmetry(&masking, "visible"), Symmetry::Neither);
}

#[test]
fn s1_f04_what_cannot_be_tested_is_a_typed_error() {
    let inputs = self_attention(&random(&[3, 2], 1));
    let code = |options: &Options| {
        permutation_test("scaled-dot-product-attention", &inputs, options, &Nalgebra).expect_err("an error").code()
    };
    let permuted = |permutation: &[usize]| Options { permutation: Some(permutation.to_vec()), ..Options::default() };
    assert_eq!(code(&permuted(&[0, 1, 1])), "out-of-range");
    assert_eq!(code(&permuted(&[0, 1, 3])), "out-of-range");
    assert_eq!(code(&permuted(&[1, 0])), "shape-mismatch");
    assert_eq!(code(&axes(&["head"])), "missing-input");
    assert_eq!(code(&Options { inputs: Some(vec!["queries".into()]), ..Options::default() }), "unknown-input");
    let error = permutation_test("attention", &inputs, &Options::default(), &Nalgebra).expect_err("no such algorithm");
    assert_eq!(error.code(), "unknown-algorithm");
    // Queries and keys of different number have no order in common.
    let cross = inputs.with("query", random(&[2, 2], 2));
    let error = permutation_test("scaled-dot-product-attention", &cross, &Options::default(), &Nalgebra)
        .expect_err("two lengths");
    assert_eq!(error.code(), "shape-mismatch");
    // One token has one order.
    let one = tested("scaled-dot-product-attention", &self_attention(&random(&[1, 2], 1)), &Options::default());
    assert_eq!(one.permutation, [0]);
}
