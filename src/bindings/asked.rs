//! What is asked of a gradient, as it crosses.

use crate::catalog::{Argument, Arguments, GradientRequest};
use crate::error::{Error, Result};
use crate::gradient::Through;
use crate::tensor::Tensor;

use super::given::{Given, argument};

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
