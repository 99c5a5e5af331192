//! Errors as JavaScript sees them: the same objects as those of the other files, made without serde.

use js_sys::{Array, Number, Object, Reflect};
use wasm_bindgen::JsValue;

use crate::backend::gpu::GpuError;
use crate::error::{Error, Fact};

fn written(number: f64) -> String {
    Number::from(number).to_string_with_radix(10).map(String::from).unwrap_or_default()
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // An object that was just made takes any property.
    let _ = Reflect::set(object, &name.into(), value);
}

/// Makes the object that the TypeScript half turns into an `AttographError`.
#[allow(clippy::boxed_local, reason = "results carry their errors boxed, and `map_err` hands over what they carry")]
pub fn failure(error: Box<Error>) -> JsValue {
    let (failure, facts) = (Object::new(), Object::new());
    for (name, fact) in error.facts() {
        let value = match fact {
            Fact::Text(text) => text.into(),
            Fact::Number(number) => number.into(),
            Fact::Index(index) => index.iter().map(|place| JsValue::from(*place as f64)).collect::<Array>().into(),
            Fact::Absent => JsValue::NULL,
            Fact::Names(names) => names.iter().map(|name| JsValue::from(name.as_str())).collect::<Array>().into(),
        };
        set(&facts, name, &value);
    }
    set(&failure, "code", &error.code().into());
    set(&failure, "message", &error.message(written).into());
    set(&failure, "facts", &facts);
    failure.into()
}

/// As [`failure`], for work that a graphics processor did not do.
pub fn gpu_failure(error: GpuError) -> JsValue {
    if let GpuError::Input(error) = error {
        return failure(error);
    }
    let (failure, facts) = (Object::new(), Object::new());
    let reason = JsValue::from(error.reason(written));
    set(&facts, "reason", &reason);
    set(&failure, "code", &error.code().into());
    set(&failure, "message", &reason);
    set(&failure, "facts", &facts);
    failure.into()
}
