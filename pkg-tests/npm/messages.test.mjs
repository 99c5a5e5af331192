/** Errors that the JavaScript raises have the messages of the library. */
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

// JSON has no infinity, so that the list does not have the number that is not finite.
for (const { code, facts, message } of messages.filter(({ code }) => code !== "non-finite")) {
  test(`${code}: ${message}`, () => {
    const error = raised(code, facts);
    assert.ok(error instanceof AttographError);
    assert.equal(error.message, message);
    assert.equal(error.code, code);
    assert.deepEqual(error.facts, facts);
  });
}

test("what only JavaScript knows is said in its place", () => {
  const facts = { input: "x", expected: "a number", found: "a promise" };
  const message = "`x` must be a number, but at [1, 0] it is a promise; put `await` in front of it";
  assert.equal(
    refusal("wrong-type", { ...facts, index: [1, 0], advice: "put `await` in front of it" }).message,
    message,
  );
});
