/**
 * Converts a TeX symbol such as `\hat{A}_{ij}` to plain text, for accessible names and for places without markup. Formulas are MathML; this parses
 * only the short symbols of steps.
 */
const LETTERS: Readonly<Record<string, string>> = {
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  epsilon: "ε",
  varepsilon: "ε",
  theta: "θ",
  lambda: "λ",
  mu: "μ",
  nu: "ν",
  xi: "ξ",
  zeta: "ζ",
  pi: "π",
  rho: "ρ",
  sigma: "σ",
  tau: "τ",
  phi: "φ",
  varphi: "φ",
  omega: "ω",
  Delta: "Δ",
  Sigma: "Σ",
  Omega: "Ω",
  ell: "ℓ",
  top: "ᵀ",
  infty: "∞",
  cdot: "·",
  times: "×",
  sum: "Σ",
  partial: "∂",
  max: "max",
  min: "min",
  deg: "deg",
  tanh: "tanh",
  sin: "sin",
  cos: "cos",
  exp: "exp",
  ln: "ln",
  log: "log",
  prime: "′",
  Vert: "‖",
  odot: "⊙",
  le: "≤",
  lfloor: "⌊",
  rfloor: "⌋",
  ldots: "…",
  circ: "°",
  emptyset: "∅",
  sqrt: "√",
  leftarrow: "←",
  rightarrow: "→",
};
const SIGNS: Readonly<Record<string, string>> = { "|": "‖", "#": "#" };
const ACCENTS: Readonly<Record<string, string>> = {
  hat: "\u0302",
  tilde: "\u0303",
  bar: "\u0304",
  widehat: "\u0302",
  widetilde: "\u0303",
};
const SUBSCRIPT = Object.fromEntries(
  [..."0123456789+-()aehijklmnoprstuvx"].map((sign, at) => [sign, [..."₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"][at] ?? sign]),
);
const SUPERSCRIPT = Object.fromEntries(
  [..."0123456789+-()"].map((sign, at) => [sign, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾"][at] ?? sign]),
);

/** Script capitals; those that Unicode had before the others stand among the letterlike symbols. */
const EARLIER: Readonly<Record<string, string>> = { B: "ℬ", E: "ℰ", F: "ℱ", H: "ℋ", I: "ℐ", L: "ℒ", M: "ℳ", R: "ℛ" };
function calligraphic(text: string): string {
  const capital = (letter: string) => EARLIER[letter] ?? String.fromCodePoint(0x1d49c + letter.charCodeAt(0) - 65);
  return text.replace(/[A-Z]/g, capital);
}

/** What stands above or below a letter: in small signs where all have one, a word after a space. */
function script(text: string, table: Readonly<Record<string, string>>, mark: string): string {
  if (text === "ᵀ" || text === "′" || text === "°") return text;
  if (mark === "^" && /^[a-z]{3,}$/.test(text)) return ` ${text}`;
  const signs = [...text];
  return signs.every((sign) => sign in table) ? signs.map((sign) => table[sign]).join("") : `${mark}${text}`;
}

class Reader {
  private at = 0;
  constructor(private readonly tex: string) {}

  /** Parses one unit: a group, a command with its argument, or a character. */
  private unit(): string {
    const sign = this.tex[this.at] ?? "";
    this.at += 1;
    if (sign === "{") return this.until("}");
    if (sign === "~" || sign.trim() === "") return "";
    if (sign !== "\\") return sign;
    const name = /^([A-Za-z]+|.)\s*/.exec(this.tex.slice(this.at));
    if (!name) return "";
    this.at += name[0].length;
    const command = name[1] ?? "";
    const accent = ACCENTS[command];
    if (accent) {
      const [first = "", ...rest] = [...this.unit()];
      return `${first}${accent}${rest.join("")}`.normalize("NFC");
    }
    if (command === "frac" || command === "tfrac") return `${this.unit()}/${this.unit()}`;
    if (command === "left" || command === "right") return this.bracket();
    if (command === "text") return this.words();
    if (command === "mathcal") return calligraphic(this.unit());
    if (/^[^A-Za-z]$/.test(command)) return SIGNS[command] ?? "";
    // The remaining commands are fonts and spacing: a font shows its argument, spacing shows nothing.
    return LETTERS[command] ?? "";
  }

  /** Words, in which spaces count. */
  private words(): string {
    if (this.tex[this.at] !== "{") return this.unit();
    const end = this.tex.indexOf("}", this.at);
    const words = this.tex.slice(this.at + 1, end < 0 ? undefined : end);
    this.at = end < 0 ? this.tex.length : end + 1;
    return words;
  }

  /** A bracket that grows with what is in it; a dot is none. */
  private bracket(): string {
    const sign = this.unit();
    return sign === "." ? "" : sign;
  }

  /** Parses everything up to a closing character or the end. */
  until(end: string): string {
    let text = "";
    while (this.at < this.tex.length) {
      const sign = this.tex[this.at];
      if (sign === end) {
        this.at += 1;
        break;
      }
      if (sign === "_" || sign === "^") {
        this.at += 1;
        const raw = this.unit();
        text += sign === "_" ? script(raw, SUBSCRIPT, "_") : script(raw, SUPERSCRIPT, "^");
      } else if (sign === "'") {
        this.at += 1;
        text += "′";
      } else text += this.unit();
    }
    return text;
  }
}

/** Returns the symbol in plain text. */
export function plainSymbol(tex: string): string {
  return new Reader(tex).until("");
}
