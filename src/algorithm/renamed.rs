//! Inputs that are given by their former names, which are accepted until version 1.0.
//!
//! ```text
//! params.wQuery ─► wQuery, computed as before ─► a notice names both
//!                                             └► an error names what was given
//! ```

use std::borrow::Cow;

use crate::error::Error;

use super::{Algorithm, Arguments, Input};

impl Algorithm {
    /// The input of this name, which may be its former one.
    pub(crate) fn input(&self, name: &str) -> Option<&'static Input> {
        let is_former = |input: &&Input| input.former_name().is_some_and(|former| former == name);
        let inputs = self.inputs;
        inputs.iter().find(|input| input.name == name).or_else(|| inputs.iter().find(is_former))
    }
}

impl Arguments {
    /// The first input that is given by its former name, and its present name.
    pub(crate) fn renamed(&self, algorithm: &Algorithm) -> Option<(&str, &'static str)> {
        self.iter().find_map(|(name, _)| {
            algorithm.input(name).filter(|input| input.name != name).map(|input| (name, input.name))
        })
    }

    /// The same inputs by their present names.
    pub(crate) fn by_present_names(&self, algorithm: &Algorithm) -> Cow<'_, Arguments> {
        if self.renamed(algorithm).is_none() {
            return Cow::Borrowed(self);
        }
        let renamed = |renamed: Arguments, (name, argument): (&str, &super::Argument)| {
            renamed.with(algorithm.input(name).map_or(name, |input| input.name), argument.clone())
        };
        Cow::Owned(self.iter().fold(Arguments::new(), renamed))
    }

    /// An error of a run with these inputs, which names an input as they do: by its former name, where they use former names.
    pub(crate) fn in_their_names(&self, algorithm: &Algorithm, error: Error) -> Error {
        if self.renamed(algorithm).is_none() {
            return error;
        }
        error.with_input(|name| {
            let input = algorithm.inputs.iter().find(|input| input.name == name && self.get(name).is_none())?;
            input.former_name().map(Cow::into_owned)
        })
    }
}
