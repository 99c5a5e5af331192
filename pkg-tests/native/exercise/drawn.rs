//! What is drawn for an exercise says something.

use attograph::exercise::{Difficulty, find};

#[test]
fn no_query_is_a_row_of_zeros_and_no_feature_is_the_same_for_all_tokens() {
    for id in ["attention-steps", "causal-attention-steps"] {
        let exercise = find(id).expect("an exercise");
        for (seed, difficulty) in (0..40).flat_map(|seed| Difficulty::ALL.map(|difficulty| (seed, difficulty))) {
            let trace = exercise.instance(seed, difficulty).expect("an instance").trace;
            for step in ["attention.query", "attention.key", "attention.value"] {
                let tensor = &trace.step(step).expect("a step").tensor;
                let width = tensor.shape()[1];
                let rows: Vec<&[f64]> = tensor.data().chunks(width).collect();
                let place = format!("{id}, seed {seed}, {difficulty:?}: {step} is {rows:?}");
                assert!(rows.iter().all(|row| row.iter().any(|&number| number != 0.0)), "{place}");
                for column in 0..width {
                    assert!(rows.iter().any(|row| row[column] != rows[0][column]), "{place}");
                }
            }
        }
    }
}
