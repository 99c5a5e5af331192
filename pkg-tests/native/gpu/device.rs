//! Opening, and what a device refuses.

use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::gpu::product::{Finish, multiply};
use attograph::backend::gpu::{AdapterOptions, Batch, Gpu, GpuError, GpuMatrix};

/// The adapter that tests run on.
pub fn open() -> Gpu {
    pollster::block_on(Gpu::open(AdapterOptions { software: true })).expect(
        "a Vulkan, Metal or Direct3D adapter; on Debian, mesa-vulkan-drivers has one that is a program (scripts/setup.mjs installs it)",
    )
}

/// Runs commands and waits for their numbers.
pub fn run(gpu: &Gpu, commands: impl FnOnce(&mut Batch) -> Result<GpuMatrix, GpuError>) -> Result<Vec<f32>, GpuError> {
    pollster::block_on(gpu.compute(commands)?.wait())
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let gpu = open();
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let numbers = [1.0, wrong];
        let matrix = Matrix::new("x", &numbers, 1, 2).expect("a matrix");
        let error = run(&gpu, |batch| batch.upload(matrix)).expect_err("a refusal");
        assert_eq!(error.code(), "gpu-unsuited");
    }
}

#[test]
fn uploaded_numbers_are_read_back_unchanged() {
    let gpu = open();
    for (rows, columns) in [(0, 3), (1, 1), (3, 0), (7, 13), (1000, 33)] {
        let numbers: Vec<f32> = (0..rows * columns).map(|number| number as f32 - 7.5).collect();
        let matrix = Matrix::new("x", &numbers, rows, columns).expect("a matrix");
        assert_eq!(run(&gpu, |batch| batch.upload(matrix)).expect("numbers"), numbers);
    }
}

#[test]
fn a_matrix_that_is_too_large_is_refused() {
    let gpu = open();
    let error = run(&gpu, |batch| batch.matrix(1 << 40, 1 << 10, 0.0)).expect_err("a refusal");
    assert_eq!(error.code(), "gpu-unsuited");
}

#[test]
fn sums_that_could_overflow_f32_are_refused() {
    let gpu = open();
    let square = |number: f32| {
        let numbers = [number; 4];
        run(&gpu, |batch| {
            let matrix = batch.upload(Matrix::new("x", &numbers, 2, 2)?)?;
            multiply(batch, &matrix, &matrix, Finish::default())
        })
    };
    assert_eq!(square(2f32.powi(62)).expect("numbers"), [2f32.powi(125); 4]);
    assert_eq!(square(2f32.powi(63)).expect_err("a refusal").code(), "gpu-unsuited");
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let gpu = open();
    let error = run(&gpu, |batch| {
        let (left, right) = (batch.matrix(2, 3, 0.0)?, batch.matrix(4, 2, 0.0)?);
        multiply(batch, &left, &right, Finish::default())
    });
    assert_eq!(error.expect_err("a refusal").code(), "shape-mismatch");
}

#[test]
fn a_destroyed_device_gives_gpu_lost() {
    let gpu = open();
    gpu.give_back();
    let error = run(&gpu, |batch| batch.matrix(2, 2, 0.0)).expect_err("a loss");
    assert_eq!(error.code(), "gpu-lost");
}
