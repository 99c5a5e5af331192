/** Recomputes a cell from its operands: the arithmetic that IEEE 754 fixes, so that every language gives the same bits. */

const maximum = (so_far, next) => (next > so_far || Number.isNaN(next) ? next : so_far);

/** Functions whose value JavaScript computes to the bit. */
const EXACT = {
  "absolute-value": (a) => Math.abs(a),
  "two-signs": (angle) => (1 - angle / 180) * (1 - angle / 180),
  "within-a-quarter": (angle) => Math.max(1 - angle / 90, 0),
  add: (a, b) => a + b,
  average: (a, b) => (a + b) / 2,
  clip: (a, reach) => (a > reach ? reach : a < -reach ? 0 - reach : a),
  "at-least-one": (share) => (share > 0 ? Math.max(1, Math.floor(share + 0.5)) : 0),
  "choose-treatment": (draw, mask, random) => (draw < mask ? 0 : draw < mask + random ? 1 : 2),
  copy: (a) => a,
  "distance-column": (distance, most) => (distance < 0 ? most + 1 : Math.min(distance, most)),
  divide: (a, b) => a / b,
  "divide-or-zero": (a, b) => (b === 0 ? 0 : a / b),
  "at-most-last": (place, length) => Math.min(place, length - 1),
  "entry-of-distance": (distance, length) => (distance < 0 ? length - 1 : Math.min(distance, length - 2)),
  equal: (a, b) => (a === b ? 1 : 0),
  "floor-divide": (a, b) => Math.floor(a / b),
  floor: Math.floor,
  "floor-of-product": (a, b) => Math.floor(a * b),
  greater: (a, b) => (a > b ? 1 : 0),
  "half-of-predecessor": (a) => (a - 1) / 2,
  "inverse-square-root": (a) => (a === 0 ? 0 : 1 / Math.sqrt(a)),
  "keep-or-minus-infinity": (a, keep) => (keep === 0 ? Number.NEGATIVE_INFINITY : a),
  "leaky-relu": (a, slope) => (a > 0 ? a : slope * a),
  "minus-half": (a, b) => a - 0.5 * b,
  "minus-distance": (a, b) => 0 - Math.abs(a - b),
  "minus-distance-back": (a, b) => (a > b ? b - a : 0),
  magnitude: Math.abs,
  multiply: (a, b) => a * b,
  negate: (a) => -a,
  normalize: (a, sum) => (sum === 0 ? 0 : a / sum),
  "never-zero": (a) => 1e-15 + a,
  "one-minus": (a) => 1 - a,
  "one-plus": (a) => 1 + a,
  positive: (a) => (a > 0 ? 1 : 0),
  relu: (a) => (a < 0 ? 0 : a),
  parity: (a) => a % 2,
  predecessor: (a) => a - 1,
  "not-below": (a, b) => (a >= b ? 1 : 0),
  remainder: (a, b) => a % b,
  "replace-if-0": (a, where, b) => (where === 0 ? b : a),
  "replace-if-1": (a, where, b) => (where === 1 ? b : a),
  "replace-where": (a, where, b) => (where === 0 ? a : b),
  share: (a, b) => a / Math.max(1, b),
  "square-root": (a) => Math.sqrt(a),
  subtract: (a, b) => a - b,
  "zero-for-nothing": (a) => (a === Number.NEGATIVE_INFINITY ? 0 : a),
  "unless-empty": (a, sum) => (sum === 0 ? 0 : a),
  "t5-bucket": (offset, buckets, most) =>
    t5Bucket(Math.abs(offset), buckets / 2, most) + (offset > 0 ? buckets / 2 : 0),
  "t5-bucket-back": (offset, buckets, most) => t5Bucket(offset < 0 ? -offset : 0, buckets, most),
  max: (...values) => values.reduce(maximum, Number.NEGATIVE_INFINITY),
  sum: (...values) => values.reduce((sum, value) => sum + value, 0),
};

/** Functions that every language rounds in its own way; close is all that can be asked here, the Rust suites hold the bits. */
const CLOSE = {
  arccosine: (a) => Math.acos(Math.max(-1, Math.min(1, a))),
  bell: (a) => Math.exp(-a / 2),
  cosine: Math.cos,
  "cosine-of-degrees": (a) => Math.cos((a * Math.PI) / 180),
  elu: (a) => (a > 0 ? a : Math.expm1(a)),
  "elu-plus-one": (a) => (a > 0 ? a + 1 : Math.exp(a)),
  exp: Math.exp,
  "exp-shifted": (a, most) => (most === Number.NEGATIVE_INFINITY ? 0 : Math.exp(a - most)),
  gelu: (a) => 0.5 * a * (1 + erf(a * Math.SQRT1_2)),
  "initial-lambda": (layer) => 0.8 - 0.6 * Math.exp(-0.3 * (layer - 1)),
  log: Math.log,
  "log-sum-exp": (a, sum) => a + Math.log(sum),
  "power-of-minus": (base, exponent) => base ** -exponent,
  sigmoid: (a) => 1 / (1 + Math.exp(-a)),
  softplus: (a) => Math.max(a, 0) + Math.log1p(Math.exp(-Math.abs(a))),
  "root-of-product": (a, b) => Math.sqrt(a) * Math.sqrt(b),
  sine: Math.sin,
  "sine-of-degrees": (a) => Math.sin((a * Math.PI) / 180),
  tanh: Math.tanh,
  "to-degrees": (a) => (a / Math.PI) * 180,
  "two-to-minus": (a) => 2 ** -a,
};

/** The bucket of a distance in T5: half of the buckets hold one distance each, the others widen like logarithms. */
function t5Bucket(distance, buckets, most) {
  const exact = Math.floor(buckets / 2);
  if (distance < exact) return distance;
  let bucket = exact;
  // Bucket exact + k begins where distance / exact reaches the k-th power of a fixed ratio.
  while (bucket + 1 < buckets && distance ** (buckets - exact) * (1 + 1e-9) >= border(bucket + 1)) bucket += 1;
  return bucket;

  function border(next) {
    return exact ** (buckets - next) * most ** (next - exact);
  }
}

/** Whether a function of the catalog can be recomputed here; rules are the library's own. */
export const isKnown = (name) => name in EXACT || name in CLOSE;

/** What is wrong with a cell's value, given its operands, or null. */
export function contradiction({ op, function: name, value, terms }) {
  const operands = terms.flat().map((operand) => operand.value);
  if (op === "contract") {
    const products = terms.map((factors) => factors.map((factor) => factor.value).reduce((a, b) => a * b, 1));
    return same(value, EXACT.sum(...products));
  }
  if (op === "gather") return same(value, operands[0]);
  if (name in EXACT) return same(value, EXACT[name](...operands));
  if (name in CLOSE) return close(value, CLOSE[name](...operands));
  return null;
}

/** The error function by a series of terms of one sign, which loses no digits. */
function erf(x) {
  if (Math.abs(x) > 6) return Math.sign(x);
  let sum = 0;
  for (let n = 0, term = x; Math.abs(term) > 1e-20; n++, term *= (2 * x * x) / (2 * n + 1)) sum += term;
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

const same = (value, expected) => (Object.is(value, expected) ? null : `${expected} instead of ${value}`);

function close(value, expected) {
  const apart = Math.abs(value - expected);
  return value === expected || apart <= 1e-14 * Math.max(1, Math.abs(expected))
    ? null
    : `${expected}, far from ${value}`;
}
