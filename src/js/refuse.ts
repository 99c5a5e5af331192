import { AttographError } from "./errors.js";

/** How an unsuitable value is called in a message. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  // Its kind as the engine knows it, whatever its constructor was made to say.
  if (ArrayBuffer.isView(value)) return `a ${Object.prototype.toString.call(value).slice("[object ".length, -1)}`;
  switch (typeof value) {
    case "string":
      return value.length > 40 ? "a long text" : `the text ${JSON.stringify(value)}`;
    case "number":
    case "boolean":
      return String(value);
    case "object":
      return "an object";
    case "undefined":
      return "undefined";
    default:
      return `a ${typeof value}`;
  }
}

/** An input of the wrong kind; `index` says where in it. */
export function wrongType(input: string, expected: string, value: unknown, index?: readonly number[]): AttographError {
  const found = describe(value);
  const place = index?.length ? ` at [${index.join(", ")}]` : "";
  const facts = { input, expected, found, ...(index?.length ? { index } : {}) };
  return new AttographError("wrong-type", `input \`${input}\` must be ${expected}, but it is ${found}${place}`, facts);
}

/** A required input, or a field of one, that is not there. */
export function missing(input: string): AttographError {
  return new AttographError("missing-input", `input \`${input}\` is required`, { input });
}

/** A name that means nothing here. */
export function unknown(input: string, known: readonly string[]): AttographError {
  const message = `there is no input \`${input}\`; known are ${known.join(", ")}`;
  return new AttographError("unknown-input", message, { input, known });
}

/** A tensor with the wrong number of axes. */
export function wrongRank(input: string, expected: number, found: number): AttographError {
  const message = `input \`${input}\` must have ${expected} axes, but it has ${found}`;
  return new AttographError("wrong-rank", message, { input, expected, found });
}

/** Numbers that do not fill their shape. */
export function dataLength(input: string, expected: number, found: number): AttographError {
  const message = `\`${input}\` needs ${expected} numbers to fill its shape, but ${found} were given`;
  return new AttographError("data-length", message, { input, expected, found });
}

/** A number outside what its input allows. */
export function outOfRange(input: string, value: number, expected: string): AttographError {
  const message = `\`${input}\` is ${value}, but it must be ${expected}`;
  return new AttographError("out-of-range", message, { input, index: [], value, expected });
}

/** More numbers than a tensor may hold. */
export function tooLarge(what: string, shape: readonly number[], limit: number): AttographError {
  const message = `\`${what}\` would have shape [${shape.join(", ")}], more than ${limit} numbers`;
  return new AttographError("too-large", message, { what, shape, limit });
}

/** Checks a whole number between two bounds. */
export function wholeNumber(input: string, value: unknown, minimum: number, maximum: number): number {
  if (typeof value !== "number") throw wrongType(input, "a whole number", value);
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw outOfRange(input, value, `a whole number from ${minimum} to ${maximum}`);
  }
  return value;
}
