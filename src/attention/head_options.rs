//! Options for the attention of several heads: the scale of the scores, the masks, and which heads are kept.

use crate::op::{MULTIPLY, Op, StepSpec, given, step};
use crate::tensor::Tensor;
use crate::trace::Value;

use super::mask::Mask;

const PRUNING: &str = "Michel et al. 2019";

/// The divisor of the scores.
#[derive(Clone, Copy, Debug, Default)]
pub enum Scale {
    /// √k, k the width of a key within one head: the number of products that a score adds up.
    #[default]
    Head,
    /// √d, d the width of these tokens. With several heads this is more than the scores need.
    Model(Value),
    /// None.
    None,
}

/// Options for the attention of several heads.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeadOptions<'a> {
    /// [n, m]: 1 = may attend, 0 = may not; one mask for all heads.
    pub mask: Option<Mask<'a>>,
    /// Hide every key after the query's own position.
    pub causal: bool,
    /// The divisor of the scores.
    pub scale: Scale,
    /// \[heads\]: 1 = kept, 0 = its output is replaced by zeros.
    pub head_mask: Option<&'a Tensor>,
}

/// The width of a token, where the scale is taken from it.
pub static MODEL_WIDTH: StepSpec = step("multi-head.model-width", Op::Size('d'), &["id"], "", &[])
    .written("d", r"X \in \mathbb{R}^{n \times d}", "a convention of some lectures");

/// Which heads are kept: 1 = kept, 0 = pruned.
pub static HEAD_MASK: StepSpec =
    given("multi-head.head-mask", "h", &["head"]).written(r"\xi", r"\xi_h \in \{0, 1\}", PRUNING);

/// The outputs of the heads that are kept, and zeros for the others.
pub static KEPT: StepSpec =
    step("multi-head.kept", Op::Map(&MULTIPLY), &["hiv", "h"], "hiv", &["head", "query", "value-feature"])
        .written(r"\xi_h \text{head}_h", r"\xi_h \text{head}_h", PRUNING);
