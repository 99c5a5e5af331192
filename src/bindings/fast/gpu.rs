//! The same computations on a graphics processor, for handles that keep their copy there.

use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::future_to_promise;

use crate::backend::gpu::product::{Finish, multiply};
use crate::backend::gpu::{Asked, Batch, Gpu, GpuError, GpuMatrix};

use super::failure::gpu_failure;
use super::tensor::Tensor;

/// A promise of a [`Tensor`], or the reason why nothing was sent.
type Answer = Result<Promise, JsValue>;

/// A graphics processor that was opened.
#[wasm_bindgen]
pub struct Processor(Rc<Gpu>);

/// Opens the graphics processor; `software` also one that is a program.
#[wasm_bindgen(js_name = openProcessor)]
pub async fn open(software: bool) -> Result<Processor, JsValue> {
    Gpu::open(Asked { software }).await.map(|gpu| Processor(Rc::new(gpu))).map_err(gpu_failure)
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
    #[wasm_bindgen(js_name = untilLost)]
    pub fn until_lost(&self) -> Promise {
        let lost = self.0.until_lost();
        future_to_promise(async move { Err(gpu_failure(lost.await)) })
    }

    /// Gives the device back.
    #[wasm_bindgen(js_name = giveBack)]
    pub fn give_back(&self) {
        self.0.give_back();
    }

    /// Computes A · B.
    pub fn product(&self, left: &Tensor, right: &Tensor) -> Answer {
        self.ask(|gpu, batch| {
            let (left, right) = (left.on(gpu, batch, "left")?, right.on(gpu, batch, "right")?);
            multiply(batch, &left, &right, Finish::default())
        })
    }
}

impl Processor {
    /// Sends commands and promises their result.
    fn ask(&self, commands: impl FnOnce(&Rc<Gpu>, &mut Batch) -> Result<GpuMatrix, GpuError>) -> Answer {
        let gpu = self.0.clone();
        let reading = gpu.compute(|batch| commands(&gpu, batch)).map_err(gpu_failure)?;
        Ok(future_to_promise(async move {
            let matrix = reading.matrix();
            let numbers = reading.wait().await.map_err(gpu_failure)?;
            Ok(Tensor::computed(numbers, matrix, &gpu).into())
        }))
    }
}
