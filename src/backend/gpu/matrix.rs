//! Copies of matrices and lists in the graphics processor's memory.

use std::rc::Rc;

/// Memory of the device. It is given back with its last holder and not when a garbage collector comes by.
#[derive(Debug)]
pub(super) struct Room(pub(super) wgpu::Buffer);

impl Drop for Room {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

/// A matrix of f32, row by row. A copy of it is the same matrix.
#[derive(Clone, Debug)]
pub struct GpuMatrix {
    pub(super) room: Rc<Room>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) magnitude: f64,
}

impl GpuMatrix {
    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What no number exceeds in magnitude, but for rounding: of an uploaded matrix the largest, of a computed one what its operands allow.
    pub fn magnitude(&self) -> f64 {
        self.magnitude
    }
}

/// A list of whole numbers, such as the columns of a compressed matrix.
#[derive(Clone, Debug)]
pub struct GpuList {
    pub(super) room: Rc<Room>,
    pub(super) length: usize,
}

impl GpuList {
    /// How many numbers.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }
}
