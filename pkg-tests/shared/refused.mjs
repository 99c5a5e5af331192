/** Calls that have to throw. */
import assert from "node:assert/strict";
import { test } from "node:test";

/** Returns a proxy that throws at every use. */
export function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/**
 * Declares a test for each of `[code, facts, call]`: the call throws an error of this class with this code, with these facts and perhaps others, and with a
 * message. `afterwards` is called after each.
 */
export function testRefusals(ErrorClass, cases, afterwards = () => {}) {
  for (const [number, [code, facts, call]] of cases.entries()) {
    test(`${number}: ${code} ${JSON.stringify(facts)}`, () => {
      assert.throws(call, (error) => {
        assert.ok(error instanceof ErrorClass && error instanceof Error, String(error));
        assert.equal(error.code, code, error.message);
        for (const [name, value] of Object.entries(facts)) assert.deepEqual(error.facts[name], value, name);
        assert.ok(error.message.length > 10);
        return true;
      });
      afterwards();
    });
  }
}
