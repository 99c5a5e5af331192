//! The errors of a graphics processor.

use std::fmt;

use crate::error::Error;

/// Why a graphics processor returned no result.
#[derive(Clone, Debug, PartialEq)]
pub enum GpuError {
    /// There is no adapter, or it gives no device.
    Absent {
        /// What the platform reports; may be empty.
        reason: String,
    },
    /// There is an adapter, but it is a program on the main processor, which computes slower than the SIMD kernels.
    Software {
        /// The adapter's name.
        name: String,
    },
    /// The device was taken away.
    Lost {
        /// What the platform reports; may be empty.
        reason: String,
    },
    /// The device has not enough memory for the work.
    OutOfMemory,
    /// The device refused a command.
    Refused {
        /// What the platform reports; may be empty.
        reason: String,
    },
    /// The device did not respond in time.
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
    /// The error of an ε that is not a normal number of f32, for which an inverse root is not accurate.
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

    /// What the platform reports, or which limit was exceeded; never empty. `number` formats numbers: in WebAssembly JavaScript does, which saves the code
    /// for it.
    pub fn reason(&self, number: fn(f64) -> String) -> String {
        let or = |reason: &str, otherwise: &str| if reason.is_empty() { otherwise } else { reason }.to_owned();
        match self {
            GpuError::Absent { reason } => or(reason, "the platform gives no reason"),
            GpuError::Lost { reason } => or(reason, "the device was lost, and the platform gives no reason"),
            GpuError::Refused { reason } => or(reason, "a command was refused, and the platform gives no reason"),
            GpuError::Unsuited { reason } => reason.clone(),
            GpuError::Untrusted { what, found, limit } => {
                format!("{what} {}, where the limit is {}", number(*found), number(*limit))
            }
            GpuError::Software { name } => or(name, "the only adapter is a program on the main processor"),
            GpuError::OutOfMemory => "the device has not enough memory".into(),
            GpuError::TimedOut => "the device did not respond in time".into(),
            GpuError::Input(error) => error.message(number),
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
