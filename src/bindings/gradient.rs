//! Gradients: what is asked for, and traces that go on past the result and back.

use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::catalog::{Argument, Arguments, GradientRequest};
use crate::error::{Error, Result};
use crate::gradient::Through;
use crate::measure::estimate::{self, Limit};
use crate::tensor::Tensor;

use super::failure::failure;
use super::given::{Given, argument, arguments};
use super::plain::plain;
use super::trace::PlainTrace;

/// Runs an algorithm and goes back through it within a limit, keeps the trace, and returns what `trace` returns, with the step of each input's gradient.
#[wasm_bindgen]
pub fn gradient(
    id: &str,
    given: Vec<Given>,
    asked: Vec<Given>,
    seconds: f64,
    bytes: f64,
) -> std::result::Result<JsValue, JsValue> {
    let back = |arguments: Arguments| {
        let limited = |request: GradientRequest<'_>| estimate::gradient(request, Limit { seconds, bytes });
        Asked::read(&asked)?.request(id, &arguments, limited)
    };
    let found = arguments(&given).and_then(back).map_err(failure)?;
    let trace = Rc::new(found.trace);
    plain(&PlainTrace::new(&trace, &found.gradients).map_err(failure)?)
}

/// What is asked of a gradient. It crosses as inputs do: `of` and `through` as words, `at` and `upstream` as tensors, each name of `wrt` as a word, behind a
/// flag that says that there is a list.
#[derive(Default)]
pub struct Asked {
    of: Option<String>,
    at: Option<Vec<usize>>,
    upstream: Option<Tensor>,
    wrt: Option<Vec<String>>,
    through: Through,
}

impl Asked {
    /// Reads what crossed.
    pub fn read(given: &[Given]) -> Result<Asked> {
        let mut asked = Asked::default();
        for one in given {
            match (one.name().as_str(), argument(one)?) {
                ("of", Argument::Word(word)) => asked.of = Some(word),
                ("at", Argument::Tensor(places)) => {
                    asked.at = Some(places.data().iter().map(|&place| place as usize).collect());
                }
                ("upstream", Argument::Tensor(tensor)) => asked.upstream = Some(tensor),
                ("wrt", Argument::Flag(_)) => asked.wrt = Some(Vec::new()),
                ("wrt", Argument::Word(word)) => asked.wrt.get_or_insert_default().push(word),
                ("through", Argument::Word(word)) if word == "every-step" => asked.through = Through::EveryStep,
                ("through", Argument::Word(_)) => {}
                (name, _) => {
                    let reason = format!("nothing is asked of a gradient by `{name}`");
                    return Err(Error::Internal { step: "gradient".into(), reason }.into());
                }
            }
        }
        Ok(asked)
    }

    /// Uses the request that asks for this.
    pub fn request<T>(
        &self,
        id: &str,
        arguments: &Arguments,
        compute: impl FnOnce(GradientRequest<'_>) -> Result<T>,
    ) -> Result<T> {
        let names: Option<Vec<&str>> = self.wrt.as_ref().map(|names| names.iter().map(String::as_str).collect());
        let mut request = GradientRequest::new(id, arguments).through(self.through);
        if let Some(of) = &self.of {
            request = request.of(of);
        }
        if let Some(at) = &self.at {
            request = request.at(at);
        }
        if let Some(upstream) = &self.upstream {
            request = request.upstream(upstream);
        }
        if let Some(names) = &names {
            request = request.wrt(names);
        }
        compute(request)
    }
}
