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
    /// The work is beyond the device's limits.
    Unsuited {
        /// What, and the limit.
        reason: String,
    },
    /// A number is beyond what the device's arithmetic can be trusted with.
    Untrusted {
        /// What it is.
        what: &'static str,
        /// Which it is, or may become on the way.
        found: f64,
        /// The last that can be trusted.
        limit: f64,
    },
    /// An operand is wrong, on any engine.
    Input(Box<Error>),
}

impl GpuError {
    /// What is added below a root is no normal number, of which an inverse root could be taken.
    pub(in crate::backend::gpu) fn epsilon(found: f32) -> GpuError {
        GpuError::Untrusted { what: "an epsilon of", found: found.into(), limit: f32::MIN_POSITIVE.into() }
    }

    /// A short name that stays the same across versions.
    pub fn code(&self) -> &'static str {
        match self {
            GpuError::Absent { .. } => "gpu-absent",
            GpuError::Software { .. } => "gpu-software",
            GpuError::Lost { .. } => "gpu-lost",
            GpuError::OutOfMemory => "gpu-out-of-memory",
            GpuError::Refused { .. } => "gpu-refused",
            GpuError::TimedOut => "gpu-timed-out",
            GpuError::Unsuited { .. } | GpuError::Untrusted { .. } => "gpu-unsuited",
            GpuError::Input(error) => error.code(),
        }
    }

    /// What the platform says, or what was beyond a limit; empty where the code says it all. `number` writes numbers: in WebAssembly JavaScript does, which
    /// spares the file the code for it.
    pub fn reason(&self, number: fn(f64) -> String) -> String {
        match self {
            GpuError::Absent { reason }
            | GpuError::Lost { reason }
            | GpuError::Refused { reason }
            | GpuError::Unsuited { reason } => reason.clone(),
            GpuError::Untrusted { what, found, limit } => {
                format!("{what} {}, where the limit is {}", number(*found), number(*limit))
            }
            GpuError::Software { name } => name.clone(),
            GpuError::OutOfMemory | GpuError::TimedOut | GpuError::Input(_) => String::new(),
        }
    }
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GpuError::Input(error) => error.fmt(f),
            other => write!(f, "{}: {}", other.code(), other.reason(|number| number.to_string())),
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
