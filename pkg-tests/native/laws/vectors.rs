//! Vectors compared in pairs, and the rotation of the plane.

use attograph::catalog::{Arguments, trace};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::assert_lawful;
use crate::support::close::assert_within;
use crate::support::draws::numbers;
use crate::support::rows::{Rows, dot, identity, product, rows};
use crate::support::runs::output;

const ID: &str = "vector-comparison";

fn with(x: &Tensor) -> Arguments {
    Arguments::new().with("x", x.clone())
}

fn compared(inputs: &Arguments, name: &str) -> Vec<f64> {
    output(ID, inputs, name).data().to_vec()
}

fn encoding(algorithm: &str, inputs: &[(&str, f64)]) -> Tensor {
    let inputs = inputs.iter().fold(Arguments::new(), |inputs, (name, number)| inputs.with(name, *number));
    output(algorithm, &inputs, "encoding")
}

fn rotation(angle: f64) -> Rows {
    rows(&output("plane-rotation", &Arguments::new().with("angle", angle), "matrix"))
}

fn flat(matrix: &Rows) -> Vec<f64> {
    matrix.concat()
}

fn code(algorithm: &str, inputs: &Arguments) -> &'static str {
    trace(algorithm, inputs).expect_err("an error").code()
}

proptest! {
    #[test]
    fn pairs_are_compared_as_plain_loops_do(
        (n, m, d, offset, seed) in (0usize..6, 0usize..6, 1usize..6, 0usize..4, any::<u64>()),
        others in any::<bool>(),
    ) {
        let x = numbers(&[n, d], seed);
        let mut inputs = with(&x).with("offset", offset as f64);
        let mut y = x.clone();
        if others {
            y = numbers(&[m, d], seed ^ 1);
            inputs = inputs.with("y", y.clone());
        }
        let found = assert_lawful(ID, &inputs, "vectors").outputs;
        let (x, y) = (rows(&x), rows(&y));
        let of = |name: &str, i: usize, j: usize| found[name].get(&[i, j]).expect("a cell");
        for (i, a) in x.iter().enumerate() {
            prop_assert!((found["lengths"].data()[i] - dot(a, a).sqrt()).abs() < 1e-14 * 4.0);
            for (j, b) in y.iter().enumerate() {
                let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                let cosine = dot(a, b) / (dot(a, a).sqrt() * dot(b, b).sqrt());
                prop_assert!((of("products", i, j) - dot(a, b)).abs() < 1e-13);
                prop_assert!((of("cosines", i, j) - cosine).abs() < 1e-14);
                prop_assert!((of("distances", i, j) - distance).abs() < 1e-13);
                // Near 0° and 180° the arccosine magnifies what rounding did to the cosine.
                let (degrees, expected) = (of("degrees", i, j), cosine.clamp(-1.0, 1.0).acos().to_degrees());
                prop_assert!((degrees - expected).abs() < 2e-6, "{} instead of {}", degrees, expected);
                prop_assert!((0.0..=180.0).contains(&degrees));
            }
        }
        let apart: Vec<f64> = (0..x.len().min(y.len().saturating_sub(offset))).map(|l| of("distances", l, l + offset)).collect();
        prop_assert_eq!(found["apart"].data(), apart);
    }

    #[test]
    fn vectors_without_others_are_compared_with_themselves(n in 1usize..6, d in 1usize..6, seed in any::<u64>(), scale in -60i32..60) {
        let x = numbers(&[n, d], seed);
        let x = Tensor::new(vec![n, d], x.data().iter().map(|number| number * 10f64.powi(scale)).collect()).unwrap();
        prop_assert_eq!(&trace(ID, &with(&x)).unwrap().outputs, &trace(ID, &with(&x).with("y", x.clone())).unwrap().outputs);
        for i in 0..n {
            let own = |name: &str| compared(&with(&x), name)[i * n + i];
            prop_assert_eq!((own("cosines"), own("degrees"), own("distances")), (1.0, 0.0, 0.0));
        }
    }

    #[test]
    fn angles_are_those_of_rotated_vectors(from in -180.0..180.0f64, by in 1.0..179.0f64, (near, far) in (0.1..10.0f64, 0.1..10.0f64)) {
        let at = |degrees: f64, length: f64| [length * degrees.to_radians().cos(), length * degrees.to_radians().sin()];
        let x = Tensor::matrix(&[at(from, near), at(from + by, far)]).unwrap();
        prop_assert!((compared(&with(&x), "degrees")[1] - by).abs() < 1e-11);
    }

    #[test]
    fn a_rotation_keeps_lengths_and_two_add_their_angles(one in -720.0..720.0f64, other in -720.0..720.0f64) {
        let inputs = Arguments::new().with("angle", one);
        let matrix = rows(&assert_lawful("plane-rotation", &inputs, "rotation").outputs["matrix"]);
        assert_within(&flat(&matrix), &[one.to_radians().cos(), -one.to_radians().sin(), one.to_radians().sin(), one.to_radians().cos()], 1e-14);
        assert_within(&flat(&product(&matrix, &rotation(-one))), &flat(&identity(2)), 1e-15 * 2.0);
        assert_within(&flat(&product(&matrix, &rotation(other))), &flat(&rotation(one + other)), 1e-14);
    }
}

#[test]
fn quarters_of_a_turn_are_exact() {
    for (quarters, [a, b, c, d]) in
        [[1.0, 0.0, 0.0, 1.0], [0.0, -1.0, 1.0, 0.0], [-1.0, 0.0, 0.0, -1.0], [0.0, 1.0, -1.0, 0.0]].iter().enumerate()
    {
        for turns in [-2.0, -1.0, 0.0, 1.0, 1000.0] {
            assert_eq!(rotation(90.0 * quarters as f64 + 360.0 * turns), [[*a, *b], [*c, *d]], "{quarters} quarters");
        }
    }
}

#[test]
fn a_rotation_is_the_shift_of_one_pair_of_the_encoding() {
    let shift = Arguments::new().with("width", 2.0).with("shift", 2.0);
    let shift = output("sinusoidal-shift", &shift, "matrix");
    assert_within(&flat(&rotation(2f64.to_degrees())), shift.data(), 1e-15);
}

#[test]
fn s0_c11_steps_of_the_binary_code_differ_and_those_of_the_sines_are_equal() {
    let steps = |encoding: &Tensor| compared(&with(encoding), "apart");
    let binary = steps(&encoding("binary-position", &[("length", 8.0)]));
    let root = f64::sqrt;
    assert_eq!(binary, [1.0, root(2.0), 1.0, root(3.0), 1.0, root(2.0), 1.0]);
    let sines = steps(&encoding("sinusoidal-encoding", &[("length", 200.0), ("width", 8.0)]));
    assert!(sines.iter().all(|step| (step - 0.964).abs() < 5e-4), "{sines:?}");
    assert!(sines.iter().all(|step| (step - sines[0]).abs() < 1e-13));
}

#[test]
fn s0_c11_products_of_encodings_are_a_toeplitz_matrix_with_half_the_width_on_its_diagonal() {
    for (width, base) in [(8.0, 10_000.0), (8.0, 100.0), (64.0, 10_000.0)] {
        let encoding = encoding("sinusoidal-encoding", &[("length", 40.0), ("width", width), ("base", base)]);
        let products = rows(&output(ID, &with(&encoding), "products"));
        for (p, q) in (1..40).flat_map(|p| (1..40).map(move |q| (p, q))) {
            assert!((products[p][q] - products[p - 1][q - 1]).abs() < 1e-12);
        }
        assert!((products[7][7] - width / 2.0).abs() < 1e-13);
    }
}

#[test]
fn the_row_that_the_shift_matrix_makes_is_at_distance_0_from_the_row_further_on() {
    let encoding = encoding("sinusoidal-encoding", &[("length", 30.0), ("width", 8.0)]);
    let shift = output("sinusoidal-shift", &Arguments::new().with("width", 8.0).with("shift", 5.0), "matrix");
    let moved = Tensor::matrix(&product(&rows(&encoding), &rows(&shift))).expect("rows");
    let apart = compared(&with(&moved).with("y", encoding).with("offset", 5.0), "apart");
    assert_eq!(apart.len(), 25);
    assert!(apart.iter().all(|distance| *distance < 1e-13), "{apart:?}");
}

#[test]
fn a_vector_without_direction_and_offsets_beyond_the_last_row_have_answers_and_the_rest_typed_errors() {
    let x = Tensor::matrix(&[[0.0, 0.0], [3.0, 4.0]]).expect("a matrix");
    assert_eq!(compared(&with(&x), "cosines"), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(compared(&with(&x), "degrees"), [90.0, 90.0, 90.0, 0.0]);
    assert_eq!(compared(&with(&x), "lengths"), [0.0, 5.0]);
    assert_eq!(compared(&with(&x).with("offset", 2.0), "apart"), [0.0; 0]);
    assert_eq!(compared(&with(&x).with("offset", 0.0), "apart"), [0.0, 0.0]);
    assert_eq!(code(ID, &with(&x).with("y", Tensor::matrix(&[[1.0]]).expect("a matrix"))), "shape-mismatch");
    assert_eq!(code(ID, &with(&x).with("offset", 0.5)), "out-of-range");
    assert_eq!(code(ID, &Arguments::new()), "missing-input");
    assert_eq!(code(ID, &with(&Tensor::new(vec![40_000, 1], vec![1.0; 40_000]).expect("a column"))), "too-large");
    assert_eq!(code("plane-rotation", &Arguments::new()), "missing-input");
    assert_eq!(code("plane-rotation", &Arguments::new().with("angle", f64::NAN)), "non-finite");
    assert_eq!(code("plane-rotation", &Arguments::new().with("angle", "right")), "wrong-type");
}
