/** How what NumPy computes is written in PyTorch, in this order. */
const TORCH: readonly (readonly [RegExp, string])[] = [
  [/\bnp\.testing\.assert_allclose\(/g, "torch.testing.assert_close("],
  [/\bnp\.array\(/g, "torch.tensor("],
  [/\bnp\.concatenate\(/g, "torch.cat("],
  [/\.astype\(int\)/g, ".long()"],
  [/\.astype\(float\)/g, ".double()"],
  [/\.max\(axis=/g, ".amax(dim="],
  [/\.transpose\(/g, ".permute("],
  [/\baxis=/g, "dim="],
  [/\berf\(/g, "torch.erf("],
  [/\bnp\.linalg\./g, "torch.linalg."],
  [/\bnp\./g, "torch."],
];

/** Returns a line of NumPy in PyTorch. */
export function inTorch(code: string): string {
  return TORCH.reduce((text, [from, to]) => text.replace(from, to), code);
}
