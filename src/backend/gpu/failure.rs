//! Why a graphics processor gave no result.

use std::fmt;

use crate::error::Error;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq)]
pub enum GpuError {
    /// There is no adapter, or it gives no device.
    Absent {
        /// What the platform says.
        reason: String,
    },
    /// There is an adapter, but it is a program on the main processor, which computes slower than the SIMD kernels.
    Software {
        /// The adapter's name.
        name: String,
    },
    /// The device was taken away.
    Lost {
        /// What the platform says.
        reason: String,
    },
    /// The device has no room for the work.
    OutOfMemory,
    /// The device refused a command.
    Refused {
        /// What the platform says.
        reason: String,
    },
    /// The device did not answer in time.
    TimedOut,
    /// The work is beyond the device's limits, or a number beyond what its arithmetic can be trusted with.
    Unsuited {
        /// What, and the limit.
        reason: String,
    },
    /// An operand is wrong, on any engine.
    Input(Box<Error>),
}

impl GpuError {
    /// A short name that stays the same across versions.
    pub fn code(&self) -> &'static str {
        match self {
            GpuError::Absent { .. } => "gpu-absent",
            GpuError::Software { .. } => "gpu-software",
            GpuError::Lost { .. } => "gpu-lost",
            GpuError::OutOfMemory => "gpu-out-of-memory",
            GpuError::Refused { .. } => "gpu-refused",
            GpuError::TimedOut => "gpu-timed-out",
            GpuError::Unsuited { .. } => "gpu-unsuited",
            GpuError::Input(error) => error.code(),
        }
    }

    /// What the platform says, or what was beyond a limit; empty where the code says it all.
    pub fn reason(&self) -> &str {
        match self {
            GpuError::Absent { reason }
            | GpuError::Lost { reason }
            | GpuError::Refused { reason }
            | GpuError::Unsuited { reason } => reason,
            GpuError::Software { name } => name,
            GpuError::OutOfMemory | GpuError::TimedOut | GpuError::Input(_) => "",
        }
    }
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GpuError::Input(error) => error.fmt(f),
            other => write!(f, "{}: {}", other.code(), other.reason()),
        }
    }
}

impl std::error::Error for GpuError {}

impl From<Box<Error>> for GpuError {
    fn from(error: Box<Error>) -> GpuError {
        GpuError::Input(error)
    }
}

impl From<wgpu::Error> for GpuError {
    fn from(error: wgpu::Error) -> GpuError {
        match error {
            wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory,
            wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
                GpuError::Refused { reason: description }
            }
        }
    }
}
