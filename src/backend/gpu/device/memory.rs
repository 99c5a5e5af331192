//! Copies of matrices and lists in the graphics processor's memory.

use std::rc::Rc;

/// A buffer of the device, destroyed with its last owner instead of by a garbage collector.
#[derive(Debug)]
pub(super) struct Memory(pub(super) wgpu::Buffer);

impl Drop for Memory {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

/// A matrix of f32, row by row. A clone shares the numbers.
#[derive(Clone, Debug)]
pub struct GpuMatrix {
    pub(super) memory: Rc<Memory>,
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

    /// An upper bound of the magnitudes of its numbers, up to rounding: for an uploaded matrix the largest, for a computed one what its operands allow.
    pub fn magnitude(&self) -> f64 {
        self.magnitude
    }

    /// The same numbers with another bound of their magnitudes, after a kernel has replaced them.
    pub(in crate::backend::gpu) fn with_magnitude(self, magnitude: f64) -> GpuMatrix {
        GpuMatrix { magnitude, ..self }
    }
}

/// A list of whole numbers, such as the columns of a compressed matrix.
#[derive(Clone, Debug)]
pub struct GpuList {
    pub(super) memory: Rc<Memory>,
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
