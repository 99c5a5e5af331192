//! The loss of a device: its reason, and notification.

use std::sync::{Mutex, OnceLock, PoisonError};

use futures_channel::oneshot;

use super::failure::GpuError;

/// The loss of a device: the reason once it happened, and those who wait for it.
#[derive(Default)]
pub(super) struct Loss {
    reason: OnceLock<String>,
    watchers: Mutex<Vec<oneshot::Sender<()>>>,
}

impl Loss {
    /// Records the loss and wakes everyone who waits. The first reason is kept.
    pub(super) fn record(&self, reason: String) {
        let _ = self.reason.set(reason);
        let watchers = std::mem::take(&mut *self.watchers.lock().unwrap_or_else(PoisonError::into_inner));
        for watcher in watchers {
            // A receiver may be gone.
            let _ = watcher.send(());
        }
    }

    /// The error of a lost device; `None` while it is not lost.
    pub(super) fn error(&self) -> Option<GpuError> {
        self.reason.get().map(|reason| GpuError::Lost { reason: reason.clone() })
    }

    /// Returns a receiver that is notified of the loss, at once if it has happened.
    pub(super) fn watch(&self) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        if let Some(GpuError::Lost { reason }) = self.error() {
            self.record(reason);
        }
        receiver
    }
}
