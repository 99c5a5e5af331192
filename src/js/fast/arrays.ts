import { reading } from "../errors.js";
import { wrongType } from "../refuse.js";

/** A copy with memory of its own, to be handed over. */
export const copy = <Numbers extends Float32Array | Uint32Array | Uint8Array>(numbers: Numbers): Numbers =>
  reading(() => numbers.slice() as Numbers);

/** A typed array of a kind. */
export function vector<Numbers extends Float32Array | Uint32Array | Uint8Array>(
  input: string,
  numbers: Numbers,
  kind: abstract new (...given: never) => Numbers,
): Numbers {
  if (numbers instanceof kind) return numbers;
  throw wrongType(input, `a ${kind.name}`, numbers);
}
