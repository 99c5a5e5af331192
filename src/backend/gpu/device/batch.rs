//! Recording and submitting commands, with every error from the first to the last.

use std::ops::Range;
use std::rc::Rc;

use crate::backend::cpu::matrix::Matrix;

use super::failure::GpuError;
use super::gpu::Gpu;
use super::kernel::{Kernel, Parameter};
use super::memory::{GpuList, GpuMatrix, Memory};
use super::reading::{Noted, Reading};

/// The largest magnitude that a number may have: half of what f32 holds, so that rounding cannot overflow.
const LARGEST: f64 = f32::MAX as f64 / 2.0;

/// Validates that numbers, and the sums on the way to them, stay within f32.
///
/// # Errors
/// [`GpuError::Untrusted`].
pub(in crate::backend::gpu) fn check_magnitude(magnitude: f64) -> Result<(), GpuError> {
    if magnitude <= LARGEST {
        return Ok(());
    }
    Err(GpuError::Untrusted { what: "numbers up to", found: magnitude, limit: LARGEST })
}

/// The bytes of so many numbers, if the device may hold and bind them. A binding is never empty, and its length is a multiple of 4.
fn bytes_of(limits: &wgpu::Limits, count: usize) -> Result<u64, GpuError> {
    let bytes = 4 * count.max(1) as u64;
    let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
    if bytes <= limit {
        return Ok(bytes);
    }
    Err(GpuError::Unsuited { reason: format!("{bytes} bytes in one buffer, of which {limit} are allowed") })
}

/// Commands that are being recorded.
pub struct Batch<'a> {
    gpu: &'a Gpu,
    encoder: wgpu::CommandEncoder,
    // Kept until the commands are submitted: destroying a buffer before invalidates them.
    kept: Vec<Rc<Memory>>,
    work: u64,
    scopes: [wgpu::ErrorScopeGuard; 2],
}

impl<'a> Batch<'a> {
    fn new(gpu: &'a Gpu) -> Batch<'a> {
        let outer = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let inner = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let encoder = gpu.device.create_command_encoder(&Default::default());
        Batch { gpu, encoder, kept: Vec::new(), work: 0, scopes: [inner, outer] }
    }

    fn memory(&mut self, bytes: u64, usage: wgpu::BufferUsages) -> Rc<Memory> {
        let usage = usage | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
        let descriptor = wgpu::BufferDescriptor { label: None, size: bytes, usage, mapped_at_creation: false };
        let memory = Rc::new(Memory(self.gpu.device.create_buffer(&descriptor)));
        self.kept.push(memory.clone());
        memory
    }

    /// Allocates a matrix of zeros. `magnitude` bounds its numbers, and every sum on the way to one, up to rounding; the caller derives it from the operands'
    /// magnitudes.
    ///
    /// # Errors
    /// [`GpuError::Unsuited`] beyond what the device may bind, or when the numbers could leave f32.
    pub fn matrix(&mut self, rows: usize, columns: usize, magnitude: f64) -> Result<GpuMatrix, GpuError> {
        check_magnitude(magnitude)?;
        let bytes = bytes_of(&self.gpu.limits, rows.saturating_mul(columns))?;
        Ok(GpuMatrix { memory: self.memory(bytes, wgpu::BufferUsages::STORAGE), rows, columns, magnitude })
    }

    /// Copies a matrix to the device.
    ///
    /// # Errors
    /// [`GpuError::Unsuited`] beyond what the device may bind, or for a number that is not finite or close to the end of f32.
    pub fn upload(&mut self, from: Matrix) -> Result<GpuMatrix, GpuError> {
        let to = self.matrix(from.rows(), from.columns(), f64::from(from.magnitude()))?;
        let length = from.rows() * from.columns();
        if length > 0 {
            let numbers = if from.stride() == from.columns() { from.data().get(..length) } else { None };
            match numbers {
                Some(numbers) => self.gpu.queue.write_buffer(&to.memory.0, 0, &bytes(numbers)),
                None => {
                    for row in 0..from.rows() {
                        let place = 4 * (row * from.columns()) as u64;
                        self.gpu.queue.write_buffer(&to.memory.0, place, &bytes(from.row(row)));
                    }
                }
            }
        }
        Ok(to)
    }

    /// Copies a list to the device.
    ///
    /// # Errors
    /// [`GpuError::Unsuited`] beyond what the device may bind.
    pub fn list(&mut self, numbers: &[u32]) -> Result<GpuList, GpuError> {
        let length = bytes_of(&self.gpu.limits, numbers.len())?;
        let memory = self.memory(length, wgpu::BufferUsages::STORAGE);
        if !numbers.is_empty() {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            self.gpu.queue.write_buffer(&memory.0, 0, &bytes);
        }
        Ok(GpuList { memory, length: numbers.len() })
    }

    /// Splits rows into parts, each within the limit of workgroups in one dimension and within the work that is submitted at once. `unit` rows form a
    /// workgroup.
    pub fn parts(&self, rows: usize, unit: usize, work_of_row: u64) -> impl Iterator<Item = Range<usize>> + use<> {
        let unit = unit.max(1);
        let most = u64::from(self.gpu.limits.max_compute_workgroups_per_dimension);
        let groups = (self.gpu.at_once.get() / work_of_row.max(1).saturating_mul(unit as u64)).clamp(1, most);
        let step = groups as usize * unit;
        (0..rows).step_by(step).map(move |start| start..rows.min(start + step))
    }

    /// Records one dispatch of a kernel with its constants, buffers in the order of its bindings, parameters of its uniform struct, workgroups along each
    /// dimension, and an estimate of the operations. Does nothing without workgroups.
    ///
    /// # Errors
    /// [`GpuError::Unsuited`] for more workgroups than the device allows.
    pub fn run(
        &mut self,
        kernel: &Kernel,
        constants: &[(&str, u32)],
        buffers: &[Bound],
        parameters: &[Parameter],
        groups: [usize; 3],
        work: u64,
    ) -> Result<(), GpuError> {
        let most = self.gpu.limits.max_compute_workgroups_per_dimension as usize;
        if groups.contains(&0) {
            return Ok(());
        }
        if let Some(groups) = groups.iter().find(|&&groups| groups > most) {
            let reason = format!("{groups} workgroups, of which {most} are allowed");
            return Err(GpuError::Unsuited { reason });
        }
        let [x, y, z] = groups.map(|count| count as u32);
        let pipeline = self.gpu.pipeline(kernel, constants);
        let words: Vec<u8> = parameters.iter().flat_map(|parameter| parameter.bytes()).collect();
        // A uniform struct fills whole groups of 16 bytes.
        let length = words.len().next_multiple_of(16).max(16);
        let uniform = self.memory(length as u64, wgpu::BufferUsages::UNIFORM);
        self.gpu.queue.write_buffer(&uniform.0, 0, &words);
        let bound: Vec<&Rc<Memory>> = buffers.iter().map(Bound::memory).chain([&uniform]).collect();
        let entries: Vec<wgpu::BindGroupEntry> = bound
            .iter()
            .enumerate()
            .map(|(place, memory)| wgpu::BindGroupEntry {
                binding: place as u32,
                resource: memory.0.as_entire_binding(),
            })
            .collect();
        let layout = pipeline.get_bind_group_layout(0);
        let group = self.gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(kernel.name),
            layout: &layout,
            entries: &entries,
        });
        {
            let mut pass = self.encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(x, y, z);
        }
        self.kept.extend(buffers.iter().map(|buffer| buffer.memory().clone()));
        self.work = self.work.saturating_add(work);
        if self.work >= self.gpu.at_once.get() {
            self.submit();
        }
        Ok(())
    }

    /// Submits what was recorded so far.
    fn submit(&mut self) {
        let next = self.gpu.device.create_command_encoder(&Default::default());
        let encoder = std::mem::replace(&mut self.encoder, next);
        self.gpu.queue.submit([encoder.finish()]);
        self.work = 0;
    }

    /// Submits everything, with a copy of the result to where it can be read, and closes the batch.
    fn read(mut self, result: &GpuMatrix) -> Reading {
        let size = 4 * (result.rows * result.columns).max(1) as u64;
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let descriptor = wgpu::BufferDescriptor { label: Some("result"), size, usage, mapped_at_creation: false };
        let staging = Rc::new(Memory(self.gpu.device.create_buffer(&descriptor)));
        self.encoder.copy_buffer_to_buffer(&result.memory.0, 0, &staging.0, 0, size);
        self.submit();
        let [inner, outer] = self.scopes;
        let noted: [Noted; 2] = [Box::pin(inner.pop()), Box::pin(outer.pop())];
        Reading::begin(self.gpu, staging, result.clone(), noted)
    }
}

impl Gpu {
    /// Runs what `commands` records, and begins to read the matrix that it returns.
    ///
    /// # Errors
    /// Those of `commands`. What the device reports comes with [`Reading::wait`].
    pub fn compute(
        &self,
        commands: impl FnOnce(&mut Batch) -> Result<GpuMatrix, GpuError>,
    ) -> Result<Reading, GpuError> {
        if let Some(loss) = self.lost() {
            return Err(loss);
        }
        let mut batch = Batch::new(self);
        let result = commands(&mut batch)?;
        Ok(batch.read(&result))
    }
}

/// A buffer that a kernel binds.
#[derive(Clone, Copy, Debug)]
pub enum Bound<'a> {
    /// An `array<f32>`.
    Numbers(&'a GpuMatrix),
    /// An `array<u32>`.
    Counts(&'a GpuList),
}

impl Bound<'_> {
    fn memory(&self) -> &Rc<Memory> {
        match self {
            Bound::Numbers(matrix) => &matrix.memory,
            Bound::Counts(list) => &list.memory,
        }
    }
}

/// The bytes of numbers in little-endian order, which every WebGPU device has.
fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}
