//! That a device is gone, and why; and who wants to hear of it.

use std::sync::{Mutex, OnceLock, PoisonError};

use futures_channel::oneshot;

use super::failure::GpuError;

/// Whether a device is gone.
#[derive(Default)]
pub(super) struct Loss {
    reason: OnceLock<String>,
    watchers: Mutex<Vec<oneshot::Sender<()>>>,
}

impl Loss {
    /// Notes the loss and tells everyone. The first reason is the one that counts.
    pub(super) fn happen(&self, reason: String) {
        let _ = self.reason.set(reason);
        let watchers = std::mem::take(&mut *self.watchers.lock().unwrap_or_else(PoisonError::into_inner));
        for watcher in watchers {
            // Who stopped watching need not be told.
            let _ = watcher.send(());
        }
    }

    /// The error of a lost device, if it is lost.
    pub(super) fn error(&self) -> Option<GpuError> {
        self.reason.get().map(|reason| GpuError::Lost { reason: reason.clone() })
    }

    /// Hears of the loss, at once where it has happened.
    pub(super) fn watch(&self) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        if let Some(GpuError::Lost { reason }) = self.error() {
            self.happen(reason);
        }
        receiver
    }
}
