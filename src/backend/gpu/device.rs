//! One graphics processor, asked for and held.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::sync::Arc;

use super::batch::Batch;
use super::failure::GpuError;
use super::kernel::Programs;
use super::loss::Loss;
use super::matrix::GpuMatrix;
use super::reading::Reading;

/// Which adapters are welcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Also one that is a program on the main processor: right, but slower than the SIMD kernels. For tests.
    pub software: bool,
}

/// How much work is sent at once, in seconds: little enough that no system takes the device for hung, and that a page stays smooth.
const AT_ONCE: f64 = 0.05;

/// How many operations a second are expected of a processor of which nothing is known. One that does a tenth of that needs half a second for its piece.
const UNKNOWN_RATE: f64 = 1e12;

/// A graphics processor: a device of an adapter, and the kernels that were compiled for it.
pub struct Gpu {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) limits: wgpu::Limits,
    pub(super) programs: RefCell<Programs>,
    /// How many operations are sent at once.
    pub(super) at_once: Cell<u64>,
    lost: Arc<Loss>,
    name: String,
    software: bool,
}

impl Gpu {
    /// Opens the adapter that the platform thinks fastest. An adapter gives one device: after a loss, open another.
    ///
    /// # Errors
    /// [`GpuError::Absent`] where there is none, [`GpuError::Software`] where it is a program and those were not asked for.
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
        let note = lost.clone();
        device.set_device_lost_callback(move |_, reason| note.happen(reason));
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

    /// Says how many operations the device does in a second, if that was measured: work is cut into pieces of a twentieth of a second. Without it a slow
    /// processor is assumed, which leaves a fast one with pieces that are too small to occupy it.
    pub fn expect_rate(&self, operations: f64) {
        self.at_once.set((operations * AT_ONCE).max(1.0) as u64);
    }

    /// The adapter's name; empty where the platform keeps it to itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the adapter is a program on the main processor.
    pub fn is_software(&self) -> bool {
        self.software
    }

    /// Gives the device back, with all its memory, without waiting for a garbage collector.
    pub fn give_back(&self) {
        self.device.destroy();
        // Said at once: the platform's own word comes later.
        self.lost.happen("it was given back".into());
    }

    /// Why the device is gone, if it is.
    pub fn lost(&self) -> Option<GpuError> {
        self.lost.error()
    }

    /// Waits until the device is gone, however long that takes.
    pub fn until_lost(&self) -> impl Future<Output = GpuError> + use<> {
        let lost = self.lost.clone();
        let told = lost.watch();
        async move {
            // Whoever tells is held by `lost`, and tells before it lets go.
            let _ = told.await;
            lost.error().unwrap_or(GpuError::TimedOut)
        }
    }

    /// Runs what `commands` records, and begins to read the matrix that it answers.
    ///
    /// # Errors
    /// Those of `commands`, at once. What the device has to say comes with [`Reading::wait`].
    pub fn compute(
        &self,
        commands: impl FnOnce(&mut Batch) -> Result<GpuMatrix, GpuError>,
    ) -> Result<Reading, GpuError> {
        if let Some(loss) = self.lost() {
            return Err(loss);
        }
        let mut batch = Batch::new(self);
        let result = commands(&mut batch)?;
        Ok(batch.read(&result, self.lost.clone()))
    }
}
