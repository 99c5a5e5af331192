//! Two mistakes about the lecture's example, and the numbers that they give.

use attograph::catalog::trace;
use attograph::tensor::Tensor;

use super::self_attention;

/// The weights of the lecture's three tokens, and the tokens.
fn lecture() -> ([[f64; 3]; 3], [[f64; 4]; 3]) {
    let x = [[1.0, 2.0, 3.0, 4.0], [4.0, 5.0, 9.0, 1.0], [6.0, 2.0, 1.0, 4.0]];
    let trace = trace("scaled-dot-product-attention", &self_attention(&Tensor::matrix(&x).unwrap())).expect("a trace");
    let mut weights = [[0.0; 3]; 3];
    for (row, numbers) in weights.iter_mut().zip(trace.outputs["weights"].data().chunks(3)) {
        row.copy_from_slice(numbers);
    }
    (weights, x)
}

/// The first row of a 3 × 3 matrix times the tokens.
fn first_output(weights: [f64; 3], x: &[[f64; 4]; 3]) -> [f64; 4] {
    std::array::from_fn(|column| (0..3).map(|j| weights[j] * x[j][column]).sum())
}

#[test]
fn s0_e01_a_softmax_along_the_columns_makes_rows_that_do_not_sum_to_1() {
    let (right, x) = lecture();
    for row in right {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }
    // Here the queries are the keys, so that the scores are symmetric: a softmax along the columns is the transpose of the one along the rows.
    let wrong: [[f64; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| right[j][i]));
    let sums = wrong.map(|row| row.iter().sum::<f64>());
    for (found, expected) in sums.iter().zip([0.00055, 2.006, 0.994]) {
        assert!((found - expected).abs() < 5e-4, "{found} instead of {expected}");
    }
    for (found, expected) in first_output(wrong[0], &x).iter().zip([0.00056, 0.0011, 0.0017, 0.0022]) {
        assert!((found - expected).abs() < 6e-5, "{found} instead of {expected}");
    }
}

#[test]
fn s1_e04_the_transposed_weights_give_next_to_nothing() {
    let (right, x) = lecture();
    let transposed = first_output([right[0][0], right[1][0], right[2][0]], &x);
    for (found, expected) in transposed.iter().zip([0.00056, 0.0011, 0.0017, 0.0022]) {
        assert!((found - expected).abs() < 6e-5, "{found} instead of {expected}");
    }
    for (found, expected) in first_output(right[0], &x).iter().zip([3.99901, 4.99734, 8.99400, 1.00266]) {
        assert!((found - expected).abs() < 5e-6, "{found} instead of {expected}");
    }
}
