/** How the signs of a template are written in TeX. */
const SIGNS: Readonly<Record<string, string>> = {
  "−": "-",
  "·": "\\cdot ",
  "⌊": "\\lfloor ",
  "⌋": "\\rfloor ",
  "≥": "\\ge ",
  "≤": "\\le ",
  "≠": "\\ne ",
  "∈": "\\in ",
  "∉": "\\notin ",
  ℰ: "\\mathcal{E} ",
  "∅": "\\emptyset ",
  "→": "\\to ",
  "±": "\\pm ",
  "°": "^{\\circ}",
  π: "\\pi ",
  Φ: "\\Phi ",
  λ: "\\lambda ",
  "–": "\\text{-}",
  "@": "\\mathbin{@}",
  "∪": "\\cup ",
};

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
const PLAIN = "0123456789-";

/** Functions that TeX has a command for. */
const KNOWN = new Set(["exp", "ln", "log", "max", "min", "cos", "sin", "tanh", "arccos"]);

/**
 * Writes the template of a cell, such as `exp({0} − {1})`, in TeX: `{0}`, `{1}` … stand for the numbers that the cell reads, `{*}` for all of them.
 */
export function inTeX(template: string, operands: readonly string[]): string {
  const all = operands.join(", ");
  const tokens = template.match(/\{\d\}|\{\*\}|√\([^()]*\)|√\{\d\}|[A-Za-z]+|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+|./gsu) ?? [];
  return tokens
    .map((token) => {
      if (token === "{*}") return all;
      if (/^\{\d\}$/.test(token)) return operands[Number(token[1])] ?? "\\cdot";
      if (token.startsWith("√") && token.length > 1)
        return `\\sqrt{${inTeX(token.slice(1).replace(/^\((.*)\)$/, "$1"), operands)}}`;
      if (/^[A-Za-z]{2,}$/.test(token)) return KNOWN.has(token) ? `\\${token} ` : `\\operatorname{${token}}`;
      if (SUPERSCRIPTS.includes(token[0] ?? ""))
        return `^{${[...token].map((sign) => PLAIN[SUPERSCRIPTS.indexOf(sign)]).join("")}}`;
      if (token === "{" || token === "}") return `\\${token}`;
      return SIGNS[token] ?? token;
    })
    .join("");
}
