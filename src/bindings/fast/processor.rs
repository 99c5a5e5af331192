//! A graphics processor.

use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::future_to_promise;

use crate::backend::gpu::{Adapter, AdapterOptions, Gpu};

use super::call::{Call, Options};
use super::failure::gpu_failure;
use super::operations::{Code, read};
use super::store::{Item, keep_made, with_store};
use super::tensor::Tensor;

/// A graphics processor that was opened.
#[wasm_bindgen]
pub struct Processor(Rc<Gpu>);

/// An adapter that was found.
#[wasm_bindgen(js_name = Adapter)]
pub struct FoundAdapter(Adapter);

/// Finds an adapter; with `software` also one that is a program. What the platform throws at once is thrown, not promised.
#[wasm_bindgen(js_name = findAdapter, unchecked_return_type = "Promise<Adapter>")]
pub fn find_adapter(software: bool) -> Promise {
    let finding = Adapter::find(AdapterOptions { software });
    future_to_promise(async move { finding.await.map(|found| FoundAdapter(found).into()).map_err(gpu_failure) })
}

#[wasm_bindgen(js_class = Adapter)]
impl FoundAdapter {
    /// Opens a device, and consumes the adapter. What the platform throws at once is thrown, not promised.
    #[wasm_bindgen(unchecked_return_type = "Promise<Processor>")]
    pub fn open(self) -> Promise {
        let opening = self.0.open();
        future_to_promise(async move { opening.await.map(|gpu| Processor(Rc::new(gpu)).into()).map_err(gpu_failure) })
    }
}

#[wasm_bindgen]
impl Processor {
    /// The adapter's name; empty where the platform keeps it to itself.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().into()
    }

    /// Whether it is a program on the main processor.
    #[wasm_bindgen(getter)]
    pub fn software(&self) -> bool {
        self.0.is_software()
    }

    /// Waits until the device is gone; the promise is then rejected with the reason.
    #[wasm_bindgen(js_name = untilLost, unchecked_return_type = "Promise<never>")]
    pub fn until_lost(&self) -> Promise {
        let lost = self.0.until_lost();
        future_to_promise(async move { Err(gpu_failure(lost.await)) })
    }

    /// Gives the device back.
    #[wasm_bindgen(js_name = giveBack)]
    pub fn give_back(&self) {
        self.0.give_back();
    }

    /// Sends the commands of an operation, and promises the number of the result.
    #[wasm_bindgen(unchecked_return_type = "Promise<number>")]
    #[allow(clippy::too_many_arguments, reason = "the last five are the operands")]
    pub fn compute(
        &self,
        operation: Code,
        options: Option<Options>,
        a: u32,
        b: u32,
        c: u32,
        d: u32,
        e: u32,
    ) -> Result<Promise, JsValue> {
        let (gpu, operands, options) = (self.0.clone(), [a, b, c, d, e], options.as_ref());
        let reading = gpu.compute(|batch| {
            with_store(|store| read(operation, Call { store, operands, options })?.submit(&gpu, batch))
        });
        let reading = reading.map_err(gpu_failure)?;
        Ok(future_to_promise(async move {
            let matrix = reading.matrix();
            let numbers = reading.wait().await.map_err(gpu_failure)?;
            keep_made(Tensor::read_back(numbers, matrix, &gpu).map(Item::Tensor)).map(JsValue::from)
        }))
    }
}
