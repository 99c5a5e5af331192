/** The JSON schema of files with questions of a lecturer, which the package has as `questions.schema.json`. */

/** Far above any file of questions. */
export const MOST_VALUES = 2 ** 18;

const A_TEXT = {
  type: "string",
  minLength: 1,
  maxLength: 1000,
  description: "a text of 1 to 1000 characters",
} as const;

const WORDS = {
  type: "object",
  description: "a text in English as `en`, in Korean as `ko`, or both",
  minProperties: 1,
  additionalProperties: false,
  properties: { en: A_TEXT, ko: A_TEXT },
} as const;

const INPUTS = { type: "object", description: "the inputs, as lab.trace takes them" } as const;

const NUMBER_OF_RUN = {
  type: "object",
  description: "a number, or a step of a run with or without one of its cells",
  required: ["step"],
  additionalProperties: false,
  properties: {
    run: { type: "integer", minimum: 0 },
    step: { type: "string" },
    cell: { type: "array", items: { type: "integer", minimum: 0 } },
    name: WORDS,
  },
} as const;

const SIDE = { anyOf: [{ type: "number" }, NUMBER_OF_RUN] } as const;

const BY_RUNS = {
  type: "object",
  required: ["runs", "when"],
  additionalProperties: false,
  properties: {
    runs: {
      type: "array",
      minItems: 1,
      maxItems: 8,
      items: {
        type: "object",
        required: ["algorithm", "inputs"],
        additionalProperties: false,
        properties: { algorithm: { type: "string" }, inputs: INPUTS },
      },
    },
    when: {
      type: "array",
      minItems: 1,
      maxItems: 16,
      items: {
        type: "object",
        required: ["left", "is", "right"],
        additionalProperties: false,
        properties: {
          left: SIDE,
          is: { enum: ["=", "!=", "<", "<=", ">", ">="] },
          right: SIDE,
          within: { type: "number", minimum: 0 },
        },
      },
    },
  },
} as const;

const POLL = {
  type: "object",
  required: ["id", "question", "statements"],
  additionalProperties: false,
  properties: {
    id: {
      type: "string",
      pattern: "^[A-Z][0-9]{1,3}-[A-Z][0-9]{1,3}$",
      description: "an id such as K1-Q1: twice a capital letter with a number of up to three digits",
    },
    question: WORDS,
    statements: {
      type: "array",
      minItems: 1,
      maxItems: 16,
      items: {
        type: "object",
        required: ["text", "holds"],
        additionalProperties: false,
        properties: { text: WORDS, holds: { anyOf: [{ type: "boolean" }, BY_RUNS] }, why: WORDS },
      },
    },
  },
} as const;

export const QUESTIONS_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Attograph questions",
  description:
    "Polls of a lecturer. Each statement holds or does not, as the author says, or as a comparison of numbers of runs decides.",
  type: "object",
  required: ["format", "version", "polls"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    format: { enum: ["attograph-questions"] },
    version: { type: "integer", minimum: 1, maximum: 1 },
    polls: { type: "array", minItems: 1, maxItems: 100, items: POLL },
  },
} as const;
