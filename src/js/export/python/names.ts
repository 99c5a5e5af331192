import type { StepData } from "../../trace-types.js";

/** What a variable may not be called: keywords, and what the code uses itself. */
const TAKEN = new Set(
  (
    "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise " +
    "return try while with yield None True False np torch math F nn data layer abs float int len list max min print range set sorted str sum tuple zip " +
    "enumerate next"
  ).split(" "),
);

const DECORATED = /\\(hat|tilde|bar|overline)\{([^{}]*)\}|\\(hat|tilde|bar) ?(\\?[A-Za-z]+)/g;

/** A symbol as a name, if it is one: `\hat{A}` is `A_hat`, `W^Q` is `W_Q`. */
function ofSymbol(symbol: string): string | undefined {
  const name = symbol
    .replace(/\\(?:text|mathrm|operatorname|mathcal|mathbf)\{([^{}]*)\}/g, "$1")
    .replace(DECORATED, (_, mark, inner, short, letter) => `${inner ?? letter}_${mark ?? short}`)
    .replace(/'/g, "_prime")
    .replace(/\\(left|right|textstyle|enspace|,)/g, "")
    .replace(/\\([A-Za-z]+)/g, "$1_")
    .replace(/[{}\s]/g, "")
    .replace(/[\^]\(?([A-Za-z0-9]+)\)?/g, "_$1")
    .replace(/_+/g, "_")
    .replace(/_$/, "");
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && name.length <= 14 ? name : undefined;
}

/** The end of a step's id as a name: `multi-head.query-heads` is `query_heads`. */
const ofId = (id: string): string =>
  id
    .split(/[./]/)
    .at(-1)
    ?.replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_") ?? "step";

/** What a step of a gradient is called: `grad_S` is the gradient of `S`, `grad_S_by_A` what comes back by `A` alone, and what serves it follows. */
function ofGradient({ id, gradient }: StepData, names: ReadonlyMap<string, string>): string | undefined {
  if (!gradient) return undefined;
  const [, input] = /^gradient\/input\/([^/]+)$/.exec(id) ?? [];
  if (input) return `grad_${ofId(input).replace(/_+$/, "")}`;
  const base = `grad_${names.get(gradient.of) ?? "step"}`;
  const behind = id.slice(`gradient/${gradient.of}`.length);
  const through = gradient.through ?? "";
  const isByPath = through !== "" && behind.startsWith(`/via/${through}`);
  const part = (isByPath ? behind.slice(`/via/${through}`.length) : behind)
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/_$/, "");
  return `${base}${isByPath ? `_by_${names.get(through) ?? ""}` : ""}${part}`;
}

/** Returns a name for every step: its symbol where that is a name, or the end of its id; numbered where steps would share one. */
export function namesOf(steps: readonly StepData[], reserved: Iterable<string>): Map<string, string> {
  const taken = new Set([...TAKEN, ...reserved]);
  const names = new Map<string, string>();
  for (const step of steps) {
    const symbolic = step.gradient ? undefined : ofSymbol(step.symbol);
    const plain = ofGradient(step, names) ?? (symbolic && !TAKEN.has(symbolic) ? symbolic : ofId(step.id));
    let name = plain;
    for (let number = 2; taken.has(name); number++) name = `${plain}_${number}`;
    taken.add(name);
    names.set(step.id, name);
  }
  return names;
}
