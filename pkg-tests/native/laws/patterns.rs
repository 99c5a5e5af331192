//! Laws of sparse patterns: the pairs are those of an independent oracle, and attention along the pairs is attention along the mask.

mod blocks;
mod hops;
mod partition;
mod swin;
mod window;

use crate::support::assert_lawful;
use crate::support::draws::numbers;
use crate::support::runs::trace;
use attograph::catalog::Arguments;
use attograph::tensor::Tensor;
use attograph::trace::Trace;

/// Queries, keys and values of n tokens.
fn tokens(n: usize, d: usize, v: usize, seed: u64) -> Arguments {
    Arguments::new()
        .with("query", numbers(&[n, d], seed))
        .with("key", numbers(&[n, d], seed ^ 1))
        .with("value", numbers(&[n, v], seed ^ 2))
}

/// Returns the mask of a pattern: whether query i attends to key j.
fn mask_of(n: usize, m: usize, sees: impl Fn(usize, usize) -> bool) -> Vec<f64> {
    (0..n * m).map(|cell| f64::from(sees(cell / m, cell % m))).collect()
}

fn assert_close(found: &Tensor, expected: &Tensor, what: &str) {
    assert_eq!(found.shape(), expected.shape(), "{what}");
    for (found, expected) in found.data().iter().zip(expected.data()) {
        let both_nan = found.is_nan() && expected.is_nan();
        assert!(both_nan || (found - expected).abs() <= 1e-12, "{what}: {found} instead of {expected}");
    }
}

/// Asserts that both forms of a pattern have the oracle's mask, agree to 1e-12, and satisfy the invariants of a trace.
fn assert_pattern(id: &str, inputs: &Arguments, mask: &[f64]) {
    let dense = assert_lawful(id, &inputs.clone().with("form", "dense"), "dense");
    let sparse = assert_lawful(id, &inputs.clone().with("form", "sparse"), "sparse");
    assert_eq!(dense.outputs["mask"].data(), mask, "{id}: mask");
    assert_eq!(trace(id, inputs).outputs, dense.outputs, "{id}: dense is what is computed without `form`");

    let keys = dense.outputs["mask"].shape()[1];
    let kept: Vec<usize> = (0..mask.len()).filter(|&cell| mask[cell] != 0.0).collect();
    let pairs: Vec<f64> = kept.iter().flat_map(|cell| [(cell / keys) as f64, (cell % keys) as f64]).collect();
    assert_eq!(sparse.outputs["pairs"].shape(), [kept.len(), 2], "{id}");
    assert_eq!(sparse.outputs["pairs"].data(), pairs, "{id}: sorted by query and then by key");
    let weights = kept.iter().map(|&cell| dense.outputs["weights"].data()[cell]).collect();
    assert_close(&sparse.outputs["weights"], &Tensor::vector(weights).unwrap(), "weights");
    assert_close(&sparse.outputs["output"], &dense.outputs["output"], "output");
    assert_eq!(sparse.notices, dense.notices, "{id}");
}

/// Nothing of the sparse form is as large as queries × keys, unless the list of pairs is.
fn assert_nothing_quadratic(sparse: &Trace, pairs: usize) {
    for step in &sparse.steps {
        let [n, width] = *sparse.outputs["output"].shape() else { panic!("a matrix") };
        let bound = 2 * pairs.max(n * width.max(2));
        assert!(step.tensor.data().len() <= bound, "{} has {} numbers", step.id(), step.tensor.data().len());
    }
}
