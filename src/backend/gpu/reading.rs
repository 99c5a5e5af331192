//! A result on its way back.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use futures_channel::oneshot;

use super::device::Gpu;
use super::failure::GpuError;
use super::loss::Loss;
use super::matrix::{GpuMatrix, Room};

/// How long a device may take. A browser has no clock here: there the caller sets the limit.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long one may take that is a program: it compiles kernels for longer than others run them, on a processor with other work to do.
const PATIENCE_WITH_SOFTWARE: Duration = Duration::from_secs(60);

/// What an error scope noted.
pub(super) type Noted = Pin<Box<dyn Future<Output = Option<wgpu::Error>>>>;

/// A result that was asked for. Nothing is waited for before [`Reading::wait`].
pub struct Reading {
    device: wgpu::Device,
    patience: Duration,
    staging: Rc<Room>,
    result: GpuMatrix,
    mapped: oneshot::Receiver<Result<(), wgpu::BufferAsyncError>>,
    scopes: [Noted; 2],
    lost: Arc<Loss>,
}

impl Reading {
    pub(super) fn begin(
        gpu: &Gpu,
        staging: Rc<Room>,
        result: GpuMatrix,
        scopes: [Noted; 2],
        lost: Arc<Loss>,
    ) -> Reading {
        let (sender, mapped) = oneshot::channel();
        staging.0.map_async(wgpu::MapMode::Read, .., move |answer| {
            // Nobody may be waiting any more.
            let _ = sender.send(answer);
        });
        let patience = if gpu.is_software() { PATIENCE_WITH_SOFTWARE } else { PATIENCE };
        Reading { device: gpu.device.clone(), patience, staging, result, mapped, scopes, lost }
    }

    /// The result where it was computed, for further work on it.
    pub fn matrix(&self) -> GpuMatrix {
        self.result.clone()
    }

    /// Waits for the numbers, row by row.
    ///
    /// # Errors
    /// [`GpuError::Refused`] and [`GpuError::OutOfMemory`] for what the device said about any command of the batch, [`GpuError::Lost`] when it went away,
    /// [`GpuError::TimedOut`] when it was silent for 5 s (60 s where it is a program; outside a browser, whose own clock is needed for that).
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
