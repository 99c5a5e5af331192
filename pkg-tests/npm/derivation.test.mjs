/** Derivations as a caller of the package meets them: expressions checked at random points, with a point at which they are wrong. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttographError, load } from "../../pkg/node.js";
import { testRefusals } from "../shared/refused.mjs";

const lab = await load();
const solutions = ({ entries }) => Object.fromEntries(entries.map(({ id, solution }) => [id, solution]));
const markOf = (id, entry, text, options) =>
  lab.markDerivation(id, { [entry]: text }, options).marks.find((mark) => mark.entry === entry);

test("derivations list their entries, and are frozen", () => {
  assert.ok(lab.derivations().length >= 5);
  for (const { id, matrices, symbols, entries } of lab.derivations()) {
    assert.ok(symbols.length > 0 && entries.length > 0, id);
    assert.equal(
      matrices,
      symbols.some(({ axes }) => axes.length === 2),
    );
  }
  assert.equal(lab.derivations(), lab.derivations());
  assert.throws(() => lab.derivations()[0].entries.push({}), TypeError);
});

test("the solutions are complete for every seed, and without text every entry is empty", () => {
  for (const derivation of lab.derivations()) {
    for (const seed of [undefined, 0, 1, Number.MAX_SAFE_INTEGER]) {
      const checked = lab.markDerivation(derivation.id, solutions(derivation), seed === undefined ? {} : { seed });
      assert.deepEqual(
        checked.marks,
        derivation.entries.map(({ id }) => ({ entry: id, kind: "right" })),
      );
      assert.equal(checked.complete, true);
    }
    const blank = { [derivation.entries[0].id]: null };
    for (const texts of [{}, blank]) {
      const { marks, complete } = lab.markDerivation(derivation.id, texts);
      assert.ok(marks.every(({ kind }) => kind === "empty") && !complete);
    }
  }
});

test("S0-X01: a wrong sign is marked with a point and both sides of its row", () => {
  const derivation = lab.derivations().find(({ id }) => id === "shifted-position");
  const { marks } = lab.markDerivation("shifted-position", { ...solutions(derivation), "cosine-from-sine": "sin ωk" });
  const mark = marks.find(({ entry }) => entry === "cosine-from-sine");
  assert.deepEqual([mark.kind, mark.mistake], ["unequal", "turned-back"]);
  const [w, k, position] = mark.at.map(({ value }) => value);
  assert.deepEqual(
    mark.at.map(({ symbol }) => symbol),
    ["ω", "k", "pos"],
  );
  const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one} ${other}`);
  near(mark.found, Math.sin(w * k));
  near(mark.expected, -Math.sin(w * k));
  near(mark.sides[0], Math.cos(w * (position - k)));
  near(mark.sides[1], Math.cos(w * (position + k)));
  assert.ok(marks.filter(({ kind }) => kind === "right").length === 3);
});

test("S0-X01: an entry that depends on the position is marked with two positions", () => {
  const mark = markOf("shifted-position", "sine-from-sine", "sin(ω(pos + k))/sin(ω pos)");
  assert.deepEqual([mark.kind, mark.symbol, mark.cell], ["depends", "pos", null]);
  const [w, k, position] = mark.at.map(({ value }) => value);
  for (const [at, value] of [
    [position, mark.here],
    [mark.other, mark.there],
  ]) {
    assert.ok(Math.abs(Math.sin(w * (at + k)) / Math.sin(w * at) - value) < 1e-9);
  }
  assert.notEqual(mark.here, mark.there);
});

test("a transposed matrix is marked with a graph and a cell", () => {
  const mark = markOf("graph-convolution-equivariance", "with-loops", "PᵀÂP");
  assert.deepEqual([mark.kind, mark.mistake], ["unequal", "order-undone"]);
  const value = (name) => mark.at.find(({ symbol }) => symbol === name).value;
  const [{ shape, data: p }, { data: looped }] = [value("P"), value("Â")];
  const [nodes] = shape;
  assert.ok(p instanceof Float64Array && p.length === nodes * nodes);
  const cell = (i, j, turned) => {
    let sum = 0;
    for (let u = 0; u < nodes; u++)
      for (let v = 0; v < nodes; v++) {
        const [left, right] = turned ? [p[u * nodes + i], p[v * nodes + j]] : [p[i * nodes + u], p[j * nodes + v]];
        sum += left * looped[u * nodes + v] * right;
      }
    return sum;
  };
  assert.deepEqual([cell(...mark.cell, true), cell(...mark.cell, false)], [mark.found, mark.expected]);
  assert.notEqual(mark.found, mark.expected);
  assert.equal(markOf("graph-convolution-equivariance", "with-loops", "3 PÂPᵀ").mistake, null);
});

test("a syntax error is marked with its position, and nothing is executed", () => {
  for (const [text, place] of [
    ["Â W", 2],
    ["D̂^-½ Â D̂^-½ H W;", 17],
    ["process.exit(1)", 0],
    ["H".repeat(2000), 1000],
    ["(".repeat(999), 60],
    ["\ud800", 0],
  ]) {
    const mark = markOf("graph-convolution-equivariance", "layer", text);
    assert.deepEqual([mark.kind, mark.place], ["unreadable", place], text.slice(0, 20));
    assert.equal(typeof mark.expected, "string");
  }
  assert.equal(markOf("shifted-position", "sine-from-sine", "ln(0 − k)").kind, "undefined");
});

test("the same seed gives the same point", () => {
  const wrong = (seed) => markOf("node-weights", "weight-that-follows", "PᵀMP", { seed });
  assert.deepEqual(wrong(4), wrong(4));
  assert.notDeepEqual(wrong(4), wrong(5));
});

const cases = [
  ["unknown-derivation", { id: "x" }, () => lab.markDerivation("x", {})],
  ["wrong-type", { input: "id" }, () => lab.markDerivation(3, {})],
  ["wrong-type", { input: "texts" }, () => lab.markDerivation("node-weights")],
  ["wrong-type", { input: "texts" }, () => lab.markDerivation("node-weights", ["N²"])],
  ["wrong-type", { input: "texts.parameters" }, () => lab.markDerivation("node-weights", { parameters: 2 })],
  ["unknown-entry", { entry: "weights" }, () => lab.markDerivation("node-weights", { weights: "N²" })],
  ["wrong-type", { input: "options" }, () => lab.markDerivation("node-weights", {}, null)],
  ["out-of-range", { input: "seed" }, () => lab.markDerivation("node-weights", {}, { seed: -1 })],
];

testRefusals(AttographError, cases);

test("the former name marks in the same way, and says once that it was replaced", (t) => {
  const said = t.mock.method(console, "warn", () => {});
  const texts = solutions(lab.derivations()[0]);
  const { id } = lab.derivations()[0];
  for (let call = 0; call < 3; call++) assert.deepEqual(lab.check(id, texts), lab.markDerivation(id, texts));
  assert.deepEqual(
    said.mock.calls.map(({ arguments: spoken }) => spoken),
    [["attograph: `lab.check` is now `lab.markDerivation`; the old name is accepted until version 1.0"]],
  );
});
