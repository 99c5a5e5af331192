//! One device of a graphics processor.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::sync::Arc;

use super::failure::GpuError;
use super::kernel::{Kernel, Programs};
use super::loss::Loss;

/// Which adapters are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdapterOptions {
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

/// An adapter of which a device can be opened.
pub struct Adapter {
    adapter: wgpu::Adapter,
    name: String,
    software: bool,
}

// The platform is called before the future is returned: in a browser such a call may throw, and within a future the exception could not be caught.
impl Adapter {
    /// Finds the adapter that the platform considers fastest.
    ///
    /// # Errors
    /// [`GpuError::Absent`] if there is none, [`GpuError::Software`] if it is a program and those are not accepted.
    pub fn find(options: AdapterOptions) -> impl Future<Output = Result<Adapter, GpuError>> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let finding = instance.request_adapter(&wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        });
        async move {
            let adapter = finding.await.map_err(|_| GpuError::Absent { reason: "there is no adapter".into() })?;
            let info = adapter.get_info();
            let software = info.device_type == wgpu::DeviceType::Cpu;
            if software && !options.software {
                return Err(GpuError::Software { name: info.name });
            }
            Ok(Adapter { adapter, name: info.name, software })
        }
    }

    /// Opens a device with all that the adapter allows. An adapter has one device: after a loss, find an adapter again.
    ///
    /// # Errors
    /// [`GpuError::Absent`] if the platform refuses.
    pub fn open(self) -> impl Future<Output = Result<Gpu, GpuError>> {
        let limits = self.adapter.limits();
        let opening = self
            .adapter
            .request_device(&wgpu::DeviceDescriptor { required_limits: limits.clone(), ..Default::default() });
        async move {
            let (device, queue) = opening.await.map_err(|error| GpuError::Absent { reason: error.to_string() })?;
            let lost = Arc::new(Loss::default());
            let loss = lost.clone();
            device.set_device_lost_callback(move |_, reason| loss.record(reason));
            let gpu = Gpu {
                device,
                queue,
                limits,
                at_once: Cell::default(),
                lost,
                programs: RefCell::default(),
                name: self.name,
                software: self.software,
            };
            gpu.expect_rate(UNKNOWN_RATE);
            Ok(gpu)
        }
    }
}

impl Gpu {
    /// Finds an adapter and opens a device of it.
    ///
    /// # Errors
    /// Those of [`Adapter::find`] and [`Adapter::open`].
    pub async fn open(options: AdapterOptions) -> Result<Gpu, GpuError> {
        Adapter::find(options).await?.open().await
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
