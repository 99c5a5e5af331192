//! What happens at the edges: nothing to attend to, sizes 0 and 1, bad options, sizes beyond every limit.

use attograph::backend::{Backend, Nalgebra, Reference};
use attograph::catalog::{Arguments, evaluate, trace};
use attograph::error::Error;
use attograph::tensor::Tensor;

use super::cases::{ALL, Setup, inputs};

fn setup() -> Setup {
    Setup {
        queries: 2,
        keys: 2,
        query_width: 2,
        key_width: 2,
        value_width: 2,
        inner: 3,
        heads: 2,
        mask: false,
        causal: false,
        bias: true,
        context: false,
        seed: 1,
    }
}

fn with_empty_first_row(algorithm: &str) -> Arguments {
    inputs(algorithm, &setup()).with("mask", Tensor::matrix(&[[0.0, 0.0], [1.0, 0.0]]).expect("a mask"))
}

#[test]
fn a_row_without_any_key_follows_the_policy() {
    for algorithm in ALL {
        let inputs = with_empty_first_row(algorithm);
        let zero = trace(algorithm, &inputs).expect("a trace");
        assert_eq!(zero.outputs["weights"].data()[..4], [0.0, 0.0, 1.0, 0.0], "{algorithm}");
        assert!(zero.notices.iter().any(|notice| notice.code == "fully-masked-row"));

        let nan = trace(algorithm, &inputs.clone().with("emptyRow", "nan")).expect("a trace");
        assert!(nan.outputs["weights"].data()[0].is_nan() && nan.outputs["weights"].data()[2] == 1.0);
        assert!(nan.notices.iter().any(|notice| notice.code == "fully-masked-row"));

        let error = trace(algorithm, &inputs.with("emptyRow", "error")).expect_err("an empty row");
        let rank = zero.outputs["weights"].shape().len() - 1;
        assert_eq!(*error, Error::FullyMaskedRow { row: vec![0; rank] });
    }
}

#[test]
fn a_single_token_attends_to_itself() {
    for algorithm in ALL {
        let inputs = inputs(algorithm, &Setup { queries: 1, keys: 1, heads: 1, ..setup() });
        let trace = trace(algorithm, &inputs).expect("a trace");
        assert_eq!(trace.outputs["weights"].data(), [1.0], "{algorithm}");
    }
}

#[test]
fn no_query_gives_no_row_and_no_key_gives_zeros() {
    for algorithm in ALL {
        let none = trace(algorithm, &inputs(algorithm, &Setup { queries: 0, ..setup() })).expect("a trace");
        assert_eq!(none.outputs["output"].shape()[0], 0, "{algorithm}");
    }
    for algorithm in &ALL[..4] {
        let setup = Setup { keys: 0, context: true, bias: false, ..setup() };
        let empty = trace(algorithm, &inputs(algorithm, &setup)).expect("a trace");
        assert!(empty.outputs["output"].data().iter().all(|&number| number == 0.0), "{algorithm}");
        assert!(empty.notices.iter().any(|notice| notice.code == "fully-masked-row"), "{algorithm}");
    }
}

#[test]
fn a_mask_of_the_wrong_shape_or_with_other_numbers_is_an_error() {
    for algorithm in ALL {
        let with_mask = |mask: Tensor| trace(algorithm, &inputs(algorithm, &setup()).with("mask", mask));
        let half = with_mask(Tensor::matrix(&[[1.0, 0.5], [1.0, 1.0]]).expect("a mask")).expect_err("a half");
        assert!(matches!(*half, Error::OutOfRange { ref input, ref index, .. } if input == "mask" && index == &[0, 1]));
        let wide = with_mask(Tensor::matrix(&[[1.0; 3]; 2]).expect("a mask")).expect_err("too wide");
        assert!(
            matches!(*wide, Error::ShapeMismatch { ref input, axis: 1, expected: 2, found: 3, .. } if input == "mask")
        );
    }
}

#[test]
fn the_mask_of_self_attention_is_compared_with_the_tokens() {
    for algorithm in &ALL[3..] {
        let mask = Tensor::matrix(&[[1.0; 3]; 2]).expect("a mask");
        let error = trace(algorithm, &inputs(algorithm, &setup()).with("mask", mask)).expect_err("too wide");
        assert!(matches!(*error, Error::ShapeMismatch { ref because, .. } if because == "`x`"), "{algorithm}: {error}");
    }
}

#[test]
fn an_invalid_number_of_heads_is_a_typed_error() {
    for algorithm in &ALL[3..] {
        let code = |heads: f64| {
            trace(algorithm, &inputs(algorithm, &setup()).with("heads", heads))
                .expect_err("heads that do not fit")
                .code()
        };
        assert_eq!(code(0.0), "out-of-range");
        assert_eq!(code(-1.0), "out-of-range");
        assert_eq!(code(1.5), "out-of-range");
        assert_eq!(code(3.0), "not-divisible");
        assert_eq!(code(4_294_967_295.0), "not-divisible");
    }
}

#[test]
fn keys_without_width_cannot_be_scaled() {
    for algorithm in ["scaled-dot-product-attention", "multi-head-attention", "split-input-attention"] {
        let error = trace(algorithm, &inputs(algorithm, &Setup { key_width: 0, ..setup() })).expect_err("no width");
        assert_eq!(error.code(), "out-of-range", "{algorithm}");
    }
    for algorithm in ["additive-attention", "bilinear-attention"] {
        assert!(trace(algorithm, &inputs(algorithm, &Setup { key_width: 0, ..setup() })).is_ok(), "{algorithm}");
    }
}

#[test]
fn pairs_beyond_the_limit_are_refused_before_they_are_written_out() {
    let empty = |rows: usize| Tensor::new(vec![rows, 0], Vec::new()).expect("rows without numbers");
    let inputs = Arguments::new()
        .with("query", empty(1 << 20))
        .with("key", empty(1 << 20))
        .with("value", empty(1 << 20))
        .with("w1", Tensor::new(vec![0, 0], Vec::new()).expect("nothing"))
        .with("w2", Tensor::vector(Vec::new()).expect("nothing"));
    assert_eq!(trace("additive-attention", &inputs).expect_err("too large").code(), "too-large");
}

#[test]
fn the_first_layer_has_a_row_for_each_feature_of_a_pair() {
    let inputs = inputs("additive-attention", &setup()).with("w1", Tensor::matrix(&[[1.0; 3]; 3]).expect("three rows"));
    let error = trace("additive-attention", &inputs).expect_err("a row is missing");
    assert_eq!(error.code(), "shape-mismatch");
    assert!(error.to_string().contains("the widths of `query` and `key` together"), "{error}");
}

#[test]
fn numbers_beyond_f32_are_computed_in_f64() {
    let matrix = |numbers: [f64; 2]| Tensor::matrix(&numbers.map(|number| [number])).expect("a matrix");
    // Scores of −4·10³⁸ and a value of 10³⁰⁰, each too large for f32; the weights are ½ and ½.
    for (query, key, value) in [([1.0, 2.0], [-4e38, -4e38], [1.0, 3.0]), ([1.0, 2.0], [1.0, 1.0], [1e300, 3e300])] {
        let inputs =
            Arguments::new().with("query", matrix(query)).with("key", matrix(key)).with("value", matrix(value));
        let evaluate =
            |backend: &dyn Backend| evaluate("scaled-dot-product-attention", &inputs, backend).expect("a result");
        let (exact, fast) = (evaluate(&Reference), evaluate(&Nalgebra));
        assert_eq!(exact.outputs["output"].get(&[0, 0]), Some((value[0] + value[1]) / 2.0));
        assert_eq!(fast.outputs["output"], exact.outputs["output"]);
        assert_eq!(fast.notices, exact.notices);
    }
}
