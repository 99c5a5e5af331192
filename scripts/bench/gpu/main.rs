//! Measures the kernels on this machine's GPU, and the GPU's peak rate.
//!
//! ```text
//! npm run bench:gpu [-- --software]
//! ```
//!
//! Operands and results stay on the device. The time is from the first command to the completion of the last one, for several runs of a kernel at a time,
//! nine times, of which the median counts. The limit is measured the same way, by chains of multiply-add. With `--software` an adapter that is a
//! program on the main processor will do, with small sizes.

use std::time::Instant;

use attograph::backend::cpu::matrix::Matrix;
use attograph::backend::cpu::pair_rule::Band;
use attograph::backend::gpu::heads::{Heads, attend_heads};
use attograph::backend::gpu::product::{Finish, multiply};
use attograph::backend::gpu::{AdapterOptions, Batch, Bound, Gpu, GpuError, GpuMatrix, Kernel, Parameter};

static CHAIN: Kernel = Kernel { name: "chain", source: include_str!("chain.wgsl") };

/// The number of measurements of which the median is taken.
const MEASUREMENTS: usize = 9;
/// The shortest duration of a measurement in seconds, so that the time to send the commands is negligible.
const LONG_ENOUGH: f64 = 0.1;

/// Runs commands until the device has completed them, and returns the seconds.
fn seconds(gpu: &Gpu, commands: impl FnOnce(&mut Batch) -> Result<(), GpuError>) -> Result<f64, GpuError> {
    let start = Instant::now();
    let reading = gpu.compute(|batch| {
        commands(batch)?;
        // The device executes in order: a number that is copied last arrives last.
        batch.matrix(1, 1, 0.0)
    })?;
    pollster::block_on(reading.wait())?;
    Ok(start.elapsed().as_secs_f64())
}

/// The median time of one run of what `work` records.
fn measure(gpu: &Gpu, work: impl Fn(&mut Batch) -> Result<(), GpuError>) -> Result<f64, GpuError> {
    let repeated = |times: usize| seconds(gpu, |batch| (0..times).try_for_each(|_| work(batch)));
    // The first run compiles.
    repeated(1)?;
    let times = ((LONG_ENOUGH / repeated(1)?).ceil() as usize).clamp(1, 200);
    let mut found = (0..MEASUREMENTS).map(|_| repeated(times)).collect::<Result<Vec<f64>, _>>()?;
    found.sort_by(f64::total_cmp);
    Ok(found[MEASUREMENTS / 2] / times as f64)
}

/// A matrix of numbers between −1 and 1, on the device.
fn operand(gpu: &Gpu, rows: usize, columns: usize) -> Result<GpuMatrix, GpuError> {
    let numbers: Vec<f32> = (0..rows * columns).map(|place| (place * 37 % 127) as f32 / 63.0 - 1.0).collect();
    let mut held = None;
    seconds(gpu, |batch| {
        held = Some(batch.upload(Matrix::new("operand", &numbers, rows, columns)?)?);
        Ok(())
    })?;
    held.ok_or(GpuError::OutOfMemory)
}

/// f32 operations per second of chains of multiply-add, in 10⁹.
fn limit(gpu: &Gpu) -> Result<f64, GpuError> {
    let (groups, steps) = if gpu.is_software() { (64, 16) } else { (16_384, 256) };
    let operations = groups as f64 * 256.0 * steps as f64 * 16.0 * 16.0 * 2.0;
    let time = measure(gpu, |batch| {
        let result = batch.matrix(groups, 256, 1.0)?;
        let parameters = [Parameter::Count(steps), Parameter::Number(0.5), Parameter::Number(0.25)];
        batch.run(&CHAIN, &[], &[Bound::Numbers(&result)], &parameters, [groups, 1, 1], operations as u64)
    })?;
    Ok(operations / time / 1e9)
}

fn report(what: &str, operations: f64, seconds: f64, limit: f64) {
    let rate = operations / seconds / 1e9;
    println!("| {what} | {:.3} ms | {rate:.1} | {:.0} % |", seconds * 1e3, 100.0 * rate / limit);
}

fn attention(gpu: &Gpu, (n, d, heads): (usize, usize, usize), band: Band, limit: f64) -> Result<(), GpuError> {
    let [query, key, value] = [0, 1, 2].map(|_| operand(gpu, n, heads * d));
    let (query, key, value) = (query?, key?, value?);
    let options = Heads { heads, band, ..Heads::default() };
    let time = measure(gpu, |batch| attend_heads(batch, &query, &key, &value, &options).map(drop))?;
    let (name, part) = if band == Band::FULL { ("attention", 1.0) } else { ("causal attention", 0.5) };
    let operations = 4.0 * part * (n * n * d * heads) as f64;
    report(&format!("{name}, n = {n}, {heads} × {d}"), operations, time, limit);
    Ok(())
}

fn main() -> Result<(), GpuError> {
    let software = std::env::args().any(|argument| argument == "--software");
    let gpu = pollster::block_on(Gpu::open(AdapterOptions { software }))?;
    let limit = limit(&gpu)?;
    // Kernels do less than chains of multiply-add: pieces of work stay below a fifth of a second if they do a quarter of that.
    gpu.expect_rate(limit * 1e9);
    println!("{}: {limit:.1} GFLOP/s of multiply-add in f32\n", gpu.name());
    println!("| work | median | GFLOP/s | of the limit |\n|---|---:|---:|---:|");
    let (products, lengths) =
        if gpu.is_software() { (vec![256], vec![256]) } else { (vec![1024, 2048, 4096], vec![4096, 8192, 16_384]) };
    for size in products {
        let (left, right) = (operand(&gpu, size, size)?, operand(&gpu, size, size)?);
        let time = measure(&gpu, |batch| multiply(batch, &left, &right, Finish::default()).map(drop))?;
        report(&format!("product, {size}³"), 2.0 * (size as f64).powi(3), time, limit);
    }
    for n in lengths {
        attention(&gpu, (n, 64, 8), Band::FULL, limit)?;
        attention(&gpu, (n, 64, 8), Band::CAUSAL, limit)?;
    }
    Ok(())
}
