//! The kernels of the fast engine are within their bounds, natively and with the instructions of each WebAssembly file.

pub mod attention;
pub mod chance;
mod graph;
mod held;
pub mod layers;
mod lsh;
mod product;
mod window;

use attograph::backend::cpu::matrix::Matrix;
use attograph::tensor::Tensor;

use chance::widened;

/// The number of random shapes on which each kernel is tested.
const SHAPES: usize = 1000;

/// Returns a matrix of these numbers.
pub fn matrix(numbers: &[f32], rows: usize, columns: usize) -> Matrix<'_> {
    Matrix::new("x", numbers, rows, columns).expect("numbers that fill the matrix")
}

/// Returns a tensor of these numbers in f64.
pub fn tensor(numbers: &[f32], shape: &[usize]) -> Tensor {
    Tensor::new(shape.to_vec(), widened(numbers)).expect("numbers that fill the shape")
}
