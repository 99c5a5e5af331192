/** The weights that a page gives, as they are read and refused. */
import type { TensorValue } from "../state/state.ts";
import { readTensor } from "./inputs.ts";
import { parsed, readWords } from "./json.ts";
import { AttributeProblem, GivenProblem } from "./problem.ts";

/** Weights of half precision sum to 1 only as closely as this: 2⁻¹¹ relative to each of them. */
const ROUNDING = 1e-3;

/** The weights of all layers, and the names of what looks and of what is looked at. */
export interface Attention {
  /** Layers × heads × queries × keys. */
  readonly weights: TensorValue & { readonly shape: readonly [number, number, number, number] };
  readonly queries: readonly string[];
  readonly keys: readonly string[];
}

export interface AttentionGiven {
  readonly weights: unknown;
  readonly tokens: unknown;
  readonly keys: unknown;
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));

function readNames(attribute: string, value: unknown, expected: number): readonly string[] {
  if (value === null || value === undefined) return numbered(expected);
  const given = typeof value === "string" ? readWords(value) : value;
  if (typeof given === "string") parsed(attribute, given);
  if (!Array.isArray(given) || given.some((word) => typeof word !== "string"))
    throw new GivenProblem(attribute, "given.tokens", {});
  if (given.length !== expected)
    throw new GivenProblem(attribute, "attention.tokens", { found: given.length, expected });
  return given;
}

/** Refuses what no softmax gives. A row of zeros is one in which everything is masked. */
function check({ shape: [, heads, queries, keys], data }: Attention["weights"]): void {
  for (let row = 0; row * keys < data.length; row += 1) {
    const place = { query: row % queries, head: Math.floor(row / queries) % heads };
    const where = { layer: Math.floor(row / queries / heads), ...place };
    let sum = 0;
    for (let key = 0; key < keys; key += 1) {
      const value = data[row * keys + key] ?? 0;
      if (!(value >= 0 && value <= 1 + ROUNDING))
        throw new GivenProblem("weights", "attention.number", { ...where, key, value: String(value) });
      sum += value;
    }
    if (sum !== 0 && Math.abs(sum - 1) > ROUNDING) throw new GivenProblem("weights", "attention.row", where);
  }
}

/** Reads what an element was given. Throws an `AttributeProblem` or a `GivenProblem`. */
export function readAttention({ weights, tokens, keys }: AttentionGiven): Attention {
  if (weights === null) throw new AttributeProblem("weights", null, ["[[0.5, 0.5], [0.1, 0.9]]"]);
  const { shape, data } = readTensor("weights", weights);
  if (shape.length < 2 || shape.length > 4 || data.length === 0)
    throw new GivenProblem("weights", "attention.rank", { shape: shape.join(" × ") });
  const [layers = 1, heads = 1, queryCount = 1, keyCount = 1] = [1, 1, ...shape].slice(-4);
  const read = { shape: [layers, heads, queryCount, keyCount] as const, data };
  check(read);
  const queries = readNames("tokens", tokens, queryCount);
  // Where the keys are others and have no names, the tokens are not theirs.
  const shared = keys === null && keyCount === queryCount;
  return { weights: read, queries, keys: shared ? queries : readNames("keys", keys, keyCount) };
}
