/** Errata in the public interface: listed without answers, then both versions side by side. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";

const lab = await load();
const every = lab.errata().map(({ id }) => lab.erratum(id));
const valueAt = ({ shape, data }, index) => {
  const inside = index.length === shape.length && index.every((place, axis) => place < shape[axis]);
  return inside ? data[index.reduce((offset, place, axis) => offset * shape[axis] + place, 0)] : null;
};
const stepOf = (trace, id) => trace.steps.find((step) => step.id === id);

/** Those with numbers. */
const computed = every.filter(({ shown }) => shown.length > 0);

test("errata are listed by id, topic, algorithm, status and source, and nothing more", () => {
  const algorithms = new Set(lab.catalog().map(({ id }) => id));
  for (const entry of lab.errata()) {
    assert.deepEqual(Object.keys(entry).sort(), ["algorithm", "id", "quoted", "source", "status", "topic"]);
    assert.deepEqual(Object.keys(entry.source).sort(), ["author", "document", "name", "part", "year"]);
    assert.ok(entry.id.startsWith(entry.source.document) && entry.source.author !== "", entry.id);
    assert.ok(["error", "contested", "notation", "withdrawn"].includes(entry.status), entry.id);
    assert.ok(["formula", "words"].includes(entry.quoted), entry.id);
    assert.match(entry.id, /^S[0-3]-E\d\d$/);
    assert.ok(entry.algorithm === null || algorithms.has(entry.algorithm), entry.id);
  }
  assert.equal(lab.errata(), lab.errata());
  assert.throws(() => lab.errata().push({}), TypeError);
});

test("the right side has the bits of the algorithm's result", () => {
  for (const { id, right, shown } of every.filter(({ right }) => right !== null)) {
    assert.equal(right.substituted, null);
    const trace = lab.trace(right.algorithm, right.inputs);
    for (const { right: value } of shown) {
      const { shape, data, axes, formula } = stepOf(trace, value.step);
      assert.deepEqual([value.shape, value.data, value.axes, value.formula], [shape, data, axes, formula], id);
    }
  }
});

test("the wrong side is the result of its own inputs, except for the substituted step", () => {
  let runs = 0;
  for (const { id, wrong, shown } of every.filter(({ wrong }) => wrong !== null)) {
    const trace = lab.trace(wrong.algorithm, wrong.inputs);
    if (wrong.substituted === null) {
      runs += 1;
      for (const { wrong: value } of shown) assert.deepEqual(value.data, stepOf(trace, value.step).data, id);
    } else {
      assert.notDeepEqual(shown[0].wrong.data, stepOf(trace, shown[0].wrong.step).data, id);
    }
  }
  assert.ok(runs > 0);
});

test("the first difference has its cell and the numbers of both versions", () => {
  for (const { id, shown, first } of computed) {
    const { right, wrong } = shown[first.shown];
    assert.equal(valueAt(right, first.index), first.right, id);
    assert.equal(valueAt(wrong, first.index), first.wrong, id);
    assert.notEqual(first.right, first.wrong, id);
  }
});

test("an erratum is the same each time, and frozen", () => {
  for (const erratum of every) {
    assert.deepEqual(lab.erratum(erratum.id), erratum);
    assert.ok(Object.isFrozen(erratum) && Object.isFrozen(erratum.source));
  }
});

test("an erratum without numbers has nothing to compare, and a withdrawn one says so and why", async () => {
  const without = every.filter(({ shown }) => shown.length === 0);
  assert.ok(without.length > 10 && computed.length > 30);
  for (const { id, right, wrong, first, algorithm } of without)
    assert.deepEqual([right, wrong, first, algorithm], [null, null, null, null], id);
  const { status, first } = lab.erratum("S3-E04");
  assert.deepEqual([status, first], ["withdrawn", null]);
  for (const [text, words] of [
    ["en", /article is right/],
    ["ko", /글이 맞습니다/],
  ])
    assert.match((await load({ text })).erratum("S3-E04").correction, words);
});

const known = lab.errata().map(({ id }) => id);

for (const [code, facts, ask] of [
  ["unknown-erratum", { id: "S0-E99", known, nearest: "S0-E19" }, () => lab.erratum("S0-E99")],
  ["wrong-type", { input: "id", expected: "the id of an erratum", found: "7" }, () => lab.erratum(7)],
]) {
  test(`refused with a code: ${ask}`, () => {
    assert.throws(ask, (error) => {
      assert.equal(error.code, code);
      assert.deepEqual({ ...error.facts }, facts);
      return true;
    });
  });
}
