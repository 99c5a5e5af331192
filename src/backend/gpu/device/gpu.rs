//! One device of a graphics processor.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::sync::Arc;

use super::failure::GpuError;
use super::kernel::{Kernel, Programs};
use super::loss::Loss;

/// Which adapters are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Accepts an adapter that is a program on the main processor: correct, but slower than the SIMD kernels. For tests.
    pub software: bool,
}

/// How much work is submitted at once, in seconds: short enough that no system considers the device hung, and that a page stays responsive.
const AT_ONCE: f64 = 0.05;

/// The operations per second assumed of a processor that was not measured. One with a tenth of that rate needs half a second for a piece.
const UNKNOWN_RATE: f64 = 1e12;

/// A graphics processor: a device of an adapter, and the kernels that were compiled for it.
pub struct Gpu {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) limits: wgpu::Limits,
    /// How many operations are submitted at once.
    pub(super) at_once: Cell<u64>,
    pub(super) lost: Arc<Loss>,
    programs: RefCell<Programs>,
    name: String,
    software: bool,
}

impl Gpu {
    /// Opens a device of the adapter that the platform considers fastest. After a loss, open another.
    ///
    /// # Errors
    /// [`GpuError::Absent`] if there is none, [`GpuError::Software`] if it is a program and those are not accepted.
    pub async fn open(asked: Asked) -> Result<Gpu, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let wishes = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let absent = |reason: String| GpuError::Absent { reason };
        let adapter = instance.request_adapter(&wishes).await.map_err(|_| absent("there is no adapter".into()))?;
        let info = adapter.get_info();
        let software = info.device_type == wgpu::DeviceType::Cpu;
        if software && !asked.software {
            return Err(GpuError::Software { name: info.name });
        }
        let limits = adapter.limits();
        let wanted = wgpu::DeviceDescriptor { required_limits: limits.clone(), ..Default::default() };
        let (device, queue) = adapter.request_device(&wanted).await.map_err(|error| absent(error.to_string()))?;
        let lost = Arc::new(Loss::default());
        let loss = lost.clone();
        device.set_device_lost_callback(move |_, reason| loss.record(reason));
        let gpu = Gpu {
            device,
            queue,
            limits,
            programs: RefCell::default(),
            at_once: Cell::default(),
            lost,
            name: info.name,
            software,
        };
        gpu.expect_rate(UNKNOWN_RATE);
        Ok(gpu)
    }

    /// Sets how many operations the device does per second, if that was measured: work is cut into pieces of a twentieth of a second. The default suits a
    /// slow processor; the pieces are then too small to occupy a fast one.
    pub fn expect_rate(&self, operations: f64) {
        self.at_once.set((operations * AT_ONCE).max(1.0) as u64);
    }

    /// The adapter's name; empty if the platform does not tell.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the adapter is a program on the main processor.
    pub fn is_software(&self) -> bool {
        self.software
    }

    /// Releases the device and all its memory, without waiting for a garbage collector.
    pub fn give_back(&self) {
        self.device.destroy();
        // Recorded at once: the platform reports it later.
        self.lost.record("it was given back".into());
    }

    /// Why the device was lost, if it was.
    pub fn lost(&self) -> Option<GpuError> {
        self.lost.error()
    }

    /// Waits until the device is lost, however long that takes.
    pub fn until_lost(&self) -> impl Future<Output = GpuError> + use<> {
        let lost = self.lost.clone();
        let recorded = lost.watch();
        async move {
            // `lost` owns the sender, and sends before it is dropped.
            let _ = recorded.await;
            lost.error().unwrap_or(GpuError::TimedOut)
        }
    }

    /// The pipeline of a kernel with constants, compiled at its first use.
    pub(super) fn pipeline(&self, kernel: &Kernel, constants: &[(&str, u32)]) -> wgpu::ComputePipeline {
        if let Some(known) = self.programs.borrow().find(kernel, constants) {
            return known;
        }
        // In a browser compiling may throw, and what is borrowed then would stay so.
        let pipeline = kernel.compile(&self.device, constants);
        self.programs.borrow_mut().insert(kernel, constants, pipeline.clone());
        pipeline
    }
}
