/** Errors that the JavaScript raises have the messages of those that the WebAssembly file raises. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { refusal, unknown } from "../../pkg/refuse.js";

const file = new URL("../messages.json", import.meta.url);
const messages = JSON.parse(await readFile(file, "utf8"));

/** The codes that only the WebAssembly file raises. */
const INSIDE = [
  "given-twice",
  "non-finite",
  "not-divisible",
  "fully-masked-row",
  "invalid-degree",
  "over-limit",
  "syntax",
  "internal",
];

/** Returns the error with these facts as the JavaScript raises it; what is close to an unknown name, it finds itself. */
function raised(code, facts) {
  const kind = code.match(/^unknown-(.*)/)?.[1];
  return kind ? unknown(kind, facts[kind] ?? facts.id, facts.known) : refusal(code, facts);
}

for (const { code, facts, message } of messages.filter(({ code }) => !INSIDE.includes(code))) {
  test(`${code}: ${message}`, () => {
    const error = raised(code, facts);
    assert.equal(error.message, message);
    assert.equal(error.code, code);
    assert.deepEqual(error.facts, facts);
  });
}

test("errors that only the library raises are refused here", () => {
  const codes = new Set(messages.map(({ code }) => code));
  for (const code of INSIDE) {
    assert.ok(codes.has(code));
    assert.throws(() => refusal(code, {}), TypeError);
  }
});
