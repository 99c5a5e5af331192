//! What a handle has in the memory of a graphics processor, kept so that what is used again crosses once.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use crate::backend::gpu::{Gpu, GpuError};

/// The copy of a handle's numbers, if there is one yet. Boxed, so that handles without are small.
pub struct Copied<T>(RefCell<Option<Box<Known<T>>>>);

/// Whose copy it is, and the copy.
struct Known<T>(Weak<Gpu>, T);

impl<T> Default for Copied<T> {
    fn default() -> Self {
        Copied(RefCell::new(None))
    }
}

impl<T: Clone> Copied<T> {
    /// A copy that is there already.
    pub fn known(gpu: &Rc<Gpu>, copy: T) -> Copied<T> {
        Copied(RefCell::new(Some(Box::new(Known(Rc::downgrade(gpu), copy)))))
    }

    /// The copy of this processor, which it gets now if it has none.
    pub fn on(&self, gpu: &Rc<Gpu>, upload: impl FnOnce() -> Result<T, GpuError>) -> Result<T, GpuError> {
        let mut slot = self.0.borrow_mut();
        if let Some(known) = slot.as_ref().filter(|known| Weak::ptr_eq(&known.0, &Rc::downgrade(gpu))) {
            return Ok(known.1.clone());
        }
        let copy = upload()?;
        *slot = Some(Box::new(Known(Rc::downgrade(gpu), copy.clone())));
        Ok(copy)
    }
}
