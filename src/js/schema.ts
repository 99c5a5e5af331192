import { type AttographError, reading } from "./errors.js";
import { plainCopy } from "./plain.js";
import { missing, outOfRange, unknown, wrongType } from "./refuse.js";

/** The part of JSON Schema that the schemas of this package use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  /** What is expected, in the words of a message, where a type alone does not say it. */
  readonly description?: string;
}

/** Takes the error of a part of a value; `path` says which part. */
export type Refuse = (path: string, error: AttographError) => void;

const raise: Refuse = (_, error) => {
  throw error;
};

/** What each type is called in a message. */
const CALLED: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "true or false",
  integer: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a text",
};

/** Returns a copy of plain data that a schema allows; `input` names it. Throws only AttographError. */
export const readAs = <T>(schema: Schema, input: string, value: unknown, most?: number): T =>
  reading(() => {
    const copy = plainCopy(input, value, most);
    validate(schema, copy, input);
    return copy as T;
  });

/** Refuses each part of a value that a schema does not allow; `path` names the value. Without `refuse` the first error is thrown. */
export function validate(schema: Schema, value: unknown, path: string, refuse = raise): void {
  const fitting = (schema.anyOf ?? [schema]).find((one) => isOf(one, value));
  if (fitting) validateParts(fitting, value, path, refuse);
  else refuse(path, wrongType(path, expectedBy(schema), value));
}

/** Returns whether a value is of the type of a schema, whatever its parts are. */
function isOf({ type, enum: words }: Schema, value: unknown): boolean {
  if (words) return words.some((word) => word === value);
  const types = typeof type === "string" ? [type] : (type ?? []);
  return types.some((one) => one === typeOf(value) || (one === "number" && typeof value === "number"));
}

/** Returns the type of a value in the words of JSON Schema. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  // A copy of a trace has typed arrays where its JSON has arrays.
  if (Array.isArray(value) || value instanceof Float64Array) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

function expectedBy({ type, enum: words, anyOf }: Schema): string {
  if (anyOf) return anyOf.map(expectedBy).join(" or ");
  if (words) return `one of ${words.map((word) => JSON.stringify(word)).join(", ")}`;
  const types = typeof type === "string" ? [type] : (type ?? []);
  return types.map((one) => CALLED[one] ?? one).join(" or ");
}

function validateParts(schema: Schema, value: unknown, path: string, refuse: Refuse): void {
  if (typeof value === "number") refuseOutside(schema, value, path, refuse);
  else if (typeof value === "string") {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = "", description = "" } = schema;
    const length = [...value].length;
    if (length < minLength || length > maxLength || !new RegExp(pattern, "u").test(value))
      refuse(path, wrongType(path, description, value));
  } else if (Array.isArray(value)) {
    const { items, minItems, maxItems } = schema;
    refuseOutside({ minimum: minItems, maximum: maxItems }, value.length, `${path}.length`, refuse);
    if (items) for (const [place, part] of value.entries()) validate(items, part, `${path}[${place}]`, refuse);
  } else if (typeof value === "object" && value !== null) validateFields(schema, value, path, refuse);
}

type Bounds = { readonly [Side in "minimum" | "maximum"]?: number | undefined };

function refuseOutside({ minimum, maximum }: Bounds, value: number, path: string, refuse: Refuse): void {
  if (value >= (minimum ?? value) && value <= (maximum ?? value)) return;
  const expected = maximum === undefined ? `a number of at least ${minimum}` : `${minimum} … ${maximum}`;
  refuse(path, outOfRange(path, value, expected));
}

function validateFields(schema: Schema, value: object, path: string, refuse: Refuse): void {
  const { required = [], properties = {}, additionalProperties, minProperties = 0, description = "" } = schema;
  for (const name of required) if (!Object.hasOwn(value, name)) refuse(`${path}.${name}`, missing(`${path}.${name}`));
  if (Object.keys(value).length < minProperties) refuse(path, wrongType(path, description, value));
  for (const [name, part] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (known) validate(known, part, `${path}.${name}`, refuse);
    else if (known === false) refuse(`${path}.${name}`, unknown("option", name, Object.keys(properties)));
  }
}
