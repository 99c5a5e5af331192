//! Reading a result back.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use futures_channel::oneshot;

use super::failure::GpuError;
use super::gpu::Gpu;
use super::loss::Loss;
use super::memory::{GpuMatrix, Memory};

/// How long a device may take. In a browser, where nothing can block, the caller sets the limit.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a device may take that is a program: compiling a kernel takes it longer than running one takes others.
const PATIENCE_WITH_SOFTWARE: Duration = Duration::from_secs(60);

/// The error that a scope captured.
pub(super) type Noted = Pin<Box<dyn Future<Output = Option<wgpu::Error>>>>;

/// A result that is being read. Nothing blocks before [`Reading::wait`].
pub struct Reading {
    device: wgpu::Device,
    patience: Duration,
    staging: Rc<Memory>,
    result: GpuMatrix,
    mapped: oneshot::Receiver<Result<(), wgpu::BufferAsyncError>>,
    scopes: [Noted; 2],
    lost: Arc<Loss>,
}

impl Reading {
    pub(super) fn begin(gpu: &Gpu, staging: Rc<Memory>, result: GpuMatrix, scopes: [Noted; 2]) -> Reading {
        let (sender, mapped) = oneshot::channel();
        staging.0.map_async(wgpu::MapMode::Read, .., move |answer| {
            // The receiver may be gone.
            let _ = sender.send(answer);
        });
        let patience = if gpu.is_software() { PATIENCE_WITH_SOFTWARE } else { PATIENCE };
        Reading { device: gpu.device.clone(), patience, staging, result, mapped, scopes, lost: gpu.lost.clone() }
    }

    /// The result on the device, for further work.
    pub fn matrix(&self) -> GpuMatrix {
        self.result.clone()
    }

    /// Waits for the numbers, in row-major order.
    ///
    /// # Errors
    /// [`GpuError::Refused`] and [`GpuError::OutOfMemory`] for what the device reported about any command of the batch, [`GpuError::Lost`] if it was
    /// lost, [`GpuError::TimedOut`] if it did not respond for 5 s (60 s for a program). In a browser there is no time limit; the caller sets one.
    pub async fn wait(self) -> Result<Vec<f32>, GpuError> {
        let silent =
            self.device.poll(wgpu::PollType::Wait { submission_index: None, timeout: Some(self.patience) }).is_err();
        for scope in self.scopes {
            if let Some(error) = scope.await {
                return Err(error.into());
            }
        }
        if silent && self.lost.error().is_none() {
            return Err(GpuError::TimedOut);
        }
        let loss = || self.lost.error().unwrap_or(GpuError::Lost { reason: String::new() });
        self.mapped.await.map_err(|_| loss())?.map_err(|_| loss())?;
        let numbers = self.staging.0.get_mapped_range(..).map_err(|_| loss())?;
        let (words, _) = numbers.as_chunks::<4>();
        Ok(words.iter().take(self.result.rows * self.result.columns).map(|word| f32::from_le_bytes(*word)).collect())
    }
}
