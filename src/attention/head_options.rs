//! What may be varied about the attention of several heads: what the scores are divided by, what is hidden, and which heads are kept.

use crate::tensor::Tensor;
use crate::trace::{MULTIPLY, Op, StepSpec, Value};

use super::mask::Mask;

const PRUNING: &str = "Michel et al. 2019, eq. (1)";

/// What the scores are divided by.
#[derive(Clone, Copy, Debug, Default)]
pub enum Scale {
    /// √k, k the width of a key within one head: the number of products that a score adds up.
    #[default]
    Head,
    /// √d, d the width of these tokens. With several heads this is more than the scores need.
    Model(Value),
    /// Nothing.
    None,
}

/// What may be varied about the attention of several heads.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeadOptions<'a> {
    /// [n, m]: 1 = may attend, 0 = may not; one mask for all heads.
    pub mask: Option<Mask<'a>>,
    /// Hide every key after the query's own position.
    pub causal: bool,
    /// What the scores are divided by.
    pub scale: Scale,
    /// \[heads\]: 1 = kept, 0 = its output is replaced by zeros.
    pub head_mask: Option<&'a Tensor>,
}

/// The width of a token, where the scale is taken from it.
pub static MODEL_WIDTH: StepSpec = StepSpec {
    id: "multi-head.model-width",
    symbol: "d",
    op: Op::Size('d'),
    index: "",
    axes: &[],
    reads: &["id"],
    formula: r"X \in \mathbb{R}^{n \times d}",
    source: "a convention of some lectures",
};

/// Which heads are kept: 1 = kept, 0 = pruned.
pub static HEAD_MASK: StepSpec =
    StepSpec::given("multi-head.head-mask", r"\xi", "h", &["head"], r"\xi_h \in \{0, 1\}", PRUNING);

/// The outputs of the heads that are kept, and zeros for the others.
pub static KEPT: StepSpec = StepSpec {
    id: "multi-head.kept",
    symbol: r"\xi_h \text{head}_h",
    op: Op::Map(&MULTIPLY),
    index: "hiv",
    axes: &["head", "query", "value-feature"],
    reads: &["hiv", "h"],
    formula: r"\xi_h \text{head}_h",
    source: PRUNING,
};
