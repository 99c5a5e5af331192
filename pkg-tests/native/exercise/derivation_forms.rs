//! Equal and unequal forms of the solutions of derivations.

/// A derivation, one of its entries, and expressions for it.
pub type Forms = (&'static str, &'static str, &'static [&'static str]);

/// For each entry forms that are equal to the solution.
pub const EQUAL: &[Forms] = &[
    (
        "shifted-position",
        "sine-from-sine",
        &[
            "cos ωk", "cos(k·ω)", "sin(ωk + π/2)", "cos(-w k)", "1 − 2 sin(ωk/2)²", "cos(ωk/2)² - sin(omega k/2)^2",
            "½(2 cos ωk)",
        ],
    ),
    (
        "shifted-position",
        "sine-from-cosine",
        &["sin ωk", "sin(kω)", "cos(ωk − π/2)", "-sin(-ωk)", "2 sin(ωk/2) cos(ωk/2)", "tan(ωk) cos(ωk)"],
    ),
    (
        "shifted-position",
        "cosine-from-sine",
        &["−sin ωk", "-sin(kω)", "sin(-ωk)", "0 − sin ωk", "cos(ωk + π/2)", "-2 sin(ωk/2) cos(ωk/2)"],
    ),
    (
        "shifted-position",
        "cosine-from-cosine",
        &["cos ωk", "cos(-kω)", "1 - 2(sin(ωk/2))²", "sin(π/2 - ωk)", "(cos(ωk)^2 - sin(ωk)^2 + 1)/(2 cos(ωk))"],
    ),
    ("dot-product-variance", "mean-square", &["σ²", "σ^2", "s·s", "sigma²", "√(σ⁴)", "σ³/σ"]),
    ("dot-product-variance", "one-product", &["σ⁴", "σ^4", "σ²·σ²", "(s²)²", "exp(4 ln σ)", "σ³ σ"]),
    ("dot-product-variance", "dot-product", &["σ⁴d", "d σ^4", "d·σ²·σ²", "(σ²√d)²", "σ⁴ / (1/d)", "d(σ²)²"]),
    ("dot-product-variance", "scaled", &["σ⁴", "σ⁴ d / d", "(√d)⁻² d σ⁴", "(σ²)^2", "d σ⁴ / √d²", "d σ⁴ d⁻¹"]),
    (
        "graph-convolution-equivariance",
        "with-loops",
        &["PÂPᵀ", "P(A + I)Pᵀ", "PAPᵀ + I", "P A P^T + P P^T", "(P Â^T Pᵀ)ᵀ", "P Ahat P⁻¹"],
    ),
    (
        "graph-convolution-equivariance",
        "degrees",
        &["PD̂Pᵀ", "P D P^T", "P Dhat P⁻¹", "(PD̂Pᵀ)ᵀ", "P D̂^½ D̂^½ Pᵀ", "P (D̂ − I) Pᵀ + I"],
    ),
    (
        "graph-convolution-equivariance",
        "normalized",
        &[
            "P D̂^-½ Â D̂^-½ Pᵀ",
            "P D̂^(-1/2) (A + I) D̂^(-1/2) P^T",
            "(PD̂Pᵀ)^-½ (PAPᵀ + I) (PD̂Pᵀ)^-½",
            "P D^(-0.5) Pᵀ P Ahat Pᵀ P D^(-0,5) Pᵀ",
            "P D̂⁻½ Â D̂⁻½ P⁻¹",
            "(P D̂^-½ Â D̂^-½ Pᵀ)ᵀ",
        ],
    ),
    (
        "graph-convolution-equivariance",
        "layer",
        &[
            "D̂^-½ Â D̂^-½ H W", "D̂⁻½ÂD̂⁻½HW", "D̂^(-1/2) (A + I) D̂^(-1/2) (H W)", "Pᵀ P D̂^-½ Â D̂^-½ Pᵀ P H W",
            "(Wᵀ Hᵀ D̂^-½ Â D̂^-½)ᵀ", "D̂^-½ A D̂^-½ H W + D̂⁻¹ H W",
        ],
    ),
    (
        "message-passing-to-attention",
        "neighbors",
        &["A H V", "A(HV)", "(AH)V", "(Vᵀ Hᵀ A)ᵀ", "A · H · V", "(J − (J − A)) H V"],
    ),
    (
        "message-passing-to-attention",
        "message-passing",
        &["H U + A H V", "AHV + HU", "I H U + (A H) V", "H U − (−A) H V", "(Uᵀ Hᵀ + Vᵀ Hᵀ A)ᵀ"],
    ),
    (
        "message-passing-to-attention",
        "everyone",
        &["J H V", "J(HV)", "(J - I) H V + H V", "A H V + (J − A) H V", "(Vᵀ Hᵀ J)ᵀ"],
    ),
    (
        "message-passing-to-attention",
        "scores",
        &[
            "(HQ)(HK)ᵀ/√d", "H Q K^T H^T / sqrt(d)", "d^(-1/2) H Q Kᵀ Hᵀ", "H Q (H K)ᵀ d⁻½", "((HK)(HQ)ᵀ/√d)ᵀ",
            "√d H Q Kᵀ Hᵀ / d",
        ],
    ),
    (
        "message-passing-to-attention",
        "attention",
        &[
            "softmax((HQ)(HK)ᵀ/√d) H V",
            "softmax(H Q K^T H^T / sqrt d) (H V)",
            "(softmax(HQ(HK)ᵀ/√d) H) V",
            "softmax(HQ(HK)ᵀ/√d + 3J) H V",
            "(Vᵀ Hᵀ softmax(HQ(HK)ᵀ/√d)ᵀ)ᵀ",
        ],
    ),
    ("node-weights", "renumbered-first", &["M P H", "M(PH)", "(MP)H", "(Hᵀ Pᵀ Mᵀ)ᵀ", "M (Pᵀ)⁻¹ H", "½ M (2P) H"]),
    ("node-weights", "renumbered-after", &["P M H", "P(MH)", "(PM)H", "(Hᵀ Mᵀ Pᵀ)ᵀ", "P M Pᵀ P H"]),
    (
        "node-weights",
        "weight-that-follows",
        &["P M Pᵀ", "P M P^T", "P M P⁻¹", "(P Mᵀ Pᵀ)ᵀ", "P(M Pᵀ)", "P (M + I) Pᵀ − I"],
    ),
    (
        "node-weights",
        "weight-that-stays",
        &[
            "a I + b (J − I)", "(a − b) I + b J", "b J - (b - a) I", "aI + bJ − bI", "P (a I + b (J - I)) Pᵀ",
            "a I + (J-I) b",
        ],
    ),
    ("node-weights", "parameters", &["N²", "N^2", "N·N", "N N", "(N+1)(N-1)+1"]),
    ("layer-as-matrices", "sum", &["A H", "(Hᵀ A)ᵀ", "Aᵀ H", "(A + I) H − H", "½ (2A) H"]),
    (
        "layer-as-matrices",
        "mean",
        &["D⁻¹ A H", "D^-1 (A H)", "(D^(-1) A) H", "D^(-1/2) D^(-1/2) A H", "(Hᵀ A D⁻¹)ᵀ", "D⁻¹ (A + I) H − D⁻¹ H"],
    ),
    ("layer-as-matrices", "itself", &["H Bᵀ", "(B Hᵀ)ᵀ", "I H Bᵀ", "H B^T", "D⁻¹ D H Bᵀ"]),
    (
        "layer-as-matrices",
        "layer",
        &[
            "D⁻¹ A H Wᵀ + H Bᵀ", "H Bᵀ + D^-1 A H W^T", "(W Hᵀ A D⁻¹ + B Hᵀ)ᵀ", "D⁻¹ (A H Wᵀ + D H Bᵀ)",
            "D⁻¹ A H Wᵀ + I H Bᵀ",
        ],
    ),
    (
        "layer-as-matrices",
        "one-weight",
        &[
            "(D⁻¹ A + I) H Wᵀ", "D⁻¹ A H Wᵀ + H Wᵀ", "D⁻¹ (A + D) H Wᵀ", "(W Hᵀ (A D⁻¹ + I))ᵀ",
            "D⁻¹ A (H Wᵀ) + I (H Wᵀ)",
        ],
    ),
    (
        "graph-attention-to-attention",
        "graph-scores",
        &[
            "H W a uᵀ + u (H W b)ᵀ", "u bᵀ Wᵀ Hᵀ + H W a u^T", "(u (H W a)ᵀ + H W b uᵀ)ᵀ",
            "(H W) a uᵀ + u (bᵀ (H W)ᵀ)", "H (W a) uᵀ + (H W b uᵀ)ᵀ",
        ],
    ),
    (
        "graph-attention-to-attention",
        "graph-result",
        &[
            "softmax(H W a uᵀ + u (H W b)ᵀ + M) H W",
            "softmax(M + u bᵀ Wᵀ Hᵀ + H W a uᵀ) (H W)",
            "softmax(u (H W b)ᵀ + M) H W",
            "(softmax(H W a uᵀ + u (H W b)ᵀ + M) H) W",
            "(Wᵀ Hᵀ softmax(H W a uᵀ + u (H W b)ᵀ + M)ᵀ)ᵀ",
        ],
    ),
    (
        "graph-attention-to-attention",
        "attention-scores",
        &["H Q (H K)ᵀ / √d", "H Q K^T H^T / sqrt(d)", "d^(-1/2) H Q Kᵀ Hᵀ", "((H K)(H Q)ᵀ/√d)ᵀ", "√d H Q Kᵀ Hᵀ / d"],
    ),
    (
        "graph-attention-to-attention",
        "attention-result",
        &[
            "softmax(H Q (H K)ᵀ / √d + M) H V",
            "softmax(M + H Q Kᵀ Hᵀ / √d) (H V)",
            "(softmax(H Q (H K)ᵀ/√d + M) H) V",
            "softmax(H Q (H K)ᵀ/√d + M + 2 u uᵀ) H V",
            "(Vᵀ Hᵀ softmax(H Q (H K)ᵀ/√d + M)ᵀ)ᵀ",
        ],
    ),
    ("linear-gradient", "result", &["XW − T", "-(T - X W)", "(Wᵀ Xᵀ − Tᵀ)ᵀ", "2(XW − T)/2", "−T + X W"]),
    ("linear-gradient", "weights", &["Xᵀ(XW − T)", "XᵀXW − XᵀT", "((XW − T)ᵀ X)ᵀ", "-Xᵀ(T − XW)", "X^T (X W - T)"]),
    ("linear-gradient", "inputs", &["(XW − T)Wᵀ", "X W Wᵀ − T Wᵀ", "(W (XW − T)ᵀ)ᵀ", "-(T − XW) Wᵀ", "(X W - T) W^T"]),
    (
        "linear-gradient",
        "step",
        &["W − r Xᵀ(XW − T)", "W + r Xᵀ(T − XW)", "W − r Xᵀ X W + r Xᵀ T", "-(r Xᵀ(XW − T) − W)", "W − Xᵀ(XW − T) r"],
    ),
    (
        "softmax-gradient",
        "quotient",
        &["(E z − E²)/z²", "E/z − E²/z²", "E/z (1 − E/z)", "E (z − E)/z²", "E/z - (E/z)^2"],
    ),
    ("softmax-gradient", "own", &["a(1 − a)", "a − a²", "-a(a − 1)", "a - a·a", "(1 − a) a"]),
    ("softmax-gradient", "other", &["−a b", "-b a", "0 − a b", "-(a b)", "a (−b)"]),
    ("softmax-gradient", "mean", &["g a + h b", "a g + b h", "b h + a·g", "(2 a g + 2 b h)/2", "a g - (-b) h"]),
    (
        "softmax-gradient",
        "gradient",
        &["a(g − g a − h b)", "a g − a² g − a b h", "a(1 − a) g − a b h", "a(g − (a g + b h))", "-a(g a + h b − g)"],
    ),
    ("query-gradient", "weights", &["gVᵀ", "(V gᵀ)ᵀ", "2 g Vᵀ / 2", "g V^T", "-(-g) Vᵀ"]),
    ("query-gradient", "jacobian", &["P − aᵀa", "-(aᵀ a − P)", "(P − aᵀ a)ᵀ", "P + aᵀ(−a)", "P - a^T a"]),
    (
        "query-gradient",
        "scores",
        &["gVᵀ(P − aᵀa)", "g Vᵀ P − g Vᵀ aᵀ a", "((P − aᵀ a) V gᵀ)ᵀ", "-g Vᵀ (aᵀ a − P)", "g (P V − aᵀ a V)ᵀ"],
    ),
    (
        "query-gradient",
        "query",
        &[
            "gVᵀ(P − aᵀa)K/√d", "(g Vᵀ P − g Vᵀ aᵀ a) K / √d", "g Vᵀ (P − aᵀ a) K d^(-1/2)",
            "(Kᵀ (P − aᵀ a) V gᵀ)ᵀ / √d", "-g Vᵀ (aᵀ a − P) K / sqrt(d)",
        ],
    ),
    (
        "query-gradient",
        "keys",
        &[
            "(P − aᵀa)V gᵀ q/√d", "(g Vᵀ (P − aᵀ a))ᵀ q / √d", "(P V gᵀ − aᵀ a V gᵀ) q / √d",
            "(qᵀ g Vᵀ (P − aᵀ a))ᵀ / √d", "-(aᵀ a − P) V gᵀ q / √d",
        ],
    ),
    ("layer-norm-gradient", "shift", &["gJ/n", "g (J / n)", "(J gᵀ)ᵀ / n", "g J n^(-1)", "1/n · g J"]),
    ("layer-norm-gradient", "stretch", &["g x̂ᵀ x̂/n", "g xᵀ x / n", "(g x̂ᵀ) x̂ / n", "g (x̂ᵀ x̂ / n)", "(x̂ᵀ x̂ gᵀ)ᵀ / n"]),
    (
        "layer-norm-gradient",
        "gradient",
        &[
            "(g − gJ/n − g x̂ᵀ x̂/n)/σ", "g (I − J/n − x̂ᵀ x̂/n)/σ", "g/s − g J/(n s) − g xᵀ x/(n s)",
            "(n g − g J − g x̂ᵀ x̂)/(n σ)", "-(g J/n + g x̂ᵀ x̂/n − g)/σ",
        ],
    ),
    (
        "layer-norm-gradient",
        "jacobian",
        &[
            "(I − J/n − x̂ᵀ x̂/n)/σ", "(n I − J − x̂ᵀ x̂)/(n σ)", "I/s − J/(n s) − xᵀ x/(n s)", "(I − J/n − x̂ᵀ x̂/n)ᵀ/σ",
            "-(J/n + x̂ᵀ x̂/n − I)/σ",
        ],
    ),
];

/// For each entry forms with a wrong sign, a wrong factor, or transposed.
pub const UNEQUAL: &[Forms] = &[
    ("shifted-position", "sine-from-sine", &["-cos ωk", "sin ωk", "cos k", "cos ω + k", "1", "cos(ωk)²", "cos ω (k)"]),
    ("shifted-position", "sine-from-cosine", &["-sin ωk", "cos ωk", "ωk", "sin(ω/k)", "abs(sin ωk)"]),
    ("shifted-position", "cosine-from-sine", &["sin ωk", "cos ωk", "-cos ωk", "-ωk"]),
    ("shifted-position", "cosine-from-cosine", &["-cos ωk", "sin ωk", "0", "cos(ωk) + 1/1000000"]),
    ("dot-product-variance", "mean-square", &["σ", "-σ²", "0", "2σ²"]),
    ("dot-product-variance", "one-product", &["σ²", "-σ⁴", "2σ²", "4^σ"]),
    ("dot-product-variance", "dot-product", &["σ²d", "σ⁴", "-σ⁴d", "d⁴σ", "σ⁴d²", "σ⁴√d"]),
    ("dot-product-variance", "scaled", &["1", "σ⁴√d", "σ²", "σ⁴/√d"]),
    ("graph-convolution-equivariance", "with-loops", &["PᵀÂP", "PÂ", "ÂPᵀ", "-PÂPᵀ", "PAPᵀ", "Â", "PAP + I"]),
    ("graph-convolution-equivariance", "degrees", &["PᵀD̂P", "D̂", "-PD̂Pᵀ", "P(D̂ - I)Pᵀ"]),
    (
        "graph-convolution-equivariance",
        "normalized",
        &["Pᵀ D̂^-½ Â D̂^-½ P", "P D̂⁻¹ Â Pᵀ", "P D̂^½ Â D̂^½ Pᵀ", "-P D̂^-½ Â D̂^-½ Pᵀ", "D̂^-½ Â D̂^-½"],
    ),
    (
        "graph-convolution-equivariance",
        "layer",
        &["P D̂^-½ Â D̂^-½ H W", "Pᵀ D̂^-½ Â D̂^-½ H W", "-D̂^-½ Â D̂^-½ H W", "D̂⁻¹ Â H W", "D̂^-½ Â D̂^-½ P H W"],
    ),
    ("message-passing-to-attention", "neighbors", &["-A H V", "A H U", "J H V", "H V", "A² H V"]),
    ("message-passing-to-attention", "message-passing", &["H U - A H V", "H V + A H U", "(A + I) H V", "H U"]),
    ("message-passing-to-attention", "everyone", &["(J - I) H V", "-J H V", "H V", "J H U"]),
    (
        "message-passing-to-attention",
        "scores",
        &["(HK)(HQ)ᵀ/√d", "-(HQ)(HK)ᵀ/√d", "(HQ)(HK)ᵀ", "(HQ)(HK)ᵀ/d", "(HQ)(HQ)ᵀ/√d"],
    ),
    (
        "message-passing-to-attention",
        "attention",
        &[
            "softmax((HK)(HQ)ᵀ/√d) H V", "softmax((HQ)(HK)ᵀ/√d)ᵀ H V", "(HQ)(HK)ᵀ/√d H V", "softmax((HQ)(HK)ᵀ) H V",
            "softmax(-(HQ)(HK)ᵀ/√d) H V", "softmax((HQ)(HK)ᵀ/√d) H U", "relu(softmax((HQ)(HK)ᵀ/√d) H V)",
        ],
    ),
    ("node-weights", "renumbered-first", &["P M H", "M Pᵀ H", "-M P H", "M H"]),
    ("node-weights", "renumbered-after", &["M P H", "Pᵀ M H", "-P M H", "P Mᵀ H"]),
    ("node-weights", "weight-that-follows", &["Pᵀ M P", "P M", "M", "P Mᵀ Pᵀ", "-P M Pᵀ"]),
    ("node-weights", "weight-that-stays", &["a I + b J", "a I", "M", "a (J - I) + b I", "-a I - b (J - I)"]),
    ("node-weights", "parameters", &["N", "2N", "2^N", "-N²", "36"]),
    ("layer-as-matrices", "sum", &["(A + I) H", "-A H", "D H", "H", "2 A H"]),
    ("layer-as-matrices", "mean", &["A H", "A D⁻¹ H", "D A H", "-D⁻¹ A H", "D^(-1/2) A D^(-1/2) H"]),
    ("layer-as-matrices", "itself", &["A H Bᵀ", "H Wᵀ", "-H Bᵀ", "D H Bᵀ"]),
    (
        "layer-as-matrices",
        "layer",
        &["D⁻¹ A H Wᵀ + A H Bᵀ", "D⁻¹ A H Bᵀ + H Wᵀ", "A H Wᵀ + H Bᵀ", "D⁻¹ A H Wᵀ − H Bᵀ", "A D⁻¹ H Wᵀ + H Bᵀ"],
    ),
    (
        "layer-as-matrices",
        "one-weight",
        &["(D + I)⁻¹ (A + I) H Wᵀ", "(D⁻¹ A + I) H Bᵀ", "(A + I) H Wᵀ", "-(D⁻¹ A + I) H Wᵀ", "D⁻¹ (A + I) H Wᵀ"],
    ),
    (
        "graph-attention-to-attention",
        "graph-scores",
        &["u (H W a)ᵀ + H W b uᵀ", "H W a uᵀ", "H W a (H W b)ᵀ", "H W a uᵀ − u (H W b)ᵀ", "-H W a uᵀ − u (H W b)ᵀ"],
    ),
    (
        "graph-attention-to-attention",
        "graph-result",
        &[
            "softmax(H W a uᵀ + u (H W b)ᵀ) H W",
            "softmax(H W a uᵀ + M) H W",
            "softmax(H W a uᵀ + u (H W b)ᵀ + M)ᵀ H W",
            "softmax(H W a uᵀ + u (H W b)ᵀ + M) H V",
            "-softmax(H W a uᵀ + u (H W b)ᵀ + M) H W",
        ],
    ),
    (
        "graph-attention-to-attention",
        "attention-scores",
        &["H K (H Q)ᵀ / √d", "H Q (H K)ᵀ", "H Q (H K)ᵀ / d", "-H Q (H K)ᵀ / √d", "H Q (H Q)ᵀ / √d"],
    ),
    (
        "graph-attention-to-attention",
        "attention-result",
        &[
            "softmax(H Q (H K)ᵀ / √d) H V", "softmax(H K (H Q)ᵀ / √d + M) H V", "softmax(H Q (H K)ᵀ + M) H V",
            "softmax(H Q (H K)ᵀ / √d + M) H W", "softmax(H Q (H K)ᵀ / √d − M) H V",
        ],
    ),
    ("linear-gradient", "result", &["X W", "T − X W", "X W + T", "2 (X W − T)", "-T"]),
    ("linear-gradient", "weights", &["Xᵀ X W", "Xᵀ (T − X W)", "-Xᵀ T", "2 Xᵀ (X W − T)", "W"]),
    ("linear-gradient", "inputs", &["X W Wᵀ", "(T − X W) Wᵀ", "X", "-T Wᵀ", "(X W + T) Wᵀ"]),
    ("linear-gradient", "step", &["W + r Xᵀ (X W − T)", "W − Xᵀ (X W − T)", "-r Xᵀ (X W − T)", "W − r Xᵀ X W", "r W"]),
    ("softmax-gradient", "quotient", &["E/z", "(E z − E²)/z", "E²/z²", "(E² − E z)/z²", "1/z"]),
    ("softmax-gradient", "own", &["a", "a²", "1 − a", "a (1 + a)", "a (1 − b)"]),
    ("softmax-gradient", "other", &["0", "a b", "-a", "-b", "b (1 − a)"]),
    ("softmax-gradient", "mean", &["g + h", "(g + h)/2", "g b + h a", "g a", "a b"]),
    ("softmax-gradient", "gradient", &["a g", "a (1 − a) g", "g − g a − h b", "a (g + h)", "a (g − g a + h b)"]),
    ("query-gradient", "weights", &["a V Vᵀ", "-g Vᵀ", "a", "2 g Vᵀ"]),
    ("query-gradient", "jacobian", &["P", "P − P P", "P + aᵀ a", "aᵀ a", "aᵀ a − P"]),
    ("query-gradient", "scores", &["g Vᵀ", "g Vᵀ P", "g Vᵀ (P − P P)", "g Vᵀ (P + aᵀ a)", "a (P − aᵀ a)"]),
    ("query-gradient", "query", &["g Vᵀ (P − aᵀ a) K", "g Vᵀ (P − aᵀ a) K / d", "g Vᵀ K / √d", "g Vᵀ P K / √d", "q"]),
    ("query-gradient", "keys", &["(P − aᵀ a) V gᵀ q", "P V gᵀ q / √d", "V gᵀ q / √d", "-(P − aᵀ a) V gᵀ q / √d", "K"]),
    ("layer-norm-gradient", "shift", &["g J", "g", "-g J / n", "g J / n²", "x̂ J / n + g"]),
    ("layer-norm-gradient", "stretch", &["g x̂ᵀ x̂", "x̂", "-g x̂ᵀ x̂ / n", "g", "g gᵀ x̂ / n"]),
    (
        "layer-norm-gradient",
        "gradient",
        &[
            "g / σ",
            "(g − g J / n) / σ",
            "(g − g x̂ᵀ x̂ / n) / σ",
            "g − g J / n − g x̂ᵀ x̂ / n",
            "(g − g J / n + g x̂ᵀ x̂ / n) / σ",
        ],
    ),
    (
        "layer-norm-gradient",
        "jacobian",
        &["I / σ", "(I − J / n) / σ", "(I − x̂ᵀ x̂ / n) / σ", "I − J / n − x̂ᵀ x̂ / n", "(I − J − x̂ᵀ x̂) / σ"],
    ),
];
