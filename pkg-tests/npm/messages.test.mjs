/** Errors that the JavaScript raises have the messages of those that the WebAssembly file raises. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { AttographError } from "../../pkg/errors.js";
import { refusal, unknown } from "../../pkg/refuse.js";

const file = new URL("../messages.json", import.meta.url);
const messages = JSON.parse(await readFile(file, "utf8"));

/** Returns the error with these facts as the JavaScript raises it; what is close to an unknown name, it finds itself. */
function raised(code, facts) {
  const kind = code.match(/^unknown-(.*)/)?.[1];
  return kind ? unknown(kind, facts[kind] ?? facts.id, facts.known) : refusal(code, facts);
}

/** Whether the JavaScript raises a code: it has no message of those that only the WebAssembly file raises. */
function isRaised(code) {
  if (code.startsWith("unknown-")) return true;
  try {
    return refusal(code, { index: [], shape: [] }) instanceof AttographError;
  } catch (error) {
    assert.ok(error instanceof TypeError, code);
    return false;
  }
}

for (const { code, facts, message } of messages.filter(({ code }) => isRaised(code))) {
  test(`${code}: ${message}`, () => {
    const error = raised(code, facts);
    assert.equal(error.message, message);
    assert.equal(error.code, code);
    assert.deepEqual(error.facts, facts);
  });
}

test("both halves raise some codes, and the library others", () => {
  const codes = [...new Set(messages.map(({ code }) => code))].filter((code) => !code.startsWith("unknown-"));
  assert.ok(codes.filter(isRaised).length >= 8 && !codes.every(isRaised));
});
