import { reading } from "./errors.js";
import { plainCopy } from "./plain.js";
import { missing, outOfRange, wrongType } from "./refuse.js";

/** The part of JSON Schema that the schemas of this package use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
}

/** What each type is called in a message. */
const CALLED: Readonly<Record<string, string>> = {
  array: "an array",
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

/** Throws the error of the first part of a value that a schema does not allow; `path` names the value. */
export function validate(schema: Schema, value: unknown, path: string): void {
  if (schema.anyOf?.some((one) => isOf(one, value)) || (!schema.anyOf && isOf(schema, value)))
    validateParts(schema, value, path);
  else throw wrongType(path, expectedBy(schema), value);
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

function validateParts(schema: Schema, value: unknown, path: string): void {
  const { minimum, items, required = [], properties = {}, additionalProperties } = schema;
  if (minimum !== undefined && (value as number) < minimum) {
    throw outOfRange(path, value as number, `a number of at least ${minimum}`);
  }
  if (items && Array.isArray(value))
    for (const [place, part] of value.entries()) validate(items, part, `${path}[${place}]`);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const name of required) if (!Object.hasOwn(value, name)) throw missing(`${path}.${name}`);
  for (const [name, part] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (known) validate(known, part, `${path}.${name}`);
  }
}
