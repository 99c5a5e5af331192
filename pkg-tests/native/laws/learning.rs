//! Laws of learning: what a step is in plain loops, that momentum adds up, and that a small step lowers a loss.

use attograph::catalog::{Arguments, GradientRequest, trace};
use attograph::tensor::Tensor;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::assert_lawful;

fn table(numbers: &[f64]) -> Tensor {
    Tensor::new(vec![numbers.len(), 1], numbers.to_vec()).expect("a small table")
}

fn stepping(weights: &[f64], gradient: &[f64], rate: f64) -> Arguments {
    Arguments::new().with("w", table(weights)).with("gradient", table(gradient)).with("learningRate", rate)
}

proptest! {
    #[test]
    fn a_step_goes_against_the_gradient(
        all in vec((-9.0..9.0, -9.0..9.0, -2.0..2.0), 0..9), rate in 0.0..2.0, momentum in 0.0..1.0,
    ) {
        let weights: Vec<f64> = all.iter().map(|(w, _, _)| *w).collect();
        let gradient: Vec<f64> = all.iter().map(|(_, g, _)| *g).collect();
        let velocity: Vec<f64> = all.iter().map(|(_, _, v)| *v).collect();
        let plain = assert_lawful("gradient-descent", &stepping(&weights, &gradient, rate), "weights");
        let expected: Vec<f64> = weights.iter().zip(&gradient).map(|(w, g)| w - rate * g).collect();
        prop_assert_eq!(plain.outputs["weights"].data(), &expected[..]);
        let inputs = stepping(&weights, &gradient, rate).with("velocity", table(&velocity)).with("momentum", momentum);
        let carried = assert_lawful("gradient-descent", &inputs, "weights");
        let expected: Vec<f64> = all.iter().map(|(w, g, v)| w + (momentum * v - rate * g)).collect();
        prop_assert_eq!(carried.outputs["weights"].data(), &expected[..]);
    }

    /// With the same gradient at every step, the velocity tends to −ε g / (1 − α).
    #[test]
    fn momentum_adds_up_steps_of_one_direction(slope in -5.0..5.0_f64, momentum in 0.0..0.8_f64, rate in 0.01..0.5_f64) {
        let (mut weight, mut velocity): (f64, f64) = (1.0, 0.0);
        for _ in 0..150 {
            let inputs = stepping(&[weight], &[slope], rate).with("velocity", table(&[velocity])).with("momentum", momentum);
            let found = trace("gradient-descent", &inputs).expect("a step");
            (weight, velocity) = (found.outputs["weights"].data()[0], found.outputs["velocity"].data()[0]);
        }
        let expected = -rate * slope / (1.0 - momentum);
        prop_assert!((velocity - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{} for {}", velocity, expected);
    }

    /// The gradient of a mean squared error leads down: a small step against it lowers the loss.
    #[test]
    fn a_small_step_lowers_the_loss(weights in vec(-3.0..3.0, 1..6), targets in vec(-3.0..3.0, 6)) {
        let targets = table(&targets[..weights.len()]);
        let at = |weights: &[f64]| Arguments::new().with("predictions", table(weights)).with("targets", targets.clone());
        let loss = |weights: &[f64]| trace("mean-squared-error", &at(weights)).expect("a loss").outputs["mean"].data()[0];
        let back = GradientRequest::new("mean-squared-error", &at(&weights)).of("mean").wrt(&["predictions"]).compute().expect("a gradient");
        let gradient = back.gradients["predictions"].data().to_vec();
        let found = trace("gradient-descent", &stepping(&weights, &gradient, 0.1)).expect("a step");
        let (before, after) = (loss(&weights), loss(found.outputs["weights"].data()));
        prop_assert!(after < before || gradient.iter().all(|slope| slope.abs() < 1e-6), "{} after {}", after, before);
    }
}
