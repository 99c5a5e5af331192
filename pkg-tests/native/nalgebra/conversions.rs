//! Tensors from nalgebra's matrices and vectors, and back.

use attograph::tensor::Tensor;
use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;

proptest! {
    #[test]
    fn every_number_of_a_matrix_keeps_its_row_and_column(rows in 0usize..6, columns in 0usize..6) {
        let matrix = DMatrix::from_fn(rows, columns, |i, j| (10 * i + j) as f64);
        let tensor = Tensor::try_from(&matrix).unwrap();
        prop_assert_eq!(tensor.shape(), [rows, columns]);
        for i in 0..rows {
            for j in 0..columns {
                prop_assert_eq!(tensor.get(&[i, j]), Some((10 * i + j) as f64));
            }
        }
        prop_assert_eq!(&DMatrix::try_from(&tensor).unwrap(), &matrix);
        prop_assert_eq!(Tensor::try_from(matrix).unwrap(), tensor);
    }

    #[test]
    fn a_vector_becomes_a_tensor_of_rank_1_and_back(numbers in prop::collection::vec(-1e3f64..1e3, 0..9)) {
        let vector = DVector::from_vec(numbers.clone());
        let tensor = Tensor::try_from(&vector).unwrap();
        prop_assert_eq!((tensor.shape(), tensor.data()), (&[numbers.len()][..], &numbers[..]));
        prop_assert_eq!(&DVector::try_from(&tensor).unwrap(), &vector);
        prop_assert_eq!(Tensor::try_from(vector).unwrap(), tensor);
    }
}

#[test]
fn a_tensor_of_another_rank_is_no_matrix_and_no_vector() {
    let cube = Tensor::new(vec![1, 2, 3], vec![0.0; 6]).unwrap();
    let error = DMatrix::try_from(&cube).expect_err("three axes");
    assert_eq!(error.code(), "wrong-rank");
    assert_eq!(error.to_string(), "the number of axes of `tensor` must be 2, but it is 3");
    let square = Tensor::matrix(&[[1.0]]).unwrap();
    assert_eq!(
        DVector::try_from(&square).expect_err("two axes").to_string(),
        "the number of axes of `tensor` must be 1, but it is 2"
    );
    assert_eq!(DMatrix::try_from(&Tensor::scalar(1.0)).expect_err("no axis").code(), "wrong-rank");
}

#[test]
fn a_view_of_a_matrix_is_copied_by_rows() {
    let matrix = DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let turned = Tensor::try_from(matrix.transpose()).unwrap();
    assert_eq!(turned.data(), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
    let columns = Tensor::try_from(matrix.columns(1, 2).into_owned()).unwrap();
    assert_eq!(columns.data(), [2.0, 3.0, 5.0, 6.0]);
}
