//! Commands that are recorded one after the other, and every error that happens from the first to the last.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use crate::backend::cpu::matrix::Matrix;

use super::device::Gpu;
use super::failure::GpuError;
use super::kernel::{Kernel, Parameter};
use super::loss::Loss;
use super::matrix::{GpuList, GpuMatrix, Room};
use super::reading::{Noted, Reading};

/// The largest magnitude that a number may have: half of what f32 holds, so that roundings cannot lead out of it.
const LARGEST: f64 = f32::MAX as f64 / 2.0;

/// Refuses numbers, or sums on the way to them, that could leave f32.
pub(super) fn check_magnitude(magnitude: f64) -> Result<(), GpuError> {
    if magnitude <= LARGEST {
        return Ok(());
    }
    Err(GpuError::Untrusted { what: "numbers up to", found: magnitude, limit: LARGEST })
}

/// Whether a device may hold and bind so many bytes; the binding's length must be a multiple of 4 and not 0.
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
    // Held until the commands are sent: memory that is given back before makes them invalid.
    held: Vec<Rc<Room>>,
    work: u64,
    scopes: [wgpu::ErrorScopeGuard; 2],
}

impl<'a> Batch<'a> {
    pub(super) fn new(gpu: &'a Gpu) -> Batch<'a> {
        let outer = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let inner = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let encoder = gpu.device.create_command_encoder(&Default::default());
        Batch { gpu, encoder, held: Vec::new(), work: 0, scopes: [inner, outer] }
    }

    fn room(&mut self, bytes: u64, usage: wgpu::BufferUsages) -> Rc<Room> {
        let usage = usage | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
        let descriptor = wgpu::BufferDescriptor { label: None, size: bytes, usage, mapped_at_creation: false };
        let room = Rc::new(Room(self.gpu.device.create_buffer(&descriptor)));
        self.held.push(room.clone());
        room
    }

    /// Makes room for a matrix, filled with 0. `magnitude` is what none of its numbers, nor any sum on the way to one, exceeds but for rounding; whoever has
    /// it written by a kernel derives that from the operands' magnitudes.
    ///
    /// # Errors
    /// [`GpuError::Unsuited`] beyond what the device may bind, or when the numbers could leave f32.
    pub fn matrix(&mut self, rows: usize, columns: usize, magnitude: f64) -> Result<GpuMatrix, GpuError> {
        check_magnitude(magnitude)?;
        let bytes = bytes_of(&self.gpu.limits, rows.saturating_mul(columns))?;
        Ok(GpuMatrix { room: self.room(bytes, wgpu::BufferUsages::STORAGE), rows, columns, magnitude })
    }

    /// Copies a matrix whose rows follow each other to the device.
    ///
    /// # Errors
    /// [`GpuError::Unsuited`] beyond what the device may bind, or for a number that is not finite or close to the end of f32.
    pub fn upload(&mut self, from: Matrix) -> Result<GpuMatrix, GpuError> {
        let to = self.matrix(from.rows(), from.columns(), f64::from(from.magnitude()))?;
        let length = from.rows() * from.columns();
        if length > 0 {
            let numbers = if from.stride() == from.columns() { from.data().get(..length) } else { None };
            match numbers {
                Some(numbers) => self.gpu.queue.write_buffer(&to.room.0, 0, &bytes(numbers)),
                None => {
                    for row in 0..from.rows() {
                        let place = 4 * (row * from.columns()) as u64;
                        self.gpu.queue.write_buffer(&to.room.0, place, &bytes(from.row(row)));
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
        let room = self.room(length, wgpu::BufferUsages::STORAGE);
        if !numbers.is_empty() {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            self.gpu.queue.write_buffer(&room.0, 0, &bytes);
        }
        Ok(GpuList { room, length: numbers.len() })
    }

    /// Splits rows so that no part has more than one dimension of workgroups allows, nor more work than is sent at once. `unit` rows make a workgroup.
    pub fn parts(&self, rows: usize, unit: usize, work_of_row: u64) -> impl Iterator<Item = Range<usize>> + use<> {
        let unit = unit.max(1);
        let most = u64::from(self.gpu.limits.max_compute_workgroups_per_dimension);
        let groups = (self.gpu.at_once.get() / work_of_row.max(1).saturating_mul(unit as u64)).clamp(1, most);
        let step = groups as usize * unit;
        (0..rows).step_by(step).map(move |start| start..rows.min(start + step))
    }

    /// Records one run of a kernel: its constants, buffers in the order of its bindings, parameters of its uniform struct, workgroups along each dimension,
    /// and about how many operations that is. No workgroup, no run.
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
        let uniform = self.room(length as u64, wgpu::BufferUsages::UNIFORM);
        self.gpu.queue.write_buffer(&uniform.0, 0, &words);
        let rooms: Vec<&Rc<Room>> = buffers.iter().map(Bound::room).chain([&uniform]).collect();
        let entries: Vec<wgpu::BindGroupEntry> = rooms
            .iter()
            .enumerate()
            .map(|(place, room)| wgpu::BindGroupEntry { binding: place as u32, resource: room.0.as_entire_binding() })
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
        self.held.extend(buffers.iter().map(|buffer| buffer.room().clone()));
        self.work = self.work.saturating_add(work);
        if self.work >= self.gpu.at_once.get() {
            self.send();
        }
        Ok(())
    }

    /// Sends what was recorded so far.
    fn send(&mut self) {
        let next = self.gpu.device.create_command_encoder(&Default::default());
        let encoder = std::mem::replace(&mut self.encoder, next);
        self.gpu.queue.submit([encoder.finish()]);
        self.work = 0;
    }

    /// Sends everything, with a copy of the result to where it can be read, and closes the batch.
    pub(super) fn read(mut self, result: &GpuMatrix, lost: Arc<Loss>) -> Reading {
        let size = 4 * (result.rows * result.columns).max(1) as u64;
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let descriptor = wgpu::BufferDescriptor { label: Some("result"), size, usage, mapped_at_creation: false };
        let staging = Rc::new(Room(self.gpu.device.create_buffer(&descriptor)));
        self.encoder.copy_buffer_to_buffer(&result.room.0, 0, &staging.0, 0, size);
        self.send();
        let [inner, outer] = self.scopes;
        let noted: [Noted; 2] = [Box::pin(inner.pop()), Box::pin(outer.pop())];
        Reading::begin(self.gpu, staging, result.clone(), noted, lost)
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
    fn room(&self) -> &Rc<Room> {
        match self {
            Bound::Numbers(matrix) => &matrix.room,
            Bound::Counts(list) => &list.room,
        }
    }
}

/// The bytes of numbers, least first, as every device of WebGPU has them.
fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}
