//! Softmax of rows within the bound that its module derives.

use attograph::backend::check::Precision;
use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::cpu::pair_rule::Band;
use attograph::backend::cpu::product::error_bound;
use attograph::backend::gpu::GpuMask;
use attograph::backend::gpu::softmax::{Rules, softmax};

use super::device::{open, run};
use crate::fast::chance::Chance;

/// The unit roundoff of f32.
const UNIT: f64 = f32::EPSILON as f64 / 2.0;

/// The weights of a row of scores, of which some are seen.
fn weights(scores: &[(f64, bool)]) -> Vec<f64> {
    let seen = || scores.iter().filter(|(_, is_seen)| *is_seen).map(|(score, _)| *score);
    let largest = seen().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = seen().map(|score| (score - largest).exp()).sum();
    scores.iter().map(|(score, is_seen)| if *is_seen { (score - largest).exp() / sum } else { 0.0 }).collect()
}

#[test]
fn weights_stay_within_their_bound() {
    let gpu = open();
    let mut chance = Chance(16);
    let mut largest_part: f64 = 0.0;
    for case in 0..1000 {
        let [n, m, _] = chance.lengths();
        let factor = [0.01, 1.0, 20.0][chance.below(3)];
        let band = match chance.below(3) {
            0 => Band::CAUSAL,
            1 => Band { before: chance.below(40), after: chance.below(40) },
            _ => Band::FULL,
        };
        let hidden = 2 + chance.below(4);
        let mask: Option<Vec<u8>> =
            chance.once_in(3).then(|| (0..n * m).map(|_| u8::from(!chance.once_in(hidden))).collect());
        let bias = chance.once_in(3).then(|| chance.numbers(n * m, 1.0));
        let scores = chance.numbers(n * m, factor);
        let found = run(&gpu, |batch| {
            let mask = mask.as_ref().map(|mask| GpuMask::upload(batch, mask, n, m)).transpose()?;
            let bias = bias.as_ref().map(|bias| batch.upload(Matrix::new("bias", bias, n, m)?)).transpose()?;
            let scores = batch.upload(Matrix::new("scores", &scores, n, m)?)?;
            softmax(batch, scores, &Rules { band, mask: mask.as_ref(), bias: bias.as_ref() })
        })
        .expect("weights");
        for i in 0..n {
            let score = |j: usize| {
                let place = i * m + j;
                let bias = bias.as_ref().map_or(0.0, |bias| f64::from(bias[place]));
                let is_seen = band.of(i).contains(&j) && mask.as_ref().is_none_or(|mask| mask[place] != 0);
                (f64::from(scores[place]) + bias, is_seen)
            };
            let row: Vec<(f64, bool)> = (0..m).map(score).collect();
            let highest = row.iter().fold(0.0, |most: f64, (score, _)| most.max(score.abs()));
            let eta = (6.0 * UNIT * highest).exp_m1() + Precision::GPU.exponential + error_bound(m) + 6.0 * UNIT;
            for (j, exact) in weights(&row).into_iter().enumerate() {
                let error = (f64::from(found[i * m + j]) - exact).abs();
                let bound = 2.0 * (1.0 + eta) * eta * exact + 1.3e-38;
                assert!(error <= bound, "case {case}, [{n}, {m}] at [{i}, {j}]: {error} above {bound}");
                if exact > 1e-30 {
                    largest_part = largest_part.max(error / exact);
                }
            }
        }
    }
    assert!(largest_part < 2e-5, "a weight is off by {largest_part} of itself");
}

#[test]
fn scores_that_are_too_far_apart_are_refused() {
    let gpu = open();
    let rules = Rules { band: Band::FULL, mask: None, bias: None };
    let of = |numbers: [f32; 2]| {
        run(&gpu, |batch| {
            let scores = batch.upload(Matrix::new("scores", &numbers, 1, 2)?)?;
            softmax(batch, scores, &rules)
        })
    };
    assert_eq!(of([8e37, -8e37]).expect("weights")[0], 1.0);
    assert_eq!(of([1e38, -1e38]).expect_err("a refusal").code(), "gpu-unsuited");
}
