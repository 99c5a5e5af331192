//! Mistakes that share an entry, because their numbers are always the same.

use attograph::catalog::{Arguments, trace};
use attograph::exercise::{Difficulty, Instance, Wrong, find};
use attograph::tensor::Tensor;

fn instances(id: &str) -> impl Iterator<Item = Instance> {
    let exercise = find(id).expect("an exercise");
    (0..30).map(|seed| exercise.instance(seed, Difficulty::Medium).expect("an instance"))
}

/// The result of a misconception for its step.
fn wrong_numbers(instance: &Instance, id: &str) -> Tensor {
    let wrong = instance.exercise.misconceptions.iter().find(|misconception| misconception.id == id).expect(id);
    match wrong.wrong {
        Wrong::Step(_, compute) => compute(&instance.trace).expect("numbers"),
        _ => panic!("{id} is about more than one step"),
    }
}

fn swapped(inputs: &Arguments, one: &str, other: &str) -> Arguments {
    let tensor = |name: &str| inputs.tensor(name).expect(name).clone();
    inputs.clone().with(one, tensor(other)).with(other, tensor(one))
}

#[test]
fn leaky_relu_after_the_softmax_changes_no_weight() {
    for instance in instances("gat-steps") {
        let without = instance.inputs.clone().with("negativeSlope", 1.0);
        let weights = trace("gat-layer", &without).expect("a run").outputs["weights"].clone();
        assert_eq!(
            wrong_numbers(&instance, "no-leaky-relu"),
            trace("gat-layer", &without).expect("a run").step("gat.scores").expect("scores").tensor
        );
        for &weight in weights.data() {
            assert_eq!(if weight < 0.0 { 0.2 * weight } else { weight }, weight);
        }
    }
}

#[test]
fn exchanging_the_halves_of_the_attention_vector_transposes_the_scores() {
    for instance in instances("gat-steps") {
        let exchanged = swapped(&instance.inputs, "attentionSource", "attentionTarget");
        let scores = trace("gat-layer", &exchanged).expect("a run").step("gat.scores").expect("scores").tensor.clone();
        let transposed = wrong_numbers(&instance, "source-and-target-swapped");
        for (a, b) in scores.data().iter().zip(transposed.data()) {
            assert!((a - b).abs() < 1e-12);
        }
    }
}

#[test]
fn the_smallest_of_directions_and_opposites_is_the_largest_of_opposites_and_directions() {
    for instance in instances("lsh-bucket-steps") {
        let rotated = &instance.trace.step("bucket.rotated").expect("projections").tensor;
        let directions = rotated.shape()[1];
        let smallest = rotated.data().chunks(directions).map(|row| {
            let both: Vec<f64> = row.iter().copied().chain(row.iter().map(|number| -number)).collect();
            let smallest = both.iter().copied().fold(f64::INFINITY, f64::min);
            both.iter().position(|&number| number == smallest).expect("a place") as f64
        });
        let smallest: Vec<f64> = smallest.collect();
        assert_eq!(wrong_numbers(&instance, "smallest-or-halves-swapped").data(), smallest);
    }
}

#[test]
fn a_score_times_the_mask_is_0_where_the_mask_is_0() {
    for instance in instances("graph-masked-attention-steps") {
        let product =
            trace("graph-masked-attention", &instance.inputs.clone().with("masking", "hadamard")).expect("a run");
        let product = &product.step("graph-attention.hadamard").expect("scores").tensor;
        assert_eq!(&wrong_numbers(&instance, "mask-by-product"), product);
    }
}

#[test]
fn with_two_heads_of_two_the_root_of_the_model_width_is_the_width_of_a_head() {
    for instance in instances("multi-head-attention-steps") {
        let width = instance.trace.step("multi-head.width").expect("a width").tensor.data()[0];
        let scores = instance.trace.step("multi-head.scores").expect("scores").tensor.data();
        let divided: Vec<f64> = scores.iter().map(|score| score / width).collect();
        assert_eq!(wrong_numbers(&instance, "scale-by-model-width").data(), divided);
    }
}
