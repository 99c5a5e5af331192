// Written from `src/error.rs` by `UPDATE_SNAPSHOT=1 cargo test --test native messages`.

/** The message of each error of the library, with the names of its facts in braces. */
export const MESSAGES = {
  "missing-input": "`{input}` is required, but it is missing",
  "given-twice": "`{input}` is the former name of `{name}`, which is given, too; give one of them",
  "wrong-type": "`{input}` must be {expected}, but{at} it is {found}{advice}",
  "wrong-rank": "the number of axes of `{input}` must be {expected}, but it is {found}{advice}",
  "shape-mismatch":
    "the length of axis {axis} of `{input}` must be {expected}, to match {because}, but{at} it is {found}",
  "data-length": "`{input}` must hold {expected} numbers to fill its shape, but it holds {found}",
  "non-finite": "`{input}` must hold finite numbers, but{at} it is {value}",
  "out-of-range": "`{input}` must be {expected}, but{at} it is {value}",
  "not-divisible": "the length of `{input}` must be a multiple of {divisor}, because of {because}, but it is {size}",
  "index-out-of-bounds": "step `{step}` has no cell {index}: its shape is {shape}",
  "fully-masked-row": 'row {row} has nothing to attend to, and `emptyRow` is "error"',
  "invalid-degree": "the degree of node {node} must be at least 0, but its weights add up to {degree}",
  "too-large": "`{what}` must hold at most {limit} numbers, but its shape is {shape}",
  "over-limit":
    "`{algorithm}` would take about {seconds} seconds and {bytes} bytes; the limit is {limitSeconds} seconds and {limitBytes} bytes",
  "no-gradient": "no gradient flows back to `{input}`: step `{step}` stops it ({why})",
  syntax: "expected {expected} at character {place}",
  internal: "defect of the library in step `{step}`: {reason}",
} as const;
