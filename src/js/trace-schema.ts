const number = { anyOf: [{ type: "number" }, { enum: ["NaN", "Infinity", "-Infinity", "-0"] }] } as const;

const tensor = {
  shape: { type: "array", items: { type: "integer", minimum: 0 } },

  data: { type: "array", items: number },
} as const;

const text = { type: "string" } as const;
const texts = { type: "array", items: text } as const;

/** The JSON schema of a step. */
export const STEP_SCHEMA = {
  type: "object",
  required: ["id", "symbol", "op", "function", "index", "axes", "shape", "data", "formula", "source", "reads", "input"],
  properties: {
    id: text,
    symbol: text,
    op: { enum: ["given", "size", "contract", "map", "reduce", "gather", "scatter", "rule", "transpose"] },
    function: { type: ["string", "null"] },
    index: text,
    axes: texts,
    ...tensor,
    formula: text,
    source: text,
    reads: {
      type: "array",
      items: { type: "object", required: ["step", "index"], properties: { step: text, index: text } },
    },
    input: { type: ["string", "null"] },
    gradient: {
      type: "object",
      required: ["role", "of", "through", "template"],
      properties: {
        role: text,
        of: text,
        through: { type: ["string", "null"] },
        template: { type: ["string", "null"] },
      },
    },
  },
} as const;

/** The JSON schema of a trace, which the package has as `trace.schema.json`. */
export const TRACE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Attograph trace",
  description:
    "One run of an algorithm with every step. Tensors are in row-major order; data has as many numbers as the product of shape. NaN, infinities and -0 are strings.",
  type: "object",
  required: ["algorithm", "inputs", "steps", "outputs", "notices"],
  properties: {
    algorithm: text,
    inputs: { type: "object" },
    steps: {
      type: "array",
      items: STEP_SCHEMA,
    },
    outputs: {
      type: "object",
      additionalProperties: { type: "object", required: ["shape", "data"], properties: tensor },
    },
    notices: {
      type: "array",
      items: { type: "object", required: ["code"], properties: { code: text } },
    },
    gradient: {
      type: "object",
      properties: {
        of: text,
        at: { type: "array", items: { type: "integer", minimum: 0 } },
        upstream: { type: "object", required: ["shape", "data"], properties: tensor },
        wrt: texts,
        through: { enum: ["closed-forms", "every-step"] },
      },
    },
  },
} as const;
